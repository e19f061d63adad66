//! Delegate actions (NEP-366): what an account signed, sent by a relayer.

use super::ChainError;
use super::execution::{Execution, Refusal, Stop};
use super::key_permission::check_calls;
use crate::fees;
use near_primitives::action::delegate::VersionedSignedDelegateActionRef;
use near_primitives::errors::InvalidAccessKeyError;
use near_primitives::receipt::{ActionReceipt, Receipt, ReceiptEnum, ReceiptV0};
use near_primitives::transaction::TransactionNonce;
use near_primitives_core::account::AccessKey;
use near_primitives_core::hash::CryptoHash;
use near_primitives_core::types::Nonce;
use near_primitives_core::version::ProtocolFeature;
use std::sync::Arc;

impl Execution<'_> {
    /// Sends the actions that the receiver signed, in the receiver's name, at the relayer's cost.
    pub(super) fn delegate(
        &mut self,
        signed: VersionedSignedDelegateActionRef<'_>,
    ) -> Result<(), Stop> {
        let inner = signed.delegate_action();
        self.use_delegate_nonce(&signed)?;
        let config = &self.world.network.config;
        let (actions, receiver) = (inner.get_actions(), inner.receiver_id());
        let outer = self.action_receipt;
        let sends = fees::delegated_sends(config, outer.actions()).ok_or(ChainError::Overflow)?;
        let bought = fees::bought(config, &actions, receiver).ok_or(ChainError::Overflow)?;
        self.burnt.spend(sends, bought)?;
        self.created.push(Receipt::V0(ReceiptV0 {
            predecessor_id: inner.sender_id().clone(),
            receiver_id: receiver.clone(),
            receipt_id: CryptoHash::default(),
            receipt: ReceiptEnum::Action(ActionReceipt {
                signer_id: outer.signer_id().clone(),
                signer_public_key: outer.signer_public_key().clone(),
                gas_price: outer.gas_price(),
                output_data_receivers: vec![],
                input_data_ids: vec![],
                actions,
            }),
        }));
        Ok(())
    }

    /// Checks signature, expiry, sender, key and nonce, in nearcore's order; spends the nonce.
    fn use_delegate_nonce(
        &mut self,
        signed: &VersionedSignedDelegateActionRef<'_>,
    ) -> Result<(), Refusal> {
        let inner = signed.delegate_action();
        let (sender, height) = (inner.sender_id(), self.world.block.height);
        if !signed.verify() {
            return Err(Refusal::DelegateActionInvalidSignature);
        }
        if height > inner.max_block_height() {
            return Err(Refusal::DelegateActionExpired);
        }
        if sender != self.receiver() {
            return Err(Refusal::DelegateActionSenderDoesNotMatchTxReceiver {
                sender_id: sender.clone(),
                receiver_id: self.receiver().clone(),
            });
        }
        let public_key = inner.public_key();
        let key = Arc::make_mut(&mut self.place.keys).get_mut(&public_key.into());
        let key = key.ok_or_else(|| {
            Refusal::DelegateActionAccessKeyError(InvalidAccessKeyError::AccessKeyNotFound {
                account_id: sender.clone(),
                public_key: Box::new(public_key.clone()),
            })
        })?;
        let (nonces, access) = (&mut key.nonces, &mut key.access);
        let num_nonces = access.gas_key_info().map(|info| info.num_nonces);
        let (nonce, current): (Nonce, &mut Nonce) = match (inner.nonce(), num_nonces) {
            (TransactionNonce::Nonce { nonce }, None) => (nonce, &mut access.nonce),
            (TransactionNonce::Nonce { .. }, Some(_)) => {
                let error = InvalidAccessKeyError::DelegateActionRequiresNonGasKey;
                return Err(Refusal::DelegateActionAccessKeyError(error));
            }
            (TransactionNonce::GasKeyNonce { .. }, None) => {
                let error = InvalidAccessKeyError::DelegateActionRequiresGasKey;
                return Err(Refusal::DelegateActionAccessKeyError(error));
            }
            (TransactionNonce::GasKeyNonce { nonce, nonce_index }, Some(num_nonces)) => {
                let current = nonces.get_mut(usize::from(nonce_index));
                let current = current.ok_or(Refusal::DelegateActionInvalidNonceIndex {
                    nonce_index,
                    num_nonces,
                })?;
                (nonce, current)
            }
        };
        if nonce <= *current {
            return Err(Refusal::DelegateActionInvalidNonce {
                delegate_nonce: nonce,
                ak_nonce: *current,
            });
        }
        let upper_bound = height.saturating_mul(AccessKey::ACCESS_KEY_NONCE_RANGE_MULTIPLIER);
        if nonce >= upper_bound {
            return Err(Refusal::DelegateActionNonceTooLarge {
                delegate_nonce: nonce,
                upper_bound,
            });
        }
        *current = nonce;
        let fix = ProtocolFeature::FixDelegateActionDepositWithFunctionCallError;
        check_calls(
            &access.permission,
            &inner.get_actions(),
            inner.receiver_id(),
            !fix.enabled(self.world.network.version),
        )
        .map_err(Refusal::DelegateActionAccessKeyError)
    }
}
