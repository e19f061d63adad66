//! Gas keys: they pay for gas, their account for deposits.

use crate::everywhere::{Chains, VERSIONS, id};
use near_crypto::PublicKey;
use near_primitives::action::TransferToGasKeyAction;
use near_primitives::errors::{DepositCostFailureReason, InvalidTxError, TxExecutionError};
use near_primitives::transaction::Action;
use near_primitives_core::account::{AccessKey, AccessKeyPermission, GasKeyInfo};
use near_primitives_core::version::ProtocolFeature;
use near_runtime_ext::{Balance, Chain, ChainError, Executed};

/// Series of nonces of the key.
const NONCES: u16 = 2;
const FUNDS: Balance = Balance::from_near(1);

fn key() -> PublicKey {
    "ed25519:DcA2MzgpJbrUATQLLceocVckhhAqrkingax4oJ9kZ847"
        .parse()
        .expect("a valid key")
}

/// Alice with a gas key that has 1 NEAR.
fn chains(version: u32) -> Chains {
    let mut chains = Chains::new(version, &[("alice.near", None), ("bob.near", None)]);
    chains.run(|chain| {
        let info = GasKeyInfo {
            balance: Balance::ZERO,
            num_nonces: NONCES,
        };
        let access = AccessKey {
            nonce: 0,
            permission: AccessKeyPermission::GasKeyFullAccess(info),
        };
        let fund = Action::TransferToGasKey(Box::new(TransferToGasKeyAction {
            public_key: key(),
            deposit: FUNDS,
        }));
        let transaction = chain.transaction(&id("alice.near"), &id("alice.near"));
        let transaction = transaction.add_key(key(), access).action(fund);
        let executed = transaction.transact().expect("an accepted transaction");
        executed.into_result().expect("no receipt fails")
    });
    chains
}

fn funds(chain: &Chain) -> Balance {
    let key = chain.access_key(&id("alice.near"), &key());
    let info = key.and_then(AccessKey::gas_key_info);
    info.expect("a gas key").balance
}

fn pay(chain: &mut Chain, index: u16, amount: Balance) -> Result<Executed, ChainError> {
    let transaction = chain.transaction(&id("alice.near"), &id("bob.near"));
    transaction
        .gas_key(key(), index)
        .transfer(amount)
        .transact()
}

fn refused(chains: &mut Chains, index: u16, amount: Balance) -> InvalidTxError {
    chains.run(|chain| match pay(chain, index, amount) {
        Err(ChainError::Transaction(refused)) => refused,
        other => panic!("the transaction is refused: {other:?}"),
    })
}

/// nearcore's `verify_and_charge_gas_key_tx_ephemeral`.
#[test]
fn a_gas_key_pays_for_gas_and_its_account_for_deposits() {
    for version in VERSIONS {
        if !ProtocolFeature::GasKeys.enabled(version) {
            continue;
        }
        let mut chains = chains(version);
        let before = chains.chain().balance(&id("alice.near")).unwrap();
        let amount = Balance::from_near(2);
        for index in 0..NONCES {
            let before = funds(chains.chain());
            let executed = chains.run(|chain| pay(chain, index, amount).unwrap());
            let paid = executed.tokens_burnt();
            executed.into_result().unwrap();
            assert_eq!(before.checked_sub(funds(chains.chain())), Some(paid));
        }
        let after = chains.chain().balance(&id("alice.near"));
        assert_eq!(after, before.checked_sub(Balance::from_near(4)));
        // One above the last series of nonces, and a key that is none.
        let unknown = InvalidTxError::InvalidNonceIndex {
            tx_nonce_index: Some(NONCES),
            num_nonces: NONCES,
        };
        assert_eq!(refused(&mut chains, NONCES, amount), unknown);
        let other = chains.run(|chain| {
            let own = chain.signing_key(&id("alice.near")).unwrap();
            let transaction = chain.transaction(&id("alice.near"), &id("bob.near"));
            match transaction.gas_key(own, 0).transfer(amount).transact() {
                Err(ChainError::Transaction(refused)) => refused,
                other => panic!("the transaction is refused: {other:?}"),
            }
        });
        assert!(matches!(
            other,
            InvalidTxError::InvalidNonceIndex { num_nonces: 0, .. }
        ));
        let regular = chains.run(|chain| {
            let transaction = chain.transaction(&id("alice.near"), &id("bob.near"));
            match transaction.key(key()).transfer(amount).transact() {
                Err(ChainError::Transaction(refused)) => refused,
                other => panic!("the transaction is refused: {other:?}"),
            }
        });
        assert!(matches!(
            regular,
            InvalidTxError::InvalidNonceIndex {
                tx_nonce_index: None,
                ..
            }
        ));
    }
}

/// The deposit is refused beforehand; or, if another transaction of the block has spent the balance, in
/// the block: then the key pays for the conversion alone.
#[test]
fn a_deposit_that_fails_burns_only_the_conversion() {
    let mut chains = chains(88);
    let too_much = refused(&mut chains, 0, Balance::from_near(100));
    let is_expected = matches!(
        too_much,
        InvalidTxError::NotEnoughBalanceForDeposit {
            reason: DepositCostFailureReason::NotEnoughBalance,
            ..
        }
    );
    assert!(is_expected, "{too_much:?}");
    let before = funds(chains.chain());
    let [first, second] = chains.run(|chain| {
        let hashes = [0, 1].map(|index| {
            let transaction = chain.transaction(&id("alice.near"), &id("bob.near"));
            let transaction = transaction.gas_key(key(), index);
            transaction
                .transfer(Balance::from_near(60))
                .submit()
                .unwrap()
        });
        chain.settle().unwrap();
        hashes.map(|hash| chain.executed(&hash).unwrap().clone())
    });
    assert_eq!(second.receipts, []);
    assert_eq!(
        second.conversion.outcome.gas_burnt,
        first.conversion.outcome.gas_burnt
    );
    let failed = second.clone().into_result().unwrap_err();
    assert!(matches!(
        *failed.error,
        TxExecutionError::InvalidTxError(InvalidTxError::NotEnoughBalanceForDeposit { .. })
    ));
    assert!(second.to_string().contains("REFUSED"), "{second}");
    let paid = first.tokens_burnt().checked_add(second.tokens_burnt());
    assert_eq!(before.checked_sub(funds(chains.chain())), paid);
    first.into_result().unwrap();
}

/// A regular transaction that another of its block makes too dear burns nothing; its outcome says why.
#[test]
fn a_transaction_that_its_block_refuses_has_an_outcome() {
    let mut chains = Chains::new(88, &[("alice.near", None), ("bob.near", None)]);
    let second = chains.run(|chain| {
        let hashes = [60, 61].map(|amount| {
            let transaction = chain.transaction(&id("alice.near"), &id("bob.near"));
            transaction
                .transfer(Balance::from_near(amount))
                .submit()
                .unwrap()
        });
        chain.settle().unwrap();
        chain.executed(&hashes[1]).unwrap().clone()
    });
    let failed = second.result().unwrap_err();
    assert!(matches!(
        *failed.error,
        TxExecutionError::InvalidTxError(InvalidTxError::NotEnoughBalance { .. })
    ));
    assert_eq!(second.tokens_burnt(), Balance::ZERO);
}
