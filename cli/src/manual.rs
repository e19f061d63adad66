//! `near-ed25519 man`: manual pages.

use crate::arguments::Cli;
use crate::exit::Failure;
use crate::output;
use anyhow::anyhow;
use clap::{Args, CommandFactory as _};
use clap_mangen::Man;

#[derive(Args)]
#[command(
    after_help = "Examples:\n  near-ed25519 man | man -l -\n  near-ed25519 man vrf prove > near-ed25519-vrf-prove.1"
)]
pub(crate) struct Manual {
    /// The command whose page it is, such as call or vrf prove [default: near-ed25519 itself]
    command: Vec<String>,
}

impl Manual {
    pub(crate) fn print(&self) -> Result<(), Failure> {
        let mut cli = Cli::command();
        cli.build();
        let mut command = &cli;
        for name in &self.command {
            let found = command.find_subcommand(name);
            command = found.ok_or_else(|| {
                let all = command.get_subcommands().filter(|it| !it.is_hide_set());
                let all: Vec<_> = all.map(clap::Command::get_name).collect();
                Failure::input(anyhow!(
                    "there is no command {name}: expected {}",
                    all.join(", ")
                ))
            })?;
        }
        let mut page = Vec::new();
        let man = Man::new(command.clone()).source(cli.render_version().trim());
        man.render(&mut page)?;
        Ok(output::line(String::from_utf8(page)?.trim_end())?)
    }
}
