//! Measuring: what every experiment has in common. An experiment says what its rows and columns are, how
//! a cell is timed, and what follows from the samples; processes, samples, recordings, tables and bounds
//! are here.

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
pub(crate) mod table;
pub(crate) mod times;
pub(crate) mod worker;
