//! What each action does to its receiver: nearcore's `actions.rs`.

use super::execution::{Execution, Refusal};
use super::place::{Key, key_usage};
use super::{ChainError, add};
use near_crypto::{ED25519PublicKey, PublicKeyHandle};
use near_primitives::action::StakeAction;
use near_primitives::receipt::Receipt;
use near_primitives::transaction::Action;
use near_primitives_core::account::{
    AccessKey, AccessKeyPermission, Account, AccountContract, GasKeyInfo,
};
use near_primitives_core::hash::CryptoHash;
use near_primitives_core::types::{AccountId, Balance, StorageUsage};
use near_primitives_core::version::ProtocolFeature;
use near_vm_runner::ContractCode;
use near_vm_runner::logic::ReturnData;
use std::sync::Arc;

use near_primitives_core::account::id::AccountType;

/// An action's result: nearcore's refusal, or what the receipt returns if it is the last action.
pub(super) type Acted = Result<ReturnData, Refusal>;

pub(super) const DONE: Acted = Ok(ReturnData::None);

impl Execution<'_> {
    /// Does the action at `index`.
    pub(super) fn action(&mut self, index: usize, action: &Action) -> Result<Acted, ChainError> {
        if let Err(refusal) = self.permitted(action) {
            return Ok(Err(refusal));
        }
        match action {
            Action::CreateAccount(_) => Ok(self.create_account()),
            Action::DeployContract(deploy) => self.deploy(&deploy.code),
            Action::FunctionCall(call) => self.function_call(index, call),
            Action::Transfer(transfer) => self.transfer(transfer.deposit),
            Action::Stake(stake) => Ok(self.stake(stake)),
            Action::AddKey(add) => self.add_key(add),
            Action::DeleteKey(delete) => self.delete_key(delete),
            Action::DeleteAccount(delete) => self.delete_account(&delete.beneficiary_id),
            Action::Delegate(signed) => self.delegate((&**signed).into()),
            Action::DelegateV2(signed) => self.delegate((&**signed).into()),
            Action::DeployGlobalContract(deploy) => self.deploy_global(deploy),
            Action::UseGlobalContract(contract) => self.use_global(&contract.contract_identifier),
            Action::DeterministicStateInit(init) => self.deterministic_state_init(init),
            Action::TransferToGasKey(to) => self.fund_gas_key(&to.public_key, to.deposit),
            Action::WithdrawFromGasKey(from) => {
                self.withdraw_from_gas_key(&from.public_key, from.amount)
            }
            Action::UniversalStateInit(init) => self.universal_state_init(init),
        }
    }

    pub(super) fn missing_account(&self) -> Refusal {
        Refusal::AccountDoesNotExist {
            account_id: self.receiver().clone(),
        }
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

    /// Whether the receiver exists as the action needs it to, and the actor may do it.
    fn permitted(&self, action: &Action) -> Result<(), Refusal> {
        let account_id = self.receiver();
        let form = self.form();
        match (action, &self.place.account) {
            (Action::CreateAccount(_), Some(_)) => {
                return Err(Refusal::AccountAlreadyExists {
                    account_id: account_id.clone(),
                });
            }
            (Action::CreateAccount(_), None) if form != AccountType::NamedAccount => {
                return Err(Refusal::OnlyImplicitAccountCreationAllowed {
                    account_id: account_id.clone(),
                });
            }
            (Action::Transfer(_), None)
                if self.may_create() && form != AccountType::NamedAccount => {}
            (Action::CreateAccount(_), None) => {}
            (Action::DeterministicStateInit(_) | Action::UniversalStateInit(_), _) => {}
            (_, None) => return Err(self.missing_account()),
            (Action::Transfer(_), Some(_)) => {}
            (_, Some(account)) if !account.is_initialized() => {
                return Err(Refusal::AccountNotInitialized {
                    account_id: account_id.clone(),
                });
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
        if is_own && self.actor != *account_id {
            return Err(Refusal::ActorNoPermission {
                account_id: account_id.clone(),
                actor_id: self.actor.clone(),
            });
        }
        let locked = self.place.account.as_ref().map(Account::locked);
        if matches!(action, Action::DeleteAccount(_)) && locked > Some(Balance::ZERO) {
            return Err(Refusal::DeleteAccountStaking {
                account_id: account_id.clone(),
            });
        }
        Ok(())
    }

    /// Storage of an account without anything, bytes.
    pub(super) fn empty_account_usage(&self) -> StorageUsage {
        let fees = &self.world.network.config.fees;
        fees.storage_usage_config.num_bytes_account
    }

    /// Storage that a record takes beside its key and value, bytes.
    pub(super) fn per_record(&self) -> u64 {
        let fees = &self.world.network.config.fees;
        fees.storage_usage_config.num_extra_bytes_record
    }

    fn create_account(&mut self) -> Acted {
        let rules = &self.world.network.config.account_creation_config;
        let (account_id, predecessor) = (self.receiver(), self.receipt.predecessor_id());
        if account_id.is_top_level() {
            let short = account_id.len() < usize::from(rules.min_allowed_top_level_account_length);
            if short && *predecessor != rules.registrar_account_id {
                return Err(Refusal::CreateAccountOnlyByRegistrar {
                    account_id: account_id.clone(),
                    registrar_account_id: rules.registrar_account_id.clone(),
                    predecessor_id: predecessor.clone(),
                });
            }
        } else if !account_id.is_sub_account_of(predecessor) {
            return Err(Refusal::CreateAccountNotAllowed {
                account_id: account_id.clone(),
                predecessor_id: predecessor.clone(),
            });
        }
        self.new_account(Balance::ZERO, AccountContract::None, 0);
        DONE
    }

    /// The receiver, new; from here on it acts for itself.
    fn new_account(&mut self, amount: Balance, contract: AccountContract, more: StorageUsage) {
        let usage = self.empty_account_usage() + more;
        self.actor = self.receiver().clone();
        self.place.account = Some(Account::new(amount, Balance::ZERO, contract, usage));
    }

    fn deploy(&mut self, code: &[u8]) -> Result<Acted, ChainError> {
        let code = Arc::new(ContractCode::new(code.to_vec(), None));
        self.set_contract(AccountContract::Local(*code.hash()), Some(code))?;
        Ok(DONE)
    }

    /// Replaces the receiver's contract, and what it takes of the account's storage.
    pub(super) fn set_contract(
        &mut self,
        contract: AccountContract,
        code: Option<Arc<ContractCode>>,
    ) -> Result<(), ChainError> {
        let usage = match &code {
            Some(code) => code.code().len() as StorageUsage,
            None => contract.identifier_storage_usage(),
        };
        let before = self.place.contract_usage();
        if let Some(account) = &mut self.place.account {
            let rest = account.storage_usage().saturating_sub(before);
            account.set_storage_usage(rest.checked_add(usage).ok_or(ChainError::Overflow)?);
            account
                .set_contract(contract)
                .map_err(|_| ChainError::Unsupported("a contract of an uninitialized account"))?;
        }
        self.place.code = code;
        Ok(())
    }

    fn transfer(&mut self, deposit: Balance) -> Result<Acted, ChainError> {
        let Some(account) = &mut self.place.account else {
            return Ok(self.create_by_transfer(deposit));
        };
        let is_gas_refund = self.receipt.predecessor_id().is_system()
            && self.action_receipt.signer_id() == self.receipt.receiver_id();
        let signer = PublicKeyHandle::from(self.action_receipt.signer_public_key());
        let key = match is_gas_refund {
            true => self.place.keys.get(&signer),
            false => None,
        };
        let funds_key = key.is_some_and(|key| key.access.gas_key_info().is_some());
        if !funds_key {
            account.set_amount(add(account.amount(), deposit)?);
        }
        if key.is_some() {
            let key = Arc::make_mut(&mut self.place.keys).get_mut(&signer);
            match key.map(|key| &mut key.access.permission) {
                Some(
                    AccessKeyPermission::GasKeyFullAccess(info)
                    | AccessKeyPermission::GasKeyFunctionCall(info, _),
                ) => info.balance = add(info.balance, deposit)?,
                Some(AccessKeyPermission::FunctionCall(calls)) => {
                    calls.allowance = calls.allowance.map(|it| it.saturating_add(deposit));
                }
                Some(AccessKeyPermission::FullAccess) | None => {}
            }
        }
        Ok(DONE)
    }

    /// A transfer to an implicit account that does not exist creates it.
    fn create_by_transfer(&mut self, deposit: Balance) -> Acted {
        let account_id = self.receiver();
        match self.form() {
            AccountType::NearImplicitAccount => {
                let bytes = hex_key(account_id).ok_or_else(|| self.missing_account())?;
                let key = PublicKeyHandle::ED25519(ED25519PublicKey(bytes));
                let access = AccessKey {
                    nonce: self.first_nonce(),
                    permission: AccessKeyPermission::FullAccess,
                };
                let usage = key_usage(&key, &access, self.per_record());
                self.new_account(deposit, AccountContract::None, usage);
                let nonces = vec![];
                Arc::make_mut(&mut self.place.keys).insert(key, Key { access, nonces });
            }
            AccountType::EthImplicitAccount => {
                let wallet = AccountContract::Global(eth_wallet(&self.world.chain_id));
                let usage = wallet.identifier_storage_usage();
                self.new_account(deposit, wallet, usage);
            }
            AccountType::UniversalAccount => {
                let (usage, nonce) = (self.empty_account_usage(), self.first_nonce());
                self.place.account = Some(Account::new_uninitialized(deposit, usage, nonce));
            }
            _ => self.new_account(deposit, AccountContract::None, 0),
        }
        DONE
    }

    fn stake(&mut self, action: &StakeAction) -> Acted {
        let account_id = self.receiver().clone();
        let minimum_stake = self.world.minimum_stake;
        let Some(account) = &mut self.place.account else {
            return Err(self.missing_account());
        };
        let (stake, locked, balance) = (action.stake, account.locked(), account.amount());
        let Some(left) = balance.checked_sub(stake.saturating_sub(locked)) else {
            return Err(Refusal::TriesToStake {
                account_id,
                stake,
                locked,
                balance,
            });
        };
        if stake == Balance::ZERO && locked == Balance::ZERO {
            return Err(Refusal::TriesToUnstake { account_id });
        }
        if stake > Balance::ZERO && stake < minimum_stake {
            return Err(Refusal::InsufficientStake {
                account_id,
                stake,
                minimum_stake,
            });
        }
        // A smaller stake is given back by an epoch's end, not by this receipt.
        if stake > locked && account.set_locked(stake).is_ok() {
            account.set_amount(left);
        }
        DONE
    }

    fn delete_account(&mut self, beneficiary: &AccountId) -> Result<Acted, ChainError> {
        let account_id = self.receiver().clone();
        let Some(account) = &self.place.account else {
            return Ok(Err(self.missing_account()));
        };
        let usage = account.storage_usage();
        let version = self.world.network.version;
        let is_local = matches!(*account.contract(), AccountContract::Local(_));
        // Before version 85 the name of a global contract counted as state.
        let contract =
            match ProtocolFeature::FixDeleteAccountGlobalContractStorageUsage.enabled(version) {
                false if !is_local => 0,
                _ => self.place.contract_usage(),
            };
        let state = usage.saturating_sub(contract);
        if state > Account::MAX_ACCOUNT_DELETION_STORAGE_USAGE {
            return Ok(Err(Refusal::DeleteAccountWithLargeState { account_id }));
        }
        let balance = self.place.gas_key_balance().ok_or(ChainError::Overflow)?;
        if balance > GasKeyInfo::MAX_BALANCE_TO_BURN {
            return Ok(Err(Refusal::GasKeyBalanceTooHigh {
                account_id,
                public_key: None,
                balance,
            }));
        }
        let amount = account.amount();
        if amount > Balance::ZERO {
            let payout = Receipt::new_balance_refund(beneficiary, amount);
            self.created.push(payout);
        }
        self.burnt.tokens = add(self.burnt.tokens, balance)?;
        self.place.remove_account();
        self.changes.clear();
        self.actor = self.receipt.predecessor_id().clone();
        Ok(DONE)
    }
}

/// The key whose hexadecimal form is the account's name.
fn hex_key(account_id: &AccountId) -> Option<[u8; 32]> {
    let mut key = [0; 32];
    let digits = account_id.as_bytes();
    for (byte, pair) in key.iter_mut().zip(digits.chunks_exact(2)) {
        let digit = |at: usize| char::from(pair[at]).to_digit(16);
        *byte = u8::try_from(digit(0)? << 4 | digit(1)?).ok()?;
    }
    Some(key)
}

/// The hash of the wallet contract of accounts named as on Ethereum, a global contract: nearcore's
/// `wallet_contract` of each network (`runtime/near-wallet-contract`).
fn eth_wallet(chain_id: &str) -> CryptoHash {
    let hash = match chain_id {
        "mainnet" | "mocknet" => "2zodJZK2e4nnv5AqwCRnenNSmkikXhEd7PPY6BmfTmW4",
        "testnet" => "3PpYvRxBfC5BkZxTw8ZFG3D52w1ZRhvDDWirKoxphMDn",
        _ => "FAq9tQRbwJPTV3PQLn2F7AUD3FW2Fw1V8ZeZuazfeu1v",
    };
    hash.parse().unwrap_or_default()
}
