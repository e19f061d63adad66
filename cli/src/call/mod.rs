//! `near-ed25519 call`: one call of one contract, offline.

mod account;
mod arguments;
mod engine;
mod hint;
mod input;
mod least_gas;
mod parse;
mod patience;
mod report;
mod seen;

pub(crate) use account::{Opened, lock};
pub(crate) use arguments::{Call, MethodArgs};
pub(crate) use engine::Engine;
pub(crate) use input::{arguments as read_arguments, contract as read_contract};
pub(crate) use least_gas::{headline, run as least_gas};
pub(crate) use parse::{Bytes, parse_32_bytes, parse_base64, parse_hex};
pub(crate) use patience::announced;
pub(crate) use report::shown;

use crate::exit::{FAILED, Failure};
use crate::functions;
use crate::output;
use anyhow::{Context as _, anyhow, bail};
use near_runtime_ext::{Account, CallError, CallTree, Contract, Gas, Outcome, Runtime};
use std::path::Path;

/// What a call needs, read and checked.
pub(crate) struct Prepared {
    pub(crate) runtime: Runtime,
    pub(crate) wasm: Vec<u8>,
    pub(crate) method_args: Vec<u8>,
    pub(crate) opened: Opened,
}

pub(crate) fn prepare(args: &Call) -> Result<Prepared, Failure> {
    check(args).map_err(Failure::input)?;
    let runtime = args.engine.runtime()?;
    let wasm = input::contract(&args.wasm, &runtime).map_err(Failure::input)?;
    let method_args = input::arguments(&args.method_args, &runtime).map_err(Failure::input)?;
    if args.json || args.saves() {
        // Before the call has effects that could not be reported.
        output::ensure_open()?;
    }
    Ok(Prepared {
        wasm,
        method_args,
        opened: account::open(args)?,
        runtime,
    })
}

pub(crate) fn run(args: &Call) -> Result<(), Failure> {
    let Prepared {
        runtime,
        wasm,
        method_args,
        opened,
    } = prepare(args)?;
    let Opened {
        account,
        state,
        is_new,
    } = opened;
    let mut contract = deployed(&runtime, account, wasm.clone(), args)?;
    if args.functions.is_asked_for() || args.symbols.is_some() {
        profile(&mut contract, args)?;
    }
    let call = prepared(&mut contract, &method_args, args.gas, args);
    let (name, size) = (crate::input::name(&args.wasm), wasm.len());
    let what = format!("compiling and running {name}, {size} bytes ...");
    let outcome = patience::announced(&what, || sent(call, args));
    if let Some(fault) = runtime.cache_fault() {
        output::complain(&format!("warning: {fault}; contracts are compiled anew"));
    }
    let outcome = outcome.map_err(fault)?;

    // Steps of saving that can fail come first, then the report, then a rename under the same lock:
    // without a printed report nothing is saved, and later calls find what was reported.
    let staged = match &state {
        Some(state) if outcome.is_success() => Some(state.stage(contract.account())?),
        _ => None,
    };
    let mut again = None;
    let is_recorded = outcome.is_success() || outcome.functions.is_some();
    if !is_recorded && args.engine.reports_functions() {
        profile(&mut contract, args)?;
        again = sent(prepared(&mut contract, &method_args, args.gas, args), args).ok();
    }
    let recorded = again.as_ref().unwrap_or(&outcome);
    let stopped = recorded.functions.as_ref();
    // Before the report, whose place on standard output an error would take.
    if let Some(tree) = &outcome.functions {
        args.functions
            .write(tree, &format!("{name}: {}", args.method))?;
        if let Some(path) = &args.lcov {
            functions::write_lines(path, tree.coverage())?;
        }
    }
    report::print(&outcome, stopped, is_new, args)?;
    if let Some(staged) = staged {
        staged.commit()?;
    }
    let Some(failure) = &outcome.failure else {
        return Ok(());
    };
    let method = Some(args.method.as_str()).filter(|method| !method.is_empty());
    let mut message = format!("{}: {failure}", method.unwrap_or("''"));
    let again = |gas| prepared(&mut contract, &method_args, gas, args).transact();
    let hint = hint::of_failure(failure, &wasm, &runtime, args);
    if let Some(hint) = hint.or_else(|| hint::of_full_stack(&outcome, again)) {
        message = format!("{}: {hint}", message.trim_end_matches('.'));
    }
    Err(Failure::refused(FAILED, message))
}

/// Gas that the call burns in the VM, and the contract's size in bytes; or why the call failed. Nothing is
/// saved.
pub(crate) fn figures(args: &Call) -> Result<Result<(u64, u64), String>, Failure> {
    let Unsaved {
        mut contract,
        method_args,
        size,
    } = unsaved(args)?;
    let call = prepared(&mut contract, &method_args, args.gas, args);
    let outcome = sent(call, args).map_err(fault)?;
    Ok(match &outcome.failure {
        None => Ok((outcome.burnt_gas.as_gas(), size)),
        Some(failure) => Err(failure.to_string()),
    })
}

/// The gas of each function in the call. Nothing is saved.
pub(crate) fn profile_of(args: &Call) -> Result<CallTree, Failure> {
    let Unsaved {
        mut contract,
        method_args,
        ..
    } = unsaved(args)?;
    if !args.engine.reports_functions() {
        return Err(Failure::input(anyhow!(functions::UNREPORTED)));
    }
    profile(&mut contract, args)?;
    let outcome = sent(prepared(&mut contract, &method_args, args.gas, args), args);
    let outcome = outcome.map_err(fault)?;
    match outcome.failure {
        None => Ok(outcome.functions.unwrap_or_default()),
        Some(failure) => Err(Failure::refused(
            FAILED,
            format!(
                "{}: {}: {failure}",
                crate::input::name(&args.wasm),
                args.method
            ),
        )),
    }
}

/// What a call needs that saves nothing.
struct Unsaved {
    contract: Contract,
    method_args: Vec<u8>,
    /// Size of the contract, bytes.
    size: u64,
}

fn unsaved(args: &Call) -> Result<Unsaved, Failure> {
    let Prepared {
        runtime,
        wasm,
        method_args,
        opened: Opened { account, .. },
    } = prepare(args)?;
    Ok(Unsaved {
        size: wasm.len() as u64,
        contract: deployed(&runtime, account, wasm, args)?,
        method_args,
    })
}

/// The contract, in the block of the call.
fn deployed(
    runtime: &Runtime,
    account: Account,
    wasm: Vec<u8>,
    args: &Call,
) -> Result<Contract, Failure> {
    let contract = runtime.deploy_to(account, wasm);
    let mut contract = contract.map_err(Failure::input)?;
    args.seen.set_block(contract.block_mut());
    Ok(contract)
}

/// The call, with this much gas.
fn prepared<'a>(
    contract: &'a mut Contract,
    method_args: &[u8],
    gas: Gas,
    args: &Call,
) -> near_runtime_ext::Call<'a> {
    let call = contract.call(&args.method).args(method_args);
    args.seen.set_call(call.gas(gas).deposit(args.deposit))
}

fn sent(call: near_runtime_ext::Call<'_>, args: &Call) -> Result<Outcome, CallError> {
    match args.view {
        true => call.view(),
        false => call.transact(),
    }
}

/// Lets the contract record the gas of its functions, with the names of `--symbols`.
fn profile(contract: &mut Contract, args: &Call) -> Result<(), Failure> {
    contract.profile_functions();
    match &args.symbols {
        None => Ok(()),
        Some(path) => named(path, |symbols| match args.lcov {
            Some(_) => contract.cover_lines(symbols),
            None => contract.name_functions(symbols),
        }),
    }
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
    if crate::input::is_stdin(&args.wasm) && input::is_from_stdin(&args.method_args) {
        bail!("standard input cannot be both the contract and its arguments");
    }
    let recorded = args.functions.is_asked_for() || args.symbols.is_some() || args.least_gas;
    if recorded && !args.engine.reports_functions() {
        bail!(functions::UNREPORTED);
    }
    Ok(())
}
