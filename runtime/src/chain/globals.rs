//! Global contracts (NEP-591), and accounts named after their initial state (NEP-616, universal accounts).

use super::execution::{Execution, Refusal, Stop};
use super::world::global_key;
use super::{ChainError, add};
use near_primitives::action::{
    DeployGlobalContractAction, DeterministicStateInitAction, GlobalContractDeployMode,
    UniversalStateInitAction,
};
use near_primitives::receipt::{GlobalContractDistributionReceipt, Receipt};
use near_primitives::universal_state_init::UniversalStateInit;
use near_primitives_core::account::{Account, AccountContract};
use near_primitives_core::global_contract::GlobalContractIdentifier;
use near_primitives_core::hash::CryptoHash;
use near_primitives_core::types::{Balance, ShardId};
use std::collections::BTreeMap;

impl Execution<'_> {
    /// Burns the price of the code, and sends the code to every shard: here there is only one.
    pub(super) fn deploy_global(
        &mut self,
        deploy: &DeployGlobalContractAction,
    ) -> Result<(), Stop> {
        let account_id = self.receiver().clone();
        let fees = &self.world.network.config.fees.storage_usage_config;
        let amount = fees
            .global_contract_storage_amount_per_byte
            .checked_mul(deploy.code.len() as u128)
            .ok_or(ChainError::Overflow)?;
        let account = self.account()?;
        let Some(left) = account.amount().checked_sub(amount) else {
            return Err(Refusal::LackBalanceForState { account_id, amount }.into());
        };
        account.set_amount(left);
        self.burnt.tokens = add(self.burnt.tokens, amount)?;
        let name = match deploy.deploy_mode {
            GlobalContractDeployMode::CodeHash => {
                GlobalContractIdentifier::CodeHash(CryptoHash::hash_bytes(&deploy.code))
            }
            GlobalContractDeployMode::AccountId => {
                GlobalContractIdentifier::AccountId(account_id.clone())
            }
        };
        let code = deploy.code.clone();
        let distribution =
            GlobalContractDistributionReceipt::new_v1(name, ShardId::new(0), vec![], code);
        let receipt = Receipt::new_global_contract_distribution(account_id, distribution);
        self.created.push(receipt);
        Ok(())
    }

    /// Gives the account a distributed global contract.
    pub(super) fn use_global(&mut self, name: &GlobalContractIdentifier) -> Result<(), Stop> {
        if !self.world.globals.contains_key(&global_key(name)) {
            let identifier = name.clone();
            return Err(Refusal::GlobalContractDoesNotExist { identifier }.into());
        }
        let contract = match name.clone() {
            GlobalContractIdentifier::CodeHash(hash) => AccountContract::Global(hash),
            GlobalContractIdentifier::AccountId(id) => AccountContract::GlobalByAccount(id),
        };
        self.set_contract(contract, None)
    }

    /// Creates the account with its contract and its initial state, unless it has a contract.
    pub(super) fn deterministic_state_init(
        &mut self,
        init: &DeterministicStateInitAction,
    ) -> Result<(), Stop> {
        let empty = self.empty_account_usage();
        let account = self.place.account.get_or_insert_with(|| {
            Account::new(Balance::ZERO, Balance::ZERO, AccountContract::None, empty)
        });
        if account.contract().is_none() {
            self.use_global(init.state_init.code())?;
            self.install(init.state_init.data())?;
        }
        self.settle_deposit(init.deposit)
    }

    /// Creates a universal account, or initializes one that a transfer created: its contract, if it names
    /// one, its initial state and its keys (nearcore's `universal_account.rs`).
    pub(super) fn universal_state_init(
        &mut self,
        init: &UniversalStateInitAction,
    ) -> Result<(), Stop> {
        let (empty, first) = (self.empty_account_usage(), self.first_nonce());
        let account = self
            .place
            .account
            .get_or_insert_with(|| Account::new_uninitialized(Balance::ZERO, empty, first));
        // No key may accept the nonce of the account's own transaction.
        let nonce = account.bootstrap_nonce().max(Some(first)).unwrap_or(first);
        // Version 88, the first with universal accounts, gives all of the deposit back if there is nothing to
        // initialize.
        if account.initialize().is_err() {
            self.give_back(init.deposit);
            return Ok(());
        }
        // Validation has decoded it by the version's rule.
        let state = UniversalStateInit::from_raw_lenient(&init.state_init)
            .map_err(|_| Refusal::MalformedUniversalStateInit)?;
        if let Some(code) = state.code() {
            self.use_global(code)?;
        }
        self.install(state.data())?;
        for handle in state.access_keys() {
            self.insert_full_access_key(handle.clone(), nonce)?;
        }
        self.settle_deposit(init.deposit)
    }

    /// Writes an account's initial state.
    fn install(&mut self, data: &BTreeMap<Vec<u8>, Vec<u8>>) -> Result<(), Stop> {
        for (key, value) in data {
            let bytes = key.len() as u64 + value.len() as u64 + self.world.per_record();
            self.use_storage(bytes)?;
            self.changes.insert(key.clone(), Some(value.clone()));
        }
        Ok(())
    }

    /// Adds the part of the deposit that the account's storage requires, and gives back the rest (nearcore's
    /// `settle_state_init_deposit`).
    fn settle_deposit(&mut self, deposit: Balance) -> Result<(), Stop> {
        let world = self.world;
        let account = self.account()?;
        let missing = world.missing_stake(account).unwrap_or(Balance::ZERO);
        let kept = missing.min(deposit);
        account.set_amount(add(account.amount(), kept)?);
        self.give_back(deposit.saturating_sub(kept));
        Ok(())
    }

    fn give_back(&mut self, deposit: Balance) {
        if deposit > Balance::ZERO {
            let to = self.receipt.balance_refund_receiver();
            self.created.push(Receipt::new_balance_refund(to, deposit));
        }
    }
}
