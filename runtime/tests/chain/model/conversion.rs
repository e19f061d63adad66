//! Transactions become receipts.

use super::actions::valid;
use super::fees::{Fees, Part, deposits};
use super::{Kind, Model, Receipt, derived};
use near_crypto::PublicKey;
use near_primitives::action::Action;
use near_primitives::receipt::ActionReceiptV2;
use near_primitives_core::hash::CryptoHash;
use near_primitives_core::types::{AccountId, Balance};

/// A transaction whose nonce and signature are right.
#[derive(Clone, Debug)]
pub(crate) struct Transaction {
    pub(crate) hash: CryptoHash,
    pub(crate) signer: AccountId,
    pub(crate) key: PublicKey,
    pub(crate) receiver: AccountId,
    pub(crate) actions: Vec<Action>,
}

/// A transaction that became a receipt.
#[derive(Debug, PartialEq)]
pub(crate) struct Converted {
    pub(crate) transaction: CryptoHash,
    pub(crate) height: u64,
    pub(crate) gas_burnt: u64,
    pub(crate) tokens_burnt: u128,
    pub(crate) receipt_id: CryptoHash,
}

impl Model {
    /// The price at which gas is bought: 0 is the least before version 85.
    fn purchase_price(&self) -> u128 {
        let least = self.config.min_gas_purchase_price;
        self.gas_price.max(least.as_yoctonear())
    }

    /// `calculate_tx_cost`, `verify_and_charge_tx_ephemeral`: gas burnt to send, and what is left to the signer,
    /// unless the transaction is refused.
    pub(crate) fn charge(&self, transaction: &Transaction) -> Option<(u64, u128)> {
        let Transaction {
            signer,
            receiver,
            actions,
            ..
        } = transaction;
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

    /// `process_transactions`: one that is refused by now is left out.
    pub(super) fn convert(&mut self, transaction: Transaction) -> Option<Receipt> {
        let (gas_burnt, left) = self.charge(&transaction)?;
        let signer = transaction.signer;
        self.state.accounts.get_mut(&signer)?.amount = left;
        let tokens_burnt = u128::from(gas_burnt) * self.gas_price;
        self.burnt += tokens_burnt;
        let receipt_id = derived(transaction.hash, self.height, 0);
        self.converted.push(Converted {
            transaction: transaction.hash,
            height: self.height,
            gas_burnt,
            tokens_burnt,
            receipt_id,
        });
        Some(Receipt {
            id: receipt_id,
            predecessor: signer.clone(),
            receiver: transaction.receiver,
            kind: Kind::Action(ActionReceiptV2 {
                signer_id: signer,
                refund_to: None,
                signer_public_key: transaction.key,
                gas_price: Balance::from_yoctonear(self.purchase_price()),
                output_data_receivers: vec![],
                input_data_ids: vec![],
                actions: transaction.actions,
            }),
            transaction: transaction.hash,
        })
    }
}
