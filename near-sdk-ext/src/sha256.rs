//! SHA-256 for Merkle trees: in Wasm for short inputs, by the host function for long ones.

use core::marker::PhantomData;

use sha2::Digest as _;

use crate::Flavour;
use crate::backend;

/// From this length on, in bytes, the host call is cheaper than hashing in Wasm. For shorter inputs
/// its fixed price is decisive: `sha256_base`, one memory read, one register write, and copying the
/// register back. The nodes of a Merkle tree are much shorter.
// Measured at protocol 88, in a contract of 1,000 rounds each: the host call burns 15.9 Ggas and
// 0.028 a byte, Wasm 0.5 Ggas and 4.1 for each block of 64 bytes.
pub const SHA256_HOST_THRESHOLD: usize = 320;

/// SHA-256 behind the traits of tendermint-rs and ics23.
///
/// With [`Host`](crate::Host), inputs of [`SHA256_HOST_THRESHOLD`] bytes and more go to the
/// runtime's `sha256`; with `Wasm`, none do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sha256<F>(PhantomData<F>);

impl<F: Flavour> Sha256<F> {
    /// The digest of all `parts` in sequence.
    ///
    /// # Cost
    /// The instructions executed, or where the host function is called: `sha256_base` +
    /// `sha256_byte` * bytes, reading as many bytes of memory, and writing 32 bytes to a register
    /// and to memory.
    #[must_use]
    pub fn digest_parts(parts: &[&[u8]]) -> [u8; 32] {
        let length: usize = parts.iter().map(|part| part.len()).sum();
        if F::HOST && length >= SHA256_HOST_THRESHOLD {
            return backend::sha256(&parts.concat());
        }
        let mut hasher = sha2::Sha256::new();
        for part in parts {
            hasher.update(part);
        }
        hasher.finalize().into()
    }
}

/// Both versions of tendermint-rs have these same traits.
macro_rules! tendermint_hash {
    ($feature:literal, $tendermint:ident) => {
        #[cfg(feature = $feature)]
        impl<F: Flavour> $tendermint::crypto::Sha256 for Sha256<F> {
            fn digest(data: impl AsRef<[u8]>) -> [u8; 32] {
                Self::digest_parts(&[data.as_ref()])
            }
        }

        /// The tree of RFC 6962: leaves are prefixed by 0, inner nodes by 1.
        #[cfg(feature = $feature)]
        impl<F: Flavour> $tendermint::merkle::MerkleHash for Sha256<F> {
            fn empty_hash(&mut self) -> [u8; 32] {
                Self::digest_parts(&[])
            }

            fn leaf_hash(&mut self, bytes: &[u8]) -> [u8; 32] {
                Self::digest_parts(&[&[0], bytes])
            }

            fn inner_hash(&mut self, left: [u8; 32], right: [u8; 32]) -> [u8; 32] {
                Self::digest_parts(&[&[1], &left, &right])
            }
        }
    };
}

tendermint_hash!("tendermint", tendermint);
tendermint_hash!("tendermint-0-40", tendermint_040);
