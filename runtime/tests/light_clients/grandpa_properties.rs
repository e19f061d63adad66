//! Justifications changed at random: none is accepted, except for changes of unsigned parts.

use crate::client::Client;
use crate::clients::Clients;
use fuzz::{Corpus, Target, fuzz};
use proptest::{prop_assert, prop_assert_eq};
use test_contracts::grandpa::Justification;
use test_contracts::grandpa::generate::{Authorities, Block};

/// Bytes of the round and the target, of the count of precommits, and of a precommit.
const START: usize = 8 + 36;
const COUNT: usize = 1;
const PRECOMMIT: usize = 132;

/// The signed parts: the round, the target and the votes, in any order; and the headers, likewise.
fn signed_part(scale: &[u8], votes: usize, headers: &[&Block]) -> Vec<Vec<u8>> {
    let (start, rest) = scale.split_at(START + COUNT);
    let (precommits, mut rest) = rest.split_at(votes * PRECOMMIT);
    let mut votes: Vec<_> = precommits.chunks(PRECOMMIT).map(<[u8]>::to_vec).collect();
    votes.sort();
    let mut parts = vec![start.to_vec(), rest[..1].to_vec()];
    parts.append(&mut votes);
    rest = &rest[1..];
    let mut tails = Vec::new();
    for header in headers {
        let (one, others) = rest.split_at(header.header.len());
        tails.push(one.to_vec());
        rest = others;
    }
    tails.sort();
    parts.append(&mut tails);
    parts
}

const TARGET: Target = Target::new("grandpa_justification", 5000);

#[test]
fn a_changed_justification_is_accepted_only_if_nothing_signed_has_changed() {
    let authorities = Authorities::new(7, &[4, 3, 2, 1, 1, 1, 1], "properties");
    let target = Block::new(9, "");
    let child = target.child("");
    let grandchild = child.child("");
    let headers = [&child, &grandchild];
    // Of 13, 9 are needed: no vote is too many.
    let votes = [(0, &target), (1, &grandchild), (2, &child)];
    let original = authorities.justify_by(3, &target, &votes, &headers).scale;
    let expected = signed_part(&original, votes.len(), &headers);
    let submit = |scale: &[u8]| Justification {
        scale: scale.to_vec(),
        headers: vec![],
    };
    let mut client = Clients::of_the_host(|build| Client::grandpa(build, authorities.set()));
    client.would_accept(&submit(&original));
    let before = client.accounts();
    let length = original.len();
    let corpus = Corpus::default().and("a justification", original);
    let tally = fuzz!(TARGET, like & corpus, |changed: Vec<u8>| {
        match client.submit_finality(&submit(&changed)) {
            Ok(_) => {
                prop_assert_eq!(changed.len(), length);
                let changed = signed_part(&changed, votes.len(), &headers);
                prop_assert_eq!(changed, expected.clone());
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
    tally.reaches(&["refused"], 2);
}
