//! Global contracts (NEP-591) and accounts whose name their first state determines (NEP-616).

use super::actions::Acted;
use super::execution::{Execution, Refusal};
use super::world::global_key;
use super::{ChainError, add};
use crate::state::missing_stake;
use near_primitives::action::{
    DeployGlobalContractAction, DeterministicStateInitAction, GlobalContractDeployMode,
};
use near_primitives::receipt::{GlobalContractDistributionReceipt, Receipt};
use near_primitives_core::account::{Account, AccountContract};
use near_primitives_core::global_contract::GlobalContractIdentifier;
use near_primitives_core::hash::CryptoHash;
use near_primitives_core::types::{Balance, ShardId};
use near_vm_runner::logic::ReturnData;

impl Execution<'_> {
    /// Burns what the code costs, and sends it to every shard: here, to the one there is.
    pub(super) fn deploy_global(
        &mut self,
        deploy: &DeployGlobalContractAction,
    ) -> Result<Acted, ChainError> {
        let account_id = self.receiver().clone();
        let fees = &self.world.network.config.fees.storage_usage_config;
        let amount = fees
            .global_contract_storage_amount_per_byte
            .checked_mul(deploy.code.len() as u128)
            .ok_or(ChainError::Overflow)?;
        let Some(account) = &mut self.place.account else {
            return Ok(Err(self.missing_account()));
        };
        let Some(left) = account.amount().checked_sub(amount) else {
            return Ok(Err(Refusal::LackBalanceForState { account_id, amount }));
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
        Ok(Ok(ReturnData::None))
    }

    /// Gives the account a contract that is distributed.
    pub(super) fn use_global(
        &mut self,
        name: &GlobalContractIdentifier,
    ) -> Result<Acted, ChainError> {
        if !self.world.globals.contains_key(&global_key(name)) {
            return Ok(Err(Refusal::GlobalContractDoesNotExist {
                identifier: name.clone(),
            }));
        }
        let contract = match name.clone() {
            GlobalContractIdentifier::CodeHash(hash) => AccountContract::Global(hash),
            GlobalContractIdentifier::AccountId(id) => AccountContract::GlobalByAccount(id),
        };
        self.set_contract(contract, None)?;
        Ok(Ok(ReturnData::None))
    }

    /// Creates the account with its contract and its first state. Of the deposit it keeps what its
    /// storage needs; the rest, all of it for an account with a contract, goes back.
    pub(super) fn deterministic_state_init(
        &mut self,
        init: &DeterministicStateInitAction,
    ) -> Result<Acted, ChainError> {
        let empty = self.empty_account_usage();
        let account = self.place.account.get_or_insert_with(|| {
            Account::new(Balance::ZERO, Balance::ZERO, AccountContract::None, empty)
        });
        let mut given_back = init.deposit;
        if account.contract().is_none() {
            if let Err(refusal) = self.use_global(init.state_init.code())? {
                return Ok(Err(refusal));
            }
            let mut bytes = 0;
            for (key, value) in init.state_init.data() {
                bytes += key.len() as u64 + value.len() as u64 + self.per_record();
                self.changes.insert(key.clone(), Some(value.clone()));
            }
            let config = &self.world.network.config;
            let Some(account) = &mut self.place.account else {
                return Ok(Err(self.missing_account()));
            };
            let usage = account.storage_usage().checked_add(bytes);
            account.set_storage_usage(usage.ok_or(ChainError::Overflow)?);
            let usage = account.storage_usage();
            let missing = missing_stake(account.amount(), account.locked(), usage, config)
                .unwrap_or(Balance::ZERO);
            let kept = missing.min(init.deposit);
            account.set_amount(add(account.amount(), kept)?);
            given_back = init.deposit.saturating_sub(kept);
        }
        if given_back > Balance::ZERO {
            let to = self.receipt.balance_refund_receiver();
            self.created
                .push(Receipt::new_balance_refund(to, given_back));
        }
        Ok(Ok(ReturnData::None))
    }
}
