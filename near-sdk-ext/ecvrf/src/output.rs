//! beta, and what is drawn from it.

use core::{fmt, num::NonZeroU64};
use std::collections::BTreeMap;

use crate::numbers::Numbers;

/// The output of a proof, beta: 64 bytes that are unpredictable to all without the secret key, and
/// unbiased if alpha was fixed after the public key, by others than its owner.
///
/// # How numbers are drawn
/// Others can compute what is drawn here:
///
/// 1. The words of a purpose are the 64-bit little-endian words of
///    SHA-512(`near-ecvrf/` || purpose || beta || i), of eight words each, for i = 0, 1, 2, … as 64-bit
///    little-endian numbers. The purpose is `below`, `shuffle` or `draw`, in ASCII.
/// 2. A number below n is the next word w modulo n; words of floor(2^64 / n) * n or more are left out.
///
/// Two draws of the same purpose and sizes from one output are the same: for more draws a contract
/// asks for more outputs, with a number of its own in each alpha.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Output([u8; 64]);

impl Output {
    /// The output of bytes that were verified before, such as stored or by another implementation.
    ///
    /// Whether they are an output at all, they do not tell: whoever takes them from a caller lets the
    /// caller choose the numbers.
    #[must_use]
    pub const fn from_verified(beta: [u8; 64]) -> Self {
        Self(beta)
    }

    /// beta itself.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; 64] {
        &self.0
    }

    /// A number below `n`, each with the same probability: the first of the purpose `below`.
    #[must_use]
    pub fn below(&self, n: NonZeroU64) -> u64 {
        self.numbers("below").below(n)
    }

    /// Shuffles, each order with the same probability, as far as 512 bits have room for orders: for
    /// every place from the last to the second, its item changes places with the one at a place
    /// below it or itself, drawn for the purpose `shuffle`.
    pub fn shuffle<T>(&self, items: &mut [T]) {
        let mut numbers = self.numbers("shuffle");
        for last in (1..items.len()).rev() {
            items.swap(last, numbers.index(last + 1));
        }
    }

    /// `k` different numbers below `n`, in an order of their own, each choice with the same
    /// probability; `None` if there are fewer than `k`.
    ///
    /// It is the beginning of a shuffle of 0, 1, …, n - 1, of which only what moved is stored: for every
    /// place i from the first, its number changes places with the one at i + d, where d below n - i is
    /// drawn for the purpose `draw`.
    #[must_use]
    pub fn draw(&self, k: usize, n: NonZeroU64) -> Option<Vec<u64>> {
        let count = u64::try_from(k).ok().filter(|count| *count <= n.get())?;
        let mut numbers = self.numbers("draw");
        let mut moved = BTreeMap::new(); // the number at a place, if not the place's own
        let drawn = (0..count).map(|place| {
            let left = NonZeroU64::new(n.get() - place).expect("fewer than n are drawn");
            let other = place + numbers.below(left);
            let own = moved.remove(&place).unwrap_or(place);
            if other == place {
                own
            } else {
                moved.insert(other, own).unwrap_or(other)
            }
        });
        Some(drawn.collect())
    }

    fn numbers(&self, purpose: &str) -> Numbers {
        Numbers::new(purpose, self)
    }
}

/// Writes beta in hexadecimal digits.
impl fmt::Debug for Output {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Output(")?;
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
        f.write_str(")")
    }
}
