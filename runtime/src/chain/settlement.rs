//! The tokens that a receipt burns, pays as a reward and gives back once it has run.
//!
//! nearcore's `generate_refund_receipts` and the end of `apply_action_receipt` (`lib.rs`).

use super::ChainError;
use super::execution::Burnt;
use crate::fees::{self, tokens};
use near_parameters::{ActionCosts, RuntimeConfig};
use near_primitives::receipt::{Receipt, VersionedActionReceipt};
use near_primitives_core::types::{Balance, Gas};

/// The tokens of a receipt that has run, yoctoNEAR.
pub(super) struct Settlement {
    /// Burnt, the contract's reward included: the outcome's `tokens_burnt`.
    pub(super) burnt: Balance,
    /// The receiver's share of what its contract burnt.
    pub(super) reward: Balance,
    /// Given back: the deposit and the gas, in the order of their receipts.
    pub(super) refunds: Vec<Receipt>,
    /// The deposit of a refund that failed.
    pub(super) lost: Balance,
}

/// Settles a receipt whose gas is burnt at the price `burn`.
///
/// Gas is bought at the receipt's price. If it is burnt at a lower one, the difference is given back, less
/// the charge for a created account.
pub(super) fn settle(
    config: &RuntimeConfig,
    burn: Balance,
    receipt: &Receipt,
    action_receipt: &VersionedActionReceipt<'_>,
    burnt: &Burnt,
    succeeded: bool,
    created_account: bool,
) -> Result<Settlement, ChainError> {
    let actions = action_receipt.actions();
    let purchase = action_receipt.gas_price();
    let deposits = fees::deposits(actions).ok_or(ChainError::Overflow)?;
    if receipt.predecessor_id().is_system() {
        return Ok(Settlement {
            burnt: Balance::ZERO,
            reward: Balance::ZERO,
            refunds: vec![],
            lost: if succeeded { Balance::ZERO } else { deposits },
        });
    }
    let spent = if succeeded { burnt.used } else { burnt.gas };
    let unused = fees::bought(config, actions, receipt.receiver_id())
        .and_then(|bought| bought.checked_sub(spent))
        .ok_or(ChainError::Overflow)?;
    let of = |price, gas| tokens(price, gas).ok_or(ChainError::Overflow);
    let surplus = of(purchase.saturating_sub(burn), burnt.gas)?;
    let charge = match created_account {
        true => {
            let create = config.fees.fee(ActionCosts::create_account).exec_fee().gas;
            let paid = of(burn, create)?;
            config
                .account_creation_charge
                .saturating_sub(paid)
                .min(surplus)
        }
        false => Balance::ZERO,
    };
    let gas_refund = of(purchase, unused)?
        .checked_add(surplus.saturating_sub(charge))
        .ok_or(ChainError::Overflow)?;
    let mut refunds = vec![];
    if !succeeded && deposits > Balance::ZERO {
        let to = receipt.balance_refund_receiver();
        refunds.push(Receipt::new_balance_refund(to, deposits));
    }
    if gas_refund > Balance::ZERO {
        refunds.push(Receipt::new_gas_refund(
            action_receipt.signer_id(),
            gas_refund,
            action_receipt.signer_public_key().clone(),
        ));
    }
    let total = of(burn, burnt.gas)?
        .checked_add(charge)
        .and_then(|sum| sum.checked_add(burnt.tokens))
        .ok_or(ChainError::Overflow)?;
    Ok(Settlement {
        burnt: total,
        reward: of(burn, rewarded(config, burnt.calls))?,
        refunds,
        lost: Balance::ZERO,
    })
}

/// The part of the gas burnt by contracts for which their account is rewarded: three tenths up to version
/// 86, then nothing (`burnt_gas_reward`).
fn rewarded(config: &RuntimeConfig, calls: Gas) -> Gas {
    let share = config.fees.burnt_gas_reward;
    let (numerator, denominator) = (*share.numer(), *share.denom());
    let part = |number: i32| u128::from(number.unsigned_abs());
    let gas = u128::from(calls.as_gas()) * part(numerator) / part(denominator).max(1);
    Gas::from_gas(u64::try_from(gas).unwrap_or(u64::MAX))
}
