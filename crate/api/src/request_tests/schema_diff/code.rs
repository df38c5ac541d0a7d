//! Code that rules, conditions and keys use, and whether it is considered changed.

use super::{diff, file, reported};

/// The reported changes of a rule (`even`, `lambda v: …`) that uses other code.
#[track_caller]
fn check_code(rule: &str, old: [&str; 2], new: [&str; 2], is_reported: bool) {
    let files = |[code, helper]: [&str; 2]| {
        let text = format!("{code}#@data/values-schema\n---\n#@schema/validation (\"fine\", {rule})\na: 4\n");
        vec![file("schema.yml", &text), file("helper.star", helper)]
    };
    for (old, new) in [(old, new), (new, old)] {
        let reported = reported(&diff(files(new), &files(old)));
        let text =
            "! ruleTightened a: a rule may be stricter: fine, by code that is written differently and was not compared";
        assert_eq!(reported, if is_reported { vec![text] } else { Vec::new() }, "{old:?} {new:?}");
    }
    let same = diff(files(old), &files(old));
    assert_eq!((reported(&same), &*same.report), (Vec::new(), ""), "{old:?}");
}

#[test]
fn changed_definitions_affect_rules_that_use_any() {
    let is_reported = check_code;
    let even = "#@ def even(v):\n#@   return v % 2 == 0\n#@ end\n";
    let fourth = "#@ def even(v):\n#@   return v % 4 == 0\n#@ end\n";
    for rule in ["even", "lambda v: even(v)"] {
        is_reported(rule, [even, ""], [fourth, ""], true);
    }
    is_reported("lambda v: v > 0", [even, ""], [fourth, ""], false);
    let blanks = "#! Numbers\n#@ def  even( v ):  # is it?\n#@ return v%2==0\n#@ end\n";
    is_reported("even", [even, ""], [blanks, ""], false);
    // All definitions are compared, not only those that a rule uses.
    let more = format!("{even}#@ def odd(v):\n#@   return not even(v)\n#@ end\n");
    is_reported("even", [even, ""], [&more, ""], true);
    let listed = |more: &str| format!("#@ listed = [4]\n#@ listed.append({more})\n");
    is_reported("lambda v: v in listed", [&listed("5"), ""], [&listed("6"), ""], true);
    let branch = |limit: &str| format!("#@ if True:\n#@   limit = {limit}\n#@ end\n");
    is_reported("lambda v: v > limit", [&branch("1"), ""], [&branch("2"), ""], true);
    is_reported("lambda v: v.limit if False else True", [&branch("1"), ""], [&branch("2"), ""], false);
}

#[test]
fn changed_code_of_loaded_files_affects_rules() {
    let is_reported = check_code;
    let even = |by: &str| format!("# numbers\ndef even(v):\n  return v % {by} == 0\nend\n");
    let (two, four) = (&*even("2"), &*even("4"));
    let load = "#@ load(\"helper.star\", \"even\")\n";
    is_reported("even", [load, two], [load, four], true);
    is_reported("even", [load, two], [load, &two.replace("numbers", "and more")], false);
    let renamed = "#@ load(\"helper.star\", is_even=\"even\")\n";
    is_reported("is_even", [renamed, two], [renamed, four], true);
    let module = |name: &str| format!("#@ load(\"@ytt:{name}\", m=\"{name}\")\n");
    is_reported("lambda v: m.encode(v)", [&module("json"), ""], [&module("yaml"), ""], true);
}

#[test]
fn changed_yaml_in_functions_affects_rules() {
    let is_reported = check_code;
    let listed = |item: &str| {
        format!(
            "#@ def listed():\n- 4\n- {item}\n- #@ 1 + 4\n#@ end\n#@ def in_it(v):\n#@   return v in [w for w in listed()]\n#@ end\n"
        )
    };
    is_reported("in_it", [&listed("5"), ""], [&format!("#! more\n\n{}", listed("5")), ""], false);
    is_reported("in_it", [&listed("5"), ""], [&listed("6"), ""], true);
}

#[test]
fn changed_code_affects_keys_and_conditions() {
    let schema = |by: &str| {
        let code = format!("#@ def even(*all):\n#@   return len(all) % {by} == 0\n#@ end\n");
        let fields = "a:\n  #@schema/key allowed=even\n  _: 1\nb:\n  #@schema/key allowed=\"any\", expects=[lambda n: even(n), 0]\n  _: 1\n#@schema/validation min=1, when=even\nc: 1\n";
        file("schema.yml", &format!("{code}#@data/values-schema\n---\n{fields}"))
    };
    assert_eq!(reported(&diff(vec![schema("2")], &[schema("2")])), Vec::<String>::new());
    let expected = [
        "! keys a: keys may belong to other items than before, or to none: values for them may be rejected",
        "! keys b: keys may belong to other items than before, or to none: values for them may be rejected",
        "! ruleTightened c: a rule may be stricter: a value >= 1 (under a condition), which is written differently and was not compared",
    ];
    assert_eq!(reported(&diff(vec![schema("4")], &[schema("2")])), expected);
}
