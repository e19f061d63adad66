//! Arguments of every command that measures.

use super::experiment::Experiment;
use super::process::Effort;
use clap::{Args, value_parser};
use std::path::PathBuf;

#[derive(Args, Default)]
pub(crate) struct Measuring {
    /// Measure less of everything, in fewer processes, for a first look
    #[arg(long)]
    pub(crate) quick: bool,
    /// Number of measuring processes, which run one after the other [default: below]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub(crate) launches: Option<u32>,
    /// Number of times each process measures every row and column [default: below]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    pub(crate) rounds: Option<u32>,
    /// Seed of the order of measurements, and of the places of stacks
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Measure this row alone; may be repeated [default: every row]
    #[arg(long, value_name = "ROW")]
    pub(crate) only: Vec<String>,
    /// Do not count instructions: commands that count them need valgrind
    #[arg(long)]
    pub(crate) no_instructions: bool,
    /// Print JSON: every row, the bounds, and the machine
    #[arg(long)]
    pub(crate) json: bool,
    /// Folder for the samples, and for the files that follow from them
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
    /// Measure nothing; print the results of a folder that --out wrote
    #[arg(
        long,
        value_name = "FOLDER",
        conflicts_with_all = ["quick", "launches", "rounds", "seed", "only", "no_instructions"]
    )]
    pub(crate) from: Option<PathBuf>,
}

/// End of the help of an experiment's command.
pub(crate) fn help<E: Experiment>(text: &str) -> String {
    let (name, usual, quick) = (E::NAME, E::USUAL, E::QUICK);
    format!(
        "Defaults of {name}: {} processes, {} rounds; with --quick: {}, {}.\n{text}",
        usual.launches, usual.rounds, quick.launches, quick.rounds
    )
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
