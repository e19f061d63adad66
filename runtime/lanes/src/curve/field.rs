//! The curve's constants, and functions that need more than one operation of a machine.

use crate::backend::limbs::{Limbs, to_bytes};
use crate::backend::{Field, MAX_LANES, Machine, Multipliable};

/// The curve's constant d = -121665/121666.
pub(crate) const D: Limbs = [
    0x0003_4dca_1359_78a3,
    0x0001_a828_3b15_6ebd,
    0x0005_e7a2_6001_c029,
    0x0007_39c6_63a0_3cbb,
    0x0005_2036_cee2_b6ff,
];
pub(crate) const TWICE_D: Limbs = [
    0x0006_9b94_26b2_f159,
    0x0003_5050_762a_dd7a,
    0x0003_cf44_c003_8052,
    0x0006_738c_c740_7977,
    0x0002_406d_9dc5_6dff,
];
pub(crate) const FOUR_D: Limbs = [
    0x0005_3728_4d65_e2b2,
    0x0006_a0a0_ec55_baf5,
    0x0007_9e89_8007_00a4,
    0x0004_e719_8e80_f2ee,
    0x0004_80db_3b8a_dbff,
];
/// A square root of -1.
pub(crate) const SQRT_OF_MINUS_ONE: Limbs = [
    0x0006_1b27_4a0e_a0b0,
    0xd5a5_fc8f_189d,
    0x0007_ef5e_9cbd_0c60,
    0x0007_8595_a680_4c9e,
    0x0002_b832_4804_fc1d,
];

/// The same element in all lanes.
#[cfg_attr(not(unoptimised), inline(always))]
pub(crate) fn splat<M: Machine>(machine: M, limbs: Limbs) -> M::Field {
    machine.field(&[limbs; MAX_LANES])
}

/// The bit mask of lanes that are zero.
#[cfg_attr(not(unoptimised), inline(always))]
pub(crate) fn zeros<M: Machine>(machine: M, field: M::Field) -> u8 {
    let limbs = machine.limbs(field);
    mask::<M>(|lane| to_bytes(limbs[lane]) == [0; 32])
}

/// A bit mask with a bit for each lane.
#[cfg_attr(not(unoptimised), inline(always))]
pub(crate) fn mask<M: Machine>(bit: impl Fn(usize) -> bool) -> u8 {
    (0..M::LANES).fold(0, |mask, lane| mask | u8::from(bit(lane)) << lane)
}

/// `field` to the power of 2^n.
#[cfg_attr(not(unoptimised), inline(always))]
pub(crate) fn square_times<F: Field>(field: F, n: usize) -> F {
    let mut power = field;
    for _ in 0..n {
        power = power.loose().square();
    }
    power
}

/// The product of two reduced elements.
#[cfg_attr(not(unoptimised), inline(always))]
pub(crate) fn times<F: Field>(a: F, b: F) -> F {
    a.loose() * b.loose()
}

/// `z` to the powers of 2^250 - 1 and of 11, from which the exponentiations below continue.
#[cfg_attr(not(unoptimised), inline(always))]
fn power_250<F: Field>(z: F) -> (F, F) {
    let z2 = z.loose().square();
    let z9 = times(z, square_times(z2, 2));
    let z11 = times(z2, z9);
    let e5 = times(z9, z11.loose().square()); // 2^5 - 1
    let e10 = times(square_times(e5, 5), e5);
    let e20 = times(square_times(e10, 10), e10);
    let e40 = times(square_times(e20, 20), e20);
    let e50 = times(square_times(e40, 10), e10);
    let e100 = times(square_times(e50, 50), e50);
    let e200 = times(square_times(e100, 100), e100);
    (times(square_times(e200, 50), e50), z11)
}

/// The inverses: `z` to the power of p - 2 = 2^255 - 21; the inverse of zero is zero.
#[cfg_attr(not(unoptimised), inline(always))]
pub(crate) fn invert<F: Field>(z: F) -> F {
    let (e250, z11) = power_250(z);
    times(square_times(e250, 5), z11)
}

/// `z` to the power of (p - 5) / 8 = 2^252 - 3.
#[cfg_attr(not(unoptimised), inline(always))]
pub(crate) fn power_p58<F: Field>(z: F) -> F {
    let (e250, _) = power_250(z);
    times(square_times(e250, 2), z)
}

/// `z` to the power of (p - 1) / 4 = 2^253 - 5: one if `z` is a fourth power and not zero.
#[cfg_attr(not(unoptimised), inline(always))]
pub(crate) fn power_p14<F: Field>(z: F) -> F {
    let (e250, _) = power_250(z);
    times(square_times(e250, 3), times(z, z.loose().square()))
}

/// The inverses of all `z`, each multiplied by `factor`, with one inversion (Montgomery's trick).
/// No `z` may be zero.
#[cfg_attr(not(unoptimised), inline(always))]
pub(crate) fn invert_all<F: Field>(z: &[F], factor: F) -> Vec<F> {
    // Before the last pass, inverses[i] is the product of all `z` before index i.
    let mut inverses = Vec::with_capacity(z.len());
    let Some((first, rest)) = z.split_first() else {
        return inverses;
    };
    let mut product = *first;
    for z in rest {
        inverses.push(product);
        product = times(product, *z);
    }
    let mut inverse = times(invert(product), factor);
    for (i, z) in rest.iter().enumerate().rev() {
        inverses[i] = times(inverse, inverses[i]);
        inverse = times(inverse, *z);
    }
    inverses.insert(0, inverse);
    inverses
}
