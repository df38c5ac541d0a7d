//! Breaks the engine on demand, in the build that the tests of the page have for it (`cargo wasm faults`): everything that
//! ends a wasm instance for good, asked for by the variable `YTTERBY_FAULT` of a request.

use crate::boundary::Request;

/// Does what the request's variable says, if it says something.
pub(super) fn occur(request: &Request) {
    let wanted = request.env.iter().find(|(name, _)| name == "YTTERBY_FAULT").map(|(_, value)| value.as_str());
    match wanted {
        Some("unreachable") => std::arch::wasm32::unreachable(),
        Some("panic") => panic!("a fault that was asked for"),
        Some("stack") => drop(std::hint::black_box(deeper(1))),
        Some("memory") => {
            let mut blocks: Vec<Vec<u8>> = Vec::new();
            loop {
                blocks.push(vec![1; 256 << 20]);
                std::hint::black_box(&blocks);
            }
        }
        Some("forever") => loop {
            std::hint::black_box(wanted);
        },
        _ => {}
    }
}

#[allow(unconditional_recursion, reason = "it is to exhaust the stack")]
fn deeper(n: u64) -> u64 {
    std::hint::black_box([n; 64]);
    deeper(std::hint::black_box(n + 1)) + 1
}
