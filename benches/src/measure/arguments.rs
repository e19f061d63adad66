//! Arguments of every command that measures.

use super::experiment::Experiment;
use super::process::Effort;
use clap::{Args, value_parser};
use std::path::PathBuf;

/// Arguments of every command that measures.
#[derive(Args, Default)]
pub struct Measuring {
    /// Less of everything, in fewer processes: a first look
    #[arg(long)]
    pub(crate) quick: bool,
    /// Processes to measure in, one after the other
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub(crate) launches: Option<u32>,
    /// Turns of every row with every column in each process
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub(crate) rounds: Option<u32>,
    /// Decides the order of the turns, and where stacks lie
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Measure this row alone; repeatable
    #[arg(long, value_name = "ROW")]
    pub(crate) only: Vec<String>,
    /// Leave instructions out, where they are counted: that needs valgrind
    #[arg(long)]
    pub(crate) no_instructions: bool,
    /// Print JSON: every row, the bounds, and the machine
    #[arg(long)]
    pub(crate) json: bool,
    /// Keep what was measured, and what follows, in this folder
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
    /// Measure nothing; print what such a folder holds
    #[arg(
        long,
        value_name = "FOLDER",
        conflicts_with_all = ["quick", "launches", "rounds", "seed", "only", "no_instructions"]
    )]
    pub(crate) from: Option<PathBuf>,
}

impl Measuring {
    pub(super) fn effort<E: Experiment>(&self) -> Effort {
        let usual = if self.quick { E::QUICK } else { E::USUAL };
        Effort {
            launches: self.launches.unwrap_or(usual.launches),
            rounds: self.rounds.unwrap_or(usual.rounds),
        }
    }
}
