//! `near-ed25519 call`: one call of one contract, offline.

use crate::amount::format_tgas;
use crate::cli;
use crate::exit::{Failure, OrInput as _};
use crate::stdout::{self, printable, table};
use anyhow::{Context as _, anyhow, ensure};
use near_runtime_ext::{Account, AccountId, CallError, Outcome, Runtime, StateFileError};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::io::ErrorKind;
use std::path::Path;

/// The account that a contract is deployed to, unless a state file names another.
const ACCOUNT: &str = "contract.near";

/// What `--json` prints.
#[derive(Serialize)]
struct Report {
    vm: String,
    burnt_gas: u64,
    used_gas: u64,
    return_hex: String,
    /// `null` if the contract returned something else than text.
    return_utf8: Option<String>,
    logs: Vec<String>,
    /// `null` if the call succeeded.
    failure: Option<String>,
    profile: BTreeMap<String, u64>,
    wall_ns: u128,
}

pub(crate) fn run(args: &cli::Call) -> Result<(), Failure> {
    let wasm = contract(&args.wasm).or_input()?;
    let method_args = method_args(&args.args).or_input()?;
    let account = account(args.state.as_deref()).or_input()?;

    let mut builder = Runtime::builder()
        .backend(args.backend())
        .gates(args.gates());
    if let Some(version) = args.protocol_version {
        builder = builder.protocol_version(version);
    }
    if let Some(folder) = &args.cache {
        builder = builder.cache_folder(folder);
    }
    let runtime = builder.build().or_input()?;
    let mut contract = runtime
        .deploy_to(account, wasm)
        .with_context(|| format!("contract {}", args.wasm.display()))
        .or_input()?;
    let call = contract
        .call(&args.method)
        .args(method_args)
        .gas(args.gas)
        .deposit(args.deposit);
    let outcome = if args.view {
        call.view()
    } else {
        call.transact()
    };
    if let Some(fault) = runtime.cache_fault() {
        stdout::complain(&format!("warning: {fault}; contracts are compiled anew"));
    }
    let outcome = outcome.map_err(|error| match error {
        CallError::Runtime(_) => Failure::from(error),
        _ => Failure::input(error),
    })?;

    // Saved before anything is printed: who reads "success" may rely on the file.
    if let Some(path) = &args.state
        && outcome.is_success()
        && !args.view
    {
        contract.account().save(path)?;
    }
    let report = Report::new(args, &outcome);
    if args.json {
        stdout::json(&report)?;
    } else {
        stdout::line(&report.text(args.profile))?;
    }
    match report.failure {
        None => Ok(()),
        Some(failure) => Err(Failure::refused(anyhow!("{}: {failure}", args.method))),
    }
}

fn contract(path: &Path) -> anyhow::Result<Vec<u8>> {
    let wasm =
        fs::read(path).with_context(|| format!("cannot read contract {}", path.display()))?;
    ensure!(!wasm.is_empty(), "contract {} is empty", path.display());
    Ok(wasm)
}

/// The account of the state file, or a new one where there is none.
fn account(state: Option<&Path>) -> anyhow::Result<Account> {
    match state.map(Account::load) {
        None => new_account(),
        Some(Err(StateFileError::Read { source, .. })) if source.kind() == ErrorKind::NotFound => {
            new_account()
        }
        Some(loaded) => Ok(loaded?),
    }
}

fn new_account() -> anyhow::Result<Account> {
    Ok(Account::new(ACCOUNT.parse::<AccountId>()?))
}

fn method_args(args: &cli::MethodArgs) -> anyhow::Result<Vec<u8>> {
    let cli::MethodArgs {
        args,
        args_base64,
        args_hex,
        args_file,
    } = args;
    if let Some(text) = args {
        return Ok(text.clone().into_bytes());
    }
    if let Some(bytes) = args_base64.as_ref().or(args_hex.as_ref()) {
        return Ok(bytes.0.clone());
    }
    match args_file {
        Some(path) => {
            fs::read(path).with_context(|| format!("cannot read arguments {}", path.display()))
        }
        None => Ok(Vec::new()),
    }
}

impl Report {
    fn new(args: &cli::Call, outcome: &Outcome) -> Self {
        let returned = outcome.return_bytes();
        Self {
            vm: args.backend().to_string(),
            burnt_gas: outcome.burnt_gas.as_gas(),
            used_gas: outcome.used_gas.as_gas(),
            return_hex: hex::encode(returned),
            return_utf8: String::from_utf8(returned.to_vec()).ok(),
            logs: outcome.logs.clone(),
            failure: outcome.failure.as_ref().map(ToString::to_string),
            profile: outcome
                .profile
                .iter()
                .map(|(cost, gas)| (cost.clone(), gas.as_gas()))
                .collect(),
            wall_ns: outcome.wall.as_nanos(),
        }
    }

    fn text(&self, with_profile: bool) -> String {
        let mut text = format!(
            "{} on {}: {} Tgas burnt ({} gas), {} us",
            if self.failure.is_some() {
                "failed"
            } else {
                "succeeded"
            },
            self.vm,
            format_tgas(self.burnt_gas),
            self.burnt_gas,
            self.wall_ns / 1000,
        );
        if self.used_gas != self.burnt_gas {
            append(
                &mut text,
                format_args!(
                    "used {} Tgas, promises included",
                    format_tgas(self.used_gas)
                ),
            );
        }
        for log in &self.logs {
            append(&mut text, format_args!("log: {}", printable(log)));
        }
        match &self.return_utf8 {
            Some(value) if value.is_empty() => {}
            Some(value) if printable(value) == *value => {
                append(&mut text, format_args!("returned: {value}"));
            }
            _ => append(&mut text, format_args!("returned: 0x{}", self.return_hex)),
        }
        if with_profile {
            let mut profile = table(["cost", "gas"]);
            let mut costs: Vec<_> = self.profile.iter().collect();
            costs.sort_by_key(|(_, gas)| std::cmp::Reverse(**gas));
            for (cost, gas) in costs {
                profile.add_row([cost, &gas.to_string()]);
            }
            append(&mut text, format_args!("{profile}"));
        }
        text
    }
}

fn append(text: &mut String, line: std::fmt::Arguments<'_>) {
    // Writing to a string cannot fail.
    let _ = write!(text, "\n{line}");
}
