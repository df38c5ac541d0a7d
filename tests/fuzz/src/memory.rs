//! The memory of a trial, counted: libFuzzer's own limit sees only what is held when it looks, and needs a sanitizer to
//! see more.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use ytterby_limits::memory::Counted;

/// Bytes that a trial may hold at once: the engine's own limit (`small_limits`) is 64 MiB, and one step may go beyond it.
const LIMIT: usize = 256 << 20;
/// Bytes that may be left after a trial more than before it: caches that fill up once are smaller.
const LEFT: usize = 16 << 20;

static HELD: AtomicUsize = AtomicUsize::new(0);
static MOST: AtomicUsize = AtomicUsize::new(usize::MAX);

#[global_allocator]
static COUNTING: Counted<Counting> = Counted(Counting);

/// The system's allocator, counted.
struct Counting;

impl Counting {
    fn took(&self, bytes: usize) {
        let held = HELD.fetch_add(bytes, Relaxed) + bytes;
        let most = MOST.load(Relaxed);
        if held > most {
            // An allocator may not panic; libFuzzer keeps the input all the same.
            MOST.store(usize::MAX, Relaxed);
            eprintln!("a trial holds more than {LIMIT} bytes, after asking for {bytes}");
            std::process::abort();
        }
    }
}

// SAFETY: all is left to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        self.took(layout.size());
        // SAFETY: as the caller promised.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        self.took(layout.size());
        // SAFETY: as the caller promised.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        HELD.fetch_sub(layout.size(), Relaxed);
        // SAFETY: as the caller promised.
        unsafe { System.dealloc(block, layout) }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        HELD.fetch_sub(layout.size(), Relaxed);
        self.took(size);
        // SAFETY: as the caller promised.
        unsafe { System.realloc(block, layout, size) }
    }
}

/// From here on the limit holds.
pub(crate) fn start() -> usize {
    let held = HELD.load(Relaxed);
    MOST.store(held + LIMIT, Relaxed);
    held
}

/// Until here.
pub(crate) fn end(before: usize) {
    MOST.store(usize::MAX, Relaxed);
    let left = HELD.load(Relaxed).saturating_sub(before);
    assert!(left < LEFT, "a trial leaves {left} bytes");
}
