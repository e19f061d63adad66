//! Light clients on headers of chains that there are; `model_based` is another way to run `tendermint`.

mod blocks;
mod grandpa;
mod model_based;
mod report;
mod tendermint;

pub(crate) use grandpa::{Grandpa, run as run_grandpa};
pub(crate) use tendermint::{Tendermint, run as run_tendermint};
