//! `ed25519_verify_many` and `ecvrf_verify_many`: their names, kinds of calls, and items.

use super::call::{Call, Family};
use super::{Batch, names};
use crate::calibrate::function::Names;
use crate::verification::{message, signer};
use anyhow::Context as _;
use curve25519_dalek::Scalar;
use ed25519_lanes::{Rule, VrfSuite};
use near_ecvrf::{Attempts, SecretKey};
use requirements::odd_points::{Point, sign};
use sha2::{Digest as _, Sha512};

/// `ed25519_verify_many`.
pub(crate) struct Signatures;

impl Batch for Signatures {
    const NAMES: Names = names!(Ed25519VerifyMany "ed25519_verify_many");
    const FAMILIES: &'static [Family] = &[Family::Valid, Family::OtherPoint];
    /// The shortest message that takes two blocks of SHA-512.
    const MESSAGE_BYTES: usize = 48;
    const TRIES: &'static [usize] = &[];
    const TAIL_BY_AVX2: usize = 3;
    const METHOD: [&'static str; 2] = [
        "the shortest of two blocks: both are the most expensive of their size.\n\n\
         The cost of an item is the steeper slope of two lines: honest signatures by NEP-364; and, by ZIP-215, signatures whose R is another \
         point, which also take the second comparison.",
        "one long message, hashed alone; and many messages of one length, hashed in lanes.",
    ];
    const OF_A_SIGNATURE: Option<f64> = None;
}

/// The signer of item `number`; it is always the same.
pub(super) fn signer_of(number: usize) -> Point {
    signer(&hash(number, 0))
}

/// 32 bytes that look random.
fn hash(number: usize, what: u8) -> [u8; 32] {
    let digest = Sha512::new().chain_update(number.to_le_bytes());
    let digest = digest.chain_update([what]).finalize();
    std::array::from_fn(|i| digest[i])
}

/// `ecvrf_verify_many`.
pub(crate) struct Proofs;

/// Numbers of tries, each with the start of the search for alphas that take them. The first item's
/// alpha is close to it; a search from 0 would take long.
const GROUND: [(usize, u64); 3] = [(12, 2_889), (16, 86_301), (20, 2_335_095)];

impl Batch for Proofs {
    const NAMES: Names = names!(EcvrfVerifyMany "ecvrf_verify_many");
    /// The first family hashes alpha most often: with dalek, H is computed twice.
    const FAMILIES: &'static [Family] =
        &[Family::Tai, Family::Ell2, Family::Draft03, Family::Draft13];
    /// The shortest alphas that make every suite hash one block more.
    const MESSAGE_BYTES: usize = 78;
    const TRIES: &'static [usize] = &[1, 2, 4, 8, 12, 16, 20];
    /// AVX2 verifies a rest of fewer than four proofs one by one.
    const TAIL_BY_AVX2: usize = 1;
    const METHOD: [&'static str; 2] = [
        "alphas, so long that every suite hashes one block more: both are the most expensive of their size.\n\n\
         The cost of an item is the steepest slope of four lines, honest proofs of each suite; those by try and increment take one try, which \
         is paid in addition.",
        "one long alpha, and many of one length, by try and increment. The cost of a try is the slope of a line: one proof, whose alpha takes \
         more and more tries.",
    ];
    /// By measurement: portable code's instructions decide both prices.
    const OF_A_SIGNATURE: Option<f64> = Some(2.4);
}

impl Call {
    /// The suite of its proofs; `None` for signatures.
    fn suite(self) -> Option<VrfSuite> {
        match self.family {
            Family::Valid | Family::OtherPoint | Family::Tables => None,
            Family::Tai | Family::Tries => Some(VrfSuite::Tai),
            Family::Ell2 => Some(VrfSuite::Ell2),
            Family::Draft03 => Some(VrfSuite::Draft03),
            Family::Draft13 => Some(VrfSuite::Draft13),
        }
    }

    /// The other argument of the call: the rule, or the suite.
    pub(super) fn kind(self) -> u64 {
        match (self.suite(), self.family) {
            (Some(suite), _) => suite.code().into(),
            (None, Family::OtherPoint) => Rule::Zip215 as u64,
            (None, _) => Rule::Nep364 as u64,
        }
    }

    /// Key, signature or proof, and message of an item.
    pub(super) fn item(self, number: usize) -> anyhow::Result<[Vec<u8>; 3]> {
        let Some(suite) = self.suite() else {
            let message = message(self.message_bytes);
            let nonce = Scalar::from_bytes_mod_order(hash(number, 1));
            let r = Point::mixed(nonce, usize::from(self.family == Family::OtherPoint));
            let signer = signer_of(number);
            let signature = sign(&signer, &r, &message);
            return Ok([signer.bytes.to_vec(), signature.to_vec(), message]);
        };
        let secret_key = SecretKey::from_seed(hash(number, 0));
        let tries = Some(self.tries() / self.items()).filter(|it| *it > 0);
        let public_key = secret_key.public_key();
        let alpha = alpha(public_key, self.message_bytes, tries).context("no such alpha")?;
        let proof = secret_key.prove(suite, &alpha);
        Ok([public_key.to_vec(), proof, alpha])
    }
}

/// An alpha of this many bytes. With `tries`, try and increment takes exactly that many for it.
fn alpha(public_key: &[u8; 32], bytes: usize, tries: Option<usize>) -> Option<Vec<u8>> {
    let ground = GROUND.iter().find(|(ground, _)| tries == Some(*ground));
    let alphas = (ground.map_or(0, |(_, from)| *from)..).map(|number| {
        let mut alpha = number.to_le_bytes().to_vec();
        alpha.resize(bytes, 0);
        alpha
    });
    let takes = |alpha: &Vec<u8>| {
        let failed = Attempts::new(public_key, alpha).take_while(|is_found| !is_found);
        failed.count() + 1
    };
    let mut alphas = alphas.filter(|alpha| tries.is_none_or(|tries| takes(alpha) == tries));
    alphas.next()
}
