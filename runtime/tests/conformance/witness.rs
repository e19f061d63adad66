//! For each oddity, triples with as few other oddities as possible.

use crate::points::{grid, honest, sign};
use near_runtime_ext::rules::{Flag, Flags, Triple};
use requirements::odd_points::{Point, plus_order, undecodable};
use std::collections::BTreeMap;

/// Triples by their oddities.
pub type Population = BTreeMap<Flags, Vec<Triple>>;

/// Signatures with odd points that a signer can make, and honest signatures after tampering.
pub fn population() -> Population {
    let messages = (0..4_u8).map(|message| [message]);
    let triples = messages
        .flat_map(|message| grid(&message))
        .chain(of_other_lengths())
        .chain(not_reduced())
        .chain(of_no_points())
        .chain(of_another_message());
    let mut population = Population::new();
    for triple in triples {
        population.entry(triple.flags()).or_default().push(triple);
    }
    population
}

/// Triples of the population with this oddity, or with none, and with as few others as possible. A
/// failing equation always counts as another oddity.
pub fn witnesses(population: &Population, flag: Option<Flag>) -> Population {
    let mut candidates = population.clone();
    candidates.retain(|flags, _| {
        let mut broken = [Flag::OnlyTimesCofactor, Flag::EquationFails].into_iter();
        flag.map_or(flags.is_empty(), |flag| flags.contains(&flag))
            && broken.all(|broken| flag == Some(broken) || !flags.contains(&broken))
    });
    let all: Vec<_> = candidates.keys().cloned().collect();
    candidates.retain(|flags, _| {
        let mut others = all.iter().filter(|others| *others != flags);
        !others.any(|others| others.is_subset(flags))
    });
    candidates
}

fn signed() -> Triple {
    sign_honestly(b"a message")
}

fn sign_honestly(message: &[u8]) -> Triple {
    let (a, r) = honest();
    sign(&a, &r, message)
}

/// The signed triple with each bit of the message flipped.
fn of_another_message() -> Vec<Triple> {
    let bits = 0..8 * signed().message.len();
    bits.map(|bit| {
        let mut triple = signed();
        triple.message[bit / 8] ^= 1 << (bit % 8);
        triple
    })
    .collect()
}

/// The signed triple cut, and with zeros appended.
fn of_other_lengths() -> Vec<Triple> {
    let with_length = |bytes: &[u8], length| {
        let mut bytes = bytes.to_vec();
        bytes.resize(length, 0);
        bytes
    };
    let signatures = [0, 1, 32, 63, 65, 128].map(|length| Triple {
        signature: with_length(&signed().signature, length),
        ..signed()
    });
    let keys = [0, 1, 31, 33, 64].map(|length| Triple {
        public_key: with_length(&signed().public_key, length),
        ..signed()
    });
    signatures.into_iter().chain(keys).collect()
}

/// The signed triple with `s` plus every multiple of the order that fits 256 bits.
fn not_reduced() -> impl Iterator<Item = Triple> {
    (0..4_u8).flat_map(|message| {
        let triple = sign_honestly(&[message]);
        let (r, s) = triple.signature.split_last_chunk().expect("64 bytes");
        let larger = (1..).map_while(|times| plus_order(*s, times));
        let with = |s: [u8; 32]| Triple {
            signature: [r, &s].concat(),
            ..triple.clone()
        };
        larger.map(with).collect::<Vec<_>>()
    })
}

/// Undecodable keys and `R`s, with signatures made for the honest ones.
fn of_no_points() -> Vec<Triple> {
    let (a, r) = honest();
    undecodable()
        .into_iter()
        .flat_map(|Point { bytes, .. }| {
            let [odd_a, odd_r] = [a, r].map(|point| Point { bytes, ..point });
            [sign(&odd_a, &r, b""), sign(&a, &odd_r, b"")]
        })
        .collect()
}
