//! Points of edwards25519, one for each lane.
//!
//! The formulas are Hisil, Wong, Carter and Dawson's (2008, section 3): complete on this curve, so
//! no lane needs a special case.

use crate::backend::limbs::{ONE, ZERO};
use crate::backend::{Affine, Field, Loose, Machine, Multipliable};
use crate::curve::field::{TWICE_D, splat, times, zeros};

/// `x = X/Z`, `y = Y/Z`.
#[derive(Clone, Copy)]
pub(crate) struct Projective<M: Machine> {
    pub(crate) x: M::Field,
    pub(crate) y: M::Field,
    pub(crate) z: M::Field,
}

/// `x = X/Z`, `y = Y/Z`, `x y = T/Z`.
#[derive(Clone, Copy)]
pub(crate) struct Extended<M: Machine> {
    pub(crate) x: M::Field,
    pub(crate) y: M::Field,
    pub(crate) z: M::Field,
    pub(crate) t: M::Field,
}

/// `x = X/Z`, `y = Y/T`: the result of an addition or doubling before its last multiplications:
/// three if it is doubled next, four if something is added to it.
#[derive(Clone, Copy)]
pub(crate) struct Completed<M: Machine> {
    x: Loose<M>,
    y: Loose<M>,
    z: Loose<M>,
    t: Loose<M>,
}

/// A point for repeated additions: `Y + X`, `Y - X`, `2Z` and `2d T`.
#[derive(Clone, Copy)]
pub(crate) struct Cached<M: Machine> {
    plus: Loose<M>,
    minus: Loose<M>,
    twice_z: M::Field,
    product: M::Field,
}

impl<M: Machine> Cached<M> {
    /// The point, or its negative.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(crate) fn with_sign(self, machine: M, is_negative: bool) -> Self {
        if !is_negative {
            return self;
        }
        Self {
            plus: self.minus,
            minus: self.plus,
            twice_z: self.twice_z,
            product: (splat(machine, ZERO) - self.product).carry(),
        }
    }
}

impl<M: Machine> Completed<M> {
    /// The neutral element.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(crate) fn identity(machine: M) -> Self {
        let one = splat(machine, ONE).loose();
        Self {
            x: splat(machine, ZERO).loose(),
            y: one,
            z: one,
            t: one,
        }
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    pub(crate) fn projective(self) -> Projective<M> {
        Projective {
            x: self.x * self.t,
            y: self.y * self.z,
            z: self.z * self.t,
        }
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    pub(crate) fn extended(self) -> Extended<M> {
        Extended {
            x: self.x * self.t,
            y: self.y * self.z,
            z: self.z * self.t,
            t: self.x * self.y,
        }
    }

    /// The sum of all lanes' points, in each lane.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(crate) fn over_lanes(self, machine: M) -> Self {
        let mut sum = self;
        if M::LANES > 4 {
            sum = sum.merged::<4>(machine);
        }
        if M::LANES > 2 {
            sum = sum.merged::<2>(machine);
        }
        if M::LANES > 1 {
            sum = sum.merged::<1>(machine);
        }
        sum
    }

    /// The sum of each lane's point and the point of the lane whose index differs in the bit
    /// `DISTANCE`.
    #[cfg_attr(not(unoptimised), inline(always))]
    fn merged<const DISTANCE: usize>(self, machine: M) -> Self {
        let sum = self.extended();
        let other = Extended {
            x: sum.x.exchanged::<DISTANCE>(),
            y: sum.y.exchanged::<DISTANCE>(),
            z: sum.z.exchanged::<DISTANCE>(),
            t: sum.t.exchanged::<DISTANCE>(),
        };
        sum.add_cached(other.cached(machine))
    }

    /// `2^n self`.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(crate) fn double_times(self, n: usize) -> Self {
        let mut point = self;
        for _ in 0..n {
            point = point.projective().double();
        }
        point
    }
}

impl<M: Machine> Projective<M> {
    /// The bit mask of lanes with the neutral element.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(crate) fn neutral(self, machine: M) -> u8 {
        // The point of order two also has x = 0, but y = -1.
        zeros(machine, self.x) & zeros(machine, (self.y - self.z).carry())
    }

    /// `2 self`.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(crate) fn double(self) -> Completed<M> {
        let xx = self.x.loose().square();
        let yy = self.y.loose().square();
        let zz = self.z.loose().square();
        let sum_squared = (self.x + self.y).square();
        let sum = (yy + xx).carry();
        let difference = (yy - xx).carry();
        Completed {
            x: sum_squared - sum,
            y: sum.loose(),
            z: difference.loose(),
            t: zz.twice_minus(difference),
        }
    }
}

impl<M: Machine> Extended<M> {
    /// `self + other`, where `other` is a point of a table.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(crate) fn add_affine(self, other: Affine<Loose<M>>) -> Completed<M> {
        let a = (self.y - self.x) * other.minus;
        let b = (self.y + self.x) * other.plus;
        let c = self.t.loose() * other.product;
        // The literature has 2Z here; the halves in the table make it Z.
        Completed {
            x: b - a,
            y: b + a,
            z: self.z + c,
            t: self.z - c,
        }
    }

    /// `self + other`.
    #[cfg_attr(not(unoptimised), inline(always))]
    pub(crate) fn add_cached(self, other: Cached<M>) -> Completed<M> {
        let a = (self.y - self.x) * other.minus;
        let b = (self.y + self.x) * other.plus;
        let c = times(self.t, other.product);
        let d = times(self.z, other.twice_z);
        Completed {
            x: b - a,
            y: b + a,
            z: d + c,
            t: d - c,
        }
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    pub(crate) fn cached(self, machine: M) -> Cached<M> {
        Cached {
            plus: self.y + self.x,
            minus: self.y - self.x,
            twice_z: (self.z + self.z).carry(),
            product: times(self.t, splat(machine, TWICE_D)),
        }
    }

    #[cfg_attr(not(unoptimised), inline(always))]
    pub(crate) fn projective(self) -> Projective<M> {
        Projective {
            x: self.x,
            y: self.y,
            z: self.z,
        }
    }
}
