//! ZIP-215's comparison, for signatures whose R differs from the sum's encoding.

use crate::backend::limbs::{Limbs, reduce_limbs};
use crate::backend::{Field, Kernel, Lanes, Machine, Multipliable};
use crate::curve::decode::{Sign, decode};
use crate::curve::field::times;
use crate::curve::point::Extended;

/// Whether each lane's sum and R are the same point after multiplication by eight.
pub(crate) struct EqualTimesCofactor<'a> {
    /// X, Y and Z of the sums, with limbs below 2^52.
    pub(crate) sums: &'a Lanes<[Limbs; 3]>,
    /// The encodings of R, canonical or not.
    pub(crate) r: &'a Lanes<[u8; 32]>,
}

impl Kernel for EqualTimesCofactor<'_> {
    /// The bit mask of lanes where R is a point and both are equal.
    type Output = u8;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn run<M: Machine>(self, machine: M) -> u8 {
        let (minus_r, are_points) = decode(machine, self.r, Sign::Negated);
        let x = machine.field(&self.sums.map(|[x, _, _]| reduce_limbs(x)));
        let y = machine.field(&self.sums.map(|[_, y, _]| reduce_limbs(y)));
        let z = machine.field(&self.sums.map(|[_, _, z]| reduce_limbs(z)));
        let sum = Extended {
            x: times(x, z),
            y: times(y, z),
            z: z.loose().square(),
            t: times(x, y),
        };
        let eightfold = sum.add_cached(minus_r.cached(machine)).double_times(3);
        are_points & eightfold.projective().neutral(machine)
    }
}
