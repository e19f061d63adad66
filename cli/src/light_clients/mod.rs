//! Light clients: this project's contracts verify headers, at a cost. Headers are of made-up chains
//! or, in the commands `tendermint` and `grandpa`, of existing ones.

mod blocks;
mod client;
mod grandpa;
pub mod made_up;
mod phases;
mod report;
mod tendermint;
mod update;
mod verdict;

pub use client::{ATTACHED, GRANDPA, LightClient, TENDERMINT, runtime, runtime_builder};
pub(crate) use grandpa::{Grandpa, run as run_grandpa};
pub use phases::Phase;
pub(crate) use tendermint::{Tendermint, run as run_tendermint};
pub use update::{Measured, Update};
pub(crate) use verdict::burnt_gas;
pub use verdict::{OUT_OF_GAS, Verdict};
