//! Universal accounts: the name is the hash of the first state, which names the keys.

use crate::everywhere::{Chains, Sent, id, is, key, refusal};
use near_crypto::{ED25519PublicKey, MlDsa65PublicKey, PublicKey, PublicKeyHandle};
use near_primitives::action::{GlobalContractIdentifier, UniversalStateInitAction};
use near_primitives::errors::InvalidTxError;
use near_primitives::transaction::Action;
use near_primitives::universal_state_init::{UniversalStateInit, UniversalStateInitV1};
use near_primitives::utils::derive_universal_account_id;
use near_primitives_core::account::AccessKey;
use near_runtime_ext::{AccountId, Balance, Chain, Gas};

fn post_quantum_key() -> PublicKey {
    PublicKey::MLDSA65(MlDsa65PublicKey(Box::new([7; 1952])))
}

/// An account with a key and a record, and what initializes it.
fn universal(deposit: Balance) -> (AccountId, Action) {
    universal_with(None, &[key()], deposit)
}

/// An account with these keys, a record and perhaps a global contract, and what initializes it.
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

fn send(chain: &mut Chain, to: &AccountId, action: &Action) -> Sent {
    let transaction = chain.transaction(&id("alice.near"), to);
    transaction.action(action.clone()).transact()
}

/// Sends the account 1 NEAR.
fn fund(chain: &mut Chain, account_id: &AccountId) -> Sent {
    let transaction = chain.transaction(&id("alice.near"), account_id);
    transaction.transfer(Balance::from_near(1)).transact()
}

/// The account keeps of the deposit what its storage needs, its key signs, and a second initialization
/// changes nothing. Another name is refused.
#[test]
fn a_universal_account_is_initialized_once() {
    let mut chains = Chains::new(88, &[("alice.near", None)]);
    let deposit = Balance::from_near(1);
    let (account_id, init) = universal(deposit);
    let refused = chains.refuses(|chain| send(chain, &id("bob.near"), &init));
    let expected = "ActionsValidation(InvalidUniversalStateInitReceiver";
    is(&refused, expected);
    for _ in 0..2 {
        chains.succeeds(|chain| send(chain, &account_id, &init));
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
    chains.succeeds(|chain| fund(chain, &account_id));
    chains.succeeds(|chain| {
        let transaction = chain.transaction(&account_id, &id("alice.near"));
        let transaction = transaction.key(key()).transfer(Balance::from_millinear(1));
        transaction.transact()
    });
}

/// A transfer creates the account without its state: it can be funded and initialized, and nothing else.
#[test]
fn a_transfer_creates_an_uninitialized_account() {
    let mut chains = Chains::new(88, &[("alice.near", None)]);
    let (account_id, init) = universal(Balance::ZERO);
    chains.succeeds(|chain| fund(chain, &account_id));
    let called = chains.sends(|chain| {
        let call = chain.transaction(&id("alice.near"), &account_id);
        let call = call.function_call("run", [], Gas::from_teragas(1), Balance::ZERO);
        call.transact()
    });
    is(&refusal(&called), "AccountNotInitialized");
    let stepped = chains.saved_and_loaded(chains.chain());
    let [loaded, saved] = [&stepped, chains.chain()].map(|it| it.account(&account_id));
    assert_eq!(loaded, saved);
    chains.succeeds(|chain| send(chain, &account_id, &init));
    let keys: Vec<_> = chains.chain().keys(&account_id).collect();
    assert_eq!(keys, [&PublicKeyHandle::from(key())]);
}

/// The account's own transaction, with this nonce.
fn send_own(
    chain: &mut Chain,
    account_id: &AccountId,
    key: PublicKey,
    nonce: Option<u64>,
    init: &Action,
) -> Sent {
    let transaction = chain.transaction(account_id, account_id).key(key);
    let transaction = nonce
        .into_iter()
        .fold(transaction, |it, nonce| it.nonce(nonce));
    transaction.action(init.clone()).transact()
}

fn last_nonce(chains: &Chains, account_id: &AccountId) -> Option<u64> {
    chains.chain().account(account_id)?.bootstrap_nonce()
}

/// An account that a transfer created signs its own initialization by a key that its name commits to, with
/// exactly its next nonce; the same transaction fits no second time.
#[test]
fn a_universal_account_initializes_itself_once() {
    for own in [key(), post_quantum_key()] {
        let mut chains = Chains::new(88, &[("alice.near", None)]);
        let keys = [key(), post_quantum_key()];
        let (account_id, init) = universal_with(None, &keys, Balance::ZERO);
        chains.succeeds(|chain| fund(chain, &account_id));
        let last = last_nonce(&chains, &account_id).unwrap();
        let sent = |chain: &mut Chain, key: &PublicKey, nonce: Option<u64>| {
            send_own(chain, &account_id, key.clone(), nonce, &init)
        };
        for nonce in [last, last + 2] {
            let refused = chains.refuses(|chain| sent(chain, &own, Some(nonce)));
            let expected = InvalidTxError::InvalidNonce {
                tx_nonce: nonce,
                ak_nonce: last,
            };
            assert_eq!(refused, expected);
        }
        let stranger = PublicKey::ED25519(ED25519PublicKey([8; 32]));
        let refused = chains.refuses(|chain| sent(chain, &stranger, None));
        is(&refused, "InvalidAccessKeyError(AccessKeyNotFound");
        chains.succeeds(|chain| sent(chain, &own, None));
        assert_eq!(last_nonce(&chains, &account_id), None);
        let replayed = chains.refuses(|chain| sent(chain, &own, Some(last + 1)));
        is(&replayed, "InvalidNonce {");
        for key in keys {
            let nonce = chains.chain().access_key(&account_id, &key).unwrap().nonce;
            assert!(nonce > last);
            chains.succeeds(|chain| {
                let transaction = chain.transaction(&account_id, &id("alice.near"));
                let transaction = transaction.key(key.clone());
                transaction.transfer(Balance::from_yoctonear(1)).transact()
            });
        }
    }
}

/// An initialization that fails has consumed its nonce, and can be sent again with the next one.
#[test]
fn a_failed_initialization_of_itself_consumes_its_nonce() {
    let mut chains = Chains::new(88, &[("alice.near", None)]);
    let nobody = GlobalContractIdentifier::AccountId(id("nobody.near"));
    let (account_id, init) = universal_with(Some(nobody), &[key()], Balance::ZERO);
    chains.succeeds(|chain| fund(chain, &account_id));
    let last = last_nonce(&chains, &account_id).unwrap();
    let sent = |chain: &mut Chain, nonce| send_own(chain, &account_id, key(), nonce, &init);
    for consumed in [last + 1, last + 2] {
        let executed = chains.sends(|chain| sent(chain, None));
        let failed = executed.into_result().unwrap_err().to_string();
        assert!(failed.contains("nobody.near"), "{failed}");
        assert_eq!(last_nonce(&chains, &account_id), Some(consumed));
        let again = chains.refuses(|chain| sent(chain, Some(consumed)));
        is(&again, "InvalidNonce {");
    }
}

/// Before version 88 the name is like any other: a transfer creates no account, and version 87 refuses it.
#[test]
fn before_version_88_no_account_is_universal() {
    let (account_id, init) = universal(Balance::ZERO);
    for version in [84, 86, 87] {
        let mut chains = Chains::new(version, &[("alice.near", None)]);
        if version == 87 {
            let refused = chains.refuses(|chain| fund(chain, &account_id));
            is(
                &refused,
                "ActionsValidation(TransferToUniversalAccountNotAllowed",
            );
        } else {
            let executed = chains.sends(|chain| fund(chain, &account_id));
            let failed = executed.result().unwrap_err().to_string();
            assert!(failed.contains("doesn't exist"), "{failed}");
        }
        assert_eq!(chains.chain().account(&account_id), None);
        let unsupported = chains.refuses(|chain| send(chain, &account_id, &init));
        is(&unsupported, "ActionsValidation(UnsupportedProtocolFeature");
    }
}
