//! Measuring: what every experiment has in common. An experiment says what its rows and columns are, how
//! a cell is timed, and what follows from the samples; processes, samples, recordings, tables and bounds
//! are here.
//!
//! | module | what it is |
//! |---|---|
//! | `experiment` | what an experiment is |
//! | `sample` | one measurement, a line of `raw.csv` |
//! | `worker` | a measuring process: turns of all cells, in an order of its own for each round |
//! | `launch` | the measuring processes, one after the other |
//! | `callgrind` | counts of instructions |
//! | `recording` | what was measured: a folder with `run.json` and `raw.csv` |
//! | `rows` | what a recording has of every row |
//! | `times` | times of a cell, from its samples |
//! | `table` | a table for a terminal and for a document |
//! | `bound` | what is stated of a measurement |
//! | `command` | the commands' common arguments, and what they do |

pub(crate) mod bound;
mod callgrind;
pub(crate) mod command;
pub(crate) mod experiment;
pub(crate) mod launch;
pub(crate) mod recording;
mod rows;
pub(crate) mod sample;
pub(crate) mod table;
pub(crate) mod times;
pub(crate) mod worker;
