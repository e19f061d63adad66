//! The contract on near-sdk's mocked blockchain: nearcore's own host functions, no node.

use committee::{Action, Committee, Decision, signed_bytes};
use ed25519_dalek::{Signer as _, SigningKey};
use near_sdk::mock::MockAction;
use near_sdk::test_utils::{VMContextBuilder, get_created_receipts};
use near_sdk::{AccountIdRef, NearToken, testing_env};
use near_sdk_ext::{PublicKey, Signature};
use std::panic::{AssertUnwindSafe, catch_unwind};

const ACCOUNT: &AccountIdRef = AccountIdRef::new_or_panic("dao.near");

fn key(number: u8) -> SigningKey {
    SigningKey::from_bytes(&[number; 32])
}

fn public(key: &SigningKey) -> PublicKey {
    key.verifying_key().to_bytes().into()
}

fn sign(key: &SigningKey, nonce: u64, decision: Decision<'_>) -> Signature {
    let bytes = signed_bytes(ACCOUNT, nonce, decision);
    key.sign(&bytes).to_bytes().into()
}

/// Key 0 is the group's, the others are members'; two of three approve.
fn committee() -> Committee {
    let account = ACCOUNT.to_owned();
    let mut context = VMContextBuilder::new();
    context.current_account_id(account.clone());
    context.predecessor_account_id(account);
    testing_env!(context.build());
    let members = [1, 2, 3].map(|number| public(&key(number)));
    Committee::new(public(&key(0)), members.to_vec(), 2)
}

/// What a refused call says.
fn refusal(call: impl FnOnce()) -> String {
    let panic = catch_unwind(AssertUnwindSafe(call)).expect_err("refused");
    let text = panic.downcast_ref::<String>().expect("a text");
    text.clone()
}

/// As `test_contracts::committee` has it.
#[test]
fn what_is_signed_names_the_committee_the_nonce_and_the_decision() {
    let head = b"near-ed25519 committee 1\x08\0\0\0dao.near\x02\x01\0\0\0\0\0\0";
    let bytes = |decision| signed_bytes(ACCOUNT, 258, decision);
    let attest = Action::Attest([7; 32].into());
    let signed = bytes(Decision::Approve(&attest));
    assert_eq!(signed, [&head[..], &[0, 0], &[7; 32]].concat());

    let transfer = Action::Transfer {
        receiver: "ann.near".parse().expect("a name"),
        amount: NearToken::from_yoctonear(3),
    };
    let signed = bytes(Decision::Approve(&transfer));
    let amount = 3_u128.to_le_bytes();
    let tail = [&[0, 1][..], b"\x08\0\0\0ann.near", &amount].concat();
    assert_eq!(signed, [&head[..], &tail].concat());

    let signed = bytes(Decision::Rotate(&[7; 32].into()));
    assert_eq!(signed, [&head[..], &[1], &[7; 32]].concat());
}

#[test]
fn an_approval_is_carried_out_once_by_whatever_path() {
    let mut committee = committee();
    let attest = Action::Attest([9; 32].into());
    let by = |number, nonce| sign(&key(number), nonce, Decision::Approve(&attest));
    committee.approve_group(attest.clone(), by(0, 0));
    assert_eq!(committee.attested(), Some([9; 32].into()));
    assert_eq!(committee.nonce(), 1);

    let said = refusal(|| committee.approve_group(attest.clone(), by(0, 0)));
    let group = committee.group_key();
    assert!(
        said.contains(&format!("the group {group} did not sign this")),
        "{said}"
    );
    let both = |nonce| vec![(0, by(1, nonce)), (2, by(3, nonce))];
    let said = refusal(|| committee.approve_members(attest.clone(), both(0)));
    assert!(
        said.contains("signature 0: member 0 did not sign this"),
        "{said}"
    );
    committee.approve_members(attest.clone(), both(1));
    assert_eq!(committee.nonce(), 2);
}

#[test]
fn a_transfer_is_a_receipt() {
    let mut committee = committee();
    let transfer = Action::Transfer {
        receiver: "ann.near".parse().expect("a name"),
        amount: NearToken::from_near(3),
    };
    let signature = sign(&key(0), 0, Decision::Approve(&transfer));
    committee.approve_group(transfer, signature);
    let receipts = get_created_receipts();
    let [receipt] = receipts.as_slice() else {
        panic!("{receipts:?}");
    };
    assert_eq!(receipt.receiver_id, "ann.near");
    let [MockAction::Transfer { deposit, .. }] = receipt.actions.as_slice() else {
        panic!("{receipts:?}");
    };
    assert_eq!(*deposit, NearToken::from_near(3));
}

/// What the group signs to rotate its key approves nothing, and the other way round. The new key signs too.
#[test]
fn a_rotated_key_signs_from_then_on() {
    let mut committee = committee();
    let new = public(&key(8));
    let as_digest = Action::Attest((*new.as_bytes()).into());
    let approval = sign(&key(0), 0, Decision::Approve(&as_digest));
    let rotation = sign(&key(0), 0, Decision::Rotate(&new));
    let by_new = sign(&key(8), 0, Decision::Rotate(&new));
    refusal(|| committee.rotate(new, approval, by_new));
    refusal(|| committee.rotate(new, rotation, rotation));
    refusal(|| committee.rotate(new, by_new, by_new));
    refusal(|| committee.approve_group(as_digest.clone(), rotation));
    committee.rotate(new, rotation, by_new);
    assert_eq!((committee.group_key(), committee.nonce()), (new, 1));

    let by = |number| sign(&key(number), 1, Decision::Approve(&as_digest));
    refusal(|| committee.approve_group(as_digest.clone(), by(0)));
    committee.approve_group(as_digest.clone(), by(8));
}
