//! The crate's entry points, each with inputs that it accepts.

use super::Accepted;
use ed25519_lanes::{
    Backend, Item, KeyTables, Layout, PublicPoint, Rule, Share, USES_BEFORE_TABLES,
};
use ed25519_lanes::{Verifier, VrfItem, VrfSuite};
use std::iter::zip;

/// An entry point: its name, and a function that calls it and asserts that good inputs are
/// accepted.
type EntryPoint = (&'static str, fn(Verifier, &Accepted));

pub(super) const ALL: [EntryPoint; 8] = [
    ("verify_one", verify_one),
    ("verify_one_learning", verify_one_learning),
    ("verify_many", verify_many),
    ("verify_many_learning", verify_many_learning),
    ("build", build),
    ("points", points),
    ("shares", shares),
    ("vrf_many", vrf_many),
];

const RULES: [Rule; 2] = [Rule::Nep364, Rule::Zip215];

/// Room for the tables of every key.
fn tables() -> KeyTables {
    KeyTables::new(Layout::MEDIUM, 1 << 20)
}

fn items(accepted: &Accepted) -> Vec<Item<'_>> {
    let items = zip(&accepted.keys, &accepted.signatures);
    let item = |(public_key, signature)| Item {
        public_key,
        signature,
        message: b"m",
    };
    items.map(item).collect()
}

fn verify_one(verifier: Verifier, accepted: &Accepted) {
    for rule in RULES {
        assert!(verifier.verify_one(&items(accepted)[0], rule));
    }
}

fn verify_one_learning(verifier: Verifier, accepted: &Accepted) {
    let tables = tables();
    for _ in 0..16 * USES_BEFORE_TABLES {
        for rule in RULES {
            assert!(verifier.verify_one_learning(&tables, &items(accepted)[0], rule));
        }
    }
}

fn verify_many(verifier: Verifier, accepted: &Accepted) {
    for rule in RULES {
        let verdicts = verifier.verify_many(&items(accepted), rule);
        assert!(!verdicts.contains(&false));
    }
}

fn verify_many_learning(verifier: Verifier, accepted: &Accepted) {
    let tables = tables();
    for _ in 0..2 * USES_BEFORE_TABLES {
        for rule in RULES {
            let verdicts = verifier.verify_many_learning(&tables, &items(accepted), rule);
            assert!(!verdicts.contains(&false));
        }
    }
    assert_eq!(tables.is_empty(), verifier.backend() == Backend::Dalek);
}

fn build(verifier: Verifier, accepted: &Accepted) {
    verifier.build(&tables(), &accepted.keys);
}

fn decoded(verifier: Verifier, accepted: &Accepted) -> Vec<PublicPoint> {
    let points = verifier.prime_order_many(&accepted.keys).into_iter();
    points.map(|it| it.expect("of prime order")).collect()
}

fn points(verifier: Verifier, accepted: &Accepted) {
    let points = decoded(verifier, accepted);
    let scalars = vec![[7; 32]; points.len()];
    let sum = verifier.commitment(&points, &points, &scalars);
    let values = verifier.polynomials(&[&points[..], &points[..1]], &scalars[..2]);
    assert!(sum != values[0] && values[1] == accepted.keys[0]);
}

fn shares(verifier: Verifier, accepted: &Accepted) {
    let points = decoded(verifier, accepted);
    let share = |point| Share {
        hiding: point,
        binding: point,
        factor: [7; 32],
        verifying: point,
        multiple: [9; 32],
        z: [5; 32],
    };
    let shares: Vec<_> = points.iter().map(share).collect();
    assert!(!verifier.shares(&shares).contains(&true));
}

fn vrf_many(verifier: Verifier, accepted: &Accepted) {
    for suite in VrfSuite::ALL {
        let proofs = accepted.proofs.iter().map(|it| [it, &[0; 48][..]].concat());
        let proofs: Vec<_> = proofs.collect();
        let items = zip(&accepted.keys, &proofs).map(|(public_key, proof)| VrfItem {
            public_key,
            proof: &proof[..suite.proof_len()],
            alpha: b"m",
        });
        let items: Vec<_> = items.collect();
        let outputs = verifier.vrf_many(suite, &items);
        assert_eq!(outputs.iter().all(Option::is_some), suite == VrfSuite::Ell2);
    }
}
