//! Breaks the engine on demand, in the build that the tests of the page have for it (`cargo wasm faults`): everything that
//! ends a wasm instance for good, asked for by a line of a file.

use ytterby::boundary::{Content, Request};

/// What a file of the request says to break, in a line `#! fault: KIND`.
fn wanted(request: &Request) -> Option<&str> {
    request.files.iter().find_map(|file| match &file.content {
        Content::Text(text) => text.lines().find_map(|line| line.strip_prefix("#! fault: ")),
        Content::Bytes(_) => None,
    })
}

/// Breaks what the request says, if it says something.
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
