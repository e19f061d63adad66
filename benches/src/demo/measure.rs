//! What the main job measures.

use super::light_clients::{self, LightClientRun};
use crate::amount::TRANSACTION;
use crate::light_clients::{OUT_OF_GAS, Verdict as Ended};
use anyhow::{Context as _, bail, ensure};
use indicatif::{ProgressBar, ProgressStyle};
use near_runtime_ext::{Backend, Contract, Gas, Outcome, Runtime};
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
    let limits = &overlay.config().wasm_config.limit_config;
    let limit = limits.max_total_prepaid_gas;
    let mut demo = Demo {
        signature_verifier: Vec::new(),
        capacity_300_tgas: BTreeMap::new(),
        transaction_limit: limit.as_gas(),
        capacity_of_limit: BTreeMap::new(),
        light_clients: Vec::new(),
        backends_agree: true,
    };
    for build in Build::ALL {
        let wasm = signature_verifier(build).wasm();
        let deploy = |runtime: &Runtime| -> anyhow::Result<Contract> {
            Ok(runtime.deploy("contract.near".parse()?, wasm.to_vec())?)
        };
        let mut subject = Subject {
            build,
            overlay: deploy(&overlay)?,
            nearcore: deploy(&nearcore)?,
            agree: true,
        };
        progress.set_message(format!("compiling signature-verifier ({build})"));
        // So that no run's time has compilation in it.
        let compiled = subject.call("noop", Vec::new(), TRANSACTION)?.failure;
        ensure!(compiled.is_none(), "{build}: {compiled:?}");
        progress.set_message(format!("verifying signatures in Wasm ({build})"));
        for iterations in ITERATIONS {
            let run = subject.verify(iterations, TRANSACTION)?;
            demo.signature_verifier.push(run);
        }
        demo.signature_verifier.push(subject.refuse_a_forgery()?);
        demo.signature_verifier
            .push(subject.abort_on_a_wrong_length()?);
        progress.set_message(format!("filling a transaction ({build})"));
        for (gas, capacity) in [
            (TRANSACTION, &mut demo.capacity_300_tgas),
            (limit, &mut demo.capacity_of_limit),
        ] {
            capacity.insert(build.to_string(), subject.capacity(gas)?);
        }
        demo.backends_agree &= subject.agree;
    }
    let (light_clients, agree) = light_clients::measure(&nearcore, &progress)?;
    demo.light_clients = light_clients;
    demo.backends_agree &= agree;
    progress.finish_and_clear();
    Ok(demo)
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
    /// Calls on both backends, and compares gas; the outcome is the overlay's.
    fn call(&mut self, method: &str, args: Vec<u8>, gas: Gas) -> anyhow::Result<Outcome> {
        let [outcome, expected] = [&mut self.overlay, &mut self.nearcore]
            .map(|contract| contract.call(method).args(args.clone()).gas(gas).transact());
        let outcome = outcome?;
        self.agree &= outcome.burnt_gas == expected?.burnt_gas;
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
        let ended = Ended::of(&outcome);
        let verdict = match ended.verdict.as_str() {
            _ if ended.is_success() => Verdict::Verified,
            OUT_OF_GAS => Verdict::OutOfGas,
            _ => bail!("{} refused the NEP's own signature: {ended}", self.build),
        };
        Ok(self.run(iterations, &outcome, verdict))
    }

    /// The NEP's message with one bit changed.
    fn refuse_a_forgery(&mut self) -> anyhow::Result<Run> {
        let mut message = nep364::MESSAGE;
        message[0] ^= 1;
        let args = verify_raw_args(&nep364::SIGNATURE, &message, &nep364::PUBLIC_KEY);
        let outcome = self.call("verify_raw", args, TRANSACTION)?;
        let accepted: Result<bool, _> = outcome.borsh();
        let accepted = accepted.with_context(|| format!("{}: a forged signature", self.build))?;
        ensure!(!accepted, "{} accepted a forged signature", self.build);
        Ok(self.run(1, &outcome, Verdict::Refused))
    }

    /// A signature one byte short, in a method that counts its calls in state.
    fn abort_on_a_wrong_length(&mut self) -> anyhow::Result<Run> {
        let before = self.overlay.account().clone();
        let signature = &nep364::SIGNATURE[..63];
        let args = verify_raw_args(signature, &nep364::MESSAGE, &nep364::PUBLIC_KEY);
        let outcome = self.call("verify_raw", args, TRANSACTION)?;
        let build = self.build;
        ensure!(
            !outcome.is_success(),
            "{build} took a signature of 63 bytes"
        );
        let is_as_before = *self.overlay.account() == before;
        ensure!(is_as_before, "{build} changed state and aborted");
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
            let fewer = count.checked_sub(1);
            count = fewer.with_context(|| format!("{}: nothing fits {gas}", self.build))?;
        }
        Ok(count)
    }

    fn fits(&mut self, count: u32, gas: Gas) -> anyhow::Result<bool> {
        Ok(self.verify(count, gas)?.verdict == Verdict::Verified)
    }
}
