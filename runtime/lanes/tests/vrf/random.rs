//! Random proofs, some of them changed.

use super::{Proof, everywhere, judge};
use ed25519_lanes::{Backend, VrfSuite};
use near_ecvrf::SecretKey;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use requirements::fuzzing::{
    AVX2, Change, IFMA, LANES, POINTS, PORTABLE, Target, VECTORS, changes, fuzz,
};
use requirements::odd_points::{non_canonical_of_large_order, of_small_order, plus_order};
use std::sync::LazyLock;

/// Source files that verify proofs, besides those of lanes, tables and points, and without draws.
const PROOFS: &[&str] = &[
    "near-sdk-ext/ecvrf/src/elligator2.rs",
    "near-sdk-ext/ecvrf/src/encode_to_curve.rs",
    "near-sdk-ext/ecvrf/src/hashes.rs",
    "near-sdk-ext/ecvrf/src/point.rs",
    "near-sdk-ext/ecvrf/src/proof.rs",
    "near-sdk-ext/ecvrf/src/suite.rs",
    "near-sdk-ext/ecvrf/src/verify.rs",
    "runtime/lanes/src/vrf",
    "runtime/lanes/src/crossover.rs",
];

/// Cases of eight proofs on average, all of one random suite; `bash .ci/exactness vrf` makes the
/// long run.
const fn target(name: &'static str, sources: &'static [&'static [&'static str]]) -> Target {
    Target::new(name, 300).of_code(sources)
}

const TARGETS: [(Backend, Target); 3] = [
    (
        Backend::Ifma,
        target("lanes_vrf_ifma", &[LANES, POINTS, PROOFS, VECTORS, IFMA]),
    ),
    (
        Backend::Avx2,
        target("lanes_vrf_avx2", &[LANES, POINTS, PROOFS, VECTORS, AVX2]),
    ),
    (
        Backend::Portable,
        target("lanes_vrf_portable", &[LANES, POINTS, PROOFS, PORTABLE]),
    ),
];

/// Provers, few enough that some prove twice in a case.
const PROVERS: u8 = 16;
/// Lengths of alpha around the hashes' blocks.
const LENGTHS: [usize; 8] = [0, 1, 33, 76, 93, 94, 222, 5000];

/// Valid proofs of each suite.
static VALID: LazyLock<Vec<Vec<Proof>>> = LazyLock::new(|| {
    let of_suite = |suite| {
        let provers = (0..PROVERS).map(|prover| SecretKey::from_seed([prover; 32]));
        let proofs = provers.flat_map(|prover| {
            LENGTHS.map(|length| {
                let alpha = vec![0x5a; length];
                let proof = prover.prove(suite, &alpha);
                let public_key = *prover.public_key();
                Proof {
                    public_key,
                    alpha,
                    proof,
                }
            })
        });
        proofs.collect()
    };
    VrfSuite::ALL.map(of_suite).into()
});

/// Encodings of odd points.
static ODD: LazyLock<Vec<[u8; 32]>> = LazyLock::new(|| {
    let odd = [of_small_order(), non_canonical_of_large_order()].concat();
    odd.into_iter().map(|point| point.bytes).collect()
});

/// A change of a valid proof.
#[derive(Clone, Debug)]
enum Tampering {
    Nothing,
    Key(Index),
    OddKey([u8; 32]),
    Alpha(Vec<Change>),
    Proof(Vec<Change>),
    OddGamma([u8; 32]),
    /// s plus this many times the order.
    S(usize),
    /// Exchanges 32 bytes of the proof, from the first offset on, with those from the second on.
    Swap(usize, usize),
    /// The proof is another's.
    Other(Index),
}

fn tampering() -> impl Strategy<Value = Tampering> {
    let odd = || any::<Index>().prop_map(|index| *index.get(&ODD));
    prop_oneof![
        4 => Just(Tampering::Nothing),
        1 => any::<Index>().prop_map(Tampering::Key),
        1 => odd().prop_map(Tampering::OddKey),
        1 => vec(changes(), 1..3).prop_map(Tampering::Alpha),
        2 => vec(changes(), 1..3).prop_map(Tampering::Proof),
        1 => odd().prop_map(Tampering::OddGamma),
        1 => (1..16_usize).prop_map(Tampering::S),
        1 => (select(&[0, 32, 48, 64, 96][..]), select(&[0, 32, 48, 64, 96][..]))
            .prop_map(|(one, other)| Tampering::Swap(one, other)),
        1 => any::<Index>().prop_map(Tampering::Other),
    ]
}

fn tampered(suite: VrfSuite, mut proof: Proof, tampering: Tampering) -> Proof {
    match tampering {
        Tampering::Nothing => {}
        Tampering::Key(index) => {
            let bit = index.index(256);
            proof.public_key[bit / 8] ^= 1 << (bit % 8);
        }
        Tampering::OddKey(key) => proof.public_key = key,
        Tampering::Alpha(changes) => proof.alpha = Change::apply_all(&changes, proof.alpha),
        Tampering::Proof(changes) => proof.proof = Change::apply_all(&changes, proof.proof),
        Tampering::OddGamma(gamma) => proof.proof[..32].copy_from_slice(&gamma),
        Tampering::S(times) => {
            let place = suite.proof_len() - 32;
            let s = std::array::from_fn(|i| proof.proof[place + i]);
            if let Some(s) = plus_order(s, times) {
                proof.proof[place..].copy_from_slice(&s);
            }
        }
        Tampering::Swap(one, other) => {
            for i in 0..32 {
                if let [one, other] = [one + i, other + i]
                    && one.max(other) < proof.proof.len()
                {
                    proof.proof.swap(one, other);
                }
            }
        }
        Tampering::Other(index) => {
            let proofs = index.get(&VALID);
            proof.proof.clone_from(&index.get(proofs).proof);
        }
    }
    proof
}

fn cases() -> impl Strategy<Value = (VrfSuite, Vec<Proof>)> {
    let suites = (0..VrfSuite::ALL.len()).prop_map(|index| (index, VrfSuite::ALL[index]));
    let items = vec((any::<Index>(), tampering()), 1..=15);
    (suites, items).prop_map(|((number, suite), items)| {
        let proofs = items.into_iter().map(|(index, tampering)| {
            tampered(suite, index.get(&VALID[number]).clone(), tampering)
        });
        (suite, proofs.collect())
    })
}

/// On the backend that `FUZZ_BACKEND` names, or on all that this processor has.
#[test]
fn every_backend_gives_near_ecvrfs_answers() {
    let name = std::env::var("FUZZ_BACKEND").unwrap_or_else(|_| "all".to_owned());
    let mut everywhere = everywhere();
    everywhere.retain(|(verifier, _)| name == "all" || name == verifier.backend().name());
    let is_here = |backend: Backend| everywhere.iter().any(|(it, _)| it.backend() == backend);
    let mut targets = TARGETS
        .into_iter()
        .filter(|(backend, _)| is_here(*backend))
        .map(|(_, target)| target);
    let first = targets
        .next()
        .expect("FUZZ_BACKEND names a backend with lanes, or all");
    let tally = fuzz!(first, cases().no_shrink(), |(suite, proofs): (
        VrfSuite,
        Vec<Proof>
    )| {
        let accepted = judge(&everywhere, suite, &proofs).iter().flatten().count();
        Ok(match accepted {
            0 => "all refused",
            _ if accepted == proofs.len() => "all accepted",
            _ => "some refused",
        })
    });
    tally.reaches(&["all accepted", "all refused", "some refused"], 50);
    for other in targets {
        other.also_ran(&tally);
    }
}

/// Half a million cases, a million proofs of each suite; a tenth by IFMA, since its instructions
/// may have been emulated, which takes twenty times as long.
#[test]
fn the_long_runs_are_of_this_code() {
    for (backend, target) in TARGETS {
        let cases = match backend {
            Backend::Ifma => 50_000,
            _ => 500_000,
        };
        assert!(target.recorded().cases >= cases, "{}", target.name());
    }
}
