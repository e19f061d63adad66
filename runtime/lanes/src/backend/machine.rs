//! The machine's interface: words and field elements, one for each lane.

use super::{AffineNiels, limbs::Limbs};
use std::ops::{Add, BitAnd, BitXor, Mul, Sub};

/// Largest number of lanes of any machine; arrays over lanes have this length.
pub(crate) const MAX_LANES: usize = 8;

/// One value for each lane. Values beyond a machine's lanes are ignored.
pub(crate) type Lanes<T> = [T; MAX_LANES];

/// `value` for each of a machine's lanes.
#[cfg_attr(not(unoptimised), inline(always))]
pub(crate) fn each_lane<M: Machine, T: Copy + Default>(value: impl Fn(usize) -> T) -> Lanes<T> {
    let mut lanes = [T::default(); MAX_LANES];
    for (lane, slot) in lanes.iter_mut().enumerate().take(M::LANES) {
        *slot = value(lane);
    }
    lanes
}

/// A value for each lane, from a group that is not empty; excess lanes repeat the first value.
pub(crate) fn lanes<'a, T, U>(group: &'a [T], value: impl Fn(&'a T) -> U) -> Lanes<U> {
    std::array::from_fn(|lane| value(group.get(lane).unwrap_or(&group[0])))
}

/// The arithmetic of a verify backend.
pub(crate) trait Machine: Copy {
    /// Number of lanes, at most [`MAX_LANES`].
    const LANES: usize;
    /// A field element for each lane.
    type Field: Field;
    /// A 64-bit word for each lane.
    type Word: Word;

    /// Runs `kernel`; its code is compiled for this machine's instructions.
    fn run<K: Kernel>(self, kernel: K) -> K::Output;

    /// Field elements with these limbs, each at most 2^51.
    fn field(self, limbs: &Lanes<Limbs>) -> Self::Field;

    /// The limbs of field elements, each below 2^52, not reduced.
    fn limbs(self, field: Self::Field) -> Lanes<Limbs>;

    /// The points of table rows, negated in the lanes of the bit mask `negative`.
    fn affine(self, rows: &Lanes<&AffineNiels>, negative: u8) -> Affine<Loose<Self>>;

    /// Transposes sixteen words for each lane.
    fn words(self, rows: &Lanes<[u64; 16]>) -> [Self::Word; 16];

    /// The same word in all lanes.
    fn word(self, word: u64) -> Self::Word;
}

/// The loose field elements of a machine.
pub(crate) type Loose<M> = <<M as Machine>::Field as Field>::Loose;

/// A computation over any machine. `run` must be `#[inline(always)]`.
pub(crate) trait Kernel {
    type Output;

    fn run<M: Machine>(self, machine: M) -> Self::Output;
}

/// Elements of the field modulo 2^255 - 19. They can be multiplied even after one addition or
/// subtraction.
///
/// Where `Loose` is another type, both guarantee the limbs' bounds: a sum must be carried before the
/// next addition. Where it is the same, sums and differences carry, and `proofs` shows their bounds.
pub(crate) trait Field:
    Copy + Add<Output = Self::Loose> + Sub<Output = Self::Loose>
{
    /// Elements that can be multiplied, but not added to.
    type Loose: Multipliable<Field = Self>;

    /// The same elements.
    fn loose(self) -> Self::Loose;

    /// `2 self - other`.
    fn twice_minus(self, other: Self) -> Self::Loose;

    /// `if_set` in the lanes of the bit mask, `self` in the others.
    fn with(self, mask: u8, if_set: Self) -> Self;

    /// Exchanges lanes: each lane gets the element of the lane whose index differs in the bit
    /// `DISTANCE`, which is 4, 2 or 1 and less than the number of lanes.
    fn exchanged<const DISTANCE: usize>(self) -> Self;
}

/// Operands of multiplications.
pub(crate) trait Multipliable: Copy + Mul<Output = Self::Field> {
    /// The type of products.
    type Field: Field;

    /// The same elements, with carries propagated.
    fn carry(self) -> Self::Field;

    fn square(self) -> Self::Field;
}

/// A table row in a machine: `(y + x) / 2`, `(y - x) / 2` and `d x y` of an affine point.
#[derive(Clone, Copy)]
pub(crate) struct Affine<L> {
    pub(crate) plus: L,
    pub(crate) minus: L,
    pub(crate) product: L,
}

/// Words for SHA-512.
pub(crate) trait Word:
    Copy + Add<Output = Self> + BitAnd<Output = Self> + BitXor<Output = Self>
{
    fn rotate_right<const N: u32>(self) -> Self;

    fn shift_right<const N: u32>(self) -> Self;

    /// `if_set` in the lanes of the bit mask, `self` in the others.
    fn with(self, mask: u8, if_set: Self) -> Self;

    /// A word for each lane.
    fn lanes(self) -> Lanes<u64>;
}
