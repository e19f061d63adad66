//! Gas keys: they pay for gas, their account for deposits.

use crate::everywhere::{ALICE, BOB, Chains, VERSIONS, id, is, key};
use near_primitives::action::TransferToGasKeyAction;
use near_primitives::errors::InvalidTxError;
use near_primitives_core::account::AccessKey;
use near_primitives_core::version::ProtocolFeature;
use near_runtime_ext::{Balance, Chain, Transaction};

/// Series of nonces of the key.
const NONCES: u16 = 2;
const FUNDS: Balance = Balance::from_near(1);

/// Alice with a gas key that has 1 NEAR.
fn chains(version: u32) -> Chains {
    let mut chains = Chains::new(version, &[(ALICE, None), (BOB, None)]);
    let access = AccessKey::gas_key_full_access(NONCES);
    let fund = TransferToGasKeyAction {
        public_key: key(),
        deposit: FUNDS,
    };
    chains.succeeds(ALICE, ALICE, |it| {
        it.add_key(key(), access.clone()).action(fund.clone())
    });
    chains
}

fn funds(chain: &Chain) -> Balance {
    let key = chain.access_key(&id(ALICE), &key());
    let info = key.and_then(AccessKey::gas_key_info);
    info.expect("a gas key").balance
}

fn transfer(near: u128) -> impl Fn(Transaction<'_>) -> Transaction<'_> {
    move |it| it.transfer(Balance::from_near(near))
}

/// A transfer, paid by the key with this series of nonces.
fn pay(index: u16, near: u128) -> impl Fn(Transaction<'_>) -> Transaction<'_> {
    move |it| transfer(near)(it).gas_key(key(), index)
}

/// nearcore's `verify_and_charge_gas_key_tx_ephemeral`.
#[test]
fn a_gas_key_pays_for_gas_and_its_account_for_deposits() {
    for version in VERSIONS {
        if !ProtocolFeature::GasKeys.enabled(version) {
            continue;
        }
        let mut chains = chains(version);
        let before = chains.chain().balance(&id(ALICE)).unwrap();
        for index in 0..NONCES {
            let before = funds(chains.chain());
            let executed = chains.succeeds(ALICE, BOB, pay(index, 2));
            let paid = executed.tokens_burnt();
            assert_eq!(before.checked_sub(funds(chains.chain())), Some(paid));
        }
        let after = chains.chain().balance(&id(ALICE));
        assert_eq!(after, before.checked_sub(Balance::from_near(4)));
        // One above the last series of nonces, and a key that is none.
        let unknown = InvalidTxError::InvalidNonceIndex {
            tx_nonce_index: Some(NONCES),
            num_nonces: NONCES,
        };
        assert_eq!(chains.refuses(ALICE, BOB, pay(NONCES, 2)), unknown);
        let own = chains.chain().signing_key(&id(ALICE)).unwrap();
        let other = chains.refuses(ALICE, BOB, |it| transfer(2)(it).gas_key(own.clone(), 0));
        let none = InvalidTxError::InvalidNonceIndex {
            tx_nonce_index: Some(0),
            num_nonces: 0,
        };
        assert_eq!(other, none);
        let regular = chains.refuses(ALICE, BOB, |it| it.key(key()));
        is(&regular, "InvalidNonceIndex { tx_nonce_index: None");
    }
}

/// A deposit above the balance is refused beforehand. If another transaction of the block has spent the
/// balance, the deposit is refused in the block, and the key pays for the conversion alone.
#[test]
fn a_deposit_that_fails_burns_only_the_conversion() {
    let mut chains = chains(88);
    let too_much = chains.refuses(ALICE, BOB, pay(0, 100));
    is(&too_much, "NotEnoughBalanceForDeposit");
    let text = format!("{too_much:?}");
    assert!(text.ends_with("reason: NotEnoughBalance }"), "{text}");
    let before = funds(chains.chain());
    let [first, second] = chains.together(ALICE, BOB, [pay(0, 60), pay(1, 60)]);
    assert_eq!(second.receipts, []);
    let [gas, expected] = [&second, &first].map(|it| it.conversion.outcome.gas_burnt);
    assert_eq!(gas, expected);
    let failed = second.clone().into_result().unwrap_err();
    is(&failed.error, "InvalidTxError(NotEnoughBalanceForDeposit");
    assert!(second.to_string().contains("REFUSED"), "{second}");
    let paid = first.tokens_burnt().checked_add(second.tokens_burnt());
    assert_eq!(before.checked_sub(funds(chains.chain())), paid);
    first.into_result().unwrap();
}

/// A regular transaction that another one of its block leaves without tokens burns nothing; its outcome tells why.
#[test]
fn a_transaction_that_its_block_refuses_has_an_outcome() {
    let mut chains = Chains::new(88, &[(ALICE, None), (BOB, None)]);
    let [_, second] = chains.together(ALICE, BOB, [60, 61].map(transfer));
    let failed = second.result().unwrap_err();
    is(&failed.error, "InvalidTxError(NotEnoughBalance {");
    assert_eq!(second.tokens_burnt(), Balance::ZERO);
}
