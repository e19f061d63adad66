//! The inputs of each suite's hashes (RFC 9381, section 5.4; draft-irtf-cfrg-vrf-03).

use super::VrfSuite;
use sha2::{Digest, Sha512};

/// The hashes of a suite.
#[derive(Clone, Copy)]
pub(super) struct Transcript(pub(super) VrfSuite);

impl Transcript {
    /// `suite_string`, the first byte of every hash.
    const fn byte(self) -> u8 {
        match self.0 {
            VrfSuite::Tai => 3,
            VrfSuite::Ell2 | VrfSuite::Draft03 | VrfSuite::Draft13 => 4,
        }
    }

    /// Whether hashes are as in RFC 9381: the challenge's includes the public key, and each hash
    /// ends with a zero.
    const fn is_final(self) -> bool {
        !matches!(self.0, VrfSuite::Draft03)
    }

    /// `encode_to_curve`'s hash of public key and alpha; each try continues it with a counter.
    pub(super) fn started(self, public_key: &[u8; 32], alpha: &[u8]) -> Sha512 {
        Sha512::new()
            .chain_update([self.byte(), 1])
            .chain_update(public_key)
            .chain_update(alpha)
    }

    /// The challenge of H, Gamma, U and V: 16 bytes, followed by 16 zeros.
    pub(super) fn challenge(self, public_key: &[u8; 32], points: [&[u8; 32]; 4]) -> [u8; 32] {
        let mut hash = Sha512::new().chain_update([self.byte(), 2]);
        if self.is_final() {
            hash.update(public_key);
        }
        for point in points {
            hash.update(point);
        }
        let hash = self.finish(hash);
        std::array::from_fn(|i| if i < 16 { hash[i] } else { 0 })
    }

    /// beta: the hash of the encoding of 8 Gamma.
    pub(super) fn output(self, point: &[u8; 32]) -> [u8; 64] {
        let hash = Sha512::new().chain_update([self.byte(), 3]);
        self.finish(hash.chain_update(point))
    }

    fn finish(self, mut hash: Sha512) -> [u8; 64] {
        if self.is_final() {
            hash.update([0]);
        }
        hash.finalize().into()
    }

    /// `expand_message_xmd` of public key and alpha for `hash_to_field` (RFC 9380, sections 5.2 and
    /// 5.3.1): 48 bytes, the highest first.
    pub(super) fn expanded(self, public_key: &[u8; 32], alpha: &[u8]) -> [u8; 48] {
        let name = b"ECVRF_edwards25519_XMD:SHA-512_ELL2_NU_";
        let name = [name.as_slice(), &[self.byte()]].concat();
        let domain = |hash: Sha512| -> [u8; 64] {
            let length = [u8::try_from(name.len()).expect("the name has 40 bytes")];
            hash.chain_update(&name)
                .chain_update(length)
                .finalize()
                .into()
        };
        let first = Sha512::new()
            .chain_update([0; 128]) // one block
            .chain_update(public_key)
            .chain_update(alpha)
            .chain_update([0, 48, 0]);
        let second = Sha512::new().chain_update(domain(first)).chain_update([1]);
        let expanded = domain(second);
        std::array::from_fn(|i| expanded[i])
    }
}
