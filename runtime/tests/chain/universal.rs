//! Universal accounts: the name is the hash of the first state, which names the keys.

use crate::everywhere::{ALICE, BOB, Chains, called, id, is, key, refusal};
use near_crypto::{ED25519PublicKey, MlDsa65PublicKey, PublicKey, PublicKeyHandle};
use near_primitives::action::{GlobalContractIdentifier, UniversalStateInitAction};
use near_primitives::errors::InvalidTxError;
use near_primitives::transaction::Action;
use near_primitives::universal_state_init::{UniversalStateInit, UniversalStateInitV1};
use near_primitives::utils::derive_universal_account_id;
use near_primitives_core::account::AccessKey;
use near_runtime_ext::{AccountId, Balance, Transaction};

fn post_quantum_key() -> PublicKey {
    PublicKey::MLDSA65(MlDsa65PublicKey(Box::new([7; 1952])))
}

/// An account with a key and a record, and the action that initializes it.
fn universal(deposit: Balance) -> (AccountId, Action) {
    universal_with(None, &[key()], deposit)
}

/// An account with these keys, a record and perhaps a global contract, and the action that initializes it.
fn universal_with(
    code: Option<GlobalContractIdentifier>,
    keys: &[PublicKey],
    deposit: Balance,
) -> (AccountId, Action) {
    let state = UniversalStateInit::V1(UniversalStateInitV1 {
        code,
        data: [(b"key".to_vec(), vec![1; 1_000])].into(),
        access_keys: keys.iter().map(PublicKeyHandle::from).collect(),
    });
    let state_init = state.to_raw();
    let account_id = derive_universal_account_id(&state_init);
    let action = UniversalStateInitAction {
        state_init,
        deposit,
    };
    (account_id, Action::UniversalStateInit(Box::new(action)))
}

const NEAR: Balance = Balance::from_near(1);

/// The account keeps only what its storage needs of the deposit, its key signs, and a second initialization
/// changes nothing. Another name is refused.
#[test]
fn a_universal_account_is_initialized_once() {
    let mut chains = Chains::new(88, &[(ALICE, None)]);
    let (account_id, init) = universal(NEAR);
    let name = account_id.as_str();
    let refused = chains.refuses(ALICE, BOB, |it| it.action(init.clone()));
    let expected = "ActionsValidation(InvalidUniversalStateInitReceiver";
    is(&refused, expected);
    for _ in 0..2 {
        chains.succeeds(ALICE, name, |it| it.action(init.clone()));
        let account = chains.chain().account(&account_id).unwrap();
        // nearcore: 100 bytes of the account; 40, key and value of the record; 40, key and access key.
        let access = borsh::object_length(&AccessKey::full_access()).unwrap() as u64;
        let usage = 100 + (40 + 3 + 1_000) + (40 + 33 + access);
        assert_eq!(account.storage_usage(), usage);
        let stake = u128::from(usage) * 10_u128.pow(19);
        assert_eq!(account.amount(), Balance::from_yoctonear(stake));
    }
    let value = chains.chain().stored(&account_id, b"key");
    assert_eq!(value, Some(&[1; 1_000][..]));
    chains.succeeds(ALICE, name, |it| it.transfer(NEAR));
    let milli = Balance::from_millinear(1);
    chains.succeeds(name, ALICE, |it| it.key(key()).transfer(milli));
}

/// A transfer creates the account without its state: it can be funded and initialized, and nothing else.
#[test]
fn a_transfer_creates_an_uninitialized_account() {
    let mut chains = Chains::new(88, &[(ALICE, None)]);
    let (account_id, init) = universal(Balance::ZERO);
    let name = account_id.as_str();
    chains.succeeds(ALICE, name, |it| it.transfer(NEAR));
    let called = chains.sends(ALICE, name, |it| called(it, "run"));
    is(&refusal(&called), "AccountNotInitialized");
    let stepped = chains.saved_and_loaded(chains.chain());
    let [loaded, saved] = [&stepped, chains.chain()].map(|it| it.account(&account_id));
    assert_eq!(loaded, saved);
    chains.succeeds(ALICE, name, |it| it.action(init.clone()));
    let keys: Vec<_> = chains.chain().keys(&account_id).collect();
    assert_eq!(keys, [&PublicKeyHandle::from(key())]);
}

/// Signs a transaction with this key, and adds the action that initializes the account.
fn signed(key: &PublicKey, init: &Action) -> impl Fn(Transaction<'_>) -> Transaction<'_> {
    |it| it.key(key.clone()).action(init.clone())
}

fn last_nonce(chains: &Chains, account_id: &AccountId) -> Option<u64> {
    chains.chain().account(account_id)?.bootstrap_nonce()
}

/// An account that a transfer created signs its own initialization by a key that its name commits to, with
/// exactly its next nonce; a replay of the transaction is refused.
#[test]
fn a_universal_account_initializes_itself_once() {
    for own in [key(), post_quantum_key()] {
        let mut chains = Chains::new(88, &[(ALICE, None)]);
        let keys = [key(), post_quantum_key()];
        let (account_id, init) = universal_with(None, &keys, Balance::ZERO);
        let name = account_id.as_str();
        chains.succeeds(ALICE, name, |it| it.transfer(NEAR));
        let last = last_nonce(&chains, &account_id).unwrap();
        for nonce in [last, last + 2] {
            let refused = chains.refuses(name, name, |it| signed(&own, &init)(it).nonce(nonce));
            let expected = InvalidTxError::InvalidNonce {
                tx_nonce: nonce,
                ak_nonce: last,
            };
            assert_eq!(refused, expected);
        }
        let stranger = PublicKey::ED25519(ED25519PublicKey([8; 32]));
        let refused = chains.refuses(name, name, signed(&stranger, &init));
        is(&refused, "InvalidAccessKeyError(AccessKeyNotFound");
        chains.succeeds(name, name, signed(&own, &init));
        assert_eq!(last_nonce(&chains, &account_id), None);
        let replayed = chains.refuses(name, name, |it| signed(&own, &init)(it).nonce(last + 1));
        is(&replayed, "InvalidNonce {");
        for key in keys {
            let nonce = chains.chain().access_key(&account_id, &key).unwrap().nonce;
            assert!(nonce > last);
            let yocto = Balance::from_yoctonear(1);
            chains.succeeds(name, ALICE, |it| it.key(key.clone()).transfer(yocto));
        }
    }
}

/// An initialization that fails consumes its nonce, and can be sent again with the next one.
#[test]
fn a_failed_initialization_of_itself_consumes_its_nonce() {
    let mut chains = Chains::new(88, &[(ALICE, None)]);
    let nobody = GlobalContractIdentifier::AccountId(id("nobody.near"));
    let (account_id, init) = universal_with(Some(nobody), &[key()], Balance::ZERO);
    let name = account_id.as_str();
    chains.succeeds(ALICE, name, |it| it.transfer(NEAR));
    let last = last_nonce(&chains, &account_id).unwrap();
    let key = key();
    let own = signed(&key, &init);
    for consumed in [last + 1, last + 2] {
        let executed = chains.sends(name, name, &own);
        let failed = executed.into_result().unwrap_err().to_string();
        assert!(failed.contains("nobody.near"), "{failed}");
        assert_eq!(last_nonce(&chains, &account_id), Some(consumed));
        let again = chains.refuses(name, name, |it| own(it).nonce(consumed));
        is(&again, "InvalidNonce {");
    }
}

/// Before version 88 the name is like any other: a transfer creates no account, and version 87 refuses it.
#[test]
fn before_version_88_no_account_is_universal() {
    let (account_id, init) = universal(Balance::ZERO);
    let name = account_id.as_str();
    for version in [84, 86, 87] {
        let mut chains = Chains::new(version, &[(ALICE, None)]);
        if version == 87 {
            let refused = chains.refuses(ALICE, name, |it| it.transfer(NEAR));
            is(
                &refused,
                "ActionsValidation(TransferToUniversalAccountNotAllowed",
            );
        } else {
            let executed = chains.sends(ALICE, name, |it| it.transfer(NEAR));
            let failed = executed.result().unwrap_err().to_string();
            assert!(failed.contains("doesn't exist"), "{failed}");
        }
        assert_eq!(chains.chain().account(&account_id), None);
        let unsupported = chains.refuses(ALICE, name, |it| it.action(init.clone()));
        is(&unsupported, "ActionsValidation(UnsupportedProtocolFeature");
    }
}
