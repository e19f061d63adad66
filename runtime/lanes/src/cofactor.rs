//! ZIP-215's comparison, for signatures whose R differs from the sum's encoding.

use crate::backend::{Kernel, Lanes, Machine, Multipliable};
use crate::combine::Sum;
use crate::curve::decode::{Sign, decode};
use crate::curve::field::{times, zeros};
use crate::curve::point::Extended;

/// Whether each lane's sum and R, times eight, are the same point.
pub(crate) struct EqualTimesCofactor<'a> {
    pub(crate) sums: &'a Lanes<Sum>,
    /// The encodings of R, canonical or not.
    pub(crate) r: &'a Lanes<[u8; 32]>,
}

impl Kernel for EqualTimesCofactor<'_> {
    /// The bit mask of lanes where R is a point and the two are equal.
    type Output = u8;

    #[inline(always)]
    fn run<M: Machine>(self, machine: M) -> u8 {
        let (minus_r, valid) = decode(machine, self.r, Sign::Negated);
        let x = machine.field(&self.sums.map(|sum| sum.x));
        let y = machine.field(&self.sums.map(|sum| sum.y));
        let sum = Extended {
            x,
            y,
            z: minus_r.z, // 1
            t: times(x, y),
        };
        let eightfold = sum
            .add_cached(minus_r.cached(machine))
            .double_times(3)
            .projective();
        // x = 0 holds for the identity and for the point of order two, which has y = -1.
        let identity =
            zeros(machine, eightfold.x) & zeros(machine, (eightfold.y - eightfold.z).carry());
        valid & identity
    }
}
