//! What the main job measures.

use super::light_clients::{self, LightClientRun};
use crate::amount::TRANSACTION;
use anyhow::{Context as _, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use near_runtime_ext::{Backend, Contract, Failure, FunctionCallError, Gas, Outcome, Runtime};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Duration;
use test_contracts::fixtures::{nep364, verify_ed25519_args, verify_raw_args};
use test_contracts::{Build, signature_verifier};

/// Verifications in one call, as the NEP's own benchmark has them, and one that fits no Wasm.
const ITERATIONS: [u32; 4] = [1, 10, 50, 130];

/// How a call ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Verdict {
    /// Every signature was accepted.
    Verified,
    /// The gas ran out first.
    OutOfGas,
    /// The signature was not accepted.
    Refused,
    /// An input was malformed: the contract was stopped, its state as before.
    Aborted,
}

/// One call.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Run {
    pub(crate) build: String,
    pub(crate) iterations: u32,
    pub(crate) burnt_gas: u64,
    pub(crate) wall_ns: u128,
    pub(crate) verdict: Verdict,
}

/// Everything the main job finds; serialized, it is the `--json` output.
#[derive(Debug, Serialize)]
pub(crate) struct Demo {
    /// The NEP's call, and two that must fail, in every build.
    pub(crate) signature_verifier: Vec<Run>,
    /// Most verifications in one call of 300 Tgas, by build.
    pub(crate) capacity_300_tgas: BTreeMap<String, u32>,
    /// Gas that the newest protocol version lets a transaction attach.
    pub(crate) transaction_limit: u64,
    /// Most verifications in one call with so much gas, by build.
    pub(crate) capacity_of_limit: BTreeMap<String, u32>,
    /// A header of each light client, in every build.
    pub(crate) light_clients: Vec<LightClientRun>,
    /// Whether nearcore's runner burnt the same gas, to the unit, in every run that it can make:
    /// it does not have the extension that the build `host-many` imports.
    pub(crate) backends_agree: bool,
}

impl Demo {
    /// Whether everything is as it must be.
    ///
    /// # Errors
    ///
    /// What is not.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        ensure!(self.backends_agree, "the backends do not agree on gas");
        Ok(())
    }
}

/// One build of the contract on both backends.
struct Subject {
    build: Build,
    overlay: Contract,
    nearcore: Contract,
    agree: bool,
}

/// Runs the main job.
///
/// # Errors
///
/// The runtime fails, or a call ends otherwise than it must.
pub(crate) fn measure() -> anyhow::Result<Demo> {
    let progress = progress();
    let overlay = Runtime::new();
    let nearcore = Runtime::builder().backend(Backend::Nearcore).build()?;

    let mut runs = Vec::new();
    let limit = overlay
        .config()
        .wasm_config
        .limit_config
        .max_total_prepaid_gas;
    let [mut capacity_300_tgas, mut capacity_of_limit] = [const { BTreeMap::new() }; 2];
    let mut agree = true;
    for build in Build::ALL {
        let wasm = signature_verifier(build).wasm();
        let deploy = |runtime: &Runtime| -> anyhow::Result<Contract> {
            Ok(runtime.deploy("contract.near".parse()?, wasm.to_vec())?)
        };
        let mut subject = Subject {
            build,
            overlay: deploy(&overlay)?,
            nearcore: deploy(&nearcore)?,
            agree,
        };
        progress.set_message(format!("compiling signature-verifier ({build})"));
        subject.warm_up()?;
        progress.set_message(format!("verifying signatures in Wasm ({build})"));
        for iterations in ITERATIONS {
            runs.push(subject.verify(iterations, TRANSACTION)?);
        }
        runs.push(subject.refuse_a_forgery()?);
        runs.push(subject.abort_on_a_wrong_length()?);
        progress.set_message(format!("filling a transaction ({build})"));
        capacity_300_tgas.insert(build.to_string(), subject.capacity(TRANSACTION)?);
        capacity_of_limit.insert(build.to_string(), subject.capacity(limit)?);
        agree = subject.agree;
    }
    let (light_clients, clients_agree) = light_clients::measure(&nearcore, &progress)?;
    progress.finish_and_clear();
    Ok(Demo {
        signature_verifier: runs,
        capacity_300_tgas,
        transaction_limit: limit.as_gas(),
        capacity_of_limit,
        light_clients,
        backends_agree: agree && clients_agree,
    })
}

/// A line on standard error while contracts compile and run; silent where nobody looks.
fn progress() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} [{elapsed}]") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(100));
    bar
}

impl Subject {
    /// Compiles on both backends, so that no run's time has compilation in it.
    fn warm_up(&mut self) -> anyhow::Result<()> {
        let outcome = self.call("noop", Vec::new(), TRANSACTION)?;
        ensure!(
            outcome.is_success(),
            "{}: {:?}",
            self.build,
            outcome.failure
        );
        Ok(())
    }

    /// Calls on both backends, and compares gas; the outcome is the overlay's.
    fn call(&mut self, method: &str, args: Vec<u8>, gas: Gas) -> anyhow::Result<Outcome> {
        let expected = self
            .nearcore
            .call(method)
            .args(args.clone())
            .gas(gas)
            .transact()?;
        let outcome = self.overlay.call(method).args(args).gas(gas).transact()?;
        self.agree &= outcome.burnt_gas == expected.burnt_gas;
        Ok(outcome)
    }

    fn run(&self, iterations: u32, outcome: &Outcome, verdict: Verdict) -> Run {
        Run {
            build: self.build.to_string(),
            iterations,
            burnt_gas: outcome.burnt_gas.as_gas(),
            wall_ns: outcome.wall.as_nanos(),
            verdict,
        }
    }

    /// The NEP's own call.
    fn verify(&mut self, iterations: u32, gas: Gas) -> anyhow::Result<Run> {
        let outcome = self.call("verify_ed25519", verify_ed25519_args(iterations), gas)?;
        let verdict = match &outcome.failure {
            None => Verdict::Verified,
            Some(failure) if is_out_of_gas(failure) => Verdict::OutOfGas,
            Some(failure) => {
                anyhow::bail!("{} refused the NEP's own signature: {failure}", self.build)
            }
        };
        Ok(self.run(iterations, &outcome, verdict))
    }

    /// The NEP's message with one bit changed.
    fn refuse_a_forgery(&mut self) -> anyhow::Result<Run> {
        let mut message = nep364::MESSAGE;
        message[0] ^= 1;
        let args = verify_raw_args(&nep364::SIGNATURE, &message, &nep364::PUBLIC_KEY);
        let outcome = self.call("verify_raw", args, TRANSACTION)?;
        let accepted: bool = outcome
            .borsh()
            .with_context(|| format!("{}: a forged signature", self.build))?;
        ensure!(!accepted, "{} accepted a forged signature", self.build);
        Ok(self.run(1, &outcome, Verdict::Refused))
    }

    /// A signature one byte short, in a method that counts its calls in state.
    fn abort_on_a_wrong_length(&mut self) -> anyhow::Result<Run> {
        let before = self.overlay.account().clone();
        let signature = &nep364::SIGNATURE[..63];
        let args = verify_raw_args(signature, &nep364::MESSAGE, &nep364::PUBLIC_KEY);
        let outcome = self.call("verify_raw", args, TRANSACTION)?;
        ensure!(
            !outcome.is_success(),
            "{} took a signature of 63 bytes",
            self.build
        );
        ensure!(
            *self.overlay.account() == before,
            "{} changed state and aborted",
            self.build
        );
        Ok(self.run(1, &outcome, Verdict::Aborted))
    }

    /// The most verifications that fit one call with so much gas. A straight line through two calls
    /// guesses it; both what fits and what does not was run.
    fn capacity(&mut self, gas: Gas) -> anyhow::Result<u32> {
        let [(few, less), (many, more)] = [10, 50].map(|count| (count, self.verify(count, gas)));
        let (less, more) = (less?.burnt_gas, more?.burnt_gas);
        let each = more.saturating_sub(less) / u64::from(many - few);
        let further = gas.as_gas().saturating_sub(more).checked_div(each);
        let mut count = u32::try_from(further.unwrap_or_default())?.saturating_add(many);
        while self.fits(count.saturating_add(1), gas)? {
            count = count.saturating_add(1);
        }
        while !self.fits(count, gas)? {
            count = count
                .checked_sub(1)
                .with_context(|| format!("{}: nothing fits {gas}", self.build))?;
        }
        Ok(count)
    }

    fn fits(&mut self, count: u32, gas: Gas) -> anyhow::Result<bool> {
        Ok(self.verify(count, gas)?.verdict == Verdict::Verified)
    }
}

fn is_out_of_gas(failure: &Failure) -> bool {
    use near_runtime_ext::HostError::{GasExceeded, GasLimitExceeded};
    matches!(
        failure,
        Failure::Call(FunctionCallError::HostError(GasExceeded | GasLimitExceeded))
    )
}
