//! Access keys, and delegate actions signed with them.

use crate::everywhere::{ALICE, BOB, Chains, VERSIONS, calls, id, is, key, refusal};
use crate::program::{Program, Step, call};
use near_crypto::{ED25519SecretKey, InMemorySigner, SecretKey};
use near_primitives::action::TransferAction;
use near_primitives::action::delegate::{DelegateAction, SignedDelegateAction};
use near_primitives::errors::ActionErrorKind;
use near_primitives::transaction::Action;
use near_primitives_core::account::AccessKey;
use near_runtime_ext::{Balance, Chain, Gas, Transaction};

const GAME: &str = "game.near";

fn chains(version: u32) -> Chains {
    let program = Program::default()
        .method("play", &[])
        .method("other", &[Step::Panic]);
    let accounts = [(ALICE, None), (BOB, None), (GAME, Some(program.wasm()))];
    Chains::new(version, &accounts)
}

/// Access for calls of the game.
fn player(allowance: Balance) -> AccessKey {
    calls(GAME, vec!["play".to_owned()], Some(allowance))
}

fn play(method: &str, deposit: u128) -> impl Fn(Transaction<'_>) -> Transaction<'_> {
    let call = call(method, deposit, Gas::from_teragas(5));
    move |it| it.key(key()).action(call.clone())
}

/// A key for calls signs calls of its method without a deposit; its allowance pays, and gets the refund.
#[test]
fn a_key_signs_what_it_may() {
    for version in VERSIONS {
        let mut chains = chains(version);
        let allowed = player(Balance::from_near(1));
        chains.succeeds(ALICE, ALICE, |it| it.add_key(key(), allowed.clone()));
        let executed = chains.sends(ALICE, GAME, play("play", 0));
        let allowance = |chain: &Chain| {
            let key = chain.access_key(&id(ALICE), &key()).unwrap();
            key.permission.function_call_permission().unwrap().allowance
        };
        let left = Balance::from_near(1).checked_sub(executed.tokens_burnt());
        assert_eq!(allowance(chains.chain()), left);
        for (method, deposit, error) in [
            ("other", 0, "InvalidAccessKeyError(MethodNameMismatch"),
            ("play", 1, "InvalidAccessKeyError(DepositWithFunctionCall"),
        ] {
            let refused = chains.refuses(ALICE, GAME, play(method, deposit));
            is(&refused, error);
        }
    }
}

#[test]
fn an_allowance_limits_what_a_key_spends() {
    let mut chains = chains(86);
    let allowed = player(Balance::from_yoctonear(1));
    chains.succeeds(ALICE, ALICE, |it| it.add_key(key(), allowed.clone()));
    let refused = chains.refuses(ALICE, GAME, play("play", 0)).to_string();
    let expected = "does not have enough balance";
    assert!(refused.contains(expected), "{refused}");
}

/// A relayer sends what another account signed, and pays for it; each nonce serves once.
#[test]
fn a_delegate_action_is_relayed_once() {
    let pair = ed25519_dalek::SigningKey::from_bytes(&[7; 32]).to_keypair_bytes();
    let secret = SecretKey::ED25519(ED25519SecretKey(pair));
    let signer = InMemorySigner::from_secret_key(id(ALICE), secret.clone());
    let mut chains = chains(86);
    chains.succeeds(ALICE, ALICE, |it| {
        it.add_key(secret.public_key(), AccessKey::full_access())
    });
    let transfer = Action::Transfer(TransferAction {
        deposit: Balance::from_near(1),
    });
    let action = DelegateAction {
        sender_id: id(ALICE),
        receiver_id: id(BOB),
        actions: vec![transfer.try_into().unwrap()],
        nonce: 2_000_000,
        max_block_height: 50,
        public_key: secret.public_key(),
    };
    let sign = |action: &DelegateAction| SignedDelegateAction::sign(&signer, action.clone());
    let before = chains.chain().balance(&id(ALICE));
    chains.succeeds(GAME, ALICE, |it| it.action(sign(&action)));
    // The relayer's deposit, in the sender's name.
    assert_eq!(chains.chain().balance(&id(ALICE)), before);
    let bobs = chains.chain().balance(&id(BOB));
    assert_eq!(bobs, Some(Balance::from_near(101)));
    type Change = fn(&mut DelegateAction);
    let changes: [(Change, &str); 4] = [
        (|_| {}, "DelegateActionInvalidNonce"),
        (|it| it.max_block_height = 1, "DelegateActionExpired"),
        (|it| it.nonce = u64::MAX, "DelegateActionNonceTooLarge"),
        (
            |it| it.sender_id = id(BOB),
            "DelegateActionSenderDoesNotMatchTxReceiver",
        ),
    ];
    for (change, error) in changes {
        let mut action = action.clone();
        change(&mut action);
        let executed = chains.sends(GAME, ALICE, |it| it.action(sign(&action)));
        is(&refusal(&executed), error);
        // Mainnet's figure for a refused delegate action: `data/09-delegate-fails.json`.
        let gas = executed.receipts[0].outcome.gas_burnt.as_gas();
        assert_eq!(gas, 308_059_500_000);
    }
    let forged = SignedDelegateAction {
        delegate_action: DelegateAction {
            nonce: 3_000_000,
            ..action.clone()
        },
        signature: sign(&action).signature,
    };
    let executed = chains.sends(GAME, ALICE, |it| it.action(forged.clone()));
    let invalid = ActionErrorKind::DelegateActionInvalidSignature;
    assert_eq!(refusal(&executed), invalid);
}
