//! A light client's contract, deployed and called.

use super::verdict::Verdict;
use anyhow::ensure;
use clap::Args;
use near_runtime_ext::{Contract, Gas, Gates, Outcome, Runtime, RuntimeBuilder};
use test_contracts::Build;

/// The most gas that a transaction can attach: the Wasm-only builds need more than 300 Tgas.
pub const ATTACHED: Gas = Gas::from_teragas(1000);

/// A runtime for every build, with the extensions that the builds `host-many` import.
pub fn runtime() -> anyhow::Result<Runtime> {
    Ok(runtime_builder().build()?)
}

/// The builder of [`runtime`].
pub fn runtime_builder() -> RuntimeBuilder {
    Runtime::builder().gates(Gates::open_all())
}

// What every light client's command takes. No documentation: clap would print it as the command's.
#[derive(Args)]
pub(crate) struct Options {
    /// Build of the contract: host, host-many (all signatures in one batch call), wasm or wasm-best
    #[arg(long, value_name = "BUILD", default_value_t = Build::Host, value_parser = parse_build)]
    pub(crate) build: Build,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
}

fn parse_build(text: &str) -> Result<Build, String> {
    let mut builds = Build::CLIENT.into_iter();
    builds.find(|it| it.name() == text).ok_or_else(|| {
        let known = Build::CLIENT.map(Build::name).join(", ");
        format!("unknown build `{text}`: expected one of {known}")
    })
}

/// A kind of light client.
#[derive(Clone, Copy)]
pub struct LightClient {
    /// The name in reports.
    pub name: &'static str,
    /// The contract in each build.
    pub(crate) contract: fn(Build) -> &'static test_contracts::Contract,
    /// The method that verifies a header.
    pub update: &'static str,
    /// The host function whose call ends the decoding of arguments, and the number of earlier calls
    /// of it.
    pub decoded: (&'static str, usize),
}

/// ICS-07: headers signed by more than two thirds of a validator set.
pub const TENDERMINT: LightClient = LightClient {
    name: "tendermint",
    contract: test_contracts::tendermint_client,
    update: "update_client",
    decoded: ("block_timestamp", 0),
};

/// Substrate's finality: votes by two thirds of an authority set.
pub const GRANDPA: LightClient = LightClient {
    name: "grandpa",
    contract: test_contracts::grandpa_client,
    update: "submit_finality",
    // The second read, which is of the authorities; the first is of the client's own state.
    decoded: ("storage_read", 1),
};

impl LightClient {
    /// Deploys the contract, and calls `init` with these arguments.
    pub fn deploy(self, runtime: &Runtime, build: Build, init: &[u8]) -> anyhow::Result<Contract> {
        let wasm = (self.contract)(build).wasm();
        let mut contract = runtime.deploy("client.near".parse()?, wasm.to_vec())?;
        let outcome = contract.call("init").args(init).gas(ATTACHED).transact()?;
        let verdict = Verdict::of(&outcome);
        ensure!(verdict.is_success(), "init: {verdict}");
        Ok(contract)
    }

    /// Verifies a header in a block of this time, in nanoseconds since 1970. The outcome lists the
    /// host calls if the runtime records them.
    ///
    /// # Errors
    ///
    /// The runtime fails. A refusal is an outcome.
    pub fn update(
        self,
        contract: &mut Contract,
        args: &[u8],
        now_ns: u64,
    ) -> anyhow::Result<Outcome> {
        contract.block_mut().timestamp = now_ns;
        let call = contract.call(self.update).args(args).gas(ATTACHED);
        Ok(call.trace().transact()?)
    }
}
