//! `ed25519_verify_many` and `ecvrf_verify_many`: their names, kinds of calls, and items.

use super::call::{Call, Family};
use super::{Batch, names};
use crate::calibrate::function::Names;
use crate::calibrate::price::Parameter;
use crate::measure::{Bound, Experiment};
use crate::verification::{message, signer};
use anyhow::Context as _;
use curve25519_dalek::Scalar;
use ed25519_lanes::{Rule, VrfSuite};
use near_ecvrf::{Attempts, SecretKey};
use near_gas_params::PricedFunction;
use requirements::odd_points::{Point, sign};
use sha2::{Digest as _, Sha512};

/// `ed25519_verify_many`.
pub(crate) struct Signatures;

impl Batch for Signatures {
    const EXPERIMENT: &'static Experiment = &super::SIGNATURES;
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

    fn item(call: Call, number: usize) -> anyhow::Result<[Vec<u8>; 3]> {
        let message = message(call.message_bytes);
        let nonce = Scalar::from_bytes_mod_order(hash(number, 1));
        let r = Point::mixed(nonce, usize::from(call.family == Family::OtherPoint));
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

/// The largest price of a proof, as a multiple of a signature's price in a batch call, by
/// measurement: portable code's instructions decide both prices.
const OF_A_SIGNATURE: f64 = 2.4;

impl Batch for Proofs {
    const EXPERIMENT: &'static Experiment = &super::PROOFS;
    const NAMES: Names = names!(EcvrfVerifyMany "ecvrf_verify_many");
    /// The first family hashes alpha most often: with dalek, H is computed twice.
    const FAMILIES: &'static [Family] =
        &[Family::Tai, Family::Ell2, Family::Draft03, Family::Draft13];
    /// The shortest alphas that make every suite hash one block more.
    const MESSAGE_BYTES: usize = 78;
    const TRIES: &'static [usize] = &[1, 2, 4, 8, 12, 16, 20];
    /// AVX2 verifies so few proofs one by one.
    const TAIL_BY_AVX2: usize = 1;
    const METHOD: [&'static str; 2] = [
        "alphas, so long that every suite hashes one block more: both are the most expensive of their size.\n\n\
         The cost of an item is the steepest slope of four lines, honest proofs of each suite; those by try and increment take one try, which \
         is paid in addition.",
        "one long alpha, and many of one length, by try and increment. The cost of a try is the slope of a line: one proof, whose alpha takes \
         more and more tries.",
    ];

    fn item(call: Call, number: usize) -> anyhow::Result<[Vec<u8>; 3]> {
        let secret_key = SecretKey::from_seed(hash(number, 0));
        let suite = suite(call.family);
        let tries = match call.family {
            Family::Tries => Some(call.count),
            Family::Tai => Some(1),
            _ => None,
        };
        let public_key = secret_key.public_key();
        let alpha = alpha(public_key, call.message_bytes, tries).context("no such alpha")?;
        let proof = secret_key.prove(suite, &alpha);
        Ok([public_key.to_vec(), proof, alpha])
    }

    fn kind(family: Family) -> u64 {
        suite(family).code().into()
    }

    fn bounds(parameters: &[Parameter]) -> Vec<Bound> {
        let [_, item, ..] = parameters else {
            return Vec::new();
        };
        let signature = PricedFunction::Ed25519VerifyMany.prices().item;
        let times = item.price().gas().map(|gas| gas as f64 / signature as f64);
        let name = format!("price of {}, times that of a signature", item.name());
        vec![Bound::new(name, OF_A_SIGNATURE, times)]
    }
}

fn suite(family: Family) -> VrfSuite {
    match family {
        Family::Ell2 => VrfSuite::Ell2,
        Family::Draft03 => VrfSuite::Draft03,
        Family::Draft13 => VrfSuite::Draft13,
        _ => VrfSuite::Tai,
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
