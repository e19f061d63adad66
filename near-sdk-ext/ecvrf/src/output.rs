//! beta, and the numbers drawn from it.

use core::{fmt, num::NonZeroU64};

use crate::draws::{DrawError, Draws};
use crate::numbers::{self, Numbers};

/// The output of a proof, beta: 64 bytes that are unpredictable to all without the secret key, and
/// unbiased if alpha was fixed after the public key, by others than its owner.
///
/// # How numbers are drawn
/// Anybody can compute the numbers as follows:
///
/// 1. The words of a purpose are the 64-bit little-endian words of
///    SHA-512(`near-ecvrf/` || purpose || beta || sizes || i), of eight words each, for i = 0, 1, 2, … The
///    purpose is `below`, `shuffle` or `draw`, in ASCII; sizes and i are 64-bit little-endian numbers.
/// 2. A number below n is the next word w modulo n; words of floor(2^64 / n) * n or more are left out.
///
/// # Several draws from one output
/// Draws of different purposes or sizes are independent. **Two draws of the same purpose and sizes
/// are equal**: give each a label, such as `output.labelled(b"second prize").below(n)`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Output([u8; 64]);

impl Output {
    /// The output with these bytes, which were verified before: stored, or by another implementation.
    ///
    /// The bytes do not show that they are an output: a contract that takes them from a caller lets
    /// the caller choose the numbers.
    #[must_use]
    pub const fn from_verified(beta: [u8; 64]) -> Self {
        Self(beta)
    }

    /// beta itself.
    #[must_use]
    pub const fn bytes(&self) -> &[u8; 64] {
        &self.0
    }

    /// Another output, independent of this one and of those with other labels: its beta is
    /// SHA-512(`near-ecvrf/label` || beta || label).
    #[must_use]
    pub fn labelled(&self, label: &[u8]) -> Self {
        Self(numbers::labelled(self, label))
    }

    /// A number below `n`, uniformly distributed: the first number of the purpose `below`, whose
    /// size is `n`.
    #[must_use]
    pub fn below(&self, n: NonZeroU64) -> u64 {
        Numbers::new("below", &[n.get()], self).below(n)
    }

    /// Shuffles uniformly, as far as 512 bits can tell orders apart. For each place i from the last
    /// down to 1, it exchanges the items at i and at a place below i + 1, which is drawn for the
    /// purpose `shuffle`, whose size is the number of items. The first place is 0.
    pub fn shuffle<T>(&self, items: &mut [T]) {
        let length = u64::try_from(items.len()).expect("a length has 64 bits at most");
        let mut numbers = Numbers::new("shuffle", &[length], self);
        for last in (1..items.len()).rev() {
            items.swap(last, numbers.index(last + 1));
        }
    }

    /// The most numbers that [`Self::draw`] draws: 8 MiB of them.
    pub const MOST_DRAWN: u64 = 1 << 20;

    /// All of [`Self::draws`] at once.
    ///
    /// # Errors
    /// [`DrawError::TooFew`] if fewer than `k` numbers are below `n`, [`DrawError::TooMany`] if `k` is above
    /// [`Self::MOST_DRAWN`]: before anything is drawn.
    pub fn draw(&self, k: u64, n: NonZeroU64) -> Result<Vec<u64>, DrawError> {
        let draws = self.draws(k, n)?;
        let most = Self::MOST_DRAWN;
        if k > most {
            return Err(DrawError::TooMany { k, most });
        }
        Ok(draws.collect())
    }

    /// `k` different numbers below `n`, one at a time. Every choice and every order has the same
    /// probability.
    ///
    /// It is a partial Fisher-Yates shuffle of 0, 1, …, n - 1 that stores only moved entries. For
    /// each of the first k places i, it exchanges the numbers at i and i + d, where d below n - i
    /// is drawn for the purpose `draw`, whose sizes are `k` and `n`.
    ///
    /// # Errors
    /// [`DrawError::TooFew`] if fewer than `k` numbers are below `n`.
    pub fn draws(&self, k: u64, n: NonZeroU64) -> Result<Draws, DrawError> {
        Draws::new(self, k, n)
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
