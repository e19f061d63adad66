//! nearcore's host function, called by a contract that does little else, on nearcore's runner.

use super::{Place, Timed};
use crate::library::Signed;
use crate::verification::meter::measured;
use anyhow::{Context as _, bail};
use near_runtime_ext::{Backend, Contract, Gas, ReturnData, Runtime};
use tempfile::TempDir;

/// The number of verifications of a 64-KiB message that 1,000 Tgas, a call's largest gas, pay for.
pub(crate) const MOST_ITERATIONS: u32 = 800;

/// The largest gas of a call.
const GAS: Gas = Gas::from_teragas(1000);

/// A contract that calls the host function in a loop.
pub(crate) struct WasmLayer {
    contract: Contract,
    /// Keeps the compiled contract; otherwise the runner would load it anew for every call.
    _cache: TempDir,
}

impl WasmLayer {
    pub(crate) fn new() -> anyhow::Result<Self> {
        let wasm = wat::parse_str(include_str!("caller.wat"))?;
        let cache = tempfile::tempdir()?;
        let builder = Runtime::builder().backend(Backend::Nearcore);
        let runtime = builder.cache_folder(cache.path()).build()?;
        Ok(Self {
            contract: runtime.deploy("caller.near".parse()?, wasm)?,
            _cache: cache,
        })
    }

    /// Verifies; the time includes the call.
    pub(crate) fn verify(
        &mut self,
        signed: &Signed,
        place: Place,
        iterations: u32,
    ) -> anyhow::Result<Timed> {
        let mut args = Vec::with_capacity(104 + signed.message.len());
        args.extend(signed.signature);
        args.extend(signed.public_key);
        args.extend(iterations.to_le_bytes());
        args.extend(u32::from(place == Place::Registers).to_le_bytes());
        args.extend(&signed.message);
        let call = self.contract.call("run").args(args).gas(GAS);
        let (outcome, elapsed) = measured(|| call.transact());
        let outcome = outcome?;
        if let Some(failure) = outcome.failure {
            bail!("{failure}");
        }
        let ReturnData::Value(value) = &outcome.return_data else {
            bail!("the contract returned nothing");
        };
        let accepted = value.as_slice().try_into().map(u64::from_le_bytes);
        let accepted = accepted.context("the contract returns 8 bytes")?;
        Ok((u32::try_from(accepted)?, elapsed))
    }
}
