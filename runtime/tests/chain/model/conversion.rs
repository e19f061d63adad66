//! Transactions become receipts.

use super::actions::valid;
use super::fees::{Fees, Part, deposits};
use super::{Model, derived};
use near_crypto::PublicKey;
use near_primitives::action::Action;
use near_primitives::receipt::Receipt;
use near_primitives::transaction::{ExecutionOutcome, ExecutionStatus};
use near_primitives_core::hash::CryptoHash;
use near_primitives_core::types::{AccountId, Balance, Gas};

/// A transaction whose nonce and signature are right.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Transaction {
    pub(crate) hash: CryptoHash,
    pub(crate) signer: AccountId,
    pub(crate) key: PublicKey,
    pub(crate) receiver: AccountId,
    pub(crate) actions: Vec<Action>,
}

impl Model {
    /// The price at which gas is bought: before version 85 the minimum is 0.
    fn purchase_price(&self) -> u128 {
        let least = self.config.min_gas_purchase_price;
        self.gas_price.max(least.as_yoctonear())
    }

    /// `calculate_tx_cost`, `verify_and_charge_tx_ephemeral`: the gas burnt to send, and the signer's remaining tokens,
    /// unless the transaction is refused.
    pub(crate) fn charge(&self, transaction: &Transaction) -> Option<(u64, u128)> {
        let (signer, receiver) = (&transaction.signer, &transaction.receiver);
        let actions = &transaction.actions;
        // `validate_transaction` is first.
        valid(actions).ok()?;
        let fees = Fees(&self.config);
        let to_self = signer == receiver;
        let send = Part::Send { to_self };
        let sent = actions.iter().map(|it| fees.action(send, it, receiver));
        let gas_burnt = fees.receipt(send) + sent.sum::<u64>();
        let bought = u128::from(fees.bought(actions, receiver)) * self.purchase_price();
        let total = u128::from(gas_burnt) * self.gas_price + bought + deposits(actions);
        let mut account = self.state.accounts.get(signer)?.clone();
        account.amount = account.amount.checked_sub(total)?;
        let is_accepted = account.has_key && account.missing_stake(&self.config).is_none();
        is_accepted.then_some((gas_burnt, account.amount))
    }

    /// The transaction's receipt, unless it is refused.
    pub(super) fn convert(&mut self, transaction: Transaction) -> Option<Receipt> {
        let (gas_burnt, left) = self.charge(&transaction)?;
        let Transaction { hash, signer, .. } = transaction;
        self.state.accounts.get_mut(&signer)?.amount = left;
        let tokens_burnt = u128::from(gas_burnt) * self.gas_price;
        self.burnt += tokens_burnt;
        let id = derived(hash, self.height, 0);
        let outcome = ExecutionOutcome {
            receipt_ids: vec![id],
            gas_burnt: Gas::from_gas(gas_burnt),
            tokens_burnt: Balance::from_yoctonear(tokens_burnt),
            executor_id: signer.clone(),
            status: ExecutionStatus::SuccessReceiptId(id),
            ..ExecutionOutcome::default()
        };
        self.converted.push((hash, self.height, outcome));
        let price = Balance::from_yoctonear(self.purchase_price());
        Some(Receipt::from_tx(
            id,
            signer,
            transaction.receiver,
            transaction.key,
            price,
            transaction.actions,
        ))
    }
}
