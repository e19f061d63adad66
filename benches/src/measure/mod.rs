//! The parts that all experiments share: processes, samples, recordings, tables and bounds. An
//! experiment defines its cells, their timing, and the findings.

pub(crate) mod arguments;
pub(crate) mod bound;
mod callgrind;
pub(crate) mod cell;
pub(crate) mod clock;
pub(crate) mod command;
pub(crate) mod experiment;
pub(crate) mod kept;
pub(crate) mod launch;
pub(crate) mod measured;
pub(crate) mod process;
pub(crate) mod recording;
pub(crate) mod sample;
pub(crate) mod worker;
