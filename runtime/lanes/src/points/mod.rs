//! Points in bulk: decoded and checked, summed, and as the coefficients of polynomials. FROST's
//! public work (RFC 9591) consists of these operations.
//!
//! Their time depends on every operand, so all operands must be public. Points come from encodings.
//! Only the check of shares multiplies the base point: by shares, which signers send in the clear.

mod polynomials;
mod prime_order;
mod shares;
mod sums;

use crate::Verifier;
use crate::backend::{AffineNiels, AvailableBackend, Kernel, Machine, Portable, Task};
use curve25519_dalek::scalar::Scalar;
use polynomials::Polynomials;
use prime_order::DecodeAll;
pub(crate) use prime_order::SQRT_OF_MINUS_A_PLUS_2;
use shares::CheckAll;
pub use shares::Share;
pub(crate) use sums::tables_of;
use sums::{Multiple, Sum};

/// A point of prime order, decoded from its canonical encoding; not the neutral element.
///
/// Only [`Verifier::prime_order_many`] makes one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicPoint {
    encoded: [u8; 32],
    row: AffineNiels,
}

impl PublicPoint {
    /// Its encoding, 32 bytes.
    #[must_use]
    pub fn encoded(&self) -> &[u8; 32] {
        &self.encoded
    }
}

/// A kernel that is a task by itself.
pub(crate) struct Alone<K>(pub(crate) K);

impl<K: Kernel> Task for Alone<K> {
    type Output = K::Output;

    fn run<M: Machine>(self, machine: M) -> K::Output {
        machine.run(self.0)
    }
}

impl Verifier {
    /// The points of these encodings. `None` if an encoding is not canonical, is not a point, is
    /// the neutral element, or has an order other than the prime `l`. RFC 9591 accepts the same
    /// elements (section 6.1, `DeserializeElement`).
    #[must_use]
    pub fn prime_order_many(&self, encoded: &[[u8; 32]]) -> Vec<Option<PublicPoint>> {
        self.lanewise(DecodeAll(encoded))
    }

    /// The encoding of the sum of all `hiding` points and of each `binding` point times its factor: a
    /// group commitment (RFC 9591, section 4.5). Factors are scalars of 32 bytes, the lowest first,
    /// taken modulo `l`.
    ///
    /// # Panics
    ///
    /// The numbers of binding points and of factors differ.
    #[must_use]
    pub fn commitment(
        &self,
        hiding: &[PublicPoint],
        binding: &[PublicPoint],
        factors: &[[u8; 32]],
    ) -> [u8; 32] {
        assert_eq!(binding.len(), factors.len(), "a factor for each point");
        let multiples = binding.iter().zip(factors);
        let multiples = multiples.map(|(point, factor)| Multiple::of(&point.row, &scalar(factor)));
        self.lanewise(Alone(Sum {
            points: &hiding.iter().map(|point| &point.row).collect::<Vec<_>>(),
            multiples: &multiples.collect::<Vec<_>>(),
        }))
    }

    /// The encoding of each polynomial's value at its identifier. A polynomial is given by
    /// commitments to its coefficients, the constant term first; without coefficients its value is
    /// the neutral element. Identifiers are scalars of 32 bytes, the lowest first, taken modulo
    /// `l`; small ones take less time.
    ///
    /// # Panics
    ///
    /// The numbers of polynomials and of identifiers differ.
    #[must_use]
    pub fn polynomials(
        &self,
        polynomials: &[&[PublicPoint]],
        identifiers: &[[u8; 32]],
    ) -> Vec<[u8; 32]> {
        assert_eq!(
            polynomials.len(),
            identifiers.len(),
            "an identifier for each polynomial"
        );
        self.lanewise(Polynomials {
            polynomials,
            identifiers: &identifiers.iter().map(scalar).collect::<Vec<_>>(),
        })
    }

    /// Whether each signature share is right (RFC 9591, section 5.4).
    #[must_use]
    pub fn shares(&self, shares: &[Share<'_>]) -> Vec<bool> {
        self.lanewise(CheckAll(shares))
    }

    /// The task's output on the backend's lanes; dalek has none, so the portable machine runs it
    /// instead.
    pub(crate) fn lanewise<T: Task>(&self, task: T) -> T::Output {
        match self.backend {
            AvailableBackend::Dalek => task.run(Portable),
            #[cfg(feature = "lanes")]
            #[cfg(not(unoptimised))]
            #[cfg(target_arch = "x86_64")]
            AvailableBackend::Ifma(machine) => task.run(machine),
            #[cfg(feature = "lanes")]
            #[cfg(not(unoptimised))]
            #[cfg(target_arch = "x86_64")]
            AvailableBackend::Avx2(machine, _) => task.run(machine),
            AvailableBackend::Portable(machine) => task.run(machine),
            // With vectors, decoding would take 168 KiB of stack.
            #[cfg(all(unoptimised, target_arch = "x86_64"))]
            _ => task.run(Portable),
        }
    }
}

fn scalar(bytes: &[u8; 32]) -> Scalar {
    Scalar::from_bytes_mod_order(*bytes)
}
