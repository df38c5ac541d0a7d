//! How much memory is in use: an allocator that counts what passes through another one.
//!
//! Programs install it (`main.rs`, `wasm/memory.rs`). Without it nothing is counted, and the memory limit is never reached.

use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;

/// Bytes. A run stays on its thread, so each thread counts its own; memory freed by another thread hardly matters.
struct Memory {
    in_use: Cell<usize>,
    limit: Cell<usize>,
}

thread_local! {
    static MEMORY: Memory = const { Memory { in_use: Cell::new(0), limit: Cell::new(usize::MAX) } };
}

/// Bytes that this thread has allocated and not freed.
pub fn in_use() -> usize {
    MEMORY.with(|memory| memory.in_use.get())
}

/// Sets how many bytes this thread may use.
pub(crate) fn limit(bytes: usize) {
    MEMORY.with(|memory| memory.limit.set(bytes));
}

/// Whether this thread uses more than it may.
#[inline]
pub fn is_over_limit() -> bool {
    MEMORY.with(|memory| memory.in_use.get() > memory.limit.get())
}

/// Counts what the inner allocator allocates and frees.
pub struct Counted<A>(pub A);

fn add(bytes: usize) {
    MEMORY.with(|memory| memory.in_use.set(memory.in_use.get().wrapping_add(bytes)));
}

fn subtract(bytes: usize) {
    MEMORY.with(|memory| memory.in_use.set(memory.in_use.get().saturating_sub(bytes)));
}

// SAFETY: every call is passed to the inner allocator with the same arguments.
unsafe impl<A: GlobalAlloc> GlobalAlloc for Counted<A> {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        add(layout.size());
        // SAFETY: as above.
        unsafe { self.0.alloc(layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        add(layout.size());
        // SAFETY: as above.
        unsafe { self.0.alloc_zeroed(layout) }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        subtract(layout.size());
        // SAFETY: as above.
        unsafe { self.0.dealloc(block, layout) }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        add(size);
        subtract(layout.size());
        // SAFETY: as above.
        unsafe { self.0.realloc(block, layout, size) }
    }
}
