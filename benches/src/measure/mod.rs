//! Common parts of all experiments: processes, samples, recordings, tables and bounds. An
//! experiment defines its rows and columns, the timing of a cell, and the findings.

pub(crate) mod arguments;
pub(crate) mod bound;
mod callgrind;
pub(crate) mod clock;
pub(crate) mod command;
pub(crate) mod experiment;
pub(crate) mod launch;
pub(crate) mod process;
pub(crate) mod recording;
pub(crate) mod row;
mod rows;
pub(crate) mod sample;
pub(crate) mod times;
pub(crate) mod worker;
