//! The gas of each function of a chain's contracts.

use super::executed::actions;
use super::{Chain, ChainError, Executed};
use crate::functions::{CallTree, FunctionNames};
use near_primitives_core::types::{AccountId, Gas};

impl Chain {
    /// From now on, records the gas of each function of the contracts: see [`Executed::functions`].
    /// nearcore's runner has no such record. Gas, outcomes and state do not change.
    pub fn profile_functions(&mut self) {
        self.world.functions.get_or_insert_default();
    }

    /// Like [`Self::profile_functions`], with the names in `symbols` for an account's contract: its Wasm
    /// before its names were stripped.
    ///
    /// # Errors
    ///
    /// There is no such account, it has no contract, or `symbols` is another contract's.
    pub fn name_functions(
        &mut self,
        account: &AccountId,
        symbols: &[u8],
    ) -> Result<(), ChainError> {
        let place = self.places.get(account);
        let place = place.filter(|it| it.account.is_some());
        let place = place.ok_or_else(|| ChainError::UnknownAccount(account.clone()))?;
        let code = self.world.code_of(place);
        let code = code.ok_or_else(|| ChainError::NoContract(account.clone()))?;
        let names = FunctionNames::of_symbols(code.code(), symbols)?;
        let known = self.world.functions.get_or_insert_default();
        known.insert(*code.hash(), names);
        Ok(())
    }
}

impl Executed {
    /// The gas of each function, if [`Chain::profile_functions`] was called: the conversion and each
    /// receipt are outermost, with the gas that they burn outside the VM. The sum is
    /// [`Self::gas_burnt`].
    pub fn functions(&self) -> CallTree {
        let mut all = CallTree::default();
        all.push("conversion", self.conversion.outcome.gas_burnt);
        for executed in &self.receipts {
            let called = executed.functions.iter().map(|tree| tree.gas().as_gas());
            let around = executed.outcome.gas_burnt.as_gas();
            let around = around.saturating_sub(called.sum());
            let receiver = executed.receipt.receiver_id();
            let name = format!("{receiver}: {}", actions(&executed.receipt));
            let receipt = all.push(&name, Gas::from_gas(around));
            executed
                .functions
                .iter()
                .for_each(|tree| all.graft(receipt, tree));
        }
        all
    }
}
