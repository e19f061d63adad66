//! Random cases: any key with any `R`, signed, and sometimes changed afterwards.

use crate::case::{Case, message as message_of};
use curve25519_dalek::Scalar;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use requirements::odd_points::{Point, non_canonical_of_large_order, of_small_order, plus_order};
use std::sync::LazyLock;

/// Number of signers, few enough that some sign twice in a batch and tables are used again.
const SIGNERS: u8 = 64;

/// The longest message, bytes.
const LONGEST: usize = 100_000;

/// Lengths of messages whose hashed bytes, with or without padding, end near the end of one of
/// SHA-512's first ten blocks. The hash begins with R and A, and its padding is a bit and the
/// length.
fn at_block_ends() -> Vec<usize> {
    const BLOCK: usize = 128;
    const BEFORE: usize = 64;
    const PADDING: usize = 1 + 16;
    let ends = (1..=10).flat_map(|blocks| [blocks * BLOCK, blocks * BLOCK - PADDING]);
    let around = ends.flat_map(|end| end - 1..=end + 1);
    around
        .filter_map(|hashed| hashed.checked_sub(BEFORE))
        .collect()
}

/// The keys of the signers, each plus each of the eight points of small order, the neutral one first.
static KEYS: LazyLock<Vec<Point>> = LazyLock::new(|| {
    let signers = 1..=SIGNERS;
    let logarithms = signers.map(|signer| Scalar::from_bytes_mod_order([signer; 32]));
    logarithms
        .flat_map(|logarithm| (0..8).map(move |torsion| Point::mixed(logarithm, torsion)))
        .collect()
});

static ODD: LazyLock<Vec<Point>> =
    LazyLock::new(|| [of_small_order(), non_canonical_of_large_order()].concat());

/// Logarithms at which formulas for additions or recodings of scalars could fail: few, many or
/// repeated digits; points equal or opposite to small multiples of B.
fn unusual_logarithm() -> impl Strategy<Value = Scalar> {
    let small = (0..9_u8).prop_map(Scalar::from);
    let repeated = any::<u8>().prop_map(|byte| {
        let mut bytes = [byte; 32];
        bytes[31] &= 0x0f; // below l, so that the digits stay
        Scalar::from_bytes_mod_order(bytes)
    });
    let power = (0..253_usize).prop_map(|bit| {
        let mut bytes = [0; 32];
        bytes[bit / 8] = 1 << (bit % 8);
        Scalar::from_bytes_mod_order(bytes)
    });
    prop_oneof![
        (small, any::<bool>()).prop_map(negated),
        (repeated, any::<bool>()).prop_map(negated),
        (power, any::<bool>()).prop_map(|(power, minus_one)| match minus_one {
            true => power - Scalar::ONE, // all ones
            false => power,
        }),
    ]
}

fn negated((scalar, is_negated): (Scalar, bool)) -> Scalar {
    match is_negated {
        true => -scalar,
        false => scalar,
    }
}

fn any_logarithm() -> impl Strategy<Value = Scalar> {
    any::<[u8; 32]>().prop_map(Scalar::from_bytes_mod_order)
}

fn key() -> impl Strategy<Value = Point> {
    prop_oneof![
        10 => (0..KEYS.len() / 8).prop_map(|signer| KEYS[8 * signer]),
        3 => select(&**KEYS),
        2 => (unusual_logarithm(), 0..8_usize).prop_map(|(a, torsion)| Point::mixed(a, torsion)),
        2 => select(&**ODD),
        1 => any::<[u8; 32]>().prop_map(Point::any),
    ]
}

fn r() -> impl Strategy<Value = Point> {
    prop_oneof![
        12 => any_logarithm().prop_map(Point::of),
        3 => (any_logarithm(), 0..8_usize).prop_map(|(r, torsion)| Point::mixed(r, torsion)),
        3 => (unusual_logarithm(), 0..8_usize).prop_map(|(r, torsion)| Point::mixed(r, torsion)),
        2 => select(&**ODD),
        1 => any::<[u8; 32]>().prop_map(Point::any),
    ]
}

/// Messages of all lengths that matter, mostly at the ends of SHA-512's blocks.
fn message() -> impl Strategy<Value = Vec<u8>> {
    let length = prop_oneof![
        100 => 0..=400_usize,
        50 => select(at_block_ends()),
        20 => 0..4_096_usize,
        1 => 0..=LONGEST,
    ];
    (any::<u64>(), length).prop_map(|(seed, length)| message_of(seed, length))
}

/// Changes of a signature before verification.
#[derive(Clone, Debug)]
enum Change {
    None,
    FlipKey(u8),
    FlipR(u8),
    FlipS(u8),
    FlipMessage(Index),
    OtherKey(Point),
    AddOrder(usize),
    SetS([u8; 32]),
}

fn change() -> impl Strategy<Value = Change> {
    prop_oneof![
        12 => Just(Change::None),
        1 => any::<u8>().prop_map(Change::FlipKey),
        1 => any::<u8>().prop_map(Change::FlipR),
        1 => any::<u8>().prop_map(Change::FlipS),
        1 => any::<Index>().prop_map(Change::FlipMessage),
        1 => key().prop_map(Change::OtherKey),
        1 => (1..16_usize).prop_map(Change::AddOrder),
        1 => any::<[u8; 32]>().prop_map(Change::SetS),
        1 => unusual_logarithm().prop_map(|s| Change::SetS(s.to_bytes())),
    ]
}

impl Change {
    fn apply(self, mut case: Case) -> Case {
        let flip = |bytes: &mut [u8], bit: usize| bytes[bit / 8] ^= 1 << (bit % 8);
        match self {
            Self::None => case,
            Self::FlipKey(bit) => {
                flip(&mut case.public_key, bit.into());
                case.made("signed, then a bit of the key flipped")
            }
            Self::FlipR(bit) => {
                flip(&mut case.signature[..32], bit.into());
                case.made("signed, then a bit of R flipped")
            }
            Self::FlipS(bit) => {
                flip(&mut case.signature[32..], bit.into());
                case.made("signed, then a bit of s flipped")
            }
            Self::FlipMessage(_) if case.message.is_empty() => {
                case.message.push(0);
                case.made("signed, then something to say added")
            }
            Self::FlipMessage(at) => {
                let bit = at.index(8 * case.message.len());
                flip(&mut case.message, bit);
                case.made("signed, then a bit of the message flipped")
            }
            Self::OtherKey(key) => {
                case.public_key = key.bytes;
                case.made("signed by another")
            }
            Self::AddOrder(times) => {
                // Fifteen times the order does not always fit.
                let s = plus_order(case.s(), times).or_else(|| plus_order(case.s(), 1));
                let s = s.expect("2 l fits");
                case.with_s(s)
                    .made("signed, then a multiple of l added to s")
            }
            Self::SetS(s) => case.with_s(s).made("signed, then another s set"),
        }
    }
}

pub fn cases() -> impl Strategy<Value = Case> {
    (key(), r(), message(), change())
        .prop_map(|(a, r, message, change)| change.apply(Case::signed(&a, &r, &message)))
}

/// Signatures with uniformly random keys and `R`, as most tests elsewhere have them; sometimes with a bit flipped.
pub fn uniform() -> impl Strategy<Value = Case> {
    let flip = prop_oneof![
        4 => Just(Change::None),
        1 => any::<u8>().prop_map(Change::FlipR),
        1 => any::<u8>().prop_map(Change::FlipS),
        1 => any::<Index>().prop_map(Change::FlipMessage),
    ];
    let logarithms = (any_logarithm(), any_logarithm());
    (logarithms, any::<u64>(), 0..=400_usize, flip).prop_map(|((a, r), seed, bytes, flip)| {
        flip.apply(Case::signed(
            &Point::of(a),
            &Point::of(r),
            &message_of(seed, bytes),
        ))
    })
}
