//! The contract in the runtimes, metered.

use super::contender::{Answer, Contender, METHOD, REFUSED, args};
use anyhow::bail;
use dalek_child::Signed;
use near_runtime_ext::{
    Backend, Compiler, Contract, Failure, FunctionCallError, Gas, HostError, Runtime,
};
use std::path::Path;
use test_contracts::{Build, signature_verifier};

/// The most gas a call can have: 300 verifications in Wasm.
const GAS: Gas = Gas::from_teragas(1000);

/// nearcore's own runner, and the overlay on every compiler.
pub(crate) fn backends() -> impl Iterator<Item = Backend> {
    let overlays = Compiler::ALL.map(Backend::Overlay);
    [Backend::Nearcore].into_iter().chain(overlays)
}

/// A method of a deployed contract.
pub(crate) struct ContractMethod {
    contract: Contract,
}

impl ContractMethod {
    /// Deploys; `cache` keeps what is compiled, as it does on a node. Without one nearcore's runner
    /// loads a contract anew for every call.
    pub(crate) fn new(backend: Backend, build: Build, cache: &Path) -> anyhow::Result<Self> {
        let runtime = Runtime::builder()
            .backend(backend)
            .cache_folder(cache)
            .build()?;
        let wasm = signature_verifier(build).wasm();
        Ok(Self {
            contract: runtime.deploy("contract.near".parse()?, wasm.to_vec())?,
        })
    }
}

impl Contender for ContractMethod {
    fn verify(&mut self, signed: &Signed, iterations: u32) -> anyhow::Result<Answer> {
        let call = self.contract.call(METHOD).args(args(signed, iterations));
        let outcome = call.gas(GAS).transact()?;
        let is_accepted = match outcome.failure {
            None => true,
            Some(Failure::Call(FunctionCallError::HostError(HostError::GuestPanic {
                panic_msg,
            }))) if panic_msg == REFUSED => false,
            Some(failure) => bail!("{failure}"),
        };
        Ok(Answer {
            is_accepted,
            elapsed: outcome.wall,
            burnt_gas: Some(outcome.burnt_gas.as_gas()),
        })
    }
}
