//! Backends: the arithmetic that each kind of processor does, and the choice of one.
//!
//! Everything above this module is written once, over [`Machine`], and is the same for all
//! backends. A machine is a token: it can only be had where the processor has the instructions,
//! and vectors can only be made with it. That is why using them needs no `unsafe`.
//!
//! Functions over machines are `#[inline(always)]`, down to the intrinsics: instructions of a
//! processor's extension are only inlined into functions that are compiled for it, and
//! [`Machine::run`] is where such a function begins.

mod available;
#[cfg(target_arch = "x86_64")]
mod avx2;
mod choice;
#[cfg(target_arch = "x86_64")]
mod ifma;
pub(crate) mod limbs;
mod machine;
mod portable;
mod row;
#[cfg(target_arch = "x86_64")]
mod stack_place;
#[cfg(test)]
mod tests;

pub(crate) use available::{AvailableBackend, Task};
pub use choice::{Backend, BackendUnavailable};
pub(crate) use machine::{
    Affine, Field, Kernel, Lanes, Loose, MAX_LANES, Machine, Multipliable, Word, each_lane, lanes,
};
pub(crate) use portable::Portable;
pub(crate) use row::Row;
