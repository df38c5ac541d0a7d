//! The released links of tests/links, and links of random playgrounds.

use serde_json::Value;

use ytterby::boundary::Content;
use ytterby::bundle::{Args, Bundle, BundleFile, BundleVariable, BundleVariant};

use super::*;
use random::Random;

#[path = "../../../tests/native/random.rs"]
mod random;

fn none(_: &str, _: &str) -> Option<Playground> {
    None
}

/// A work of the page, as tests/links has it.
fn playground(work: &Value) -> Playground {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
    let env = |value: &Value| -> Vec<BundleVariable> {
        let variable = |each: &Value| BundleVariable { name: text(&each["name"]), value: text(&each["value"]) };
        list(value).iter().map(variable).collect()
    };
    let content = |value: &Value| match value["base64"].as_str() {
        Some(bytes) => {
            Content::from_bytes(base64::engine::general_purpose::STANDARD.decode(bytes).expect("the bytes of a file"))
        }
        None => Content::Text(text(value)),
    };
    let file = |file: &Value| BundleFile { path: text(&file["path"]), content: content(&file["content"]) };
    let variant = |variant: &Value| BundleVariant {
        name: text(&variant["name"]),
        args: Args::Line(text(&variant["commandLine"])),
        env: env(&variant["env"]),
        without: list(&variant["without"]).iter().map(text).collect(),
    };
    let step = |step: &Value| {
        let written = step.to_string().replace("\"commandLine\"", "\"args\"");
        serde_json::from_str(&written).expect("a step")
    };
    let check = |check: &Value| serde_json::from_value(check.clone()).expect("a check");
    let bundle = Bundle {
        title: text(&work["title"]),
        description: text(&work["description"]),
        lesson: text(&work["lesson"]),
        files: list(&work["files"]).iter().map(file).collect(),
        args: Args::Line(text(&work["commandLine"])),
        env: env(&work["env"]),
        steps: list(&work["steps"]).iter().map(step).collect(),
        checks: list(&work["checks"]).iter().map(check).collect(),
        variants: list(&work["variants"]).iter().map(variant).collect(),
        open: work["open"].as_u64().unwrap_or_default() as u32,
        view: text(&work["view"]),
        ..Bundle::default()
    };
    Playground { bundle, example: text(&work["example"]) }
}

#[test]
fn released_links_can_be_read() {
    let fixtures = include_str!("../../../tests/links/version-1.json");
    let fixtures: Vec<Value> = serde_json::from_str(fixtures).expect("the fixtures");
    assert!(fixtures.len() > 3, "{} links", fixtures.len());
    for fixture in fixtures {
        let base = (!fixture["base"].is_null()).then(|| playground(&fixture["base"]));
        let find = |_: &str, digest: &str| base.clone().inspect(|base| assert_eq!(base.digest(), digest));
        let opened = read(fixture["link"].as_str().expect("a link"), find);
        let expected = Opened { playground: playground(&fixture["work"]), left_out: Vec::new() };
        assert_eq!(opened, Ok(expected), "{}", fixture["name"]);
    }
}

impl Random {
    fn text(&mut self, most: usize) -> String {
        const PIECES: &[&str] = &[
            "a: 1\n", "#@data/values\n---\n", "é", "🔥", "\"", "\\", "\r\n", "\u{7f}", "\u{2028}", " ", "- x\n", "\t",
            "#@ end\n",
        ];
        (0..self.below(most)).map(|_| PIECES[self.below(PIECES.len())]).collect()
    }

    fn playground(&mut self) -> Playground {
        let files: Vec<BundleFile> = (0..=self.below(5))
            .map(|at| BundleFile {
                path: format!("{}{at}.yml", ["", "a/", "käse/b "][self.below(3)]),
                content: match self.below(5) {
                    0 => Content::from_bytes((0..self.below(400)).map(|_| self.below(256) as u8).collect()),
                    _ => Content::Text(self.text(200)),
                },
            })
            .collect();
        let bundle = Bundle {
            title: self.text(3),
            args: Args::Line(self.text(4)),
            env: (0..self.below(3)).map(|_| BundleVariable { name: self.text(2), value: self.text(3) }).collect(),
            open: self.below(files.len()) as u32,
            view: ["", "values"][self.below(2)].to_owned(),
            files,
            ..Bundle::default()
        };
        Playground { bundle, example: ["", "deployment"][self.below(2)].to_owned() }
    }
}

#[test]
fn links_contain_everything() {
    let mut numbers = Random(1);
    let base = Playground { example: "kiln".to_owned(), ..numbers.playground() };
    for _ in 0..300 {
        let playground = numbers.playground();
        let expected = Ok(Opened { playground: playground.clone(), left_out: Vec::new() });
        assert_eq!(read(&write(&playground, None), none), expected);
        let based = write(&playground, Some(&base));
        assert_eq!(read(&format!("https://example.org/#{based}."), |_, _| Some(base.clone())), expected);
    }
}

#[test]
fn a_link_that_is_based_on_an_example_is_short() {
    let mut numbers = Random(2);
    let base = Playground { example: "kiln".to_owned(), ..numbers.playground() };
    let mut changed = base.clone();
    changed.bundle.args = Args::Line("--strict".to_owned());
    let link = write(&changed, Some(&base));
    assert!(link.len() < 100, "{link}");
    assert!(link.starts_with(&format!("y1:kiln~{}.", base.digest())), "{link}");
    let unknown = read(&link, none).expect_err("the example is unknown");
    assert_eq!(
        unknown.message,
        "This link is based on a version of the example “kiln” that this Ytterby does not have."
    );
}

#[test]
fn what_is_before_the_damage_is_recovered() {
    let file = |path: &str, content: String| BundleFile { path: path.to_owned(), content: Content::Text(content) };
    let lines = |word: &str| (0..200).map(|n| format!("{word}{}: {n}\n", n * n)).collect::<String>();
    let bundle = Bundle { files: vec![file("a.yml", lines("a")), file("b.yml", lines("b"))], ..Bundle::default() };
    let link = write(&Playground { bundle, example: String::new() }, None);
    let middle = link.len() * 3 / 4;
    let damaged = [
        (link[..middle].to_owned(), "This link is incomplete: its end is missing."),
        (format!("{}{}", &link[..middle], &link[middle + 1..]), "This link is corrupted."),
        (format!("{}!{}", &link[..middle], &link[middle + 1..]), "This link is corrupted."),
    ];
    for (damaged, message) in damaged {
        let problem = read(&damaged, none).expect_err("it is damaged");
        assert_eq!(problem.message, message);
        let recovered = problem.recovered.expect("the beginning");
        let files = &recovered.playground.bundle.files;
        assert_eq!(files[0].content, Content::Text(lines("a")));
        let common =
            |text: &[u8]| text.iter().zip(lines("b").as_bytes()).take_while(|(one, other)| one == other).count();
        assert!(common(files[1].content.as_bytes()) > 400, "{:?}", files[1].content);
    }
}

#[test]
fn any_text_is_read_or_rejected() {
    let mut numbers = Random(3);
    let link = write(&numbers.playground(), None);
    for _ in 0..2_000 {
        let mut bytes = link.clone().into_bytes();
        for _ in 0..=numbers.below(3) {
            let at = numbers.below(bytes.len());
            bytes[at] = b"aZ9-_.~%:y1d"[numbers.below(12)];
        }
        let _ = read(&String::from_utf8_lossy(&bytes), none);
    }
    for text in
        ["", "#", "y", "y:", "y1:", "y1:.", "y1:d", "y1:d..", "y99999999999:", "#y1:é.é.é", "y1:a~b.c.d", "%y1:%"]
    {
        assert!(read(text, none).is_err(), "{text}");
    }
    assert!(read("y2:d.a.b", none).expect_err("newer").message.contains("version 2"));
}

#[test]
fn paths_outside_of_the_playground_are_left_out() {
    for path in ["../a", "/etc/a", "a//b", "C:/a", "a\\b", "a/./b", "a\nb", ""] {
        let files = ["ok.yml", path].map(|path| BundleFile { path: path.to_owned(), content: "a: 1\n".into() });
        let bundle = Bundle { files: files.into(), ..Bundle::default() };
        let opened = read(&write(&Playground { bundle, example: String::new() }, None), none).expect("a link");
        assert_eq!(opened.playground.bundle.files.len(), 1, "{path}");
        assert_eq!(opened.left_out.len(), 1, "{path}");
    }
}

#[test]
fn the_content_is_limited() {
    let content = Content::Text("a".repeat(MOST_BYTES + 1));
    let files = vec![BundleFile { path: "a.yml".to_owned(), content }];
    let link = write(&Playground { bundle: Bundle { files, ..Bundle::default() }, example: String::new() }, None);
    let problem = read(&link, none).expect_err("it is too large");
    assert_eq!(problem.message, "This link contains more than 8 MB, and the rest was ignored.");
    assert!(problem.recovered.is_some());
}
