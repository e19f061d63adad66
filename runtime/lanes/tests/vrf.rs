//! Random VRF proofs in lanes, some of them changed: on every backend, with and without tables of
//! the keys, verdicts and outputs equal those of near-ecvrf. `runtime/tests/ecvrf_verify_many` has
//! the published proofs and those of real blocks, and the rounds of tries.

use ed25519_lanes::{Backend, KeyTables, Layout, Verifier, VrfItem, VrfSuite};
use near_ecvrf::SecretKey;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;
use requirements::fuzzing::{
    AVX2, Change, IFMA, LANES, POINTS, PORTABLE, Target, VECTORS, changes, fuzz,
};
use requirements::odd_points::{non_canonical_of_large_order, of_small_order, plus_order};
use std::convert::Infallible;
use std::mem::take;
use std::sync::LazyLock;

/// Source files that verify proofs, besides [`LANES`] and [`POINTS`].
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

#[derive(Clone, Debug)]
struct Proof {
    public_key: [u8; 32],
    alpha: Vec<u8>,
    proof: Vec<u8>,
}

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

/// What a change of a proof draws.
type Draw = (Index, Index, Vec<Change>);

/// Changes of a valid proof; the first one changes nothing.
const TAMPERINGS: [fn(&mut Proof, VrfSuite, Draw); 9] = [
    |_, _, _| {},
    |it, _, (first, ..)| {
        let bit = first.index(256);
        it.public_key[bit / 8] ^= 1 << (bit % 8);
    },
    |it, _, (first, ..)| it.public_key = *first.get(&ODD),
    |it, _, (.., changes)| it.alpha = Change::apply_all(&changes, take(&mut it.alpha)),
    |it, _, (.., changes)| it.proof = Change::apply_all(&changes, take(&mut it.proof)),
    |it, _, (first, ..)| {
        let gamma: &[u8; 32] = first.get(&ODD);
        it.proof[..32].copy_from_slice(gamma);
    },
    // Adds a multiple of the order to s.
    |it, suite, (first, ..)| {
        let place = suite.proof_len() - 32;
        let s = std::array::from_fn(|i| it.proof[place + i]);
        if let Some(s) = plus_order(s, 1 + first.index(15)) {
            it.proof[place..].copy_from_slice(&s);
        }
    },
    // Exchanges parts of the proof, of 32 bytes or up to its end.
    |it, _, (first, second, _)| {
        let [one, other] = [first, second].map(|it| *it.get(&[0, 32, 48, 64, 96]));
        let rest = it.proof.len().saturating_sub(one.max(other));
        (0..rest.min(32)).for_each(|i| it.proof.swap(one + i, other + i));
    },
    // Replaces the proof by that of another valid item.
    |it, _, (first, ..)| {
        let proofs: &Vec<Proof> = first.get(&VALID);
        it.proof.clone_from(&first.get(proofs).proof);
    },
];

fn cases() -> impl Strategy<Value = (VrfSuite, Vec<Proof>)> {
    let suites = (0..VrfSuite::ALL.len()).prop_map(|index| (index, VrfSuite::ALL[index]));
    let kind = prop_oneof![1 => Just(0_usize), 2 => 1..TAMPERINGS.len()];
    let draw = (any::<Index>(), any::<Index>(), vec(changes(), 1..3));
    let items = vec((any::<Index>(), kind, draw), 1..=15);
    (suites, items).prop_map(|((number, suite), items)| {
        let proofs = items.into_iter().map(|(index, kind, draw)| {
            let mut proof = index.get(&VALID[number]).clone();
            TAMPERINGS[kind](&mut proof, suite, draw);
            proof
        });
        (suite, proofs.collect())
    })
}

/// How many proofs near-ecvrf accepts; fails if a backend gives other outputs.
fn judge(everywhere: &[(Verifier, KeyTables)], suite: VrfSuite, proofs: &[Proof]) -> usize {
    let expected = proofs.iter().map(|proof| {
        let output = near_ecvrf::verify(suite, &proof.public_key, &proof.alpha, &proof.proof);
        output.ok().map(|output| *output.bytes())
    });
    let expected: Vec<_> = expected.collect();
    let items = proofs.iter().map(|proof| VrfItem {
        public_key: &proof.public_key,
        proof: &proof.proof,
        alpha: &proof.alpha,
    });
    let items: Vec<_> = items.collect();
    for (verifier, tables) in everywhere {
        let backend = verifier.backend();
        let without = verifier.vrf_many(suite, &items);
        let Ok(with) =
            verifier.vrf_many_learning(tables, suite, &items, |_| Ok::<_, Infallible>(()));
        for found in [without, with] {
            assert_eq!(found, expected, "{backend}, {suite}: {proofs:?}");
        }
    }
    expected.iter().flatten().count()
}

/// On the backend that `FUZZ_BACKEND` names, or on all that this processor has, each with tables of half of the keys.
#[test]
fn every_backend_gives_near_ecvrfs_answers() {
    let name = std::env::var("FUZZ_BACKEND").unwrap_or_else(|_| "all".to_owned());
    let all = requirements::each_backend(Backend::ALL, Backend::name, Verifier::with_backend);
    let named = all.filter(|it| name == "all" || name == it.backend().name());
    let keys = (0..PROVERS / 2).map(|seed| *SecretKey::from_seed([seed; 32]).public_key());
    let keys: Vec<_> = keys.collect();
    let with_tables = |verifier: Verifier| {
        let tables = KeyTables::new(Layout::MEDIUM, 1 << 20);
        verifier.build(&tables, &keys);
        let has_none = verifier.backend() == Backend::Dalek;
        assert_eq!(tables.len(), if has_none { 0 } else { keys.len() });
        (verifier, tables)
    };
    let everywhere: Vec<_> = named.map(with_tables).collect();
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
        Ok(match judge(&everywhere, suite, &proofs) {
            0 => "all refused",
            accepted if accepted == proofs.len() => "all accepted",
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
