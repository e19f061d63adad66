//! The gas profile of charges made through `burn_gas`.

use near_parameters::{ExtCosts, ExtCostsConfig};
use near_primitives_core::types::Gas;
use near_vm_runner::ProfileDataV3;
use near_vm_runner::logic::VMOutcome;

/// Charges that nearcore's profile misses or books under the wrong name.
///
/// nearcore computes the profile's Wasm share as the burnt gas less all named charges, so the share
/// includes the gas that we burn. [`Ledger::correct`] names that gas.
#[derive(Default)]
pub(super) struct Ledger {
    /// Gas that we charged, by name.
    booked: ProfileDataV3,
    /// Gas that nearcore charged by name only to move bytes between a register and our buffer.
    retracted: ProfileDataV3,
    /// Gas burnt in advance of charges that a failure prevented.
    refunded: Gas,
    /// Gas burnt by Wasm instructions.
    wasm: u64,
    /// The charge on which the gas ran out: it gets all gas that nothing else accounts for.
    failed: Option<ExtCosts>,
}

impl Ledger {
    pub(super) fn book(&mut self, cost: ExtCosts, gas: u64) {
        self.booked.add_ext_cost(cost, Gas::from_gas(gas));
    }

    pub(super) fn retract(&mut self, cost: ExtCosts, gas: u64) {
        self.retracted.add_ext_cost(cost, Gas::from_gas(gas));
    }

    pub(super) fn refund(&mut self, gas: u64) {
        self.refunded = self.refunded.saturating_add(Gas::from_gas(gas));
    }

    pub(super) fn book_wasm(&mut self, gas: u64) {
        self.wasm = self.wasm.saturating_add(gas);
    }

    pub(super) fn fail(&mut self, cost: ExtCosts) {
        self.failed = Some(cost);
    }

    /// Corrects the outcome's profile and the compute usage derived from it; subtracts refunds from
    /// its gas.
    ///
    /// Gas under a name with a price of 0 stays with Wasm, because nearcore divides by the price.
    pub(super) fn correct(&self, outcome: &mut VMOutcome, costs: &ExtCostsConfig) {
        let compute_before = outcome.profile.total_compute_usage(costs, 0);
        outcome.burnt_gas = outcome.burnt_gas.saturating_sub(self.refunded);
        outcome.used_gas = outcome.used_gas.saturating_sub(self.refunded);

        let has_price = |cost| costs.gas_cost(cost) != Gas::ZERO;
        for (cost, gas) in &mut outcome.profile.wasm_ext_profile {
            if !has_price(cost) {
                continue;
            }
            *gas = gas
                .saturating_add(self.booked.get_ext_cost(cost))
                .saturating_sub(self.retracted.get_ext_cost(cost));
        }
        outcome
            .profile
            .compute_wasm_instruction_cost(outcome.burnt_gas);
        if let Some(cost) = self.failed.filter(|cost| has_price(*cost)) {
            let partial = outcome
                .profile
                .wasm_gas
                .saturating_sub(Gas::from_gas(self.wasm));
            outcome.profile.add_ext_cost(cost, partial);
            outcome
                .profile
                .compute_wasm_instruction_cost(outcome.burnt_gas);
        }

        let compute_after = outcome.profile.total_compute_usage(costs, 0);
        outcome.compute_usage = outcome
            .compute_usage
            .saturating_sub(compute_before)
            .saturating_add(compute_after);
    }
}
