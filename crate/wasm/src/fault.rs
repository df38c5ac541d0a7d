//! Breaks the engine on demand, in a build for the tests of the page (`cargo wasm faults`): every way in which a wasm instance can
//! end, chosen by a line in a file.

use ytterby::boundary::{Content, Request};

/// The kind of fault that a file of the request asks for, in a line `#! fault: KIND`.
fn wanted(request: &Request) -> Option<&str> {
    request.files.iter().find_map(|file| match &file.content {
        Content::Text(text) => text.lines().find_map(|line| line.strip_prefix("#! fault: ")),
        Content::Bytes(_) => None,
    })
}

/// Causes the fault that the request asks for, if any.
pub(super) fn occur(request: &Request) {
    match wanted(request) {
        Some("unreachable") => std::arch::wasm32::unreachable(),
        Some("panic") => panic!("a fault that was asked for"),
        Some("stack") => drop(std::hint::black_box(deeper(1))),
        Some("memory") => {
            let mut blocks: Vec<Vec<u8>> = Vec::new();
            loop {
                blocks.push(Vec::with_capacity(256 << 20));
                std::hint::black_box(&blocks);
            }
        }
        Some("forever") => loop {
            std::hint::black_box(request);
        },
        _ => {}
    }
}

#[allow(unconditional_recursion, reason = "it is to exhaust the stack")]
fn deeper(n: u64) -> u64 {
    let held = std::hint::black_box([n; 64]);
    let below = std::hint::black_box(deeper(std::hint::black_box(n + 1)));
    below + std::hint::black_box(&held)[0]
}
