//! `ed25519_verify_many`.

use super::cell::{Cell, Family};
use super::{Batch, names};
use crate::calibrate::function::Names;
use crate::verification::{message, signer};
use curve25519_dalek::Scalar;
use ed25519_lanes::{Backend, Rule};
use requirements::odd_points::{Point, sign};
use sha2::{Digest as _, Sha512};

pub(crate) struct Signatures;

impl Batch for Signatures {
    const EXPERIMENT: &'static str = "calibrate-many";
    const NAMES: Names = names!(Ed25519VerifyMany "ed25519_verify_many");
    const FAMILIES: &'static [Family] = &[Family::Valid, Family::OtherPoint];
    /// The shortest message that takes two blocks of SHA-512.
    const MESSAGE_BYTES: usize = 48;
    const TRIES: &'static [usize] = &[];
    const METHOD: [&'static str; 2] = [
        "the shortest of two blocks: both are the most expensive of their size.\n\n\
         The cost of an item is the steeper slope of two lines: honest signatures by NEP-364; and, by ZIP-215, signatures whose R is another \
         point, which also take the second comparison.",
        "one long message, hashed alone; and many messages of one length, hashed in lanes.",
    ];

    /// The smallest number that fills a group of its own.
    fn tail(backend: Backend) -> usize {
        match backend {
            Backend::Ifma | Backend::Avx2 => 3,
            Backend::Portable | Backend::Dalek => 1,
        }
    }

    fn item(cell: Cell, number: usize) -> anyhow::Result<[Vec<u8>; 3]> {
        let message = message(cell.message_bytes);
        let nonce = Scalar::from_bytes_mod_order(hash(number, 1));
        let r = Point::mixed(nonce, usize::from(cell.family == Family::OtherPoint));
        let signer = signer_of(number);
        let signature = sign(&signer, &r, &message);
        Ok([signer.bytes.to_vec(), signature.to_vec(), message])
    }

    fn kind(family: Family) -> u64 {
        match family {
            Family::OtherPoint => Rule::Zip215 as u64,
            _ => Rule::Nep364 as u64,
        }
    }
}

/// The signer of item `number`; it is always the same.
pub(super) fn signer_of(number: usize) -> Point {
    signer(&hash(number, 0))
}

/// 32 bytes that look random.
pub(super) fn hash(number: usize, what: u8) -> [u8; 32] {
    let digest = Sha512::new().chain_update(number.to_le_bytes());
    let digest = digest.chain_update([what]).finalize();
    std::array::from_fn(|i| digest[i])
}
