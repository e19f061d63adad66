//! One action receipt: its actions in order, all or nothing.

use super::place::Place;
use super::world::World;
use super::{ChainError, validation};
use crate::fees;
use crate::functions::CallTree;
use crate::state::{Changes, missing_stake};
use near_primitives::errors::{ActionError, ActionErrorKind};
use near_primitives::receipt::{Receipt, VersionedActionReceipt};
use near_primitives::transaction::Action;
use near_primitives_core::account::AccountContract;
use near_primitives_core::hash::CryptoHash;
use near_primitives_core::types::{AccountId, Balance, Gas};
use near_vm_runner::ProfileDataV3;
use near_vm_runner::logic::ReturnData;

/// Why an action failed.
pub(super) type Refusal = ActionErrorKind;

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
    /// Yields that the receipt began, which time out if nobody resumes them.
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
    /// Tokens burnt for other things than gas.
    pub(super) tokens: Balance,
    /// Tokens that the protocol added.
    pub(super) subsidized: Balance,
    pub(super) logs: Vec<String>,
    pub(super) profile: ProfileDataV3,
    /// The gas of each function, a tree a call, if the chain records it.
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
    pub(super) fn new(
        world: &'a World,
        receipt: &'a Receipt,
        action_receipt: &'a VersionedActionReceipt<'a>,
        inputs: &'a [Option<Vec<u8>>],
        place: Place,
    ) -> Self {
        Self {
            world,
            receipt,
            action_receipt,
            inputs,
            place,
            changes: Changes::new(),
            actor: receipt.predecessor_id().clone(),
            contracts: vec![],
            burnt: Burnt::default(),
            created: vec![],
            yields: vec![],
        }
    }

    pub(super) fn receiver(&self) -> &'a AccountId {
        self.receipt.receiver_id()
    }

    /// Whether the protocol itself sends the receipt, to give something back.
    pub(super) fn is_refund(&self) -> bool {
        self.receipt.predecessor_id().is_system()
    }

    /// Runs the actions until one fails; then nothing they did remains but burnt gas and logs.
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
            let outcome = match self.action(index, action)? {
                Ok(data) => self.validated(before).map(|()| data),
                Err(refusal) => Err(refusal),
            };
            match outcome {
                Ok(ReturnData::ReceiptIndex(place)) => {
                    result = Ok(ReturnData::ReceiptIndex(place + before as u64));
                }
                Ok(data) => result = Ok(data),
                Err(kind) => {
                    let index = Some(index as u64);
                    result = Err(ActionError { index, kind });
                    break;
                }
            }
        }
        if let (Ok(_), Some(account)) = (&result, &self.place.account)
            && let Some(amount) = missing_stake(
                account.amount(),
                account.locked(),
                account.storage_usage(),
                config,
            )
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

    /// Checks the receipts that an action created.
    fn validated(&self, before: usize) -> Result<(), Refusal> {
        let network = &self.world.network;
        let limits = &network.config.wasm_config.limit_config;
        self.created[before..].iter().try_for_each(|receipt| {
            validation::new_receipt(limits, receipt, network.version)
                .map_err(Refusal::NewReceiptValidationError)
        })
    }

    /// Whether a transfer may create the receiver: the only action, of no refund.
    pub(super) fn may_create(&self) -> bool {
        matches!(self.action_receipt.actions(), [Action::Transfer(_)]) && !self.is_refund()
    }
}
