//! Halving the challenge: short `u` and `v` with `v = u k` modulo `8 l`.
//!
//! `D = [s]B - [k]A - R` lies in a group of order `8 l`. For an odd `u`, `0 < u < l`, multiplication
//! by `u` is a bijection of that group: `[u]D` is neutral if and only if `D` is. B has order `l`,
//! and the order of A divides `8 l`. Therefore
//!
//! ```text
//! [u]D = [u s mod l]B - [v]A - [u]R     where v = u k mod 8 l
//! ```
//!
//! and `u` and `v` can both have about half the bits of `k`: the lattice of all `(u, v)` with
//! `v = u k` modulo `8 l` has the determinant `8 l`, about 2^255. Reduction modulo `l` alone would
//! be wrong for A with a component of small order.
//!
//! Euclid's algorithm on `8 l` and `k` finds the pairs: each remainder is its factor times `k`
//! modulo `8 l`, and while remainders become shorter the factors become longer. Of two successive
//! factors at least one is odd, since they are coprime. Halving by a lattice is from Antipa et al.
//! ("Accelerated verification of ECDSA signatures", 2005) and, for curves with a cofactor, Pornin
//! (<https://eprint.iacr.org/2020/454>); the modulus `8 l` and an odd `u` make it exact for points
//! of any order.
//!
//! [`Halves::are_valid`] checks the congruence and that `u` is odd. Whatever else the reduction
//! returns changes the time of a verification, never its verdict.

use super::euclid::{Euclid, Integer, from_bytes, length, minus, plus, shifted, times, to_bytes};
use curve25519_dalek::scalar::Scalar;

/// Bits of the first remainder that is short enough.
pub(super) const HALF: u32 = 128;

/// `8 l`.
pub(super) const EIGHT_L: Integer = [
    0xc093_18d2_e7ae_9f68,
    0xa6f7_cef5_17bc_e6b2,
    0x0000_0000_0000_0000,
    0x8000_0000_0000_0000,
];

/// A short odd `u`, and a short `v` of any sign, with `v = u k` modulo `8 l`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Halves {
    pub(crate) u: Integer,
    /// The absolute value of `v`.
    pub(crate) v: Integer,
    pub(crate) v_is_negative: bool,
}

impl Halves {
    /// The halves of `k`; `None` if the reduction is wrong, which happens for no known `k`.
    pub(crate) fn of(k: &Scalar) -> Option<Self> {
        let halves = Self::reduced(from_bytes(k.as_bytes()));
        halves.are_valid(k).then_some(halves)
    }

    fn reduced(k: Integer) -> Self {
        let euclid = Euclid::new(EIGHT_L, k).until(HALF);
        let ((a, of_a), (b, of_b)) = (euclid.before, euclid.last);
        if is_odd(of_b) {
            return Self {
                u: of_b,
                v: b,
                v_is_negative: euclid.is_negative,
            };
        }
        // The factor of `a` is odd. It stays odd however often `b` is subtracted from `a`, since
        // each time the even `of_b` is added to it. The count is the one that makes both equally
        // long.
        let (difference, both) = (minus(a, of_a), plus(b, of_b));
        let longest = length(difference).max(length(both));
        let shift = longest.saturating_sub(u64::BITS);
        // Rounded down, so that `a` stays positive.
        let count = shifted(difference, shift) / shifted(both, shift).saturating_add(1);
        Self {
            u: plus(of_a, times(of_b, count)),
            v: minus(a, times(b, count)),
            v_is_negative: !euclid.is_negative,
        }
    }

    /// Whether `u` is odd and below `l`, and `v = u k` modulo `8 l`.
    fn are_valid(&self, k: &Scalar) -> bool {
        let [u, v] = [self.u, self.v].map(|number| Scalar::from_canonical_bytes(to_bytes(number)));
        let (Some(u), Some(v)) = (Option::<Scalar>::from(u), Option::<Scalar>::from(v)) else {
            return false;
        };
        // Congruence modulo `l` is checked with scalars, and modulo 8 with the lowest words: `l`
        // and 8 are coprime.
        let (v, low_v) = match self.v_is_negative {
            true => (-v, self.v[0].wrapping_neg()),
            false => (v, self.v[0]),
        };
        let low_product = self.u[0].wrapping_mul(from_bytes(k.as_bytes())[0]);
        is_odd(self.u) && u * k == v && low_product.wrapping_sub(low_v).is_multiple_of(8)
    }

    /// `u s` modulo `l`.
    pub(crate) fn u_times(&self, s: &Scalar) -> Integer {
        from_bytes((Scalar::from_bytes_mod_order(to_bytes(self.u)) * s).as_bytes())
    }
}

fn is_odd(number: Integer) -> bool {
    number[0] & 1 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;

    /// The halves of random challenges, from either branch of the reduction, must be valid and
    /// short: they seldom have more than 131 bits.
    #[test]
    fn halves_of_random_challenges_are_valid_and_short() {
        let mut random = fastrand::Rng::with_seed(5);
        let mut after_subtractions = 0;
        for _ in 0..if cfg!(miri) { 20 } else { 200_000 } {
            let k = Scalar::from_bytes_mod_order(std::array::from_fn(|_| random.u8(..)));
            let halves = Halves::of(&k).expect("a valid reduction");
            assert!(length(halves.u).max(length(halves.v)) <= 136, "{halves:x?}");
            let euclid = Euclid::new(EIGHT_L, from_bytes(k.as_bytes())).until(HALF);
            after_subtractions += u32::from(euclid.last.1 != halves.u);
        }
        assert!(
            cfg!(miri) || after_subtractions > 40_000,
            "{after_subtractions}"
        );
    }

    /// Challenges that no known hash has: the halves must be valid, but may be long.
    #[test]
    fn halves_of_special_challenges_are_valid() {
        let power = |bit: u32| (0..bit).fold(Scalar::ONE, |power, _| power + power);
        let mut special = vec![Scalar::ZERO, Scalar::ONE, -Scalar::ONE];
        for bit in (1..253).step_by(if cfg!(miri) { 80 } else { 1 }) {
            let power = power(bit);
            special.extend([power, power - Scalar::ONE, power + Scalar::ONE, -power]);
            // A small multiple of k is short modulo `l` or modulo `8 l`.
            for divisor in 2..9_u8 {
                let inverse = Scalar::from(divisor).invert();
                special.extend([
                    inverse,
                    power * inverse,
                    Scalar::from_bytes_mod_order(to_bytes(quotient(EIGHT_L, divisor))),
                ]);
            }
        }
        for k in special {
            let halves = Halves::of(&k).expect("a valid reduction");
            assert!(is_odd(halves.u));
        }
    }

    /// The number divided by a small one, rounded down.
    fn quotient(number: Integer, divisor: u8) -> Integer {
        let mut bytes = (BigUint::from_bytes_le(&to_bytes(number)) / divisor).to_bytes_le();
        bytes.resize(32, 0);
        from_bytes(&bytes.try_into().expect("32 bytes"))
    }
}
