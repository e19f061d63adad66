//! The host function, called as the engine would.

use super::Place;
use crate::verification::case::Case;
use crate::verification::meter::measured;
use near_parameters::{RuntimeConfig, RuntimeConfigStore};
use near_runtime_ext::PROTOCOL_VERSION;
use near_runtime_ext::host::{Host, HostContext, bare_context};
use near_runtime_ext::imports::{Gates, Imports};
use near_vm_runner::logic::mocks::mock_external::MockedExternal;
use near_vm_runner::logic::{HostError, VMLogicError};
use std::sync::Arc;
use std::time::Duration;

/// Where the inputs lie in memory; the message last, since its length varies.
const SIGNATURE_AT: u64 = 0;
const PUBLIC_KEY_AT: u64 = 64;
const MESSAGE_AT: u64 = 128;

pub(super) struct HostLayer {
    config: Arc<RuntimeConfig>,
    imports: Imports,
}

impl HostLayer {
    pub(super) fn new() -> Self {
        let config = Arc::clone(RuntimeConfigStore::new(None).get_config(PROTOCOL_VERSION));
        let imports = Imports::new(&config.wasm_config, &Gates::default());
        Self { config, imports }
    }

    /// Verifies; returns how often the signature was accepted.
    pub(super) fn verify(
        &self,
        case: &Case,
        place: Place,
        iterations: u32,
    ) -> Result<(u32, Duration), String> {
        self.call(
            case,
            &case.public_key,
            place,
            iterations,
            |result| match result {
                Ok(verdict) => Ok(verdict == 1),
                Err(error) => Err(error.to_string()),
            },
        )
    }

    /// Has everything read and paid for, and nothing verified.
    pub(super) fn marshal(
        &self,
        case: &Case,
        place: Place,
        iterations: u32,
    ) -> Result<Duration, String> {
        let mut too_long = case.public_key.to_vec();
        too_long.push(0);
        let run = self.call(case, &too_long, place, iterations, |result| match result {
            Err(VMLogicError::HostError(HostError::Ed25519VerifyInvalidInput { .. })) => Ok(false),
            other => Err(format!("a key of 33 bytes: {other:?}")),
        });
        run.map(|(_, elapsed)| elapsed)
    }

    fn call(
        &self,
        case: &Case,
        public_key: &[u8],
        place: Place,
        iterations: u32,
        judge: impl Fn(Result<u64, VMLogicError>) -> Result<bool, String>,
    ) -> Result<(u32, Duration), String> {
        let config = &self.config.wasm_config;
        let context = HostContext::from(bare_context(config.limit_config.max_gas_burnt, None));
        let mut external = MockedExternal::new();
        let fees = Arc::clone(&self.config.fees);
        let mut host = Host::new(&mut external, &context, fees, Arc::clone(config));
        let function = |name| {
            let found = self.imports.get("env", name);
            found.ok_or_else(|| format!("this network has no {name}"))
        };

        let inputs = [
            (SIGNATURE_AT, &case.signature[..]),
            (MESSAGE_AT, &case.message),
            (PUBLIC_KEY_AT, public_key),
        ];
        let size = MESSAGE_AT + case.message.len() as u64;
        let mut memory = vec![0; usize::try_from(size).map_err(|error| error.to_string())?];
        for (at, bytes) in inputs {
            let start = usize::try_from(at).map_err(|error| error.to_string())?;
            memory[start..start + bytes.len()].copy_from_slice(bytes);
        }
        let mut args = Vec::new();
        for (register, (at, bytes)) in (0..).zip(inputs) {
            let len = bytes.len() as u64;
            match place {
                Place::Memory => args.extend([len, at]),
                Place::Registers => {
                    function("write_register")?
                        .call(&mut host, &mut memory, &[register, len, at])
                        .map_err(|error| error.to_string())?;
                    args.extend([u64::MAX, register]);
                }
            }
        }

        let verify = function("ed25519_verify")?;
        let (accepted, elapsed) = measured(|| {
            let mut accepted = 0;
            for _ in 0..iterations {
                accepted += u32::from(judge(verify.call(&mut host, &mut memory, &args))?);
            }
            Ok::<_, String>(accepted)
        });
        Ok((accepted?, elapsed))
    }
}
