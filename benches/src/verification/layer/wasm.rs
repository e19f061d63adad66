//! The host function, called by a contract that does little else.

use super::{BenchError, Place};
use crate::verification::case::Case;
use crate::verification::meter::measured;
use near_runtime_ext::{Contract, Gas, ReturnData, Runtime};
use std::time::Duration;

/// Verifications that 1,000 Tgas, the most a call can have, pay for with a message of 64 KiB.
pub const MOST_ITERATIONS: u32 = 800;

/// The most gas a call can have.
const GAS: Gas = Gas::from_teragas(1000);

/// A contract that calls the host function in a loop.
pub(super) struct WasmLayer {
    contract: Contract,
}

impl WasmLayer {
    /// Deploys the contract.
    pub(super) fn new() -> Result<Self, BenchError> {
        let contract = || {
            let wasm = wat::parse_str(include_str!("caller.wat"))?;
            Ok(Runtime::new().deploy("caller.near".parse()?, wasm)?)
        };
        match contract() {
            Ok(contract) => Ok(Self { contract }),
            Err(error) => {
                let error: Box<dyn std::error::Error> = error;
                Err(BenchError::Contract(error.to_string()))
            }
        }
    }

    /// Verifies; returns how often the signature was accepted, and how long the call took.
    pub(super) fn verify(
        &mut self,
        case: &Case,
        place: Place,
        iterations: u32,
    ) -> Result<(u32, Duration), String> {
        let mut args = Vec::with_capacity(104 + case.message.len());
        args.extend(case.signature);
        args.extend(case.public_key);
        args.extend(iterations.to_le_bytes());
        args.extend(u32::from(place == Place::Registers).to_le_bytes());
        args.extend(&case.message);
        let call = self.contract.call("run").args(args).gas(GAS);
        let (outcome, elapsed) = measured(|| call.transact());
        let outcome = outcome.map_err(|error| error.to_string())?;
        if let Some(failure) = outcome.failure {
            return Err(failure.to_string());
        }
        let ReturnData::Value(value) = &outcome.return_data else {
            return Err("the contract returned nothing".to_owned());
        };
        let accepted = value.as_slice().try_into().map(u64::from_le_bytes);
        match accepted.map(u32::try_from) {
            Ok(Ok(accepted)) => Ok((accepted, elapsed)),
            _ => Err(format!("the contract returned {value:?}")),
        }
    }
}
