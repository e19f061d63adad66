//! What the commands that measure and keep what they measured have in common.

use clap::{Args, value_parser};
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct Recording {
    /// Less of everything, in fewer processes: a first look
    #[arg(long)]
    pub(crate) quick: bool,
    /// Processes to measure in, one after the other [default: 8; with --quick 2]
    #[arg(long, value_name = "N", value_parser = value_parser!(u32).range(1..))]
    launches: Option<u32>,
    /// Decides the order of the turns, and where stacks lie
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Print JSON: every row, the least of every process, and the machine
    #[arg(long)]
    pub(crate) json: bool,
    /// Write that JSON into a file
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Measure nothing; print what such a file holds
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["quick", "launches", "seed", "out"]
    )]
    pub(crate) from: Option<PathBuf>,
}

impl Recording {
    /// Processes to measure in: enough by default to see both speeds of dalek.
    pub(crate) fn launches(&self) -> u32 {
        self.launches.unwrap_or(if self.quick { 2 } else { 8 })
    }
}
