//! The memory in use: an allocator that counts the allocations of another one.
//!
//! Programs install it (`main.rs`, `wasm/memory.rs`). Without it nothing is counted, and the memory limit is never reached.

use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;

thread_local! {
    /// Bytes. A variable of the thread, because an allocator has no arguments. A run stays on its thread, so each thread counts its own; memory
    /// freed by another thread hardly matters.
    static IN_USE: Cell<usize> = const { Cell::new(0) };
}

/// Bytes that this thread has allocated and not freed.
pub fn in_use() -> usize {
    IN_USE.get()
}

/// Counts the allocations of the inner allocator.
pub struct Counted<A>(pub A);

fn add(bytes: usize) {
    IN_USE.set(IN_USE.get().wrapping_add(bytes));
}

fn subtract(bytes: usize) {
    IN_USE.set(IN_USE.get().saturating_sub(bytes));
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
