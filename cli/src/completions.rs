//! `near-ed25519 completions`: a script for a shell.

use crate::arguments::Cli;
use crate::output;
use clap::{Args, CommandFactory as _};
use clap_complete::{Shell, generate};

#[derive(Args)]
#[command(
    after_help = "Examples:\n  source <(near-ed25519 completions bash)\n  near-ed25519 completions fish > ~/.config/fish/completions/near-ed25519.fish"
)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    pub(crate) fn print(&self) -> anyhow::Result<()> {
        let mut script = Vec::new();
        generate(self.shell, &mut Cli::command(), "near-ed25519", &mut script);
        output::line(String::from_utf8(script)?.trim_end())
    }
}
