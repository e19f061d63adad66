//! The least gas with which a call ends as it does.
//!
//! A contract is deterministic, and sees the attached gas only by `prepaid_gas`; receipts with a weight
//! share the gas left over. Without `prepaid_gas`, a run with less gas does the same until a charge does
//! not fit, and the used gas only grows. Hence the least gas is the used gas: burnt, and reserved for
//! created receipts. Two more runs check it.

mod chain;

pub use chain::{ChainLeastGas, SeesGas, SeesGasBy, UnusedGas};

use crate::call::{Call, CallError};
use crate::outcome::Outcome;
use crate::receipt::Receipt;
use crate::state::Account;
use near_primitives_core::types::Gas;
use near_vm_runner::logic::ReturnData;

/// What a call needs: see [`Call::least_gas`].
#[derive(Debug)]
pub struct LeastGas {
    /// With it the call ends like `outcome`, with a unit less it does not; `None` if the call fails.
    pub gas: Option<Gas>,
    /// The outcome with the gas that was attached.
    pub outcome: Outcome,
    /// Whether the contract reads how much gas is attached. If it does, it may act differently with less gas, and
    /// the same again with still less: an amount below `gas` may be enough, too. False on nearcore's runner, which
    /// has no trace.
    pub reads_prepaid_gas: bool,
    /// Whether receipts got gas that the call left over. With `gas` they get their fixed gas
    /// alone, which may not be enough for them.
    pub shares_left_over: bool,
}

impl Call<'_> {
    /// The least gas with which the call returns the same, logs the same, leaves the same state and
    /// creates the same receipts. If receipts got gas that was left over, their gas is not compared.
    ///
    /// The call is made several times; nothing changes.
    ///
    /// # Errors
    ///
    /// See [`CallError`].
    pub fn least_gas(self) -> Result<LeastGas, CallError> {
        let attached = self.gas;
        let mut attempt = self.traced_attempts();
        let (outcome, state) = attempt(attached)?;
        let reads_prepaid_gas = outcome
            .host_calls
            .iter()
            .any(|it| it.function == "prepaid_gas");
        let shares_left_over = outcome.shared_gas != Gas::ZERO;
        let gas = match outcome.is_success() {
            false => None,
            true => {
                let wanted = visible(&outcome, &state, shares_left_over);
                let mut is_enough = |gas| -> Result<bool, CallError> {
                    let (outcome, state) = attempt(Gas::from_gas(gas))?;
                    let found = visible(&outcome, &state, shares_left_over);
                    Ok(outcome.is_success() && found == wanted)
                };
                let (used, attached) = (outcome.used_gas.as_gas(), attached.as_gas());
                Some(Gas::from_gas(edge(used, attached, &mut is_enough)?))
            }
        };
        Ok(LeastGas {
            gas,
            outcome,
            reads_prepaid_gas,
            shares_left_over,
        })
    }
}

/// An amount that is enough while a unit less is not: `used` if possible, else one found by halving. `attached`
/// is enough.
fn edge<E>(
    used: u64,
    attached: u64,
    is_enough: &mut impl FnMut(u64) -> Result<bool, E>,
) -> Result<u64, E> {
    let mut enough = match is_enough(used)? {
        true if !is_enough(used.saturating_sub(1))? => return Ok(used),
        true => used,
        false => attached,
    };
    let mut too_little = 0; // no call succeeds without gas
    while enough - too_little > 1 {
        let middle = too_little + (enough - too_little) / 2;
        match is_enough(middle)? {
            true => enough = middle,
            false => too_little = middle,
        }
    }
    Ok(enough)
}

/// What must be the same with the least gas. If receipts share gas left over, their gas is not
/// compared.
fn visible(
    outcome: &Outcome,
    state: &Account,
    shares_left_over: bool,
) -> (ReturnData, Vec<String>, Vec<Receipt>, Account) {
    let mut receipts = outcome.receipts.clone();
    let actions = receipts.iter_mut().flat_map(|it| &mut it.actions);
    for action in actions.filter(|_| shares_left_over) {
        action.gas = Gas::ZERO;
    }
    let returned = outcome.return_data.clone();
    (returned, outcome.logs.clone(), receipts, state.clone())
}
