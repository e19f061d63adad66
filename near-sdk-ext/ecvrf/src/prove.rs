//! Proofs: RFC 9381, section 5.1; draft-03, section 5.1.

use curve25519_dalek_5::{
    edwards::EdwardsPoint,
    scalar::{Scalar, clamp_integer},
};
use sha2_011::{Digest as _, Sha512};
use zeroize::{Zeroize as _, Zeroizing};

use crate::{
    Suite,
    encode_to_curve::encode_to_curve,
    hashes::{self, Points},
    suite::Form,
    verify::{compress, scalar},
};

/// A secret key, erased when it is dropped. It is made like an Ed25519 key, but must be used for
/// proofs only: a proof's nonce is Ed25519's nonce for the 32 bytes of H as a message, so a signature
/// of H with the same seed, together with the proof, reveals the secret to anybody.
///
/// Nothing is drawn at random, and no branch or address depends on the key or a nonce:
/// `.ci/constant-time` checks this. The time does depend on alpha: in every suite on its length,
/// with [`Suite::Tai`] also on the number of attempts, and with [`Suite::Draft03`] on which of two
/// candidates is on the curve. If alpha is secret, use [`Suite::Ell2`] or [`Suite::Draft13`].
pub struct SecretKey {
    x: Scalar,
    /// The second half of the seed's hash, which nonces are derived from.
    prefix: [u8; 32],
    public_key: [u8; 32],
}

/// The points and the response of a proof; each form of proof contains some of them.
struct Transcript {
    gamma: [u8; 32],
    u: [u8; 32],
    v: [u8; 32],
    c: [u8; 16],
    s: Scalar,
}

impl SecretKey {
    /// The key of a seed; RFC 8032 calls the seed the private key: section 5.1.5.
    #[must_use]
    pub fn from_seed(seed: [u8; 32]) -> Self {
        let seed = Zeroizing::new(seed);
        let hash = erased(Sha512::new().chain_update(&seed[..]));
        let (first, second) = hash.split_at(32);
        let mut clamped = Zeroizing::new([0; 32]);
        clamped.copy_from_slice(first);
        *clamped = clamp_integer(*clamped);
        // x multiplies only points of prime order, so it may be reduced modulo that order.
        let x = Scalar::from_bytes_mod_order(*clamped);
        let mut prefix = [0; 32];
        prefix.copy_from_slice(second);
        let public_key = EdwardsPoint::mul_base(&x).compress().to_bytes();
        Self {
            x,
            prefix,
            public_key,
        }
    }

    /// The public key.
    #[must_use]
    pub const fn public_key(&self) -> &[u8; 32] {
        &self.public_key
    }

    /// The proof of this key's output for `alpha` in a suite: [`Suite::proof_len`] bytes, the same
    /// each time.
    #[must_use]
    pub fn prove(&self, suite: Suite, alpha: &[u8]) -> Vec<u8> {
        self.transcript(suite, alpha).encode(suite.form())
    }

    /// The proof for [`verify_batch`](crate::verify_batch): Gamma, U, V and s, 128 bytes.
    #[cfg(feature = "batch")]
    #[must_use]
    pub fn prove_for_batch(&self, suite: Suite, alpha: &[u8]) -> Vec<u8> {
        self.transcript(suite, alpha).encode(Form::Commitments)
    }

    #[expect(
        clippy::op_ref,
        reason = "taken by value, a secret is copied to the stack"
    )]
    fn transcript(&self, suite: Suite, alpha: &[u8]) -> Transcript {
        let h = encode_to_curve(suite, &self.public_key, alpha);
        let h = h.expect("one of 256 hashes is a point, but for one alpha of 2^256");
        let [h_bytes] = compress(&[h]);
        let k = self.nonce(&h_bytes);
        // These multiplications take constant time.
        let points = [&self.x * &h, EdwardsPoint::mul_base(&k), &*k * &h];
        let [gamma, u, v] = compress(&points);
        let c = hashes::challenge(
            suite,
            &Points {
                public_key: &self.public_key,
                h: &h_bytes,
                gamma: &gamma,
                u: &u,
                v: &v,
            },
        );
        let cx = Zeroizing::new(&scalar(&c) * &self.x);
        let s = &*k + &*cx;
        Transcript { gamma, u, v, c, s }
    }

    /// k, from H: RFC 9381, section 5.4.2.2, which is RFC 8032's nonce for H as a message.
    fn nonce(&self, h: &[u8; 32]) -> Zeroizing<Scalar> {
        let hash = erased(Sha512::new().chain_update(&self.prefix[..]).chain_update(h));
        Zeroizing::new(Scalar::from_bytes_mod_order_wide(&hash))
    }
}

/// A hash that is erased when it is dropped.
fn erased(hash: Sha512) -> Zeroizing<[u8; 64]> {
    let mut bytes = Zeroizing::new([0; 64]);
    hash.finalize_into((&mut *bytes).into());
    bytes
}

impl Drop for SecretKey {
    fn drop(&mut self) {
        self.x.zeroize();
        self.prefix.zeroize();
    }
}

impl Transcript {
    fn encode(&self, form: Form) -> Vec<u8> {
        let s = self.s.as_bytes();
        match form {
            Form::Challenge => [&self.gamma[..], &self.c, s].concat(),
            Form::Commitments => [self.gamma, self.u, self.v, *s].concat(),
        }
    }
}
