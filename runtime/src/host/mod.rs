//! Host state of one run: nearcore's [`HostCtx`] with a readable gas counter.
//!
//! nearcore's gas counter is private. Two facts of its public API make it readable to the unit:
//!
//! - [`host::used_gas`] charges only `base`. With a counter whose `base` costs 0, `Host::probe` can
//!   read the gas at any time. We charge the real `base` through [`host::burn_gas`], before each
//!   function that charges it. A column of the ABI table lists these functions;
//!   `abi::tests::every_row_behaves_as_nearcore_at_every_limit_and_in_views` checks it.
//! - [`host::burn_gas`] fails exactly as any of nearcore's own charges would.
//!
//! nearcore books the gas we burn as Wasm instructions; `ledger` corrects that afterwards.

mod charges;
mod inputs;
mod ledger;
mod observer;
mod registers;
mod verification;

pub(crate) use inputs::Input;
use ledger::Ledger;
use near_parameters::vm::Config;
use near_parameters::{ExtCosts, ParameterCost, RuntimeFeesConfig};
use near_primitives_core::account::AccountContract;
use near_primitives_core::config::ViewConfig;
use near_primitives_core::types::{AccountId, Balance, Gas};
use near_vm_runner::logic::errors::FunctionCallError;
use near_vm_runner::logic::{
    ExecutionResultState, External, GasCounter, HostCtx, HostError, VMContext, VMLogicError,
    VMOutcome, host,
};
pub use observer::HostCall;
pub(crate) use observer::Observer;
pub(crate) use registers::register_overhead;
use std::sync::Arc;
pub(crate) use verification::TABLES_BYTE_CAP;
pub use verification::Verification;

/// Result of a host function: a value, or nearcore's own error.
pub type HostResult<T> = Result<T, VMLogicError>;

/// Charges of a host function on entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Charges {
    /// `base`, once and first.
    Base,
    /// Costs of its own, if any, and never `base`.
    Own,
    /// Gas that the profile books as Wasm instructions.
    Wasm,
}

/// The context of one run for [`Host`]: nearcore's, with the view flag taken out.
///
/// A view context forbids `used_gas`, which the probe calls. The host context is therefore always a
/// transaction's, and the ABI table lists the functions that a view refuses.
pub struct HostContext {
    vm: VMContext,
    /// Gas a view may burn; `None` for a transaction.
    max_gas_burnt_view: Option<Gas>,
}

impl From<VMContext> for HostContext {
    fn from(mut vm: VMContext) -> Self {
        let max_gas_burnt_view = vm.view_config.take().map(|view| view.max_gas_burnt);
        Self {
            vm,
            max_gas_burnt_view,
        }
    }
}

/// A placeholder call for host functions that run without a contract in tests and measurements.
/// With `view_gas` it is a view that may burn that gas.
pub fn bare_context(prepaid_gas: Gas, view_gas: Option<Gas>) -> VMContext {
    let account: AccountId = "contract.near".parse().expect("a valid account name");
    VMContext {
        current_account_id: account.clone(),
        signer_account_id: account.clone(),
        signer_account_pk: vec![0; 33],
        predecessor_account_id: account.clone(),
        refund_to_account_id: account,
        input: Vec::new().into(),
        promise_results: Vec::new().into(),
        block_height: 1,
        block_timestamp: 1,
        epoch_height: 1,
        account_balance: Balance::from_near(1),
        account_locked_balance: Balance::ZERO,
        storage_usage: 100,
        account_contract: AccountContract::None,
        attached_deposit: Balance::ZERO,
        prepaid_gas,
        random_seed: vec![0; 32],
        view_config: view_gas.map(|max_gas_burnt| ViewConfig { max_gas_burnt }),
        output_data_receivers: Vec::new(),
    }
}

/// Host state of one run of one contract.
///
/// Lives as long as the run; host functions of the [ABI](crate::abi) take it by `&mut`.
pub struct Host<'a> {
    ctx: HostCtx<'a>,
    config: Arc<Config>,
    is_view: bool,
    /// Gas the run may use, promises included.
    prepaid: u64,
    /// Gas the run may burn.
    max_burnt: u64,
    /// Gas that is neither used nor owed.
    left: u64,
    /// Gas charged but not yet burnt; see [`charges`].
    owed: u64,
    /// Gas burnt but not yet charged. Either this or `owed` is 0.
    advanced: u64,
    ledger: Ledger,
    verification: Arc<Verification>,
    observer: Observer<'a>,
}

impl<'a> Host<'a> {
    /// Host state at the start of a run: nothing used, no registers set.
    ///
    /// # Panics
    ///
    /// Like nearcore's [`ExecutionResultState::new`], when balance and deposit overflow a `u128`.
    pub fn new(
        ext: &'a mut dyn External,
        context: &'a HostContext,
        fees: Arc<RuntimeFeesConfig>,
        config: Arc<Config>,
    ) -> Self {
        let max_burnt = context
            .max_gas_burnt_view
            .unwrap_or(config.limit_config.max_gas_burnt);
        let prepaid = context.max_gas_burnt_view.unwrap_or(context.vm.prepaid_gas);
        let mut costs = config.ext_costs.clone();
        costs.costs[ExtCosts::base] = ParameterCost::ZERO;
        let counter = GasCounter::new(costs, max_burnt, config.regular_op_cost, prepaid, false);
        let state = ExecutionResultState::new(&context.vm, counter, Arc::clone(&config));
        Self {
            ctx: HostCtx::new(ext, &context.vm, fees, state),
            config,
            is_view: context.max_gas_burnt_view.is_some(),
            prepaid: prepaid.as_gas(),
            max_burnt: max_burnt.as_gas(),
            left: prepaid.as_gas(),
            owed: 0,
            advanced: 0,
            ledger: Ledger::default(),
            verification: Verification::shared_default(),
            observer: Observer::default(),
        }
    }

    /// The same host, verifying in this way.
    #[must_use]
    pub fn verifying(mut self, verification: Arc<Verification>) -> Self {
        self.verification = verification;
        self
    }

    /// Gas left of the prepaid gas: neither burnt nor promised to receipts.
    pub fn remaining_gas(&self) -> u64 {
        self.left
    }

    /// Whether this is a view call, which may not change state.
    pub(crate) fn is_view(&self) -> bool {
        self.is_view
    }

    /// The configuration that sets the run's prices.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// How signatures are verified.
    pub(crate) fn verification(&self) -> Arc<Verification> {
        Arc::clone(&self.verification)
    }

    /// Runs one of nearcore's host functions by the columns of its row of the ABI table.
    ///
    /// # Errors
    ///
    /// The function's own; out of gas on `base`; `ProhibitedInView`.
    pub(crate) fn nearcore<T>(
        &mut self,
        charges: Charges,
        forbidden_in_view: Option<&'static str>,
        function: impl FnOnce(&mut HostCtx<'a>) -> HostResult<T>,
    ) -> HostResult<T> {
        if charges == Charges::Base {
            self.charge_base()?;
        }
        if let Some(method_name) = forbidden_in_view {
            self.refuse_in_view(method_name)?;
        }
        let before = self.left;
        let value = function(&mut self.ctx)?;
        self.probe()?;
        if charges == Charges::Wasm {
            self.ledger.book_wasm(before.saturating_sub(self.left));
        }
        Ok(value)
    }

    /// Charges `base`, the entry fee of most host functions.
    pub(crate) fn charge_base(&mut self) -> HostResult<()> {
        self.burn(ExtCosts::base, self.cost(ExtCosts::base))
    }

    /// Fails in a view, like nearcore's functions that change state or need a transaction.
    pub(crate) fn refuse_in_view(&self, method_name: &'static str) -> HostResult<()> {
        if !self.is_view {
            return Ok(());
        }
        Err(HostError::ProhibitedInView {
            method_name: method_name.to_owned(),
        }
        .into())
    }

    /// Burns the gas that Wasm consumed since the last boundary.
    ///
    /// # Errors
    ///
    /// Only when `max_gas_burnt` is below the prepaid gas: Wasm itself cannot consume more than is
    /// left of the prepaid gas.
    pub(crate) fn burn_wasm(&mut self, gas: u64) -> HostResult<()> {
        host::burn_gas(&mut self.ctx, &mut [], gas)?;
        self.left = self.left.saturating_sub(gas);
        self.ledger.book_wasm(gas);
        Ok(())
    }

    /// Charges for loading `wasm_bytes` of contract code.
    ///
    /// # Errors
    ///
    /// `GasExceeded`, whichever limit was hit: nearcore's loader reports no other.
    pub(crate) fn charge_loading(&mut self, wasm_bytes: u64) -> Result<(), FunctionCallError> {
        let out_of_gas = || FunctionCallError::HostError(HostError::GasExceeded);
        let bytes = self
            .cost(ExtCosts::contract_loading_bytes)
            .checked_mul(wasm_bytes)
            .ok_or_else(out_of_gas)?;
        let base = self.cost(ExtCosts::contract_loading_base);
        self.burn(ExtCosts::contract_loading_bytes, bytes)
            .and_then(|()| self.burn(ExtCosts::contract_loading_base, base))
            .map_err(|_| out_of_gas())?;
        self.leave(self.left); // the recorder entered `Frame::Loading`
        Ok(())
    }

    /// Ends the run: nearcore's outcome, with the profile that nearcore would have booked.
    pub fn finish(self, failure: Option<FunctionCallError>) -> VMOutcome {
        let state = self.ctx.into_result_state();
        let mut outcome = match failure {
            None => VMOutcome::ok(state),
            Some(error) => VMOutcome::abort(state, error),
        };
        self.ledger.correct(&mut outcome, &self.config.ext_costs);
        outcome
    }

    /// Reads the gas counter without a charge. Never call it after a host error: the counter then
    /// holds values of the failed function.
    fn probe(&mut self) -> HostResult<()> {
        let used = host::used_gas(&mut self.ctx, &mut [])?;
        self.left = self.prepaid.saturating_sub(used);
        Ok(())
    }

    fn cost(&self, cost: ExtCosts) -> u64 {
        self.config.ext_costs.gas_cost(cost).as_gas()
    }
}
