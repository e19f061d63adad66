//! Polynomials whose coefficients are points, each at an identifier.

use super::PublicPoint;
use super::sums::{Multiple, Sum, sum_of_multiples};
use crate::backend::limbs::{ONE, ZERO};
use crate::backend::{AffineNiels, Field, Kernel, MAX_LANES, Machine, Task, each_lane};
use crate::combine::encode;
use crate::curve::field::{invert_all, mask, splat, times};
use crate::curve::point::{Completed, Extended};
use crate::tables::write_rows;
use curve25519_dalek::scalar::Scalar;

/// The longest identifier, in bits, for which Horner's rule is faster than tables of each
/// coefficient. Each bit costs a doubling per coefficient, and at most one addition.
const SHORT: usize = 32;

/// The encodings of values of polynomials.
pub(super) struct Polynomials<'a> {
    pub(super) polynomials: &'a [&'a [PublicPoint]],
    pub(super) identifiers: &'a [Scalar],
}

impl Task for Polynomials<'_> {
    type Output = Vec<[u8; 32]>;

    fn run<M: Machine>(self, machine: M) -> Self::Output {
        let is_short = |identifier: &Scalar| bits(identifier) <= SHORT;
        if let ([coefficients], [identifier]) = (self.polynomials, self.identifiers)
            && is_short(identifier)
        {
            return vec![machine.run(One {
                coefficients,
                identifier,
            })];
        }
        let all = self.polynomials.iter().zip(self.identifiers).enumerate();
        let (short, long): (Vec<_>, Vec<_>) =
            all.partition(|(_, (_, identifier))| is_short(identifier));
        let mut values = vec![[0; 32]; self.polynomials.len()];
        let jobs: Vec<_> = short
            .iter()
            .map(|&(_, (coefficients, identifier))| (*coefficients, *identifier))
            .collect();
        for ((index, _), value) in short.iter().zip(machine.run(Short(&jobs))) {
            values[*index] = value;
        }
        for (index, (coefficients, identifier)) in long {
            values[index] = by_tables(machine, coefficients, identifier);
        }
        values
    }
}

fn bits(scalar: &Scalar) -> usize {
    let bytes = scalar.as_bytes();
    let last = bytes.iter().rposition(|byte| *byte != 0);
    last.map_or(0, |last| {
        8 * last + 8 - bytes[last].leading_zeros() as usize
    })
}

/// The powers of the identifier, from the lowest: 1, i, i^2 and so on.
fn powers(identifier: Scalar) -> impl Iterator<Item = Scalar> {
    std::iter::successors(Some(Scalar::ONE), move |power| Some(power * identifier))
}

/// The value, computed as a sum of multiples.
fn by_tables<M: Machine>(
    machine: M,
    coefficients: &[PublicPoint],
    identifier: &Scalar,
) -> [u8; 32] {
    let multiples = coefficients.iter().zip(powers(*identifier));
    let multiples: Vec<_> = multiples
        .map(|(point, power)| Multiple::of(&point.row, &power))
        .collect();
    machine.run(Sum {
        points: &[],
        multiples: &multiples,
    })
}

/// Polynomials at short identifiers, one in each lane.
struct Short<'a>(&'a [(&'a [PublicPoint], Scalar)]);

impl Kernel for Short<'_> {
    type Output = Vec<[u8; 32]>;

    #[cfg_attr(not(unoptimised), inline(always))]
    fn run<M: Machine>(self, machine: M) -> Self::Output {
        let mut sums = Vec::with_capacity(self.0.len().div_ceil(M::LANES));
        let mut z = Vec::with_capacity(self.0.len().div_ceil(M::LANES));
        for group in self.0.chunks(M::LANES) {
            let mut coefficients: [&[PublicPoint]; MAX_LANES] = [&[]; MAX_LANES];
            let mut identifiers = [Scalar::ZERO; MAX_LANES];
            for (lane, (of_one, identifier)) in group.iter().enumerate() {
                coefficients[lane] = of_one;
                identifiers[lane] = *identifier;
            }
            let sum = horner(machine, &coefficients, &identifiers).projective();
            sums.push((sum.x, sum.y));
            z.push(sum.z);
        }
        let inverses = invert_all(&z, splat(machine, ONE));
        let mut encoded = Vec::with_capacity(self.0.len());
        let groups = self.0.chunks(M::LANES);
        for (((x, y), inverse), group) in sums.into_iter().zip(inverses).zip(groups) {
            let x = machine.limbs(times(x, inverse));
            let y = machine.limbs(times(y, inverse));
            let of_lanes = each_lane::<M, _>(|lane| encode(x[lane], y[lane]));
            encoded.extend(of_lanes[..group.len()].iter().map(|sum| sum.encoded));
        }
        encoded
    }
}

/// A polynomial at a short identifier. Each lane takes the same number of coefficients, then
/// multiplies its value by the identifier's power for its first coefficient.
struct One<'a> {
    coefficients: &'a [PublicPoint],
    identifier: &'a Scalar,
}

impl Kernel for One<'_> {
    type Output = [u8; 32];

    #[cfg_attr(not(unoptimised), inline(always))]
    fn run<M: Machine>(self, machine: M) -> [u8; 32] {
        let each = self.coefficients.len().div_ceil(M::LANES).max(1);
        let mut coefficients: [&[PublicPoint]; MAX_LANES] = [&[]; MAX_LANES];
        for (lane, part) in coefficients.iter_mut().zip(self.coefficients.chunks(each)) {
            *lane = part;
        }
        let values = horner(machine, &coefficients, &[*self.identifier; MAX_LANES]);
        let mut rows = [AffineNiels::IDENTITY; MAX_LANES];
        let rows = &mut rows[..M::LANES];
        write_rows(machine, &[values.projective()], 1, rows);
        let mut starts = powers(*self.identifier).step_by(each);
        let mut multiples = Vec::with_capacity(M::LANES);
        for row in &*rows {
            multiples.push(Multiple::of(row, &starts.next().unwrap_or(Scalar::ZERO)));
        }
        let sum = sum_of_multiples(machine, &multiples)
            .over_lanes(machine)
            .projective();
        let inverse = invert_all(&[sum.z], splat(machine, ONE))[0];
        let x = machine.limbs(times(sum.x, inverse))[0];
        let y = machine.limbs(times(sum.y, inverse))[0];
        encode(x, y).encoded
    }
}

/// Each lane's polynomial at its identifier, by Horner's rule.
#[cfg_attr(not(unoptimised), inline(always))]
fn horner<M: Machine>(
    machine: M,
    coefficients: &[&[PublicPoint]; MAX_LANES],
    identifiers: &[Scalar; MAX_LANES],
) -> Completed<M> {
    let mut longest = 0;
    let mut top = 0;
    for lane in 0..M::LANES {
        longest = longest.max(coefficients[lane].len());
        top = top.max(bits(&identifiers[lane]));
    }
    let mut value = Completed::identity(machine);
    for index in (0..longest).rev() {
        if index + 1 < longest {
            value = multiplied(machine, value.extended(), identifiers, top);
        }
        let mut rows = [&AffineNiels::IDENTITY; MAX_LANES];
        for (row, coefficients) in rows.iter_mut().zip(coefficients) {
            if let Some(point) = coefficients.get(index) {
                *row = &point.row;
            }
        }
        value = value.extended().add_affine(machine.affine(&rows, 0));
    }
    value
}

/// Each lane's point times its identifier, which has at most `top` bits.
#[cfg_attr(not(unoptimised), inline(always))]
fn multiplied<M: Machine>(
    machine: M,
    point: Extended<M>,
    identifiers: &[Scalar; MAX_LANES],
    top: usize,
) -> Completed<M> {
    let cached = point.cached(machine);
    let all = mask::<M>(|_| true);
    let mut product = Completed::identity(machine);
    for bit in (0..top).rev() {
        product = product.projective().double();
        let set = mask::<M>(|lane| identifiers[lane].as_bytes()[bit / 8] >> (bit % 8) & 1 == 1);
        if set == all {
            product = product.extended().add_cached(cached);
        } else if set != 0 {
            let of_some = neutral_unless(machine, set, point).cached(machine);
            product = product.extended().add_cached(of_some);
        }
    }
    product
}

/// The point in the lanes of the bit mask; the neutral element in the others.
#[cfg_attr(not(unoptimised), inline(always))]
fn neutral_unless<M: Machine>(machine: M, mask: u8, point: Extended<M>) -> Extended<M> {
    let (zero, one) = (splat(machine, ZERO), splat(machine, ONE));
    Extended {
        x: zero.with(mask, point.x),
        y: one.with(mask, point.y),
        z: one.with(mask, point.z),
        t: zero.with(mask, point.t),
    }
}
