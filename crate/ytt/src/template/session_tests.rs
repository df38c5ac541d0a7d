//! Tests of templates with a real session and a scope without files.

use std::cell::Cell;
use std::rc::Rc;

use crate::diagnostics::{Error, report};
use crate::limits::{Clock, Limits};
use crate::natives::Evaluation;
use crate::positions::Source;
use crate::starlark::{Exports, Output, Purpose, RunLoaded, Scope, Session};
use crate::stdlib::StandardModules;
use crate::template;

struct Alone;

impl Scope for Alone {
    fn evaluation(&self) -> *const () {
        std::ptr::null()
    }

    fn load(&self, path: &str, _: &mut RunLoaded<'_>) -> Result<(), Error> {
        Err(Error::message(format!("no file {path}")))
    }

    fn load_native<'v>(self: Rc<Self>, _: &str, _: &mut dyn Evaluation<'v>) -> Option<Result<Exports<'v>, Error>> {
        None
    }
}

/// The text of a text template, or ytt's report.
fn text(template: &str) -> String {
    limited(template, &Limits::default(), Rc::new(|| 0.0))
}

fn limited(template: &str, limits: &Limits, clock: Clock) -> String {
    let session = Session::new(limits, false, &StandardModules, clock);
    let source = Source::new("t.txt", template);
    let program = template::text::compile(&source, session.next_template_number()).unwrap();
    match session.compile(program).and_then(|template| session.run(&template, 2, Rc::new(Alone), Purpose::Output)) {
        Ok(outcome) => match outcome.output {
            Output::Text(text) => text.text,
            _ => "not text".to_owned(),
        },
        Err(error) => report::text(&error),
    }
}

#[test]
fn text_templates_run() {
    assert_eq!(text("a (@= str(1 + 1) @) b"), "a 2 b");
    assert_eq!(text("(@ def f(x): @)<(@= x @)>(@ end @)(@= f(\"y\") @)"), "<y>");
    assert_eq!(text("(@ for i in range(3): -@)\n  (@= str(i) @),(@ end @)"), "0,1,2,");
}

#[test]
fn errors_name_the_template_line() {
    assert_eq!(
        text("a\n(@= 1 + \"a\" @)"),
        "\n- unknown binary op: int + string\n    in <toplevel>\n      t.txt:2 | = 1 + \"a\" "
    );
    assert_eq!(text("a\n(@= x @)"), "\n- undefined: x\n    t.txt:2 | = x ");
}

#[test]
fn a_limit_names_the_line_that_was_running() {
    let endless = "(@ def f():\n  while True:\n    x = 1\n  end\nend @)\n(@= f() @)";
    let at = "\n    in f\n      t.txt:2 |   while True:\n    in <toplevel>\n      t.txt:6 | = f() ";
    let stopped = |limit: &str| format!("\n- stopped after {limit} (limit of Ytterby){at}");

    let limits = Limits { steps: 5_000, ..Limits::default() };
    assert_eq!(limited(endless, &limits, Rc::new(|| 0.0)), stopped("5000 steps"));

    let now = Cell::new(0.0);
    let clock = Rc::new(move || now.replace(now.get() + 1.0));
    let limits = Limits { millis: 20, ..Limits::default() };
    assert_eq!(limited(endless, &limits, clock), stopped("20 ms"));
}

#[test]
fn calls_by_natives_are_not_taken_for_many_steps() {
    let sorts = "(@= str(len(sorted(range(3000), key=lambda x: -x))) @)";
    assert_eq!(limited(sorts, &Limits { steps: 10_000, ..Limits::default() }, Rc::new(|| 0.0)), "3000");
}

#[test]
fn integers_do_not_grow_for_ever() {
    let squares = "(@ x = 3\nfor i in range(40):\n  x = x * x\nend @)";
    assert_eq!(
        text(squares),
        "\n- an integer would have more than 1048576 bits (limit of Ytterby)\n    in <toplevel>\n      t.txt:3 |   x = x * x"
    );
}
