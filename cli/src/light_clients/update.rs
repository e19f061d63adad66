//! A light client's update by one header, and its cost.

use super::client::{GRANDPA, LightClient, TENDERMINT};
use super::phases::{self, Phase};
use super::verdict::Verdict;
use chain_files::grandpa::{AuthoritySet, Justification};
use chain_files::tendermint::{LightBlock, Parameters};
use near_runtime_ext::{Block, Contract, Outcome, Runtime};
use std::time::Duration;
use tendermint_proto::v0_38::types::Validator;
use test_contracts::Build;
use test_contracts::grandpa;
use test_contracts::tendermint::{init_args, update_client_args};

/// Runs of an update; the fastest one counts.
const RUNS: usize = 3;

/// A light client, and one header for it.
pub struct Update {
    /// The client that verifies the header.
    pub client: LightClient,
    /// Arguments of `init`.
    pub init: Vec<u8>,
    /// Arguments of the update.
    pub args: Vec<u8>,
    /// The time of the block in which it is verified, in nanoseconds since 1970.
    pub now_ns: u64,
}

/// Verdict and costs of an update. Gas is inside the VM.
pub struct Measured {
    /// The light client's build.
    pub build: Build,
    /// The light client's verdict.
    pub verdict: Verdict,
    /// Gas of the whole update.
    pub burnt_gas: u64,
    /// Time from handing the call to the VM until its outcome.
    pub wall: Duration,
    /// Number of verified signatures.
    pub signatures: u64,
    /// Gas of just the host calls that verify these signatures one at a time. No contract that
    /// makes these calls can burn less.
    pub floor_gas: u64,
    /// Phases, which add up to the burnt gas.
    pub phases: Vec<Phase>,
    /// The light client after the update.
    pub contract: Contract,
}

impl Update {
    /// An update of a client that trusts these authorities and no block.
    pub fn of_grandpa(authorities: &AuthoritySet, justification: &Justification) -> Self {
        /// A block below every justified one.
        const GENESIS: (u32, [u8; 32]) = (0, [0; 32]);
        Self {
            client: GRANDPA,
            init: grandpa::init_args(authorities, GENESIS.0, &GENESIS.1),
            args: grandpa::submit_finality_args(justification),
            // Finality does not depend on time.
            now_ns: Block::default().timestamp,
        }
    }

    /// An update of a client that trusts a block, to a later one.
    pub fn of_tendermint(
        parameters: &Parameters,
        trusted: &LightBlock,
        untrusted: &LightBlock,
        next_validators: &[Validator],
        now_ns: u64,
    ) -> Self {
        let message = untrusted.update(trusted.height(), next_validators);
        Self {
            client: TENDERMINT,
            init: init_args(parameters, &trusted.header),
            args: update_client_args(&message),
            now_ns,
        }
    }

    /// One update by a newly deployed client.
    pub fn outcome(&self, runtime: &Runtime, build: Build) -> anyhow::Result<Outcome> {
        Ok(self.run(runtime, build)?.1)
    }

    fn run(&self, runtime: &Runtime, build: Build) -> anyhow::Result<(Contract, Outcome)> {
        let mut contract = self.client.deploy(runtime, build, &self.init)?;
        let outcome = self.client.update(&mut contract, &self.args, self.now_ns)?;
        Ok((contract, outcome))
    }

    /// Measures the update and its host calls, which the overlay records.
    pub fn measure(&self, runtime: &Runtime, build: Build) -> anyhow::Result<Measured> {
        let (contract, outcome) = self.run(runtime, build)?;
        let mut wall = outcome.wall;
        for _ in 1..RUNS {
            wall = wall.min(self.outcome(runtime, build)?.wall);
        }
        // Only the host build's calls can be counted: it verifies the same signatures one at a time.
        let host = match build {
            Build::Host => None,
            _ => Some(self.outcome(runtime, Build::Host)?),
        };
        let host_calls = &host.as_ref().unwrap_or(&outcome).host_calls;
        let signatures = || phases::signatures(host_calls);
        Ok(Measured {
            build,
            verdict: Verdict::of(&outcome),
            burnt_gas: outcome.burnt_gas.as_gas(),
            wall,
            signatures: signatures().map(|_| 1).sum(),
            floor_gas: signatures().map(|call| call.gas.as_gas()).sum(),
            phases: phases::phases(build, self.client.decoded, &outcome, host_calls),
            contract,
        })
    }
}
