//! The instructions of four lanes over abstract words, in place of the processor's.

use super::field::{Loose, Tight};
use crate::backend::Routine;
use crate::claims::machine::{Abstract, in_registers};
use crate::word::{Instructions, Register, Vector};

pub(crate) type Avx2 = Instructions<4>;
pub(crate) type U64x4 = Register<4>;

impl U64x4 {
    pub(crate) fn call<R: Routine>(self, routine: R) -> R::Output {
        routine.run()
    }

    /// `vpmuludq` ignores bits from 32 on; this fails unless operands have none.
    #[track_caller]
    pub(crate) fn times(self, other: Self) -> Self {
        self.with_each("the product", other, |words, a, b| words.times(a, b, 32))
    }

    /// `vpsllvq`, by the same count in each lane.
    #[track_caller]
    pub(crate) fn shift_left<const N: u32>(self) -> Self {
        self.with_each("the shift to the left", self, |words, a, _| {
            words.shift_left(a, N)
        })
    }
}

impl Abstract for Avx2 {
    const NAME: &'static str = "avx2";
    const LIMBS: usize = 10;

    /// The bounds that `Tight` states: 257/256 times 2^26 or 2^25.
    fn most(limb: usize) -> u64 {
        let bits = if limb.is_multiple_of(2) { 26 } else { 25 };
        (1 << bits) + (1 << (bits - 8))
    }

    fn loose_most(limb: usize) -> u64 {
        3 * Self::most(limb)
    }
}

in_registers!(Tight, Loose);
