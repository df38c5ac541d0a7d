//! The engine's memory: the allocator of the standard library, but growing the wasm memory in larger steps.
//!
//! By default it grows by 64 KiB at a time, and each `memory.grow` takes V8 0.4 ms: 2.8 s for 430 MB. Pages that are not touched
//! cost nothing.

use std::alloc::{GlobalAlloc, Layout};
use std::arch::wasm32::{memory_grow, memory_size};
use std::cell::UnsafeCell;

use dlmalloc::Dlmalloc;

use ytterby_limits::memory::Counted;

/// Bytes.
const PAGE: usize = 64 << 10;
/// Pages: 1 MiB.
const LEAST: usize = 16;

/// Grows by at least an eighth of the current size.
struct Steps;

// SAFETY: it returns only memory that `memory.grow` has just added, which is not in use and never goes away.
unsafe impl dlmalloc::Allocator for Steps {
    fn alloc(&self, size: usize) -> (*mut u8, usize, u32) {
        let needed = size.div_ceil(PAGE);
        let wanted = needed.max(memory_size(0) / 8).max(LEAST);
        for pages in [wanted, needed] {
            let before = memory_grow(0, pages);
            if before != usize::MAX {
                // No pointer may wrap around at the end of the address space.
                let bytes = (pages * PAGE).min(usize::MAX - before * PAGE - 15);
                return (std::ptr::with_exposed_provenance_mut(before * PAGE), bytes, 0);
            }
        }
        // Rust would abort with a trap like any other, so the page gets a message.
        wasm_bindgen::throw_str("the engine's memory is used up")
    }

    fn remap(&self, _: *mut u8, _: usize, _: usize, _: bool) -> *mut u8 {
        std::ptr::null_mut()
    }

    fn free_part(&self, _: *mut u8, _: usize, _: usize) -> bool {
        false
    }

    fn free(&self, _: *mut u8, _: usize) -> bool {
        false
    }

    fn can_release_part(&self, _: u32) -> bool {
        false
    }

    fn allocates_zeros(&self) -> bool {
        true
    }

    fn page_size(&self) -> usize {
        PAGE
    }
}

struct Memory(UnsafeCell<Dlmalloc<Steps>>);

// SAFETY: the module has one thread; its memory is not shared.
unsafe impl Sync for Memory {}

#[global_allocator]
static MEMORY: Counted<Memory> = Counted(Memory(UnsafeCell::new(Dlmalloc::new_with_allocator(Steps))));

// SAFETY: dlmalloc upholds the contract. It is not reentrant: there is one thread, and it calls nothing that allocates.
unsafe impl GlobalAlloc for Memory {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        unsafe { (*self.0.get()).malloc(layout.size(), layout.align()) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        unsafe { (*self.0.get()).calloc(layout.size(), layout.align()) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { (*self.0.get()).free(block, layout.size(), layout.align()) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        unsafe { (*self.0.get()).realloc(block, layout.size(), layout.align(), size) }
    }
}
