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

/// The justification with votes and headers in any order; half of the cases have other changes too.
fn changed(original: &Parts) -> impl Strategy<Value = Vec<u8>> + use<> {
    let orders = (
        Just(original.precommits.clone()).prop_shuffle(),
        Just(original.headers.clone()).prop_shuffle(),
    );
    let start = original.start.clone();
    let changes = prop_oneof![Just(vec![]), prop::collection::vec(changes(), 1..4)];
    (orders, changes).prop_map(move |((precommits, headers), changes)| {
        let start = start.clone();
        let parts = Parts {
            start,
            precommits,
            headers,
        };
        Change::apply_all(&changes, parts.scale())
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
    let original = authorities.justify_by(3, &target, &votes, &headers).scale;
    let parts = Parts::of(&original, votes.len(), &headers);
    assert_eq!(parts.scale(), original);
    let expected = parts.clone().sorted();
    let submit = |scale: &[u8]| Justification {
        scale: scale.to_vec(),
        headers: vec![],
    };
    let mut client = Client::grandpa(&HOST_BUILDS, authorities.set());
    client.would_accept(&submit(&original));
    let before = client.account();
    let length = original.len();
    let tally = fuzz!(TARGET, changed(&parts), |changed: Vec<u8>| {
        match client.submit_finality(&submit(&changed)) {
            Ok(_) => {
                prop_assert_eq!(changed.len(), length);
                let changed = Parts::of(&changed, votes.len(), &headers);
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
    });
    tally.reaches(&["accepted", "refused"], 4);
}
