//! Light clients on headers of chains that there are: `blocks` are those of `tendermint`, and `model_based` its
//! other way to be run.

mod blocks;
mod grandpa;
mod model_based;
mod report;
mod tendermint;

pub(crate) use grandpa::{Grandpa, run as run_grandpa};
pub(crate) use tendermint::{Tendermint, run as run_tendermint};
