//! The hashes that all suites share up to details: the challenge, and the output of a proof.

use sha2_011::{Digest as _, Sha512};

use crate::{Output, Suite};

/// The byte after the suite's, which names the purpose of the hash: RFC 9381, section 5.4.
const ENCODE_TO_CURVE: u8 = 1;
const CHALLENGE: u8 = 2;
const PROOF_TO_HASH: u8 = 3;

/// The end of the RFC's hashes, which those of draft-03 lack.
const END: u8 = 0;

/// The encoded points that the challenge hashes.
pub(crate) struct Points<'a> {
    pub(crate) public_key: &'a [u8; 32],
    pub(crate) h: &'a [u8; 32],
    pub(crate) gamma: &'a [u8; 32],
    pub(crate) u: &'a [u8; 32],
    pub(crate) v: &'a [u8; 32],
}

/// The hash for `encode_to_curve`, before its end: RFC 9381, section 5.4.1.1; draft-03, section
/// 5.4.1.2, whose hash has no end.
pub(crate) fn of_alpha(suite: Suite, public_key: &[u8; 32], alpha: &[u8]) -> Sha512 {
    let hash = Sha512::new().chain_update([suite.byte(), ENCODE_TO_CURVE]);
    hash.chain_update(public_key).chain_update(alpha)
}

/// One attempt's hash in [`Suite::Tai`]; `of_alpha` is the result of [`of_alpha`].
pub(crate) fn attempt(of_alpha: &Sha512, counter: u8) -> [u8; 64] {
    let hash = of_alpha.clone().chain_update([counter, END]);
    hash.finalize().into()
}

/// c, in 16 little-endian bytes: RFC 9381, section 5.4.3; draft-03, section 5.4.3, which does not
/// hash the public key.
pub(crate) fn challenge(suite: Suite, points: &Points<'_>) -> [u8; 16] {
    let mut hash = Sha512::new().chain_update([suite.byte(), CHALLENGE]);
    if suite != Suite::Draft03 {
        hash.update(points.public_key);
    }
    for point in [points.h, points.gamma, points.u, points.v] {
        hash.update(point);
    }
    if suite != Suite::Draft03 {
        hash.update([END]);
    }
    let digest: [u8; 64] = hash.finalize().into();
    *digest.first_chunk().expect("64 bytes begin with 16")
}

/// beta, from 8*Gamma: RFC 9381, section 5.2; draft-03, section 5.2.
pub(crate) fn output(suite: Suite, eight_gamma: &[u8; 32]) -> Output {
    let mut hash = Sha512::new().chain_update([suite.byte(), PROOF_TO_HASH]);
    hash.update(eight_gamma);
    if suite != Suite::Draft03 {
        hash.update([END]);
    }
    Output::from_verified(hash.finalize().into())
}
