//! The place of the stack.
//!
//! dalek's vector code keeps its points on the stack, and a processor treats a load as dependent on
//! an earlier store if the low twelve bits of their addresses agree. How often that happens depends
//! on the stack's place within a page (a calibration's `stack.svg` shows it), and a process keeps
//! the place that the system chose (Mytkowicz et al., *Producing Wrong Data Without Doing Anything
//! Obviously Wrong!*, 2009). So measurements must choose it. Contracts can choose it if their
//! frames are on the same stack.

use std::hint::black_box;

/// Bytes of a page: the stack's place within it matters.
pub(crate) const PAGE: usize = 4_096;

/// Bytes between two places that are distinguished.
pub(crate) const STEP: usize = 32;

/// Alignment of frames, in bytes.
const ALIGNMENT: usize = 16;

/// This many frames of one size move the stack by whole pages. Each frame that is longer by
/// [`ALIGNMENT`] moves it by that much more.
const FRAMES: usize = PAGE / ALIGNMENT;

const SHORT: usize = 64;
const LONG: usize = SHORT + ALIGNMENT;

/// Runs the body with the stack at this place.
pub(crate) fn at_place<R>(place: usize, body: impl FnOnce() -> R) -> R {
    let mut here = 0;
    descend(0, FRAMES, &mut || here = address());
    // The stack grows downwards.
    let long = (here + PAGE - place % PAGE) % PAGE / ALIGNMENT;
    let mut body = Some(body);
    let mut result = None;
    descend(long, FRAMES - long, &mut || {
        result = body.take().map(|body| body());
    });
    result.expect("descend runs what it is given, once")
}

/// Runs the body below these numbers of long and short frames.
#[inline(never)] // the same frame for every caller
fn descend(long: usize, short: usize, body: &mut dyn FnMut()) {
    match (long, short) {
        (0, 0) => body(),
        (0, short) => frame::<SHORT>(0, short - 1, body),
        (long, short) => frame::<LONG>(long - 1, short, body),
    }
}

#[inline(never)] // a frame of its own
fn frame<const BYTES: usize>(long: usize, short: usize, body: &mut dyn FnMut()) {
    let bytes = [0_u8; BYTES];
    black_box(&bytes); // by reference, since a copy would need room too
    descend(long, short, body);
    black_box(&bytes); // in use until here: no tail call
}

/// The approximate place of the stack in a page.
#[inline(never)]
fn address() -> usize {
    let here = [0_u64; 2];
    std::ptr::from_ref(black_box(&here)).addr() % PAGE / ALIGNMENT * ALIGNMENT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_is_reached_from_everywhere() {
        fn reached(deeper: u32, place: usize) -> usize {
            let padding = black_box([0_u8; 40]);
            let reached = match deeper {
                0 => at_place(place, address),
                _ => reached(deeper - 1, place),
            };
            black_box(&padding);
            reached
        }
        // The distance between the frames and the body's own place is constant.
        let offset = reached(0, 0);
        for place in (0..PAGE).step_by(STEP) {
            for deeper in 0..5 {
                let expected = (place + offset) % PAGE;
                assert_eq!(reached(deeper, place), expected, "{deeper}");
            }
        }
    }
}
