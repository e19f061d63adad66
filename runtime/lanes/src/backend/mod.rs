//! Backends: each kind of processor's arithmetic, and the choice of a backend.
//!
//! All code above this module is written once, over [`Machine`], and is the same for all backends.
//! A machine is a token: it exists only if the processor has the instructions, and only a machine
//! makes vectors. Therefore code that uses them needs no `unsafe`.
//!
//! Functions over machines are `#[inline(always)]`, down to the intrinsics: instructions of a
//! processor's extension are inlined only into functions compiled for it, and [`Machine::run`]
//! enters such a function. Without optimisation (`unoptimised`, which `build.rs` sets) the functions
//! are called instead: inlined, all of a kernel's values would be in one frame, of two megabytes.
//! The code is correct either way, and as slow as all unoptimised code.

mod affine_niels;
mod available;
#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod bmi2;
mod choice;
#[cfg(target_arch = "x86_64")]
pub(crate) mod ifma;
pub(crate) mod limbs;
mod machine;
mod portable;
#[cfg(target_arch = "x86_64")]
mod routine;
pub(crate) mod stack_place;

pub(crate) use affine_niels::AffineNiels;
pub(crate) use available::{AvailableBackend, Task};
pub use choice::{Backend, BackendUnavailable};
pub(crate) use machine::{
    Affine, Field, Kernel, Lanes, Loose, MAX_LANES, Machine, Multipliable, Word, each_lane, lanes,
};
pub(crate) use portable::Portable;
#[cfg(target_arch = "x86_64")]
pub(crate) use routine::{On, Routine};
