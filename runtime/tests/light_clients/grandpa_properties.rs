//! Justifications with random changes: none is accepted, except with changes of unsigned parts.

use crate::client::{Client, HOST_BUILDS};
use crate::tendermint_properties::judge;
use proptest::prelude::*;
use proptest::sample::select;
use requirements::fuzzing::{Change, Target, changes, fuzz};
use test_contracts::grandpa::generate::{Authorities, Block};
use test_contracts::grandpa::{Justification, submit_finality_args};

/// A justification of this block with votes and headers in every order, because nobody signs it.
fn in_every_order(authorities: &Authorities, target: &Block) -> Vec<Vec<u8>> {
    let child = target.child("");
    let grandchild = child.child("");
    let mut votes = [(0, target), (1, &grandchild), (2, &child)];
    let mut headers = [&child, &grandchild];
    let order = |step: usize| {
        votes.swap(step % 2, step % 2 + 1);
        if step == 6 {
            headers.swap(0, 1);
        }
        let justification = authorities.justify_by(3, target, &votes, &headers);
        justification.scale
    };
    (0..12).map(order).collect()
}

/// One of these justifications, with its target's header; half of the cases have random changes of the
/// justification, and a quarter of the header.
fn changed(valid: &[Vec<u8>], target: &Block) -> impl Strategy<Value = Justification> + use<> {
    let header = target.header.clone();
    let some = || prop::collection::vec(changes(), 1..4);
    let of_scale = prop_oneof![Just(vec![]), some()];
    let of_header = prop_oneof![3 => Just(vec![]), 1 => some()];
    let all = (select(valid.to_vec()), of_scale, of_header);
    all.prop_map(move |(scale, of_scale, of_header)| Justification {
        scale: Change::apply_all(&of_scale, scale),
        headers: vec![Change::apply_all(&of_header, header.clone())],
    })
}

const TARGET: Target = Target::new("grandpa_justification", 5000);

#[test]
fn a_changed_justification_is_accepted_only_if_nothing_signed_has_changed() {
    // The threshold is 9 of 13, so every vote is needed.
    let authorities = Authorities::new(7, &[4, 3, 2, 1, 1, 1, 1], "properties");
    let target = Block::new(9, "");
    let valid = in_every_order(&authorities, &target);
    let mut client = Client::grandpa(&HOST_BUILDS, authorities.set());
    let tally = fuzz!(
        TARGET,
        changed(&valid, &target),
        |changed: Justification| {
            let args = submit_finality_args(&changed);
            judge(&mut client, ("submit_finality", &args), || {
                changed.headers == [target.header.clone()] && valid.contains(&changed.scale)
            })
        }
    );
    tally.reaches(&["accepted", "refused"], 4);
}
