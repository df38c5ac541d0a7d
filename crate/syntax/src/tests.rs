//! The front end as a whole: ytt's errors.

use super::resolve::Owner;
use super::*;

fn resolved(lines: &[&str]) -> Result<Resolved, Vec<Problem>> {
    let options = Options::default();
    let parsed = parse(lines, &options).map_err(|problem| vec![problem])?;
    let resolved = parsed.resolve(&options)?;
    parsed.check_first_statement().map_err(|problem| vec![problem])?;
    Ok(resolved)
}

fn resolved_text(text: &str) -> Result<Resolved, Vec<Problem>> {
    resolved(&text.split('\n').collect::<Vec<_>>())
}

/// Programs and their expectations, from a file of `%%`-separated `program => lines`.
fn table(text: &'static str) -> impl Iterator<Item = (&'static str, Vec<&'static str>)> {
    text.split("\n%%\n").skip(1).map(|entry| {
        let (program, expected) = entry.split_once("\n=>").unwrap();
        (program, expected.lines().filter(|l| !l.is_empty()).collect())
    })
}

#[test]
fn errors_are_those_of_ytt() {
    for (program, expected) in table(include_str!("errors.txt")) {
        let found: Vec<String> = match resolved_text(program) {
            Ok(_) => Vec::new(),
            Err(problems) => problems.iter().map(|p| format!("{}: {}", p.line, p.message)).collect(),
        };
        assert_eq!(found, expected, "{program}");
    }
}

#[test]
fn deep_nesting_is_refused() {
    let many = 100_000;
    for (open, middle, close) in [
        ("(", "1", ")"),
        ("[", "1", "]"),
        ("{1: ", "1", "}"),
        ("f(", "1", ")"),
        ("-", "1", ""),
        ("not ", "1", ""),
        ("lambda: ", "1", ""),
        ("1 if 2 else ", "1", ""),
        ("[1 for x in ", "[]", "]"),
        ("1 + (", "1", ")"),
        ("f", "", "(1)"),
        ("f", "", ".a"),
        ("f", "", "[1]"),
        ("if 1:\n", "x = 1\n", "end\n"),
        ("def f():\n", "x = 1\n", "end\n"),
    ] {
        let text = if middle.is_empty() {
            format!("{open}{}", close.repeat(many))
        } else {
            format!("{}{middle}{}", open.repeat(many), close.repeat(many))
        };
        let problems = resolved_text(&text).unwrap_err();
        assert!(problems[0].message.contains("limit of 500"), "{open}: {problems:?}");
    }
}

#[test]
fn problems_point_into_the_untrimmed_program() {
    let lines = ["  if True:", "    x = undefd", "  end"];
    let problem = &resolved(&lines).unwrap_err()[0];
    let span = problem.span.clone().unwrap();
    assert_eq!(&lines.join("\n")[span.start as usize..span.end as usize], "undefd");
}

#[test]
fn variables_have_owners() {
    let text = "def f(a, b):\n\
                  c = a\n\
                  return [lambda d: c + x for x in b]\n\
                end\n\
                y = [z for z in []]";
    let resolved = resolved_text(text).unwrap();
    let at = |word: &str| Owner::function(Span::new(text.find(word).unwrap() as u32, 0));
    let (f, lambda) = (at("def"), at("lambda"));
    let found: Vec<_> =
        resolved.locals().iter().map(|local| (local.name.as_str(), local.owner, local.is_captured)).collect();
    assert_eq!(
        found,
        [
            ("a", f, false),
            ("b", f, false),
            ("c", f, true),
            ("x", f, true),
            ("d", lambda, false),
            ("z", Owner::MODULE, false),
        ]
    );
}
