//! Draft-03's Elligator 2: the map of RFC 9380 to the Montgomery curve, but then the Edwards point
//! with the even x.
//!
//! dalek offers RFC 9380's map only behind its hash, and its field is private. The field arithmetic
//! here computes just the y of both candidates; dalek's decoding then tells which of the two is on
//! the curve.

use curve25519_dalek_5::edwards::{CompressedEdwardsY, EdwardsPoint};
use fiat_crypto::curve25519_64::{
    fiat_25519_add, fiat_25519_carry, fiat_25519_carry_mul, fiat_25519_carry_square,
    fiat_25519_from_bytes, fiat_25519_loose_field_element as Loose, fiat_25519_opp,
    fiat_25519_relax, fiat_25519_sub, fiat_25519_tight_field_element as Tight, fiat_25519_to_bytes,
};

/// A of the curve v^2 = u^3 + A*u^2 + u.
const A: Field = Field(Tight([486_662, 0, 0, 0, 0]));
const ONE: Field = Field(Tight([1, 0, 0, 0, 0]));

/// The point of a field element in 32 little-endian bytes, of which the highest bit is 0: draft-03,
/// section 5.4.1.2; libsodium's `ge25519_from_uniform` without its cofactor.
///
/// It takes slightly longer if the second candidate is the point.
pub(crate) fn of_uniform_bytes(bytes: &[u8; 32]) -> EdwardsPoint {
    encodings(bytes)
        .into_iter()
        .find_map(|encoding| CompressedEdwardsY(encoding).decompress())
        .expect("one is on the curve: the quotient of their v^2 is no square, or the second is 0")
}

/// The encodings of both candidates on the Edwards curve: y = (u - 1)/(u + 1), and an even x. u is
/// never -1: r^2 would be (A - 1)/2, which is not a square, or a quarter of its inverse.
fn encodings(r: &[u8; 32]) -> [[u8; 32]; 2] {
    let (xs, n) = candidates(r);
    let [first, second] = xs.map(|x| x.add(n));
    let inverse = first.mul(second).invert(); // one for both
    let inverses = [second.mul(inverse), first.mul(inverse)];
    [0, 1].map(|it: usize| xs[it].sub(n).mul(inverses[it]).to_bytes())
}

/// The u of both candidates, as x/n: -A/n, and -2Ar^2/n, which is A/n - A, with n = 1 + 2r^2. n is
/// never zero, since -1/2 is not a square.
fn candidates(r: &[u8; 32]) -> ([Field; 2], Field) {
    let r2 = Field::from_bytes(r).square();
    let twice_r2 = r2.add(r2);
    let first = A.negate();
    ([first, first.mul(twice_r2)], twice_r2.add(ONE))
}

/// An element modulo 2^255 - 19, with fiat-crypto's proven code.
#[derive(Clone, Copy)]
struct Field(Tight);

impl Field {
    fn from_bytes(bytes: &[u8; 32]) -> Self {
        Self::of(|out| fiat_25519_from_bytes(out, bytes))
    }

    fn to_bytes(self) -> [u8; 32] {
        let mut bytes = [0; 32];
        fiat_25519_to_bytes(&mut bytes, &self.0);
        bytes
    }

    fn add(self, other: Self) -> Self {
        Self::carried(|out| fiat_25519_add(out, &self.0, &other.0))
    }

    fn sub(self, other: Self) -> Self {
        Self::carried(|out| fiat_25519_sub(out, &self.0, &other.0))
    }

    fn negate(self) -> Self {
        Self::carried(|out| fiat_25519_opp(out, &self.0))
    }

    fn mul(self, other: Self) -> Self {
        Self::of(|out| fiat_25519_carry_mul(out, &self.relaxed(), &other.relaxed()))
    }

    fn square(self) -> Self {
        Self::of(|out| fiat_25519_carry_square(out, &self.relaxed()))
    }

    /// self^(2^squarings) * other.
    fn square_and_mul(self, squarings: usize, other: Self) -> Self {
        (0..squarings).fold(self, |it, _| it.square()).mul(other)
    }

    /// self^(p - 2), which is 1/self, or 0 for 0. p - 2 is 250 ones in binary, then 01011.
    fn invert(self) -> Self {
        // The variable's suffix counts the ones in the exponent.
        let ones_2 = self.square_and_mul(1, self);
        let ones_4 = ones_2.square_and_mul(2, ones_2);
        let ones_5 = ones_4.square_and_mul(1, self);
        let ones_10 = ones_5.square_and_mul(5, ones_5);
        let ones_20 = ones_10.square_and_mul(10, ones_10);
        let ones_40 = ones_20.square_and_mul(20, ones_20);
        let ones_50 = ones_40.square_and_mul(10, ones_10);
        let ones_100 = ones_50.square_and_mul(50, ones_50);
        let ones_200 = ones_100.square_and_mul(100, ones_100);
        let ones_250 = ones_200.square_and_mul(50, ones_50);
        let lowest = self.square_and_mul(3, ones_2); // 1011
        ones_250.square_and_mul(5, lowest)
    }

    fn of(compute: impl FnOnce(&mut Tight)) -> Self {
        let mut tight = Tight([0; 5]);
        compute(&mut tight);
        Self(tight)
    }

    fn carried(compute: impl FnOnce(&mut Loose)) -> Self {
        let mut loose = Loose([0; 5]);
        compute(&mut loose);
        Self::of(|out| fiat_25519_carry(out, &loose))
    }

    fn relaxed(self) -> Loose {
        let mut loose = Loose([0; 5]);
        fiat_25519_relax(&mut loose, &self.0);
        loose
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use curve25519_dalek_5::montgomery::MontgomeryPoint;

    /// A number below 256 as a field element.
    fn small(number: u8) -> Field {
        let mut bytes = [0; 32];
        bytes[0] = number;
        Field::from_bytes(&bytes)
    }

    /// The points of both candidates, of even x, by dalek's map from the Montgomery curve.
    fn points(r: &[u8; 32]) -> [Option<EdwardsPoint>; 2] {
        let (xs, n) = candidates(r);
        xs.map(|x| MontgomeryPoint(x.mul(n.invert()).to_bytes()).to_edwards(0))
    }

    #[test]
    fn each_element_has_one_candidate_on_the_curve_and_its_point() {
        let mut firsts = 0;
        for number in 0..=u8::MAX {
            let bytes = small(number).to_bytes();
            let points = points(&bytes);
            // For r = 0 the second candidate, with u = 0, is the point, since -A is not a square.
            assert_eq!(points.iter().flatten().count(), 1, "{number}");
            firsts += usize::from(points[0].is_some());
            let expected = points.into_iter().flatten().next();
            let point = of_uniform_bytes(&bytes);
            assert_eq!(Some(point), expected);
            assert_eq!(point.compress().to_bytes()[31] >> 7, 0, "the even x");
        }
        assert!((64..192).contains(&firsts), "{firsts} of 256");
    }

    /// (A - 1)/2 to the power (p - 1)/2 = 2^254 - 10 is -1.
    #[test]
    fn no_candidate_is_minus_one() {
        let number = A.sub(ONE).mul(small(2).invert());
        let powers = (0..254).scan(number, |power, _| {
            let it = *power;
            *power = it.square();
            Some(it)
        });
        // 2^254 - 10 has every bit except 0 and 3; its lowest four bits are 0110.
        let chosen = powers.enumerate().filter(|(bit, _)| ![0, 3].contains(bit));
        let euler = chosen.fold(ONE, |product, (_, power)| product.mul(power));
        assert_eq!(euler.to_bytes(), ONE.negate().to_bytes());
    }

    #[test]
    fn elements_are_taken_modulo_the_prime() {
        let mut beyond = [0xff; 32]; // p + 5
        (beyond[0], beyond[31]) = (0xed + 5, 0x7f);
        let reduced = small(5).to_bytes();
        assert_eq!(of_uniform_bytes(&beyond), of_uniform_bytes(&reduced));
    }
}
