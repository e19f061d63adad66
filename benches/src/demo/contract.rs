//! The contract `signature-verifier`: the NEP's call, two failing ones, and a call's capacity.

use crate::amount::TRANSACTION;
use crate::light_clients::{OUT_OF_GAS, Verdict as Ended};
use anyhow::{Context as _, bail, ensure};
use near_runtime_ext::{Contract, Gas, Outcome, Runtime};
use serde::Serialize;
use test_contracts::fixtures::{nep364, verify_ed25519_args, verify_raw_args};
use test_contracts::{Build, signature_verifier};

/// Verifications in one call: those of the NEP's own benchmark, and more than fit in Wasm.
pub(crate) const ITERATIONS: [u32; 4] = [1, 10, 50, 130];

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
    /// An input was malformed: the contract aborted and its state is unchanged.
    Aborted,
}

/// One call.
#[derive(Serialize)]
pub(crate) struct Run {
    pub(crate) build: String,
    pub(crate) iterations: u32,
    pub(crate) burnt_gas: u64,
    pub(crate) wall_ns: u128,
    pub(crate) verdict: Verdict,
}

/// One build of the contract on both backends.
pub(super) struct Subject {
    build: Build,
    backends: [Contract; 2],
    /// Whether the backends burnt the same gas in every call.
    pub(super) agree: bool,
}

impl Subject {
    /// Compiles here, so that no run's time includes it.
    pub(super) fn new(build: Build, overlay: &Runtime, nearcore: &Runtime) -> anyhow::Result<Self> {
        let wasm = signature_verifier(build).wasm();
        let deploy = |runtime: &Runtime| -> anyhow::Result<Contract> {
            Ok(runtime.deploy("contract.near".parse()?, wasm.to_vec())?)
        };
        let mut subject = Self {
            build,
            backends: [deploy(overlay)?, deploy(nearcore)?],
            agree: true,
        };
        let failure = subject.call("noop", &[], TRANSACTION)?.failure;
        ensure!(failure.is_none(), "{build}: {failure:?}");
        Ok(subject)
    }

    /// Calls on both backends, and compares gas; returns the overlay's outcome.
    fn call(&mut self, method: &str, args: &[u8], gas: Gas) -> anyhow::Result<Outcome> {
        let [outcome, expected] = self.backends.each_mut().map(|contract| {
            let call = contract.call(method).args(args.to_vec());
            call.gas(gas).transact()
        });
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

    /// The NEP's call, and the two that must fail.
    pub(super) fn runs(&mut self) -> anyhow::Result<Vec<Run>> {
        let verified = ITERATIONS.map(|iterations| self.verify(iterations, TRANSACTION));
        let (signature, mut forged) = (nep364::SIGNATURE, nep364::MESSAGE);
        forged[0] ^= 1;
        let failed = [
            self.fail(&signature, &forged, Verdict::Refused),
            self.fail(&signature[..63], &nep364::MESSAGE, Verdict::Aborted),
        ];
        verified.into_iter().chain(failed).collect()
    }

    /// The NEP's own call.
    fn verify(&mut self, iterations: u32, gas: Gas) -> anyhow::Result<Run> {
        let outcome = self.call("verify_ed25519", &verify_ed25519_args(iterations), gas)?;
        let ended = Ended::of(&outcome);
        let verdict = match ended.verdict.as_str() {
            _ if ended.is_success() => Verdict::Verified,
            OUT_OF_GAS => Verdict::OutOfGas,
            _ => bail!("{} refused the NEP's own signature: {ended}", self.build),
        };
        Ok(self.run(iterations, &outcome, verdict))
    }

    /// A call that must be refused, or abort without changing state: the method counts its calls.
    fn fail(&mut self, signature: &[u8], message: &[u8], how: Verdict) -> anyhow::Result<Run> {
        let before = self.backends[0].account().clone();
        let args = verify_raw_args(signature, message, &nep364::PUBLIC_KEY);
        let outcome = self.call("verify_raw", &args, TRANSACTION)?;
        let is_as_before = *self.backends[0].account() == before;
        let verdict = match (&outcome.failure, outcome.borsh()) {
            (None, Ok(false)) => Verdict::Refused,
            (Some(_), _) if is_as_before => Verdict::Aborted,
            other => bail!("{}, {how:?}: {other:?}", self.build),
        };
        ensure!(verdict == how, "{}: {verdict:?}, not {how:?}", self.build);
        Ok(self.run(1, &outcome, verdict))
    }

    /// The most verifications that fit one call with this gas.
    pub(super) fn capacity(&mut self, gas: Gas) -> anyhow::Result<u32> {
        capacity(gas, [10, 50], |count| {
            let run = self.verify(count, gas)?;
            Ok((run.verdict == Verdict::Verified).then_some(run.burnt_gas))
        })
    }
}

/// The largest count whose call fits this gas; `burnt` is the gas of a call, if it fits. A line through
/// calls of two `counts`, which fit, gives an estimate; the result, and one more, are then run.
pub(super) fn capacity(
    gas: Gas,
    counts: [u32; 2],
    mut burnt: impl FnMut(u32) -> anyhow::Result<Option<u64>>,
) -> anyhow::Result<u32> {
    let [(few, less), (many, more)] = counts.map(|count| (count, burnt(count)));
    let too_little = || format!("{many} do not fit {gas}");
    let (less, more) = (
        less?.with_context(too_little)?,
        more?.with_context(too_little)?,
    );
    let each = more.saturating_sub(less) / u64::from(many - few);
    let further = gas.as_gas().saturating_sub(more).checked_div(each);
    let mut count = u32::try_from(further.unwrap_or_default())?.saturating_add(many);
    while burnt(count.saturating_add(1))?.is_some() {
        count = count.saturating_add(1);
    }
    while burnt(count)?.is_none() {
        let fewer = count.checked_sub(1);
        count = fewer.with_context(|| format!("nothing fits {gas}"))?;
    }
    Ok(count)
}
