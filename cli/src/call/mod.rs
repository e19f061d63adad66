//! `near-ed25519 call`: one call of one contract, offline.

mod account;
mod arguments;
mod engine;
mod hint;
mod input;
mod least_gas;
mod parse;
mod report;
mod seen;

pub(crate) use account::lock;
pub(crate) use arguments::{Attached, Call, MethodArgs};
pub(crate) use engine::Engine;
pub(crate) use input::{arguments as read_arguments, contract as read_contract, stdins};
pub(crate) use least_gas::{headline, run as least_gas};
pub(crate) use parse::{Bytes, parse_32_bytes, parse_base64, parse_hex};
pub(crate) use report::{said, shown};

use crate::exit::{self, FAILED, Failure};
use crate::functions;
use crate::output;
use anyhow::{Context as _, anyhow};
use near_runtime_ext::{Account, CallError, Contract, Gas, Outcome, Runtime, StateFile};
use std::path::Path;

/// A call, read and checked.
pub(crate) struct Prepared<'a> {
    pub(crate) args: &'a Call,
    pub(crate) runtime: Runtime,
    pub(crate) wasm: Vec<u8>,
    pub(crate) method_args: Vec<u8>,
    /// From [`account::open`], like `missing_state`.
    pub(crate) state: Option<StateFile>,
    pub(crate) missing_state: Option<&'a Path>,
}

/// The call, and the account that it is made to.
pub(crate) fn prepare(args: &Call) -> Result<(Prepared<'_>, Account), Failure> {
    check(args).map_err(Failure::input)?;
    let runtime = args.engine.runtime()?;
    let wasm = input::contract(&args.wasm, &runtime).map_err(Failure::input)?;
    let method_args =
        input::arguments(&args.attached.method_args, &runtime).map_err(Failure::input)?;
    let (account, state, missing_state) = account::open(args)?;
    let prepared = Prepared {
        args,
        runtime,
        wasm,
        method_args,
        state,
        missing_state,
    };
    Ok((prepared, account))
}

/// A call that saves nothing; the state file is free for others meanwhile.
fn unsaved(args: &Call) -> Result<(Prepared<'_>, Account), Failure> {
    let (mut prepared, account) = prepare(args)?;
    prepared.state = None;
    if let Some(path) = prepared.missing_state {
        let path = path.display();
        return Err(Failure::input(anyhow!("there is no state file {path}")));
    }
    Ok((prepared, account))
}

impl Prepared<'_> {
    /// The contract, in the block of the call.
    fn deployed(&self, account: Account) -> Result<Contract, Failure> {
        let contract = self.runtime.deploy_to(account, self.wasm.clone());
        let mut contract = contract.map_err(Failure::input)?;
        self.args.seen.set_block(contract.block_mut());
        Ok(contract)
    }

    /// The call, with this much gas.
    fn call<'a>(&self, contract: &'a mut Contract, gas: Gas) -> near_runtime_ext::Call<'a> {
        let args = self.args;
        let call = contract
            .call(&args.method)
            .args(self.method_args.as_slice());
        args.seen
            .set_call(call.gas(gas).deposit(args.attached.deposit))
    }

    fn sent(&self, contract: &mut Contract) -> Result<Outcome, CallError> {
        let call = self.call(contract, self.args.attached.gas);
        match self.args.view {
            true => call.view(),
            false => call.transact(),
        }
    }

    /// Lets the contract record the gas of its functions, with the names of `--symbols`.
    fn profile(&self, contract: &mut Contract) -> Result<(), Failure> {
        contract.profile_functions();
        match &self.args.symbols {
            None => Ok(()),
            Some(path) => named(path, |symbols| match self.args.lcov {
                Some(_) => contract.cover_lines(symbols),
                None => contract.name_functions(symbols),
            }),
        }
    }
}

pub(crate) fn run(args: &Call) -> Result<(), Failure> {
    let (prepared, account) = prepare(args)?;
    let runtime = &prepared.runtime;
    let mut contract = prepared.deployed(account)?;
    if args.functions.is_asked_for() || args.symbols.is_some() {
        prepared.profile(&mut contract)?;
    }
    let (name, size) = (crate::input::name(&args.wasm), prepared.wasm.len());
    let what = format!("compiling and running {name}, {size} bytes ...");
    let outcome = output::announced(&what, || prepared.sent(&mut contract));
    if let Some(fault) = runtime.cache_fault() {
        output::complain(&format!("warning: {fault}; contracts are compiled anew"));
    }
    let outcome = outcome.map_err(fault)?;

    // Steps of saving that can fail come first, then the report, then a rename under the same lock:
    // without a printed report nothing is saved, and later calls find what was reported.
    let staged = match &prepared.state {
        Some(state) if outcome.is_success() => Some(state.stage(contract.account())?),
        _ => None,
    };
    let mut again = None;
    let is_recorded = outcome.is_success() || outcome.functions.is_some();
    if !is_recorded && args.engine.reports_functions() {
        prepared.profile(&mut contract)?;
        again = prepared.sent(&mut contract).ok();
    }
    let recorded = again.as_ref().unwrap_or(&outcome);
    let stopped = recorded.functions.as_ref();
    // Before the report, since standard output has either the report or an error.
    if let Some(tree) = &outcome.functions {
        args.functions
            .write(tree, &format!("{name}: {}", args.method))?;
        if let Some(path) = &args.lcov {
            functions::write_lines(path, tree.coverage())?;
        }
    }
    report::print(&outcome, stopped, prepared.missing_state, args)?;
    let saved = staged.map(|staged| staged.commit()).transpose();
    saved.map_err(exit::after_report)?;
    let Some(failure) = &outcome.failure else {
        return Ok(());
    };
    let method = Some(args.method.as_str()).filter(|method| !method.is_empty());
    let mut message = format!("{}: {failure}", method.unwrap_or("''"));
    let again = |gas| prepared.call(&mut contract, gas).transact();
    let hint = hint::of_failure(failure, &prepared);
    if let Some(hint) = hint.or_else(|| hint::of_full_stack(&outcome, again)) {
        message = format!("{}: {hint}", message.trim_end_matches('.'));
    }
    Err(Failure::refused(FAILED, message))
}

/// Makes a call without saving anything. Returns its outcome, with the gas of functions if `recorded`, and the
/// contract's size in bytes.
pub(crate) fn outcome(args: &Call, recorded: bool) -> Result<(Outcome, u64), Failure> {
    let (prepared, account) = unsaved(args)?;
    let mut contract = prepared.deployed(account)?;
    if recorded {
        args.engine.ensure_functions().map_err(Failure::input)?;
        prepared.profile(&mut contract)?;
    }
    let outcome = prepared.sent(&mut contract).map_err(fault)?;
    Ok((outcome, prepared.wasm.len() as u64))
}

/// Names functions by the symbols in a file.
pub(crate) fn named<E: std::error::Error + Send + Sync + 'static>(
    path: &Path,
    name: impl FnOnce(&[u8]) -> Result<(), E>,
) -> Result<(), Failure> {
    let named = input::symbols(path).and_then(|symbols| Ok(name(&symbols)?));
    let named = named.with_context(|| path.display().to_string());
    named.map_err(Failure::input)
}

/// A call without an outcome.
fn fault(error: CallError) -> Failure {
    match error {
        CallError::Runtime(_) => Failure::from(error),
        CallError::NotEnoughBalance { .. } => Failure::input(anyhow!(
            "{error}: --signer or --predecessor names another account that pays"
        )),
        _ => Failure::input(error),
    }
}

/// Refuses options that would be ignored.
fn check(args: &Call) -> anyhow::Result<()> {
    crate::input::once(args.stdins())?;
    let recorded = args.functions.is_asked_for() || args.symbols.is_some() || args.least_gas;
    match recorded {
        true => args.engine.ensure_functions(),
        false => Ok(()),
    }
}
