//! A call of a contract in one build, on both backends.

use crate::light_clients::{OUT_OF_GAS, Verdict, burnt_gas, runtime};
use anyhow::Context as _;
use near_runtime_ext::{Account, Backend, Gas, Outcome, Runtime};
use serde::Serialize;
use serde_json::Value;
use test_contracts::Contract;

/// A call and its cost.
#[derive(Serialize)]
pub struct Run {
    /// The contract's name.
    pub contract: &'static str,
    /// The contract's build.
    pub build: String,
    /// What distinguishes it from the contract's other calls.
    pub case: Value,
    /// `success`, `out_of_gas`, or another end.
    pub verdict: String,
    /// Gas inside the VM.
    pub burnt_gas: u64,
    /// The part of that gas that host functions charge for verifying.
    pub verifying_gas: u64,
    /// Time from handing the call to the VM until its outcome.
    pub wall_ns: u128,
    /// Whether nearcore's own runner burnt the same gas; `None` if it cannot run this build.
    pub backends_agree: Option<bool>,
    /// The largest number of verifications in one call of 300 Tgas, if it was computed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capacity_300_tgas: Option<u32>,
}

impl Run {
    /// Burnt gas; `None` if the gas ran out.
    pub fn gas(&self) -> Option<u64> {
        (self.verdict != OUT_OF_GAS).then_some(self.burnt_gas)
    }
}

/// The account that contracts are deployed to.
pub(super) const ACCOUNT: &str = "contract.near";

/// A call that can run on either backend.
pub(super) struct Call<'a> {
    contract: &'static Contract,
    /// The contract's account before the call.
    account: &'a Account,
    method: &'static str,
    args: Vec<u8>,
    gas: Gas,
}

impl<'a> Call<'a> {
    pub(super) fn new(
        contract: &'static Contract,
        account: &'a Account,
        gas: Gas,
        method: &'static str,
        args: Vec<u8>,
    ) -> Self {
        Self {
            contract,
            account,
            method,
            args,
            gas,
        }
    }

    /// The outcome, and the account after it; with the gas of functions if `symbols` names them.
    pub(super) fn on(
        &self,
        runtime: &Runtime,
        symbols: Option<&[u8]>,
    ) -> anyhow::Result<(Outcome, Account)> {
        let wasm = self.contract.wasm().to_vec();
        let mut contract = runtime.deploy_to(self.account.clone(), wasm)?;
        if let Some(symbols) = symbols {
            contract.name_functions(symbols)?;
        }
        let call = contract.call(self.method).args(self.args.clone());
        let outcome = call.gas(self.gas).transact()?;
        Ok((outcome, contract.account().clone()))
    }

    /// The account after the call.
    pub(super) fn succeed(&self, runtime: &Runtime) -> anyhow::Result<Account> {
        let (outcome, account) = self.on(runtime, None)?;
        let ended = outcome.into_result();
        ended.with_context(|| format!("{} refused {}", self.contract, self.method))?;
        Ok(account)
    }
}

/// The runtimes whose calls are compared.
pub(super) struct Backends {
    /// The overlay, with every extension.
    pub(super) overlay: Runtime,
    /// nearcore's own runner, without extensions.
    pub(super) nearcore: Runtime,
}

impl Backends {
    pub(super) fn new() -> anyhow::Result<Self> {
        Ok(Self {
            overlay: runtime()?,
            nearcore: Runtime::builder().backend(Backend::Nearcore).build()?,
        })
    }

    /// Runs a call on both backends.
    ///
    /// # Errors
    ///
    /// The runtime fails, or the call ends otherwise than by success or out of gas.
    pub(super) fn run(&self, case: Value, call: &Call) -> anyhow::Result<Run> {
        let (run, outcome, _) = self.run_any(case, call)?;
        burnt_gas(
            &outcome,
            format_args!("{} refused {}", call.contract, run.case),
        )?;
        Ok(run)
    }

    /// Like [`Self::run`], for any end of the call; also returns the overlay's outcome and the
    /// account.
    pub(super) fn run_any(
        &self,
        case: Value,
        call: &Call,
    ) -> anyhow::Result<(Run, Outcome, Account)> {
        let (outcome, account) = call.on(&self.overlay, None)?;
        let build = call.contract.build().to_string();
        let burnt_gas = outcome.burnt_gas;
        let backends_agree = match build.as_str() {
            "host-many" => None,
            _ => Some(call.on(&self.nearcore, None)?.0.burnt_gas == burnt_gas),
        };
        let charges = outcome.profile.iter();
        let charges = charges.filter(|(cost, _)| cost.starts_with("ed25519_verify"));
        let run = Run {
            contract: call.contract.name(),
            build,
            case,
            verdict: Verdict::of(&outcome).verdict,
            burnt_gas: burnt_gas.as_gas(),
            verifying_gas: charges.map(|(_, gas)| gas.as_gas()).sum(),
            wall_ns: outcome.wall.as_nanos(),
            backends_agree,
            capacity_300_tgas: None,
        };
        Ok((run, outcome, account))
    }

    /// The largest count that fits the call's gas on the overlay. A line through the calls of two
    /// `counts` that fit gives an estimate; calls with the result and with one more then confirm
    /// it.
    pub(super) fn capacity<'a>(
        &self,
        counts: [u32; 2],
        call: impl Fn(u32) -> anyhow::Result<Call<'a>>,
    ) -> anyhow::Result<u32> {
        let gas = call(1)?.gas;
        let burnt = |count| {
            let call = call(count)?;
            let (outcome, _) = call.on(&self.overlay, None)?;
            burnt_gas(&outcome, format_args!("{} refused {count}", call.contract))
        };
        let [few, many] = counts;
        let too_little = || format!("{many} do not fit {gas}");
        let less = burnt(few)?.with_context(too_little)?;
        let more = burnt(many)?.with_context(too_little)?;
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
}
