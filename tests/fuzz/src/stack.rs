//! Stack overflows: libFuzzer keeps the input then, too.
//!
//! Its handler asks to run on another stack, which only exists with a sanitizer; the process would end and the
//! input be lost. The stack itself is as large as `scripts/fuzz` makes it: that of the command.

/// Bytes.
const SIZE: usize = 1 << 20;

/// Gives signal handlers a stack of their own.
pub fn prepare() {
    let stack = Box::leak(vec![0u8; SIZE].into_boxed_slice());
    let stack = libc::stack_t { ss_sp: stack.as_mut_ptr().cast(), ss_flags: 0, ss_size: SIZE };
    // SAFETY: the memory is never freed.
    let result = unsafe { libc::sigaltstack(&stack, std::ptr::null_mut()) };
    assert_eq!(result, 0, "no stack for signals");
}
