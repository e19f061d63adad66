//! Universal accounts: the name is the hash of the first state, which names the keys.

use crate::everywhere::{Chains, id};
use near_crypto::{ED25519PublicKey, PublicKey, PublicKeyHandle};
use near_primitives::action::UniversalStateInitAction;
use near_primitives::errors::{ActionError, TxExecutionError};
use near_primitives::errors::{ActionErrorKind, ActionsValidationError, InvalidTxError};
use near_primitives::transaction::Action;
use near_primitives::universal_state_init::{UniversalStateInit, UniversalStateInitV1};
use near_primitives::utils::derive_universal_account_id;
use near_primitives_core::account::AccessKey;
use near_runtime_ext::{AccountId, Balance, Chain, ChainError, Executed, Gas};

fn key() -> PublicKey {
    PublicKey::ED25519(ED25519PublicKey([7; 32]))
}

/// An account with a key and a record, and what initializes it.
fn universal(deposit: Balance) -> (AccountId, Action) {
    let state = UniversalStateInit::V1(UniversalStateInitV1 {
        code: None,
        data: [(b"key".to_vec(), vec![1; 1_000])].into(),
        access_keys: [PublicKeyHandle::from(key())].into(),
    });
    let state_init = state.to_raw();
    let account_id = derive_universal_account_id(&state_init);
    let action = UniversalStateInitAction {
        state_init,
        deposit,
    };
    (account_id, Action::UniversalStateInit(Box::new(action)))
}

fn send(chain: &mut Chain, to: &AccountId, action: Action) -> Result<Executed, ChainError> {
    let transaction = chain.transaction(&id("alice.near"), to);
    transaction.action(action).transact()
}

/// The account keeps of the deposit what its storage needs, its key signs, and a second initialization
/// changes nothing.
#[test]
fn a_universal_account_is_initialized_once() {
    let mut chains = Chains::new(88, &[("alice.near", None)]);
    let deposit = Balance::from_near(1);
    let (account_id, init) = universal(deposit);
    for _ in 0..2 {
        let executed = chains.run(|chain| send(chain, &account_id, init.clone()).unwrap());
        executed.into_result().unwrap();
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
    let signed = chains.run(|chain| {
        let fund = chain.transaction(&id("alice.near"), &account_id);
        fund.transfer(deposit)
            .transact()
            .unwrap()
            .into_result()
            .unwrap();
        let transaction = chain.transaction(&account_id, &id("alice.near"));
        let transaction = transaction.key(key()).transfer(Balance::from_millinear(1));
        transaction.transact().unwrap()
    });
    signed.into_result().unwrap();
}

/// A transfer creates the account without its state: it can be funded and initialized, and nothing else.
#[test]
fn a_transfer_creates_an_uninitialized_account() {
    let mut chains = Chains::new(88, &[("alice.near", None)]);
    let (account_id, init) = universal(Balance::ZERO);
    let called = chains.run(|chain| {
        let fund = chain.transaction(&id("alice.near"), &account_id);
        let funded = fund.transfer(Balance::from_near(1)).transact().unwrap();
        funded.into_result().unwrap();
        let call = chain.transaction(&id("alice.near"), &account_id);
        let call = call.function_call("run", [], Gas::from_teragas(1), Balance::ZERO);
        call.transact().unwrap()
    });
    let failed = called.result().unwrap_err();
    let TxExecutionError::ActionError(ActionError { kind, .. }) = *failed.error else {
        panic!("an action failed: {failed:?}");
    };
    assert!(matches!(
        kind,
        ActionErrorKind::AccountNotInitialized { .. }
    ));
    let stepped = chains.saved_and_loaded(chains.chain());
    assert_eq!(
        stepped.account(&account_id),
        chains.chain().account(&account_id)
    );
    let executed = chains.run(|chain| send(chain, &account_id, init.clone()).unwrap());
    executed.into_result().unwrap();
    assert_eq!(
        chains.chain().keys(&account_id).collect::<Vec<_>>(),
        [&key()]
    );
}

#[test]
fn another_name_is_refused() {
    let mut chains = Chains::new(88, &[("alice.near", None)]);
    let (_, init) = universal(Balance::ZERO);
    let refused = chains.run(|chain| match send(chain, &id("bob.near"), init.clone()) {
        Err(ChainError::Transaction(InvalidTxError::ActionsValidation(invalid))) => invalid,
        other => panic!("the transaction is refused: {other:?}"),
    });
    assert!(matches!(
        refused,
        ActionsValidationError::InvalidUniversalStateInitReceiver { .. }
    ));
}

/// Before version 88 the name is like any other: a transfer creates no account, and version 87 refuses it.
#[test]
fn before_version_88_no_account_is_universal() {
    let (account_id, init) = universal(Balance::ZERO);
    for version in [84, 86, 87] {
        let mut chains = Chains::new(version, &[("alice.near", None)]);
        let fund = |chain: &mut Chain| {
            let fund = chain.transaction(&id("alice.near"), &account_id);
            fund.transfer(Balance::from_near(1)).transact()
        };
        let refused = chains.run(|chain| match fund(chain) {
            Err(ChainError::Transaction(InvalidTxError::ActionsValidation(invalid))) => {
                Some(invalid)
            }
            executed => {
                let failed = executed.unwrap().result().unwrap_err();
                assert!(failed.to_string().contains("doesn't exist"), "{failed}");
                None
            }
        });
        let is_refused = matches!(
            refused,
            Some(ActionsValidationError::TransferToUniversalAccountNotAllowed { .. })
        );
        assert_eq!(is_refused, version == 87, "{refused:?}");
        assert_eq!(chains.chain().account(&account_id), None);
        let unsupported = chains.run(|chain| match send(chain, &account_id, init.clone()) {
            Err(ChainError::Transaction(InvalidTxError::ActionsValidation(invalid))) => invalid,
            other => panic!("the transaction is refused: {other:?}"),
        });
        assert!(matches!(
            unsupported,
            ActionsValidationError::UnsupportedProtocolFeature { .. }
        ));
    }
}
