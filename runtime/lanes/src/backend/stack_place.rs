//! The place of the stack while signatures are verified.

use std::hint::black_box;

/// The stack's place in a page of memory while a vector machine computes, in bytes from the page's
/// end: the one of eight measured places where both machines are fast.
const STACK_PLACE: usize = 1_536;

/// Runs `body` with the stack at [`STACK_PLACE`], wherever it was.
///
/// A processor treats a load as dependent on an earlier store if the low twelve bits of their
/// addresses agree. If they agree by chance, vector code with points on the stack is up to a third
/// slower. A fixed place makes the time constant. Otherwise the frames above would determine the
/// place, and in a host function those are a contract's.
#[inline(never)] // a frame of its own
pub(crate) fn at_stack_place<T>(body: impl FnOnce() -> T) -> T {
    #[repr(align(4096))]
    struct Page([u8; 64]);

    let page = Page([0; 64]);
    black_box(&page.0);
    let result = below(body);
    black_box(&page.0); // keeps the page alive: the call before is not a tail call
    result
}

#[inline(never)] // a frame of its own
fn below<T>(body: impl FnOnce() -> T) -> T {
    let bytes = [0_u8; STACK_PLACE];
    black_box(&bytes);
    let result = body();
    black_box(&bytes);
    result
}
