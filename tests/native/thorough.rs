//! All cases have the same response in the second attempt of the evaluator, with loaded files in the heap of their loader and garbage
//! collections in loops.

use std::rc::Rc;

use ytterby::boundary::Response;
use ytterby::render_thoroughly;

use crate::findings::{Findings, check_all};
use crate::golden::{Golden, cases, peer_cases};

fn compared(response: &Response) -> impl PartialEq + '_ {
    (response.exit_status, &response.files, &response.stdout, &response.prints, &response.report)
}

fn check(golden: &Golden, found: &mut Findings) {
    let thorough = render_thoroughly(&golden.request, Rc::new(|| 0.0));
    if compared(&golden.response) == compared(&thorough) { found.count("the same") } else { found.wrong("differs") }
}

#[test]
fn cases_have_the_same_response_in_the_second_attempt() {
    check_all(cases(), check).at_least(&[("the same", 1700)]);
    check_all(peer_cases(), check);
}
