//! Field elements outside a machine, and what takes more than one operation inside.

use crate::machine::{Field, Limbs, MAX_LANES, Machine, Multipliable};
use fiat_crypto::curve25519_64::{
    fiat_25519_carry, fiat_25519_from_bytes, fiat_25519_loose_field_element,
    fiat_25519_tight_field_element, fiat_25519_to_bytes,
};

/// The curve's constant d = -121665/121666.
pub(crate) const D: Limbs = [
    0x34dc_a135_978a3,
    0x1a82_83b1_56ebd,
    0x5e7a_2600_1c029,
    0x739c_663a_03cbb,
    0x5203_6cee_2b6ff,
];
/// 2d.
pub(crate) const TWICE_D: Limbs = [
    0x69b9_426b_2f159,
    0x3505_0762_add7a,
    0x3cf4_4c00_38052,
    0x6738_cc74_07977,
    0x2406_d9dc_56dff,
];
/// 4d.
pub(crate) const FOUR_D: Limbs = [
    0x5372_84d6_5e2b2,
    0x6a0a_0ec5_5baf5,
    0x79e8_9800_700a4,
    0x4e71_98e8_0f2ee,
    0x480d_b3b8_adbff,
];
/// A square root of -1.
pub(crate) const SQRT_OF_MINUS_ONE: Limbs = [
    0x61b2_74a0_ea0b0,
    0x0d5a_5fc8_f189d,
    0x7ef5_e9cb_d0c60,
    0x7859_5a68_04c9e,
    0x2b83_2480_4fc1d,
];
/// 1/2.
pub(crate) const HALF: Limbs = [
    0x7_ffff_ffff_fff7,
    0x7_ffff_ffff_ffff,
    0x7_ffff_ffff_ffff,
    0x7_ffff_ffff_ffff,
    0x3_ffff_ffff_ffff,
];
/// 1.
pub(crate) const ONE: Limbs = [1, 0, 0, 0, 0];
/// 0.
pub(crate) const ZERO: Limbs = [0; 5];

/// Reads a field element as RFC 8032 does, but accepts numbers of p and above (section 5.1.3;
/// dalek's `decompress` and ZIP-215 do too). The top bit is not part of it.
pub(crate) fn from_bytes(bytes: &[u8; 32]) -> Limbs {
    let mut bytes = *bytes;
    bytes[31] &= 0x7f;
    let mut tight = fiat_25519_tight_field_element(ZERO);
    fiat_25519_from_bytes(&mut tight, &bytes);
    tight.0
}

/// The canonical encoding of limbs below 2^52.
pub(crate) fn to_bytes(limbs: Limbs) -> [u8; 32] {
    let mut bytes = [0; 32];
    fiat_25519_to_bytes(
        &mut bytes,
        &fiat_25519_tight_field_element(reduce_limbs(limbs)),
    );
    bytes
}

/// The same element of limbs of at most 2^51, of limbs below 2^52.
pub(crate) fn reduce_limbs(limbs: Limbs) -> Limbs {
    let mut tight = fiat_25519_tight_field_element(ZERO);
    fiat_25519_carry(&mut tight, &fiat_25519_loose_field_element(limbs));
    tight.0
}

/// The same element in all lanes.
#[inline(always)]
pub(crate) fn splat<M: Machine>(machine: M, limbs: Limbs) -> M::Field {
    machine.field(&[limbs; MAX_LANES])
}

/// The bit mask of lanes that are zero.
#[inline(always)]
pub(crate) fn zeros<M: Machine>(machine: M, field: M::Field) -> u8 {
    let limbs = machine.limbs(field);
    mask::<M>(|lane| to_bytes(limbs[lane]) == [0; 32])
}

/// A bit for each lane.
#[inline(always)]
pub(crate) fn mask<M: Machine>(bit: impl Fn(usize) -> bool) -> u8 {
    (0..M::LANES).fold(0, |mask, lane| mask | u8::from(bit(lane)) << lane)
}

/// `self` to the power of 2^n.
#[inline(always)]
pub(crate) fn square_times<F: Field>(field: F, n: usize) -> F {
    let mut power = field;
    for _ in 0..n {
        power = power.loose().square();
    }
    power
}

/// The product of two reduced elements.
#[inline(always)]
pub(crate) fn times<F: Field>(a: F, b: F) -> F {
    a.loose() * b.loose()
}

/// `z` to the powers of 2^250 - 1 and of 11: the common part of both exponentiations.
#[inline(always)]
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

/// The inverses: `z` to the power of p - 2 = 2^255 - 21; zero of zero.
#[inline(always)]
pub(crate) fn invert<F: Field>(z: F) -> F {
    let (e250, z11) = power_250(z);
    times(square_times(e250, 5), z11)
}

/// `z` to the power of (p - 5) / 8 = 2^252 - 3.
#[inline(always)]
pub(crate) fn power_p58<F: Field>(z: F) -> F {
    let (e250, _) = power_250(z);
    times(square_times(e250, 2), z)
}

/// The inverses of all `z`, each multiplied by `factor`, by one inversion (Montgomery's trick).
/// None may be zero.
#[inline(always)]
pub(crate) fn invert_all<F: Field>(z: &[F], factor: F) -> Vec<F> {
    // Before the last pass, inverses[i] is the product of all before i.
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
