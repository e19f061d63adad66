//! Code compiled for the instructions of one machine.

use super::{Kernel, Machine};

/// Code for one machine. `run` must be `#[inline(always)]`: LLVM need not inline a closure, and
/// code that is not inlined lacks the machine's instructions.
pub(crate) trait Routine {
    type Output;

    fn run(self) -> Self::Output;
}

/// A kernel on this machine, as a routine.
pub(crate) struct On<M, K>(pub(crate) M, pub(crate) K);

impl<M: Machine, K: Kernel> Routine for On<M, K> {
    type Output = K::Output;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn run(self) -> K::Output {
        self.1.run(self.0)
    }
}
