//! Refusals of a committee: their messages, and that they change nothing.

use crate::{Client, Committee, text};
use near_frost::dealt_groups::Group;
use requirements::odd_points::small_order_encodings;
use test_contracts::committee::{
    Action, Decision, approve_group_args, approve_members_args, members, new_args, rotate_args,
    signatures, signed_bytes,
};
use test_contracts::{Build, committee};
use test_support::everywhere::ACCOUNT;

/// Signatures for another account, another nonce or another action, and by another key.
#[test]
fn a_signature_for_anything_else_is_refused() {
    let action = Action::Attest([1; 32]);
    let approve = Decision::Approve(action.clone());
    let mut committee = Committee::new(2, 3);
    let not_signed = format!("the group {} did not sign this", text(&committee.group.key));
    let refuses =
        |committee: &mut Committee, by_group: &[u8; 64], by_members: &[_], expected: &str| {
            let args = approve_group_args(&action, by_group);
            assert_eq!(committee.refusal("approve_group", &args), not_signed);
            let args = approve_members_args(&action, by_members);
            assert_eq!(committee.refusal("approve_members", &args), expected);
        };
    let transfer = Action::Transfer {
        receiver: ACCOUNT.to_owned(),
        amount: 1,
    };
    for bytes in [
        signed_bytes("contract.nea", 0, &approve),
        signed_bytes(ACCOUNT, 1, &approve),
        signed_bytes(ACCOUNT, 0, &Decision::Approve(Action::Attest([2; 32]))),
        signed_bytes(ACCOUNT, 0, &Decision::Approve(transfer)),
        signed_bytes(ACCOUNT, 0, &Decision::Rotate([1; 32])),
        // The signed bytes without the domain.
        signed_bytes(ACCOUNT, 0, &approve)[24..].to_vec(),
    ] {
        let by_group = committee.group.sign(&bytes).expect("a signature");
        let expected = "signature 0: member 0 did not sign this";
        refuses(
            &mut committee,
            &by_group,
            &signatures(&bytes, [0, 2]),
            expected,
        );
    }
    // A member cannot sign for the group, or for another member.
    let mut by_members = signatures(&committee.signed(&approve), [0, 1]);
    by_members[1].0 = 2;
    let expected = "signature 1: member 2 did not sign this";
    refuses(&mut committee, &by_members[0].1, &by_members, expected);
}

#[test]
fn members_that_are_too_few_unsorted_twice_or_unknown_are_refused_by_their_place() {
    let action = Action::Attest([1; 32]);
    let mut committee = Committee::new(3, 5);
    let bytes = committee.signed(&Decision::Approve(action.clone()));
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
        assert_eq!(committee.refusal("approve_members", &args), expected);
    }
    // Every signature is verified, even those beyond the threshold.
    let mut all = signatures(&bytes, 0..5);
    all[4].1[0] ^= 1;
    let said = committee.refusal("approve_members", &approve_members_args(&action, &all));
    assert_eq!(said, "signature 4: member 4 did not sign this");
    all[4].1[0] ^= 1;
    committee.accept("approve_members", &approve_members_args(&action, &all));
}

/// Under a key of small order a signature can be valid for every action. With a key that is both a member's and the
/// group's, one member could approve alone.
#[test]
fn keys_that_bind_nobody_or_are_a_members_and_the_groups_are_refused_wherever_they_come_from() {
    let mut contract = Client::nobodys(Build::CLIENT.map(committee), 0);
    // The rotations have every required signature.
    let mut committee = Committee::new(2, 3);
    let keys = members(3);
    for key in small_order_encodings() {
        let named = text(&key);
        let of_group = format!("the group's key {named} is of small order");
        let args = new_args(&key, &keys, 2);
        assert_eq!(contract.refusal("new", &args), of_group);
        let args = new_args(&keys[0], &[keys[0], key], 2);
        let of_member = format!("member 1: the key {named} is of small order");
        assert_eq!(contract.refusal("new", &args), of_member);
        let signature = committee.by_group(&Decision::Rotate(key));
        let args = rotate_args(&key, &signature, &signature);
        assert_eq!(committee.refusal("rotate", &args), of_group);
    }
    for (member, key) in (0..).zip(&keys) {
        let named = text(key);
        let expected = format!("the group's key {named} is that of member {member}");
        let args = new_args(key, &keys, 2);
        assert_eq!(contract.refusal("new", &args), expected);
        let decision = Decision::Rotate(*key);
        let by_group = committee.by_group(&decision);
        let by_member = signatures(&committee.signed(&decision), [member])[0].1;
        let args = rotate_args(key, &by_group, &by_member);
        assert_eq!(committee.refusal("rotate", &args), expected);
    }
}

#[test]
fn a_committee_that_could_not_decide_is_not_created() {
    let [good, another] = members(2)[..] else {
        panic!("two members");
    };
    let mut contract = Client::nobodys(Build::CLIENT.map(committee), 0);
    let twice = text(&another);
    for (members, threshold, expected) in [
        (&[good, another][..], 0, "a threshold of 0, with 2 members"),
        (&[good, another], 3, "a threshold of 3, with 2 members"),
        (&[], 1, "a threshold of 1, with 0 members"),
        (&vec![good; 4097], 4097, "4097 members, above 4096"),
        (
            &[another, good, another],
            2,
            &format!("member 2: the key {twice} is another member's"),
        ),
    ] {
        let args = new_args(&good, members, threshold);
        assert_eq!(contract.refusal("new", &args), expected);
    }
    let none = contract.refusal("nonce", b"");
    assert_eq!(none, "The contract is not initialized");
}

/// The largest number of members, all signing: a batch call allows no more items.
#[test]
fn as_many_members_as_a_batch_call_has_items_can_sign_together() {
    let count = 4096;
    let mut contract = Client::nobodys([committee(Build::HostMany)], 0);
    let group_key = Group::new(2, 3, 1).expect("a group").key;
    let args = new_args(&group_key, &members(count), count);
    contract.call("new", &args).expect("created");
    let action = Action::Attest([1; 32]);
    let bytes = signed_bytes(ACCOUNT, 0, &Decision::Approve(action.clone()));
    let args = approve_members_args(&action, &signatures(&bytes, 0..count));
    contract.call("approve_members", &args).expect("approved");
}
