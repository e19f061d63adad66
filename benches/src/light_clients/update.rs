//! A header, as the update of a light client that verifies it.

use super::client::{GRANDPA, LightClient, TENDERMINT};
use crate::amount::time_ns;
use anyhow::{Context as _, anyhow};
use near_runtime_ext::{Block, Outcome, Runtime};
use tendermint::Time;
use tendermint_proto::v0_38::types::{Header, Validator};
use test_contracts::ClientBuild;
use test_contracts::grandpa::{self, AuthoritySet, Justification};
use test_contracts::tendermint::{LightBlock, Parameters, init_args, update_client_args};

const SECOND_NS: u64 = 1_000_000_000;

/// A light client and one header for it.
pub struct Update {
    /// Who verifies the header.
    pub client: LightClient,
    /// Arguments of `init`.
    pub init: Vec<u8>,
    /// Arguments of the update.
    pub args: Vec<u8>,
    /// The time of the block it is verified in, in nanoseconds since 1970.
    pub now_ns: u64,
}

impl Update {
    /// An update of a client that trusts these authorities and no block.
    pub fn of_grandpa(authorities: &AuthoritySet, justification: &Justification) -> Self {
        /// Before every block: what is justified is above it.
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
    ///
    /// # Errors
    ///
    /// The trusted block has no header.
    pub fn of_tendermint(
        parameters: &Parameters,
        trusted: &LightBlock,
        untrusted: &LightBlock,
        next_validators: &[Validator],
        now_ns: u64,
    ) -> anyhow::Result<Self> {
        let message = untrusted.update(trusted.height(), next_validators);
        Ok(Self {
            client: TENDERMINT,
            init: init_args(parameters, header(trusted)?),
            args: update_client_args(&message),
            now_ns,
        })
    }

    /// One update by a newly deployed client.
    ///
    /// # Errors
    ///
    /// The runtime fails, or the contract refuses the arguments of `init`.
    pub fn outcome(&self, runtime: &Runtime, build: ClientBuild) -> anyhow::Result<Outcome> {
        let mut client = self.client.deploy(runtime, build, &self.init)?;
        client.update(&self.args, self.now_ns)
    }
}

/// A second after the block's own time, so that old blocks can be verified; in nanoseconds.
///
/// # Errors
///
/// The block has no time, or one that is out of range.
pub fn just_after(block: &LightBlock) -> anyhow::Result<u64> {
    let height = block.height();
    let time = header(block)?.time;
    let time = time.with_context(|| format!("block {height} has no time"))?;
    let time =
        Time::try_from(time).map_err(|error| anyhow!("the time of block {height}: {error}"))?;
    Ok(time_ns(time)
        .map_err(|error| anyhow!(error))?
        .saturating_add(SECOND_NS))
}

/// The header of a block.
///
/// # Errors
///
/// There is none.
pub fn header(block: &LightBlock) -> anyhow::Result<&Header> {
    let header = block.signed_header.header.as_ref();
    header.context("the block has no header")
}
