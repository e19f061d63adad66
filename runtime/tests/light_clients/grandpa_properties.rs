//! Justifications with random changes: none is accepted, except with changes of unsigned parts.

use crate::client::{Client, HOST_BUILDS};
use proptest::prelude::*;
use requirements::fuzzing::{Change, Target, changes, fuzz};
use test_contracts::grandpa::Justification;
use test_contracts::grandpa::generate::{Authorities, Block};

/// Bytes of the round and the target, of the count of precommits, and of a precommit.
const START: usize = 8 + 36;
const COUNT: usize = 1;
const PRECOMMIT: usize = 132;

/// A justification's parts: precommits, headers, and the bytes around them.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Parts {
    start: Vec<u8>,
    precommits: Vec<Vec<u8>>,
    headers: Vec<Vec<u8>>,
}

impl Parts {
    /// Parts of the same lengths as the original's, with any content.
    fn of(scale: &[u8], precommits: usize, headers: &[&Block]) -> Self {
        let (start, rest) = scale.split_at(START + COUNT);
        let (precommits, rest) = rest.split_at(precommits * PRECOMMIT);
        let (count, mut rest) = rest.split_at(COUNT);
        let header = |block: &&Block| {
            let (one, others) = rest.split_at(block.header.len());
            rest = others;
            one.to_vec()
        };
        Self {
            start: [start, count].concat(),
            precommits: precommits.chunks(PRECOMMIT).map(<[u8]>::to_vec).collect(),
            headers: headers.iter().map(header).collect(),
        }
    }

    fn scale(&self) -> Vec<u8> {
        let (start, count) = self.start.split_at(START + COUNT);
        let (precommits, headers) = (self.precommits.concat(), self.headers.concat());
        [start, &precommits, count, &headers].concat()
    }

    /// Sorts votes and headers, because nobody signs their order.
    fn sorted(mut self) -> Self {
        self.precommits.sort();
        self.headers.sort();
        self
    }
}

/// The justification with votes and headers in any order, and its target's header beside it; half of
/// the cases have other changes of the one, and a quarter of the other.
fn changed(original: &Parts, target: &Block) -> impl Strategy<Value = Justification> + use<> {
    let orders = (
        Just(original.precommits.clone()).prop_shuffle(),
        Just(original.headers.clone()).prop_shuffle(),
    );
    let (start, header) = (original.start.clone(), target.header.clone());
    let some = || prop::collection::vec(changes(), 1..4);
    let of_scale = prop_oneof![Just(vec![]), some()];
    let of_header = prop_oneof![3 => Just(vec![]), 1 => some()];
    (orders, of_scale, of_header).prop_map(move |((precommits, headers), of_scale, of_header)| {
        let start = start.clone();
        let parts = Parts {
            start,
            precommits,
            headers,
        };
        Justification {
            scale: Change::apply_all(&of_scale, parts.scale()),
            headers: vec![Change::apply_all(&of_header, header.clone())],
        }
    })
}

const TARGET: Target = Target::new("grandpa_justification", 5000);

#[test]
fn a_changed_justification_is_accepted_only_if_nothing_signed_has_changed() {
    let authorities = Authorities::new(7, &[4, 3, 2, 1, 1, 1, 1], "properties");
    let target = Block::new(9, "");
    let child = target.child("");
    let grandchild = child.child("");
    let headers = [&child, &grandchild];
    // The threshold is 9 of 13, so every vote is needed.
    let votes = [(0, &target), (1, &grandchild), (2, &child)];
    let mut original = authorities.justify_by(3, &target, &votes, &headers);
    original.headers = vec![target.header.clone()];
    let parts = Parts::of(&original.scale, votes.len(), &headers);
    assert_eq!(parts.scale(), original.scale);
    let expected = parts.clone().sorted();
    let mut client = Client::grandpa(&HOST_BUILDS, authorities.set());
    client.would_accept(&original);
    let before = client.account();
    let length = original.scale.len();
    let tally = fuzz!(
        TARGET,
        changed(&parts, &target),
        |changed: Justification| {
            match client.submit_finality(&changed) {
                Ok(_) => {
                    prop_assert_eq!(&changed.headers, &original.headers);
                    prop_assert_eq!(changed.scale.len(), length);
                    let changed = Parts::of(&changed.scale, votes.len(), &headers);
                    prop_assert_eq!(changed.sorted(), expected.clone());
                    client.restore(&before);
                    Ok("accepted")
                }
                Err(refusal) => {
                    let own = ["invalid: ", "not_enough_weight: "];
                    let own = own.iter().any(|own| refusal.starts_with(own));
                    prop_assert!(own, "{}", refusal);
                    Ok("refused")
                }
            }
        }
    );
    tally.reaches(&["accepted", "refused"], 4);
}
