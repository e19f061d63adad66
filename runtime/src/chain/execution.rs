//! One action receipt: its actions in order, all or nothing.

use super::place::Place;
use super::world::World;
use super::{ChainError, validation};
use crate::fees;
use crate::functions::CallTree;
use crate::state::Changes;
use near_primitives::errors::{ActionError, ActionErrorKind};
use near_primitives::receipt::{Receipt, VersionedActionReceipt};
use near_primitives::transaction::Action;
use near_primitives_core::account::{Account, AccountContract};
use near_primitives_core::hash::CryptoHash;
use near_primitives_core::types::{AccountId, Balance, Gas};
use near_vm_runner::ProfileDataV3;
use near_vm_runner::logic::ReturnData;

/// Why nearcore refuses an action.
pub(super) type Refusal = ActionErrorKind;

/// Why an action, and with it its receipt, stops.
pub(super) enum Stop {
    /// Reported in the receipt's outcome.
    Refused(Refusal),
    /// The embedder's fault; no outcome reports it.
    Fault(ChainError),
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<ChainError> for Stop {
    fn from(fault: ChainError) -> Self {
        Self::Fault(fault)
    }
}

/// A receipt being executed: what it has done to its receiver, and what it has burnt.
pub(super) struct Execution<'a> {
    pub(super) world: &'a World,
    pub(super) receipt: &'a Receipt,
    pub(super) action_receipt: &'a VersionedActionReceipt<'a>,
    /// Results of the receipts that it waited for, in order.
    pub(super) inputs: &'a [Option<Vec<u8>>],
    /// The receiver as the actions leave it: discarded if one fails.
    pub(super) place: Place,
    /// Changes of the receiver's storage.
    pub(super) changes: Changes,
    /// The account in whose name the actions run: the predecessor, until one creates the receiver.
    pub(super) actor: AccountId,
    /// The receiver's contract before each action that ran.
    pub(super) contracts: Vec<AccountContract>,
    pub(super) burnt: Burnt,
    pub(super) created: Vec<Receipt>,
    /// Yields that the receipt created, which time out if nobody resumes them.
    pub(super) yields: Vec<CryptoHash>,
}

/// What a receipt burnt.
#[derive(Default)]
pub(super) struct Burnt {
    /// Gas burnt, whether or not the receipt failed.
    pub(super) gas: Gas,
    /// Gas burnt, and gas that went into the receipts it created.
    pub(super) used: Gas,
    /// Gas burnt by contracts.
    pub(super) calls: Gas,
    /// Tokens burnt, but not for gas.
    pub(super) tokens: Balance,
    /// Tokens that the protocol added.
    pub(super) subsidized: Balance,
    pub(super) logs: Vec<String>,
    pub(super) profile: ProfileDataV3,
    /// The gas of each function, a tree for each call, if the chain records it.
    pub(super) functions: Vec<CallTree>,
}

impl Burnt {
    /// Burns gas outside the VM.
    pub(super) fn fee(&mut self, gas: Gas) -> Result<(), ChainError> {
        self.spend(gas, Gas::ZERO)
    }

    /// Burns gas, and gives more to created receipts.
    pub(super) fn spend(&mut self, burnt: Gas, given: Gas) -> Result<(), ChainError> {
        let sum = |one: Gas, other| one.checked_add(other).ok_or(ChainError::Overflow);
        self.gas = sum(self.gas, burnt)?;
        self.used = sum(sum(self.used, burnt)?, given)?;
        Ok(())
    }
}

impl<'a> Execution<'a> {
    pub(super) fn receiver(&self) -> &'a AccountId {
        self.receipt.receiver_id()
    }

    pub(super) fn missing_account(&self) -> Refusal {
        Refusal::AccountDoesNotExist {
            account_id: self.receiver().clone(),
        }
    }

    /// The receiver's account.
    pub(super) fn account(&mut self) -> Result<&mut Account, Stop> {
        let missing = self.missing_account();
        Ok(self.place.account.as_mut().ok_or(missing)?)
    }

    /// Runs the actions until one fails; then only burnt gas and logs remain of them.
    ///
    /// The result is the last action's.
    pub(super) fn run(&mut self) -> Result<Result<ReturnData, ActionError>, ChainError> {
        let config = &self.world.network.config;
        self.burnt.fee(fees::receipt(config))?;
        let actions = self.action_receipt.actions();
        let mut result = Ok(ReturnData::None);
        for (index, action) in actions.iter().enumerate() {
            let fee = fees::exec(config, action, self.receiver()).ok_or(ChainError::Overflow)?;
            // Burnt before anything is checked; the fees of later actions are given back.
            self.burnt.fee(fee)?;
            let account = self.place.account.as_ref();
            let contract = account.map(|it| it.contract().into_owned());
            self.contracts
                .push(contract.unwrap_or(AccountContract::None));
            let before = self.created.len();
            match self.checked_action(index, action) {
                Ok(ReturnData::ReceiptIndex(place)) => {
                    result = Ok(ReturnData::ReceiptIndex(place + before as u64));
                }
                Ok(data) => result = Ok(data),
                Err(Stop::Refused(kind)) => {
                    let index = Some(index as u64);
                    result = Err(ActionError { index, kind });
                    break;
                }
                Err(Stop::Fault(fault)) => return Err(fault),
            }
        }
        if let (Ok(_), Some(account)) = (&result, &self.place.account)
            && let Some(amount) = self.world.missing_stake(account)
        {
            let account_id = self.receiver().clone();
            result = Err(Refusal::LackBalanceForState { account_id, amount }.into());
        }
        if result.is_err() {
            self.created.clear();
            self.yields.clear();
            self.burnt.tokens = Balance::ZERO;
            self.burnt.subsidized = Balance::ZERO;
        }
        Ok(result)
    }

    /// Does the action at `index`, and checks the receipts that it created.
    fn checked_action(&mut self, index: usize, action: &Action) -> Result<ReturnData, Stop> {
        let before = self.created.len();
        let data = self.action(index, action)?;
        let network = &self.world.network;
        let limits = &network.config.wasm_config.limit_config;
        for receipt in &self.created[before..] {
            validation::new_receipt(limits, receipt, network.version)
                .map_err(Refusal::NewReceiptValidationError)?;
        }
        Ok(data)
    }

    /// Whether a transfer may create the receiver: as the only action, and not as a refund.
    pub(super) fn may_create(&self) -> bool {
        let is_only = matches!(self.action_receipt.actions(), [Action::Transfer(_)]);
        is_only && !self.receipt.predecessor_id().is_system()
    }
}
