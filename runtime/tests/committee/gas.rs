//! Gas of an approval by the group, for any number of members, and by the members themselves.

use crate::{Committee, HOST};
use expect_test::expect;
use near_runtime_ext::Outcome;
use std::fmt::Write as _;
use test_contracts::ClientBuild;
use test_contracts::committee::Action;
use test_support::everywhere::TGAS;

/// A gigagas, in units of gas.
const GGAS: u64 = TGAS / 1000;

const ACTION: Action = Action::Attest([7; 32]);

/// The gas of a second approval by the group: the state already holds a digest.
fn by_group(committee: &mut Committee) -> u64 {
    let [_, second] = [(); 2].map(|()| {
        let args = committee.group_args(&ACTION);
        committee.accepted("approve_group", &args)
    });
    second.burnt_gas.as_gas()
}

/// An approval by a threshold of this many members.
fn by_members(committee: &mut Committee, count: u16) -> Outcome {
    let args = committee.members_args(&ACTION, count);
    committee
        .contract
        .call("approve_members", &args, 1000 * TGAS)
}

#[test]
fn an_approval_by_the_group_burns_the_same_whatever_the_number_of_members() {
    for build in ClientBuild::ALL {
        let [few, many] = [(2, 3), (667, 1000)]
            .map(|(threshold, count)| by_group(&mut Committee::new(build, threshold, count)));
        // With another signature, Wasm executes other instructions.
        let most = few.max(many);
        assert!(few.abs_diff(many) * 100 <= most, "{build}: {few}, {many}");
        if HOST.contains(&build) {
            assert_eq!(few, many, "{build}");
        }
    }
}

/// With 667 of 1,000 members, the members' signatures cost three hundred times as much as the
/// group's one, each verified by `ed25519_verify`. dalek in Wasm cannot verify them with all the
/// gas of a transaction.
#[test]
fn many_members_burn_three_hundred_times_the_gas_of_their_group() {
    let mut text = String::new();
    for build in ClientBuild::ALL {
        let mut committee = Committee::new(build, 667, 1000);
        let one = by_group(&mut committee);
        let outcome = by_members(&mut committee, 1000);
        let many = outcome.burnt_gas.as_gas();
        let ended = match &outcome.failure {
            None => format!("{} times", many / one),
            Some(failure) => failure.to_string(),
        };
        let [by_group, by_members] = [one, many].map(|gas| gas / GGAS);
        let line = format!("{build}: {by_group} Ggas, and by members {by_members}: {ended}");
        writeln!(text, "{line}").expect("a string grows");
        if build == ClientBuild::Host {
            assert!(many >= 300 * one, "{many} and {one}");
        }
    }
    expect![[r#"
        host: 484 Ggas, and by members 147313: 304 times
        host-many: 535 Ggas, and by members 82337: 153 times
        wasm: 3583 Ggas, and by members 1000000: Exceeded the maximum amount of gas allowed to burn per contract.
        wasm-best: 2064 Ggas, and by members 1000000: Exceeded the maximum amount of gas allowed to burn per contract.
    "#]].assert_eq(&text);
}
