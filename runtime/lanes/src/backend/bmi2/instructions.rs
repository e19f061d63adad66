//! Proof of the instructions; `product` uses them.

#![expect(unsafe_code, reason = "instructions that not every processor has")]

use crate::backend::Routine;

/// Proof that the processor has the instructions: only [`Self::detect`] makes one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bmi2(());

impl Bmi2 {
    /// `None` if the processor lacks the instructions.
    pub(crate) fn detect() -> Option<Self> {
        let is_available = is_x86_feature_detected!("bmi2") && is_x86_feature_detected!("adx");
        is_available.then_some(Self(()))
    }

    /// Calls code compiled for the instructions.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(super) fn call<R: Routine>(self, routine: R) -> R::Output {
        // The features that `detect` requires.
        #[target_feature(enable = "bmi2,adx")]
        #[inline(never)]
        fn with_instructions<R: Routine>(routine: R) -> R::Output {
            routine.run()
        }
        // SAFETY: the processor has the instructions, because `self` exists.
        unsafe { with_instructions(routine) }
    }
}
