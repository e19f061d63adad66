//! Light clients: real headers through the contracts of this project, and what that costs.
//!
//! | module | what it is |
//! |---|---|
//! | `client` | a light client's contract, deployed and called, and the network for it |
//! | `verdict` | what the contract says |
//! | `measured` | one update: gas, time, signatures, what they cost one at a time |
//! | `phases` | what its gas went for |
//! | `made_up` | headers of chains that there are not, for tables |
//! | `report` | how the commands print it |
//! | `tendermint` | the command, on blocks as nodes and tools give them |
//! | `blocks` | these blocks, out of files |
//! | `grandpa` | the command, on justifications as a node returns them |
//! | `model_based` | the command, on tendermint-rs's model-based tests |

mod blocks;
mod client;
pub(crate) mod grandpa;
pub(crate) mod made_up;
mod measured;
mod model_based;
mod phases;
mod report;
pub(crate) mod tendermint;
mod verdict;

pub(crate) use client::{runtime, runtime_builder};
pub(crate) use phases::Phase;

use crate::cli;
use crate::exit::Failure;

/// `near-ed25519 grandpa`.
pub(crate) fn run_grandpa(args: &cli::Grandpa) -> Result<(), Failure> {
    grandpa::run(args)
}

/// `near-ed25519 tendermint`.
pub(crate) fn run_tendermint(args: &cli::Tendermint) -> Result<(), Failure> {
    if args.mbt.is_empty() {
        tendermint::run(args)
    } else {
        model_based::run(args)
    }
}
