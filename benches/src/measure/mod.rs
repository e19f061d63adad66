//! The parts that all experiments share: processes, samples, recordings, tables and bounds. An
//! experiment defines its rows, their timing, and the findings.

mod callgrind;
pub(crate) mod command;
mod experiment;
pub(crate) mod launch;
mod measured;
mod recording;
mod row;
pub(crate) mod worker;

pub(crate) use command::{Measuring, help};
pub(crate) use experiment::{Bound, Effort, Experiment, Findings};
pub(crate) use recording::{Metric, RecordedRow, Recording, SEARCH, Sample};
pub(crate) use row::{LANES, Row, Shared, lacks};
pub(crate) use worker::Clock;
