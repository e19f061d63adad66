//! The place of the stack while a vector machine computes.

use std::hint::black_box;

/// Where in a page of memory the stack lies while a vector machine computes, bytes from its end: of
/// eight places tried, the one where both machines are fast.
const STACK_PLACE: usize = 1_536;

/// Runs `body` where the stack lies at [`STACK_PLACE`], wherever it was.
///
/// A processor takes a load to depend on an earlier store if their addresses agree in the low twelve
/// bits, and vector code that keeps its points on the stack is up to a third slower where they do by
/// chance. With this it always takes the same time: which place it is would otherwise be up to the
/// frames above, and in a host function those are a contract's.
#[inline(never)] // a frame of its own
pub(crate) fn at_stack_place<T>(body: impl FnOnce() -> T) -> T {
    #[repr(align(4096))]
    struct Page([u8; 64]);

    let page = Page([0; 64]);
    black_box(&page.0);
    let result = below(body);
    black_box(&page.0); // still there: the call before was no tail call
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
