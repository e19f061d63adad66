//! Files of tendermint-rs's model-based tests, step by step.

use crate::amount::time_ns;
use crate::exit::{self, Failure};
use crate::input;
use crate::light_clients::{NOT_ENOUGH_TRUST, TENDERMINT, Verdict, runtime};
use crate::output::format::format_tgas;
use crate::output::{self, printable, table};
use anyhow::{Context as _, Error};
use chain_files::tendermint::mbt::{self, Case};
use near_runtime_ext::Runtime;
use serde::Serialize;
use std::path::{Path, PathBuf};
use test_contracts::Build;
use test_contracts::tendermint::{init_args, update_client_args};

/// The results of a file; serialized, a member of the `--json` output.
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

pub(super) fn run(files: &[PathBuf], build: Build, is_json: bool) -> Result<(), Failure> {
    input::one_stdin(files.iter()).map_err(Failure::input)?;
    let runtime = runtime()?;
    let run = |path| Run::of_file(&runtime, build, path);
    let runs: anyhow::Result<Vec<_>> = files.iter().map(|path| run(path)).collect();
    let runs = runs.map_err(Failure::input)?;
    match is_json {
        true => output::json(&runs)?,
        false => runs.iter().try_for_each(|run| output::line(&run.text()))?,
    }
    let steps: Vec<_> = runs.iter().flat_map(|run| &run.steps).collect();
    let others = steps.iter().filter(|step| !step.as_expected).count();
    let all = steps.len();
    let why = || format!("{others} of {all} steps have an unexpected verdict");
    exit::unless((others != 0).then(why))
}

impl Run {
    fn of_file(runtime: &Runtime, build: Build, path: &Path) -> anyhow::Result<Self> {
        let file = input::name(path);
        let case = input::parsed(path, |bytes| mbt::read(bytes))?;
        Ok(Self {
            build: build.to_string(),
            steps: steps(runtime, build, &case).with_context(|| file.clone())?,
            description: case.description,
            file,
        })
    }

    fn text(&self) -> String {
        let mut steps = table(["step", "height", "now", "verdict", "expected", "Tgas", ""]);
        for (at, step) in self.steps.iter().enumerate() {
            steps.add_row([
                at.to_string().as_str(),
                &step.height.to_string(),
                &step.now,
                &printable(&step.verdict),
                step.expected,
                &format_tgas(step.burnt_gas),
                if step.as_expected { "✓" } else { "✗" },
            ]);
        }
        format!("{} ({})\n{steps}", printable(&self.file), self.build)
    }
}

/// Runs a case through a newly deployed client.
fn steps(runtime: &Runtime, build: Build, case: &Case) -> anyhow::Result<Vec<Step>> {
    let trusted = case.trusted.header.as_ref();
    let trusted = trusted.context("the trusted block has no header")?;
    let mut contract = TENDERMINT.deploy(runtime, build, &init_args(&case.parameters, trusted))?;
    let mut steps = Vec::new();
    case.run(|step, update| {
        let now = time_ns(step.now).map_err(Error::msg)?;
        let args = update_client_args(update);
        let outcome = TENDERMINT.update(&mut contract, &args, now)?;
        let Verdict { verdict, detail } = Verdict::of(&outcome);
        // The suite's verdicts in the contract's words.
        let expected = match step.expected {
            mbt::Verdict::Success => "success",
            mbt::Verdict::NotEnoughTrust => NOT_ENOUGH_TRUST,
            mbt::Verdict::Invalid => "invalid",
        };
        steps.push(Step {
            height: step.block.height(),
            now: step.now.to_rfc3339(),
            // The suite does not specify which predicate must fail.
            as_expected: verdict.split(':').next() == Some(expected),
            verdict,
            detail,
            expected,
            burnt_gas: outcome.burnt_gas.as_gas(),
        });
        anyhow::Ok(outcome.is_success())
    })?;
    Ok(steps)
}
