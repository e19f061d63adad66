//! The host function, called as the engine would.

use super::{Place, Timed};
use crate::verification::case::Case;
use crate::verification::meter::measured;
use anyhow::{Context as _, bail};
use near_parameters::{RuntimeConfig, RuntimeConfigStore};
use near_runtime_ext::PROTOCOL_VERSION;
use near_runtime_ext::host::{Host, HostContext, bare_context};
use near_runtime_ext::imports::{Gates, Imports};
use near_vm_runner::logic::mocks::mock_external::MockedExternal;
use near_vm_runner::logic::{HostError, VMLogicError};
use std::sync::Arc;

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

    /// Verifies by this key, which has everything read and paid for, and nothing verified, if it is too
    /// long.
    pub(super) fn verify(
        &self,
        case: &Case,
        public_key: &[u8],
        place: Place,
        iterations: u32,
    ) -> anyhow::Result<Timed> {
        use HostError::Ed25519VerifyInvalidInput as Malformed;
        use VMLogicError::HostError as Stopped;
        let config = &self.config.wasm_config;
        let context = HostContext::from(bare_context(config.limit_config.max_gas_burnt, None));
        let mut external = MockedExternal::new();
        let fees = Arc::clone(&self.config.fees);
        let mut host = Host::new(&mut external, &context, fees, Arc::clone(config));
        let function = |name| {
            let found = self.imports.get("env", name);
            found.with_context(|| format!("this network has no {name}"))
        };

        // Where the inputs lie in memory; the message last, since its length varies.
        let inputs = [
            (0, &case.signature[..]),
            (128, &case.message),
            (64, public_key),
        ];
        let mut memory = vec![0; 128 + case.message.len()];
        let mut args = Vec::new();
        for (register, (at, bytes)) in (0..).zip(inputs) {
            memory[at..at + bytes.len()].copy_from_slice(bytes);
            let pointer = [bytes.len() as u64, at as u64];
            match place {
                Place::Memory => args.extend(pointer),
                Place::Registers => {
                    let [len, at] = pointer;
                    let write = function("write_register")?;
                    write.call(&mut host, &mut memory, &[register, len, at])?;
                    args.extend([u64::MAX, register]);
                }
            }
        }

        let verify = function("ed25519_verify")?;
        let is_key = public_key.len() == case.public_key.len();
        let (accepted, elapsed) = measured(|| {
            let mut accepted = 0;
            for _ in 0..iterations {
                match verify.call(&mut host, &mut memory, &args) {
                    Ok(verdict) if is_key => accepted += u32::from(verdict == 1),
                    Err(Stopped(Malformed { .. })) if !is_key => {}
                    other => bail!("{other:?}"),
                }
            }
            Ok(accepted)
        });
        Ok((accepted?, elapsed))
    }
}
