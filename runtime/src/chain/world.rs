//! What every receipt of a block sees, and none changes.

use super::place::Place;
use crate::network::Network;
use crate::state::Block;
use near_primitives_core::account::AccountContract;
use near_primitives_core::global_contract::GlobalContractIdentifier;
use near_primitives_core::types::Balance;
use near_primitives_core::version::ProtocolFeature;
use near_vm_runner::ContractCode;
use std::collections::BTreeMap;
use std::sync::Arc;

/// A network, a block of it, and its global contracts.
#[derive(Clone)]
pub(super) struct World {
    pub(super) network: Arc<Network>,
    pub(super) block: Block,
    /// The block's price of gas, yoctoNEAR.
    pub(super) gas_price: Balance,
    pub(super) chain_id: String,
    /// The least stake of a validator, yoctoNEAR.
    pub(super) minimum_stake: Balance,
    /// Global contracts that are distributed.
    pub(super) globals: BTreeMap<GlobalKey, Arc<ContractCode>>,
}

impl World {
    /// The code that an account names: its own, or a global contract's.
    pub(super) fn code_of(&self, place: &Place) -> Option<Arc<ContractCode>> {
        let global = |name| self.globals.get(&global_key(&name)).cloned();
        match place.account.as_ref()?.contract().into_owned() {
            AccountContract::None => None,
            AccountContract::Local(_) => place.code.clone(),
            AccountContract::Global(hash) => global(GlobalContractIdentifier::CodeHash(hash)),
            AccountContract::GlobalByAccount(id) => global(GlobalContractIdentifier::AccountId(id)),
        }
    }

    /// The price at which a receipt's gas is burnt: since version 85 the block's, if that is lower than
    /// what was paid for it.
    pub(super) fn burn_price(&self, purchase: Balance) -> Balance {
        match ProtocolFeature::AccountCostIncrease.enabled(self.network.version) {
            true => purchase.min(self.gas_price),
            false => purchase,
        }
    }
}

/// The name of a global contract, with an order.
pub(super) type GlobalKey = Vec<u8>;

/// The key of a global contract: the form that nearcore's borsh gives its name.
pub(super) fn global_key(name: &GlobalContractIdentifier) -> GlobalKey {
    borsh::to_vec(name).expect("writing to memory does not fail")
}
