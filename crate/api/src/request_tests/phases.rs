//! The output before the overlays of a run, and after each of them.

use std::rc::Rc;

use crate::boundary::phases::{PhaseFile, Phases};
use crate::boundary::{Request, RequestFile};

const CONFIG: &str = "name: kiln\nheat: 900\n---\nname: shelf\n";

fn overlays(name: &str, items: &str) -> String {
    let document = |item| {
        format!(
            "#@overlay/match by=overlay.subset({{\"name\": \"{name}\"}})\n---\n#@overlay/match missing_ok=True\n{item}\n"
        )
    };
    format!("#@ load(\"@ytt:overlay\", \"overlay\")\n{}", items.lines().map(document).collect::<String>())
}

fn phases(files: &[(&str, &str)], args: &[&str]) -> Phases {
    let files = files.iter().map(|(path, text)| RequestFile { path: (*path).to_owned(), content: (*text).into() });
    let args = args.iter().map(|arg| (*arg).to_owned()).collect();
    crate::phases(&Request { files: files.collect(), args, ..Request::default() }, Rc::new(|| 0.0))
}

/// The contents of the files in each phase.
fn texts(phases: &Phases) -> Vec<Vec<(&str, &str)>> {
    let file = |file: &PhaseFile| phases.texts[file.text as usize].as_str();
    phases.phases.iter().map(|phase| phase.files.iter().map(|one| (one.path.as_str(), file(one))).collect()).collect()
}

/// The file, index and line of each overlay.
fn named(phases: &Phases) -> Vec<(&str, u32, u32)> {
    let line = |place: &Option<crate::boundary::Place>| place.as_ref()?.span.map(|span| span.start.line);
    phases.overlays.iter().map(|one| (one.file.as_str(), one.index, line(&one.place).unwrap_or_default())).collect()
}

#[test]
fn the_output_after_each_overlay() {
    let prod = overlays("kiln", "heat: 1000\ncone: 6");
    let last = overlays("shelf", "width: 2");
    let found = phases(&[("config.yml", CONFIG), ("prod.yml", &prod), ("other.yml", "a: 1\n"), ("z.yml", &last)], &[]);
    assert_eq!(found.diagnostics, []);
    assert_eq!(named(&found), [("prod.yml", 0, 3), ("prod.yml", 1, 7), ("z.yml", 0, 3)]);
    let other = ("other.yml", "a: 1\n");
    assert_eq!(
        texts(&found),
        [
            [("config.yml", CONFIG), other],
            [("config.yml", "name: kiln\nheat: 1000\n---\nname: shelf\n"), other],
            [("config.yml", "name: kiln\nheat: 1000\ncone: 6\n---\nname: shelf\n"), other],
            [("config.yml", "name: kiln\nheat: 1000\ncone: 6\n---\nname: shelf\nwidth: 2\n"), other],
        ]
    );
    // The file that does not change is there once.
    assert_eq!((found.applied, found.texts.len()), (3, 5));
}

#[test]
fn a_failing_overlay_ends_the_phases() {
    let wrong = overlays("oven", "heat: 1\nheat: 2");
    let found = phases(&[("config.yml", CONFIG), ("a.yml", &overlays("kiln", "cone: 6")), ("b.yml", &wrong)], &[]);
    assert_eq!((found.overlays.len(), found.applied, found.phases.len()), (3, 1, 2));
    assert_eq!(texts(&found)[1], [("config.yml", "name: kiln\nheat: 900\ncone: 6\n---\nname: shelf\n")]);
    let [problem] = &found.diagnostics[..] else { panic!("{:?}", found.diagnostics) };
    assert_eq!(problem.code, "overlay-match");
    assert!(!problem.related.is_empty(), "near misses");
    let failed = found.overlays[1].place.as_ref().and_then(|place| place.span);
    assert_eq!(problem.primary.as_ref().and_then(|place| place.span), failed);
}

#[test]
fn no_phases_without_a_run_of_templates() {
    let overlay = overlays("kiln", "heat: 1");
    let files = [("config.yml", CONFIG), ("a.yml", overlay.as_str())];
    for args in [&["--data-values-inspect"][..], &["--files-inspect"], &["version"], &["--unknown"]] {
        assert_eq!(phases(&files, args), Phases::default(), "{args:?}");
    }
    let failing = phases(&[("config.yml", "a: #@ b\n"), ("a.yml", &overlay)], &[]);
    assert_eq!((failing.phases.len(), failing.overlays.len(), failing.diagnostics.len()), (0, 0, 1));
    let without = phases(&[("config.yml", CONFIG)], &[]);
    assert_eq!((texts(&without), without.overlays.len()), (vec![vec![("config.yml", CONFIG)]], 0));
}

#[test]
fn violations_do_not_hide_the_phases() {
    let schema = "#@data/values-schema\n---\n#@schema/validation min=1\na: 0\n";
    let found = phases(&[("s.yml", schema), ("config.yml", CONFIG), ("a.yml", &overlays("kiln", "heat: 1"))], &[]);
    assert_eq!((found.phases.len(), found.applied), (2, 1));
    assert_eq!(found.diagnostics[0].code, "violation");
}

#[test]
fn the_number_of_phases_is_limited() {
    let items: String = (0..250).map(|number| format!("k{number}: 1\n")).collect();
    let found = phases(&[("config.yml", CONFIG), ("a.yml", &overlays("kiln", &items))], &[]);
    assert_eq!((found.overlays.len(), found.applied, found.phases.len()), (250, 250, 200));

    // The length of their texts is limited as well.
    let long = format!("{CONFIG}text: {}\n", "x".repeat(3 << 20));
    let found = phases(&[("config.yml", &long), ("a.yml", &overlays("kiln", &items))], &[]);
    assert_eq!((found.overlays.len(), found.applied, found.phases.len()), (250, 250, 5));
}
