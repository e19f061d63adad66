//! Files of tendermint-rs's model-based tests, step by step.

use crate::arguments;
use crate::exit::{Failure, OrInput as _};
use crate::input::{self, CHAIN_DATA_LIMIT};
use anyhow::{Context as _, anyhow};
use near_ed25519_benches::amount::{format_tgas, time_ns};
use near_ed25519_benches::light_clients::{NOT_ENOUGH_TRUST, Verdict};
use near_ed25519_benches::light_clients::{TENDERMINT, runtime};
use near_ed25519_benches::stdout::{self, table};
use near_runtime_ext::Runtime;
use serde::Serialize;
use std::path::Path;
use test_contracts::ClientBuild;
use test_contracts::tendermint::mbt::{self, Case};
use test_contracts::tendermint::{init_args, update_client_args};

/// A file, run; serialized, a member of what `--json` prints.
#[derive(Serialize)]
struct Run {
    file: String,
    description: String,
    build: String,
    steps: Vec<Step>,
}

#[derive(Serialize)]
struct Step {
    height: u64,
    now: String,
    verdict: String,
    detail: Option<String>,
    expected: &'static str,
    as_expected: bool,
    burnt_gas: u64,
}

pub(super) fn run(args: &arguments::Tendermint) -> Result<(), Failure> {
    input::one_stdin(args.mbt.iter()).or_input()?;
    let runtime = runtime()?;
    let runs = args
        .mbt
        .iter()
        .map(|path| Run::of_file(&runtime, args.build, path))
        .collect::<anyhow::Result<Vec<_>>>()
        .or_input()?;
    if args.json {
        stdout::json(&runs)?;
    } else {
        for run in &runs {
            stdout::line(&run.text())?;
        }
    }
    let steps = || runs.iter().flat_map(|run| &run.steps);
    let others = steps().filter(|step| !step.as_expected).count();
    match others {
        0 => Ok(()),
        _ => Err(Failure::refused(anyhow!(
            "{others} of {} steps have another verdict than expected",
            steps().count()
        ))),
    }
}

impl Run {
    fn of_file(runtime: &Runtime, build: ClientBuild, path: &Path) -> anyhow::Result<Self> {
        let named = || input::name(path);
        let case = mbt::read(input::read(path, CHAIN_DATA_LIMIT)?).with_context(named)?;
        Ok(Self {
            file: named(),
            build: build.to_string(),
            steps: steps(runtime, build, &case).with_context(named)?,
            description: case.description,
        })
    }

    fn text(&self) -> String {
        let header = ["step", "height", "now", "verdict", "expected", "Tgas", ""];
        let mut steps = table(header);
        for (at, step) in self.steps.iter().enumerate() {
            steps.add_row([
                at.to_string(),
                step.height.to_string(),
                step.now.clone(),
                step.verdict.clone(),
                step.expected.to_owned(),
                format_tgas(step.burnt_gas),
                if step.as_expected { "✓" } else { "✗" }.to_owned(),
            ]);
        }
        format!("{} ({})\n{steps}", self.file, self.build)
    }
}

/// Runs a case through a client of its own.
fn steps(runtime: &Runtime, build: ClientBuild, case: &Case) -> anyhow::Result<Vec<Step>> {
    let trusted = case
        .trusted
        .header
        .as_ref()
        .context("the trusted block has no header")?;
    let mut client = TENDERMINT.deploy(runtime, build, &init_args(&case.parameters, trusted))?;
    let mut steps = Vec::new();
    case.run(|step, update| {
        let now = time_ns(step.now).map_err(|error| anyhow!(error))?;
        let outcome = client.update(&update_client_args(update), now)?;
        let verdict = Verdict::of(&outcome);
        let succeeded = verdict.is_success();
        let expected = name(step.expected);
        steps.push(Step {
            height: step.block.height(),
            now: step.now.to_rfc3339(),
            // The suite does not say which predicate must fail.
            as_expected: verdict.verdict.split(':').next() == Some(expected),
            verdict: verdict.verdict,
            detail: verdict.detail,
            expected,
            burnt_gas: outcome.burnt_gas.as_gas(),
        });
        anyhow::Ok(succeeded)
    })?;
    Ok(steps)
}

/// The suite's verdicts in the contract's words.
fn name(verdict: mbt::Verdict) -> &'static str {
    match verdict {
        mbt::Verdict::Success => "success",
        mbt::Verdict::NotEnoughTrust => NOT_ENOUGH_TRUST,
        mbt::Verdict::Invalid => "invalid",
    }
}
