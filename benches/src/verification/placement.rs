//! Where the stack lies.
//!
//! dalek's vector code keeps its points on the stack, and the processor takes a load for dependent
//! on an earlier store whose address is the same in its low twelve bits. How often that happens is
//! a matter of where the stack lies within a page: the same code takes up to a fifth longer there
//! than elsewhere, and a process stays where the system happened to put it (Mytkowicz et al.,
//! *Producing Wrong Data Without Doing Anything Obviously Wrong!*, 2009). Whoever measures must
//! choose; and a contract can, where its own frames lie on the same stack.

use std::hint::black_box;

/// Bytes of a page: what the stack's position counts in.
pub const PAGE: usize = 4_096;

/// Frames that put the stack at most places of a page.
pub const DEPTHS: u32 = 128;

/// Runs the body below `depth` frames; also returns where in a page its stack begins.
pub fn at_depth<R>(depth: u32, body: impl FnOnce() -> R) -> (R, usize) {
    let mut body = Some(body);
    let mut result = None;
    descend(depth, &mut || {
        let here = 0_u8;
        let address = std::ptr::from_ref(black_box(&here)).addr();
        result = body.take().map(|body| (body(), address % PAGE));
    });
    result.expect("descend runs what it is given, once")
}

#[inline(never)] // a frame each
fn descend(depth: u32, body: &mut dyn FnMut()) {
    // An odd number of the 16 bytes that frames are aligned to, so that frames cover the page.
    let frame = black_box([0_u8; 704]);
    match depth {
        0 => body(),
        _ => descend(depth - 1, body),
    }
    black_box(&frame);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn depths_cover_the_page() {
        let lines = |depths: u32| -> BTreeSet<_> {
            (0..depths)
                .map(|depth| at_depth(depth, || ()).1 / 64)
                .collect()
        };
        assert!(lines(DEPTHS).len() >= 48, "{:?}", lines(DEPTHS));
        assert_eq!(lines(1).len(), 1);
    }
}
