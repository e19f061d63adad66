//! Approvals by a committee, in every build.

use crate::{Committee, text};
use near_frost::dealt_groups::Group;
use near_runtime_ext::Balance;
use serde_json::Value;
use test_contracts::committee::{Action, Decision, approve_group_args, rotate_args};

/// Each action is carried out once, even if the approval is sent again in another way.
#[test]
fn an_action_is_approved_by_the_group_or_by_members_once() {
    let mut committee = Committee::new(2, 3);
    assert_eq!(committee.view("attested"), Value::Null);
    for (way, digest) in [[1; 32], [2; 32]].into_iter().enumerate() {
        for action in [Action::Attest(digest), transfer(3)] {
            let approvals = committee.approvals(&action);
            let (method, args) = &approvals[way];
            let success = committee.accept(method, args);
            match action {
                Action::Attest(digest) => {
                    let attested = bs58::encode(digest).into_string();
                    assert_eq!(committee.view("attested"), attested);
                }
                Action::Transfer { .. } => {
                    let sent = ("ann.near", Balance::from_yoctonear(3));
                    assert_eq!(success.transfer(), sent);
                }
            }
            for (method, args) in &approvals {
                let said = committee.refusal(method, args);
                assert!(said.ends_with(" did not sign this"), "{said}");
            }
        }
    }
}

fn transfer(amount: u128) -> Action {
    Action::Transfer {
        receiver: "ann.near".to_owned(),
        amount,
    }
}

/// The transfer exceeds the balance, so the approval stays unspent.
#[test]
fn a_transfer_that_cannot_be_paid_takes_no_nonce() {
    let mut committee = Committee::new(2, 3);
    for (method, args) in committee.approvals(&transfer(u128::MAX)) {
        let said = committee.refusal(method, &args);
        assert_eq!(said, "Exceeded the account balance.");
        assert_eq!(committee.view("nonce"), 0);
    }
}

/// A signature for a rotation approves no action, and the reverse. The new key must sign too.
#[test]
fn after_a_rotation_the_new_key_signs_and_the_old_one_does_not() {
    let mut committee = Committee::new(2, 3);
    let mut new = Group::new(3, 5, 2).expect("a group");
    let (old_key, new_key) = (committee.group.key, new.key);
    let rotation = committee.by_group(&Decision::Rotate(new_key));
    let as_digest = Action::Attest(new_key);
    let approval = committee.by_group(&Decision::Approve(as_digest.clone()));
    let not_signed = |key| format!("the group {} did not sign this", text(&key));

    let crossed = approve_group_args(&as_digest, &rotation);
    let said = committee.refusal("approve_group", &crossed);
    assert_eq!(said, not_signed(old_key));
    let by_new = new.sign(&committee.signed(&Decision::Rotate(new_key)));
    let by_new = by_new.expect("a signature");
    for (signature, by_new, refused) in [
        (approval, by_new, old_key),
        (by_new, by_new, old_key),
        (rotation, rotation, new_key),
    ] {
        let args = rotate_args(&new_key, &signature, &by_new);
        assert_eq!(committee.refusal("rotate", &args), not_signed(refused));
    }

    let rotation = rotate_args(&new_key, &rotation, &by_new);
    committee.accept("rotate", &rotation);
    assert_eq!(committee.view("group_key"), text(&new_key));
    let [(method, by_old), _] = committee.approvals(&as_digest);
    assert_eq!(committee.refusal(method, &by_old), not_signed(new_key));
    assert_eq!(committee.refusal("rotate", &rotation), not_signed(new_key));
    committee.group = new;
    // The members have not changed.
    for way in [0, 1] {
        let (method, args) = &committee.approvals(&as_digest)[way];
        committee.accept(method, args);
    }
}
