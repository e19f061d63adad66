//! What each action does to its receiver: nearcore's `actions.rs`.

use super::execution::{Execution, Refusal, Stop};
use super::{ChainError, add};
use near_crypto::{PublicKey, PublicKeyHandle};
use near_primitives::action::StakeAction;
use near_primitives::receipt::Receipt;
use near_primitives::transaction::Action;
use near_primitives_core::account::id::AccountType;
use near_primitives_core::account::{AccessKeyPermission, Account, AccountContract};
use near_primitives_core::hash::CryptoHash;
use near_primitives_core::types::{AccountId, Balance, StorageUsage};
use near_primitives_core::version::ProtocolFeature;
use near_vm_runner::ContractCode;
use near_vm_runner::logic::ReturnData;
use std::sync::Arc;

impl Execution<'_> {
    /// Does the action at `index`; returns what the receipt returns if it is the last action.
    pub(super) fn action(&mut self, index: usize, action: &Action) -> Result<ReturnData, Stop> {
        self.permitted(action)?;
        match action {
            Action::CreateAccount(_) => self.create_account()?,
            Action::DeployContract(deploy) => self.deploy(&deploy.code)?,
            Action::FunctionCall(call) => return self.function_call(index, call),
            Action::Transfer(transfer) => self.transfer(transfer.deposit)?,
            Action::Stake(stake) => self.stake(stake)?,
            Action::AddKey(add) => self.add_key(add)?,
            Action::DeleteKey(delete) => self.delete_key(&delete.public_key)?,
            Action::DeleteAccount(delete) => self.delete_account(&delete.beneficiary_id)?,
            Action::Delegate(signed) => self.delegate((&**signed).into())?,
            Action::DelegateV2(signed) => self.delegate((&**signed).into())?,
            Action::DeployGlobalContract(deploy) => self.deploy_global(deploy)?,
            Action::UseGlobalContract(contract) => {
                self.use_global(&contract.contract_identifier)?
            }
            Action::DeterministicStateInit(init) => self.deterministic_state_init(init)?,
            Action::TransferToGasKey(to) => self.fund_gas_key(&to.public_key, to.deposit)?,
            Action::WithdrawFromGasKey(from) => {
                self.withdraw_from_gas_key(&from.public_key, from.amount)?;
            }
            Action::UniversalStateInit(init) => self.universal_state_init(init)?,
        }
        Ok(ReturnData::None)
    }

    /// The form of the receiver's name; before version 88 universal names are like any other.
    fn form(&self) -> AccountType {
        let config = &self.world.network.config.wasm_config;
        match self.receiver().get_account_type() {
            AccountType::UniversalAccount if !config.universal_accounts => {
                AccountType::NamedAccount
            }
            form => form,
        }
    }

    /// Checks that the receiver exists or not, as the action requires, and that the actor has permission.
    fn permitted(&self, action: &Action) -> Result<(), Refusal> {
        let account_id = self.receiver().clone();
        let is_named = self.form() == AccountType::NamedAccount;
        match (action, &self.place.account) {
            (Action::CreateAccount(_), Some(_)) => {
                return Err(Refusal::AccountAlreadyExists { account_id });
            }
            (Action::CreateAccount(_), None) if !is_named => {
                return Err(Refusal::OnlyImplicitAccountCreationAllowed { account_id });
            }
            (Action::Transfer(_), None) if self.may_create() && !is_named => {}
            (Action::CreateAccount(_), None) | (Action::Transfer(_), Some(_)) => {}
            (Action::DeterministicStateInit(_) | Action::UniversalStateInit(_), _) => {}
            (_, None) => return Err(self.missing_account()),
            (_, Some(account)) if !account.is_initialized() => {
                return Err(Refusal::AccountNotInitialized { account_id });
            }
            (_, Some(_)) => {}
        }
        let is_own = matches!(
            action,
            Action::DeployContract(_)
                | Action::Stake(_)
                | Action::AddKey(_)
                | Action::DeleteKey(_)
                | Action::DeleteAccount(_)
                | Action::DeployGlobalContract(_)
                | Action::UseGlobalContract(_)
                | Action::WithdrawFromGasKey(_)
        );
        if is_own && self.actor != account_id {
            let actor_id = self.actor.clone();
            return Err(Refusal::ActorNoPermission {
                account_id,
                actor_id,
            });
        }
        let locked = self.place.account.as_ref().map(Account::locked);
        if matches!(action, Action::DeleteAccount(_)) && locked > Some(Balance::ZERO) {
            return Err(Refusal::DeleteAccountStaking { account_id });
        }
        Ok(())
    }

    /// Storage usage of an empty account, bytes.
    pub(super) fn empty_account_usage(&self) -> StorageUsage {
        let fees = &self.world.network.config.fees;
        fees.storage_usage_config.num_bytes_account
    }

    /// Adds to the receiver's storage usage.
    pub(super) fn use_storage(&mut self, bytes: StorageUsage) -> Result<(), Stop> {
        let account = self.account()?;
        let usage = account.storage_usage().checked_add(bytes);
        account.set_storage_usage(usage.ok_or(ChainError::Overflow)?);
        Ok(())
    }

    fn create_account(&mut self) -> Result<(), Stop> {
        let rules = &self.world.network.config.account_creation_config;
        let account_id = self.receiver().clone();
        let predecessor_id = self.receipt.predecessor_id().clone();
        let registrar_account_id = rules.registrar_account_id.clone();
        if account_id.is_top_level() {
            let short = account_id.len() < usize::from(rules.min_allowed_top_level_account_length);
            if short && predecessor_id != registrar_account_id {
                return Err(Stop::Refused(Refusal::CreateAccountOnlyByRegistrar {
                    account_id,
                    registrar_account_id,
                    predecessor_id,
                }));
            }
        } else if !account_id.is_sub_account_of(&predecessor_id) {
            return Err(Stop::Refused(Refusal::CreateAccountNotAllowed {
                account_id,
                predecessor_id,
            }));
        }
        self.new_account(Balance::ZERO, AccountContract::None);
        Ok(())
    }

    /// Creates the receiver, which is the actor from here on.
    fn new_account(&mut self, amount: Balance, contract: AccountContract) {
        let usage = self.empty_account_usage() + contract.identifier_storage_usage();
        self.actor = self.receiver().clone();
        self.place.account = Some(Account::new(amount, Balance::ZERO, contract, usage));
    }

    fn deploy(&mut self, code: &[u8]) -> Result<(), Stop> {
        let code = Arc::new(ContractCode::new(code.to_vec(), None));
        self.set_contract(AccountContract::Local(*code.hash()), Some(code))
    }

    /// Replaces the receiver's contract, and its share of the account's storage usage.
    pub(super) fn set_contract(
        &mut self,
        contract: AccountContract,
        code: Option<Arc<ContractCode>>,
    ) -> Result<(), Stop> {
        let before = self.place.contract_usage();
        let account = self.account()?;
        account.set_storage_usage(account.storage_usage().saturating_sub(before));
        account
            .set_contract(contract)
            .map_err(|_| ChainError::Unsupported("a contract of an uninitialized account"))?;
        self.place.code = code;
        self.use_storage(self.place.contract_usage())
    }

    fn transfer(&mut self, deposit: Balance) -> Result<(), Stop> {
        let Some(account) = &mut self.place.account else {
            return self.create_by_transfer(deposit);
        };
        let is_gas_refund = self.receipt.predecessor_id().is_system()
            && self.action_receipt.signer_id() == self.receipt.receiver_id();
        let signer = PublicKeyHandle::from(self.action_receipt.signer_public_key());
        if is_gas_refund && self.place.keys.contains_key(&signer) {
            let key = Arc::make_mut(&mut self.place.keys).get_mut(&signer);
            match key.map(|key| &mut key.access.permission) {
                Some(
                    AccessKeyPermission::GasKeyFullAccess(info)
                    | AccessKeyPermission::GasKeyFunctionCall(info, _),
                ) => {
                    info.balance = add(info.balance, deposit)?;
                    return Ok(());
                }
                Some(AccessKeyPermission::FunctionCall(calls)) => {
                    calls.allowance = calls.allowance.map(|it| it.saturating_add(deposit));
                }
                Some(AccessKeyPermission::FullAccess) | None => {}
            }
        }
        account.set_amount(add(account.amount(), deposit)?);
        Ok(())
    }

    /// A transfer to an implicit account that does not exist creates it.
    fn create_by_transfer(&mut self, deposit: Balance) -> Result<(), Stop> {
        match self.form() {
            AccountType::NearImplicitAccount => {
                let key = PublicKey::from_near_implicit_account(self.receiver());
                let key = key.map_err(|_| self.missing_account())?;
                self.new_account(deposit, AccountContract::None);
                self.insert_full_access_key((&key).into(), self.first_nonce())?;
            }
            AccountType::EthImplicitAccount => {
                let wallet = AccountContract::Global(eth_wallet(&self.world.chain_id));
                self.new_account(deposit, wallet);
            }
            AccountType::UniversalAccount => {
                let (usage, nonce) = (self.empty_account_usage(), self.first_nonce());
                self.place.account = Some(Account::new_uninitialized(deposit, usage, nonce));
            }
            _ => self.new_account(deposit, AccountContract::None),
        }
        Ok(())
    }

    fn stake(&mut self, action: &StakeAction) -> Result<(), Stop> {
        let account_id = self.receiver().clone();
        let minimum_stake = self.world.minimum_stake;
        let account = self.account()?;
        let (stake, locked, balance) = (action.stake, account.locked(), account.amount());
        let Some(left) = balance.checked_sub(stake.saturating_sub(locked)) else {
            return Err(Stop::Refused(Refusal::TriesToStake {
                account_id,
                stake,
                locked,
                balance,
            }));
        };
        if stake == Balance::ZERO && locked == Balance::ZERO {
            return Err(Stop::Refused(Refusal::TriesToUnstake { account_id }));
        }
        if stake > Balance::ZERO && stake < minimum_stake {
            return Err(Stop::Refused(Refusal::InsufficientStake {
                account_id,
                stake,
                minimum_stake,
            }));
        }
        // A smaller stake is given back by an epoch's end, not by this receipt.
        if stake > locked && account.set_locked(stake).is_ok() {
            account.set_amount(left);
        }
        Ok(())
    }

    fn delete_account(&mut self, beneficiary: &AccountId) -> Result<(), Stop> {
        let account_id = self.receiver().clone();
        let account = self.account()?;
        let (usage, amount) = (account.storage_usage(), account.amount());
        let is_local = account.contract().is_local();
        let version = self.world.network.version;
        // Before version 85 the name of a global contract counted as state.
        let contract =
            match ProtocolFeature::FixDeleteAccountGlobalContractStorageUsage.enabled(version) {
                false if !is_local => 0,
                _ => self.place.contract_usage(),
            };
        if usage.saturating_sub(contract) > Account::MAX_ACCOUNT_DELETION_STORAGE_USAGE {
            return Err(Refusal::DeleteAccountWithLargeState { account_id }.into());
        }
        let balance = self.place.gas_key_balance().ok_or(ChainError::Overflow)?;
        self.burn_gas_key_balance(balance, None)?;
        if amount > Balance::ZERO {
            let payout = Receipt::new_balance_refund(beneficiary, amount);
            self.created.push(payout);
        }
        self.place.remove_account();
        self.changes.clear();
        self.actor = self.receipt.predecessor_id().clone();
        Ok(())
    }
}

/// The hash of the global contract of ETH-implicit accounts: nearcore's `wallet_contract` of each network
/// (`runtime/near-wallet-contract`).
fn eth_wallet(chain_id: &str) -> CryptoHash {
    let hash = match chain_id {
        "mainnet" | "mocknet" => "2zodJZK2e4nnv5AqwCRnenNSmkikXhEd7PPY6BmfTmW4",
        "testnet" => "3PpYvRxBfC5BkZxTw8ZFG3D52w1ZRhvDDWirKoxphMDn",
        _ => "FAq9tQRbwJPTV3PQLn2F7AUD3FW2Fw1V8ZeZuazfeu1v",
    };
    hash.parse().expect("a hash in base58")
}
