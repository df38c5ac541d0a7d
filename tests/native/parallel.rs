//! Runs a function for each of many items, on all cores.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// Bytes of stack, for deep templates in a build with few optimizations.
const STACK: usize = 256 << 20;

/// The results in the order of the items. An error is the message of a panic.
pub(crate) fn map<T: Sync, R: Send>(items: &[T], run: impl Fn(&T) -> R + Sync) -> Vec<Result<R, String>> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(item) = items.get(index) else { return done };
            done.push((index, catch_unwind(AssertUnwindSafe(|| run(item))).map_err(message)));
        }
    };
    let count = thread::available_parallelism().map_or(2, |count| count.get());
    let mut done: Vec<_> = thread::scope(|scope| {
        let start = |_| thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work).expect("a thread starts");
        let threads: Vec<_> = (0..count).map(start).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("panics are caught")).collect()
    });
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

fn message(panic: Box<dyn Any + Send>) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    format!("panicked: {}", text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a message"))
}
