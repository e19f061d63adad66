//! The parts that all experiments share: processes, samples, recordings, tables and bounds. An
//! experiment defines its cells, their timing, and the findings.

mod callgrind;
pub(crate) mod cell;
pub(crate) mod command;
mod experiment;
pub(crate) mod launch;
mod measured;
mod recording;
pub(crate) mod worker;

pub(crate) use cell::{At, Cell, LANES, Subject, lacks};
pub(crate) use command::{Measuring, help};
pub(crate) use experiment::{Bench, Bound, Effort, Experiment, Findings, kept, ready};
pub(crate) use measured::{Measured, Times};
pub(crate) use recording::{Metric, Recording, SEARCH, Sample};
pub(crate) use worker::Clock;
