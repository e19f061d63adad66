//! Light clients on headers of existing chains; `model_based` is another mode of `tendermint`.

mod blocks;
mod grandpa;
mod model_based;
mod report;
mod tendermint;

pub(crate) use grandpa::{Grandpa, run as run_grandpa};
pub(crate) use tendermint::{Tendermint, run as run_tendermint};
