//! Approvals by a committee, in every build.

use crate::Committee;
use near_frost::dealt_groups::Group;
use near_sdk_ext::PublicKey;
use test_contracts::ClientBuild;
use test_contracts::committee::{Action, Decision, rotate_args};

/// Each action is carried out once, even if the approval is sent again in another way.
#[test]
fn an_action_is_approved_by_the_group_or_by_members_once() {
    for build in ClientBuild::ALL {
        let mut committee = Committee::new(build, 2, 3);
        assert_eq!(committee.view::<Option<String>>("attested"), None);
        for digest in [[1; 32], [2; 32]] {
            let action = Action::Attest(digest);
            let by_group = committee.group_args(&action);
            let by_members = committee.members_args(&action, 3);
            let (method, args) = match digest[0] {
                1 => ("approve_group", &by_group),
                _ => ("approve_members", &by_members),
            };
            committee.accept(method, args);
            let attested: String = committee.view("attested");
            assert_eq!(attested, bs58::encode(digest).into_string(), "{build}");
            for (method, args) in [
                ("approve_group", &by_group),
                ("approve_members", &by_members),
            ] {
                let said = committee.refusal(method, args);
                assert!(said.ends_with(" did not sign this"), "{build}: {said}");
            }
        }
    }
}

#[test]
fn a_transfer_leaves_the_account_as_a_receipt() {
    for build in ClientBuild::ALL {
        let mut committee = Committee::new(build, 2, 3);
        let action = Action::Transfer {
            receiver: "ann.near".to_owned(),
            amount: 3,
        };
        let by_group = committee.group_args(&action);
        let by_group = committee.accepted("approve_group", &by_group);
        let by_members = committee.members_args(&action, 3);
        let by_members = committee.accepted("approve_members", &by_members);
        for outcome in [by_group, by_members] {
            let [receipt] = outcome.receipts.as_slice() else {
                panic!("{build}: {:?}", outcome.receipts);
            };
            assert_eq!(receipt.receiver_id, "ann.near");
            let [transfer] = receipt.actions.as_slice() else {
                panic!("{build}: {receipt:?}");
            };
            let sent = (transfer.name.as_str(), transfer.deposit.as_yoctonear());
            assert_eq!(sent, ("Transfer", 3), "{build}");
        }
    }
}

/// The transfer exceeds the balance, so the approval stays unspent.
#[test]
fn a_transfer_that_cannot_be_paid_takes_no_nonce() {
    let mut committee = Committee::new(ClientBuild::Host, 2, 3);
    let action = Action::Transfer {
        receiver: "ann.near".to_owned(),
        amount: u128::MAX,
    };
    for (method, args) in [
        ("approve_group", committee.group_args(&action)),
        ("approve_members", committee.members_args(&action, 3)),
    ] {
        let said = committee.refusal(method, &args);
        assert_eq!(said, "Exceeded the account balance.");
        assert_eq!(committee.view::<u64>("nonce"), 0);
    }
}

/// A signature for a rotation approves no action, and the reverse. The new key must sign too.
#[test]
fn after_a_rotation_the_new_key_signs_and_the_old_one_does_not() {
    for build in ClientBuild::ALL {
        let mut committee = Committee::new(build, 2, 3);
        let mut new = Group::new(3, 5, 2).expect("a group");
        let (old_key, new_key) = (committee.group.key(), new.key());
        let rotation = committee.by_group(&Decision::Rotate(new_key));
        let as_digest = Action::Attest(new_key);
        let approval = committee.by_group(&Decision::Approve(as_digest.clone()));
        let not_signed = |key| format!("the group {} did not sign this", crate::text(&key));

        let crossed = test_contracts::committee::approve_group_args(&as_digest, &rotation);
        let said = committee.refusal("approve_group", &crossed);
        assert_eq!(said, not_signed(old_key), "{build}");
        let by_new = new.sign(&committee.signed(&Decision::Rotate(new_key)));
        let by_new = by_new.expect("a signature");
        for (signature, by_new, refused) in [
            (approval, by_new, old_key),
            (by_new, by_new, old_key),
            (rotation, rotation, new_key),
        ] {
            let args = rotate_args(&new_key, &signature, &by_new);
            let said = committee.refusal("rotate", &args);
            assert_eq!(said, not_signed(refused), "{build}");
        }

        let rotation = rotate_args(&new_key, &rotation, &by_new);
        committee.accept("rotate", &rotation);
        assert_eq!(committee.view::<PublicKey>("group_key"), new_key.into());
        let by_old = committee.group_args(&as_digest);
        let said = committee.refusal("approve_group", &by_old);
        assert_eq!(said, not_signed(new_key), "{build}");
        assert_eq!(committee.refusal("rotate", &rotation), not_signed(new_key));
        committee.group = new;
        let by_new = committee.group_args(&as_digest);
        committee.accept("approve_group", &by_new);
        // The members have not changed.
        let by_members = committee.members_args(&as_digest, 3);
        committee.accept("approve_members", &by_members);
    }
}
