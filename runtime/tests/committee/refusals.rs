//! Refusals of a committee: their messages, and that they change nothing.

use crate::{Committee, HOST, deploy, text};
use requirements::small_order::encodings;
use test_contracts::ClientBuild;
use test_contracts::committee::{
    Action, Decision, approve_group_args, approve_members_args, members, new_args, rotate_args,
    signatures, signed_bytes,
};
use test_support::everywhere::{ACCOUNT, Sent, TGAS};

/// Signatures for another account, another nonce or another action, and by another key.
#[test]
fn a_signature_for_anything_else_is_refused() {
    let action = Action::Attest([1; 32]);
    let approve = Decision::Approve(action.clone());
    for build in ClientBuild::ALL {
        let mut committee = Committee::new(build, 2, 3);
        let group = text(&committee.group.key());
        let transfer = Action::Transfer {
            receiver: ACCOUNT.to_owned(),
            amount: 1,
        };
        for bytes in [
            signed_bytes("contract.nea", 0, &approve),
            signed_bytes(ACCOUNT, 1, &approve),
            signed_bytes(ACCOUNT, 0, &Decision::Approve(Action::Attest([2; 32]))),
            signed_bytes(ACCOUNT, 0, &Decision::Approve(transfer.clone())),
            signed_bytes(ACCOUNT, 0, &Decision::Rotate([1; 32])),
            // The signed bytes without the domain.
            signed_bytes(ACCOUNT, 0, &approve)[24..].to_vec(),
        ] {
            let signature = committee.group.sign(&bytes).expect("a signature");
            let args = approve_group_args(&action, &signature);
            let said = committee.refusal("approve_group", &args);
            assert_eq!(said, format!("the group {group} did not sign this"));
            let args = approve_members_args(&action, &signatures(&bytes, [0, 2]));
            let said = committee.refusal("approve_members", &args);
            assert_eq!(said, "signature 0: member 0 did not sign this", "{build}");
        }
        // A member cannot sign for the group, or for another member.
        let by_member = committee.by_members(&approve, 3)[0].1;
        let args = approve_group_args(&action, &by_member);
        let said = committee.refusal("approve_group", &args);
        assert_eq!(said, format!("the group {group} did not sign this"));
        let mut by_members = signatures(&committee.signed(&approve), [0, 1]);
        by_members[1].0 = 2;
        let args = approve_members_args(&action, &by_members);
        let said = committee.refusal("approve_members", &args);
        assert_eq!(said, "signature 1: member 2 did not sign this", "{build}");
    }
}

#[test]
fn members_that_are_too_few_unsorted_twice_or_unknown_are_refused_by_their_place() {
    let action = Action::Attest([1; 32]);
    let approve = Decision::Approve(action.clone());
    for build in ClientBuild::ALL {
        let mut committee = Committee::new(build, 3, 5);
        let bytes = committee.signed(&approve);
        for (numbers, expected) in [
            (&[][..], "0 signatures, below the threshold of 3"),
            (&[1, 2], "2 signatures, below the threshold of 3"),
            (
                &[1, 2, 2],
                "signature 2: member 2 is not above the one before",
            ),
            (
                &[0, 0, 0],
                "signature 1: member 0 is not above the one before",
            ),
            (
                &[0, 2, 1, 3],
                "signature 2: member 1 is not above the one before",
            ),
            (&[0, 1, 5], "signature 2: there is no member 5"),
            (
                &[0, 1, 2, u16::MAX],
                "signature 3: there is no member 65535",
            ),
        ] {
            let args = approve_members_args(&action, &signatures(&bytes, numbers.to_vec()));
            let said = committee.refusal("approve_members", &args);
            assert_eq!(said, expected, "{build}");
        }
        // Every signature is verified, even those beyond the threshold.
        let mut all = signatures(&bytes, 0..5);
        all[4].1[0] ^= 1;
        let said = committee.refusal("approve_members", &approve_members_args(&action, &all));
        assert_eq!(said, "signature 4: member 4 did not sign this", "{build}");
        all[4].1[0] ^= 1;
        committee.accept("approve_members", &approve_members_args(&action, &all));
    }
}

/// Under such a key a signature can be valid for every action.
#[test]
fn keys_of_small_order_are_refused_wherever_they_come_from() {
    let [good, another] = members(2)[..] else {
        panic!("two members");
    };
    for build in HOST {
        let mut contract = deploy(build);
        let mut committee = Committee::new(build, 2, 3);
        for key in encodings() {
            let named = text(&key);
            let of_group = format!("the group's key {named} is of small order");
            let args = new_args(&key, &[good, another], 2);
            assert_eq!(contract.refusal("new", &args), of_group);
            let args = new_args(&good, &[good, key], 2);
            let of_member = format!("member 1: the key {named} is of small order");
            assert_eq!(contract.refusal("new", &args), of_member);
            let signature = committee.by_group(&Decision::Rotate(key));
            let args = rotate_args(&key, &signature, &signature);
            assert_eq!(committee.refusal("rotate", &args), of_group, "{build}");
        }
    }
}

#[test]
fn a_committee_that_could_not_decide_is_not_created() {
    let [good, another] = members(2)[..] else {
        panic!("two members");
    };
    for build in ClientBuild::ALL {
        let mut contract = deploy(build);
        let twice = text(&another);
        let many: Vec<_> = (0..4097_u16).map(|_| good).collect();
        for (members, threshold, expected) in [
            (&[good, another][..], 0, "a threshold of 0, with 2 members"),
            (&[good, another], 3, "a threshold of 3, with 2 members"),
            (&[], 1, "a threshold of 1, with 0 members"),
            (&many, 4097, "4097 members, above 4096"),
            (
                &[another, good, another],
                2,
                &format!("member 2: the key {twice} is another member's"),
            ),
        ] {
            let args = new_args(&good, members, threshold);
            assert_eq!(contract.refusal("new", &args), expected, "{build}");
        }
        let none = contract.refusal("nonce", b"");
        assert_eq!(none, "The contract is not initialized");
    }
}

/// Otherwise one member could approve alone.
#[test]
fn a_key_is_not_both_a_members_and_the_groups() {
    let [first, second] = members(2)[..] else {
        panic!("two members");
    };
    for build in ClientBuild::ALL {
        let of = |key: &[u8; 32], member: u16| {
            let key = text(key);
            format!("the group's key {key} is that of member {member}")
        };
        let mut contract = deploy(build);
        for (key, member) in [(&first, 0), (&second, 1)] {
            let args = new_args(key, &[first, second], 2);
            assert_eq!(contract.refusal("new", &args), of(key, member), "{build}");
        }
        // The rotation has every required signature.
        let mut committee = Committee::new(build, 2, 3);
        for (member, key) in (0..).zip(members(3)) {
            let decision = Decision::Rotate(key);
            let by_group = committee.by_group(&decision);
            let by_member = signatures(&committee.signed(&decision), [member])[0].1;
            let args = rotate_args(&key, &by_group, &by_member);
            let said = committee.refusal("rotate", &args);
            assert_eq!(said, of(&key, member), "{build}");
        }
    }
}

#[test]
fn a_committee_is_created_once_and_by_its_account_alone() {
    let mut committee = Committee::new(ClientBuild::Host, 2, 3);
    let args = new_args(&committee.group.key(), &members(3), 2);
    let said = committee.refusal("new", &args);
    assert_eq!(said, "The contract has already been initialized");

    let mut contract = deploy(ClientBuild::Host);
    let by_a_stranger = Sent {
        caller: "ann.near",
        ..Sent::new("new", &args)
    };
    assert_eq!(contract.refuses(by_a_stranger), "Method new is private");
}

/// The largest number of members, all signing: a batch call takes no more items.
#[test]
fn as_many_members_as_a_batch_call_has_items_can_sign_together() {
    let count = 4096;
    let mut committee = Committee::new(ClientBuild::HostMany, 2, 3);
    let account = deploy(ClientBuild::HostMany).account().clone();
    committee.contract.restore(&account);
    let args = new_args(&committee.group.key(), &members(count), count);
    let outcome = committee.contract.call("new", &args, 1000 * TGAS);
    assert_eq!(outcome.failure, None);
    let action = Action::Attest([1; 32]);
    let bytes = committee.signed(&Decision::Approve(action.clone()));
    let args = approve_members_args(&action, &signatures(&bytes, 0..count));
    committee.accept("approve_members", &args);
}
