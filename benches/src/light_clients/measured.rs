//! One update, measured.

use super::Update;
use super::phases::{self, Phase};
use super::verdict::Verdict;
use crate::amount::TRANSACTION;
use near_runtime_ext::Runtime;
use std::time::Duration;
use test_contracts::ClientBuild;

/// An update is timed so often; the fastest counts.
const RUNS: usize = 3;

/// What an update did and cost. Gas is inside the VM.
pub struct Measured {
    /// Of the light client.
    pub build: ClientBuild,
    /// The light client's.
    pub verdict: Verdict,
    /// For all of it.
    pub burnt_gas: u64,
    /// From handing the call to the VM until its outcome.
    pub wall: Duration,
    /// Signatures that were checked.
    pub signatures: u64,
    /// The host calls for these signatures one at a time, nothing else: the least that any contract
    /// could burn which makes them.
    pub floor_gas: u64,
    /// They add up to the burnt gas.
    pub phases: Vec<Phase>,
}

impl Update {
    /// The update with the calls of the host looked at; on wasmer, which records them.
    ///
    /// # Errors
    ///
    /// As [`Self::outcome`].
    pub fn measure(&self, runtime: &Runtime, build: ClientBuild) -> anyhow::Result<Measured> {
        // The other builds make no calls that could be counted. The host build verifies the same
        // signatures, one at a time.
        let outcome = self.outcome(runtime, build)?;
        let mut wall = outcome.wall;
        for _ in 1..RUNS {
            wall = wall.min(self.outcome(runtime, build)?.wall);
        }
        let host = match build {
            ClientBuild::Host => None,
            _ => Some(self.outcome(runtime, ClientBuild::Host)?),
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
        })
    }
}

impl Measured {
    /// Whether a transaction has gas enough.
    pub fn fits(&self) -> bool {
        self.burnt_gas <= TRANSACTION.as_gas()
    }
}
