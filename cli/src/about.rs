//! Texts from the command line's definition: completions for a shell, and manual pages.

use crate::arguments::Cli;
use crate::exit::Failure;
use crate::output;
use anyhow::anyhow;
use clap::{Args, CommandFactory as _};
use clap_complete::{Shell, generate};
use clap_mangen::Man;

#[derive(Args)]
#[command(
    after_help = "Examples:\n  source <(near-ed25519 completions bash)\n  near-ed25519 completions fish > ~/.config/fish/completions/near-ed25519.fish"
)]
pub(crate) struct Completions {
    /// The shell
    shell: Shell,
}

#[derive(Args)]
#[command(
    after_help = "Examples:\n  near-ed25519 man | man -l -\n  near-ed25519 man vrf prove > near-ed25519-vrf-prove.1"
)]
pub(crate) struct Manual {
    /// The command whose page it is, such as call or vrf prove [default: near-ed25519 itself]
    command: Vec<String>,
}

pub(crate) fn completions(args: &Completions) -> Result<(), Failure> {
    print(|text| {
        generate(args.shell, &mut Cli::command(), "near-ed25519", text);
        Ok(())
    })
}

pub(crate) fn manual(args: &Manual) -> Result<(), Failure> {
    let mut cli = Cli::command();
    cli.build();
    let mut command = &cli;
    for name in &args.command {
        let found = command.find_subcommand(name);
        command = found.ok_or_else(|| {
            let all = command.get_subcommands().filter(|it| !it.is_hide_set());
            let all: Vec<_> = all.map(clap::Command::get_name).collect();
            let all = all.join(", ");
            Failure::input(anyhow!("there is no command {name}: expected {all}"))
        })?;
    }
    let man = Man::new(command.clone()).source(cli.render_version().trim());
    print(|text| man.render(text))
}

fn print(make: impl FnOnce(&mut Vec<u8>) -> std::io::Result<()>) -> Result<(), Failure> {
    let mut text = Vec::new();
    make(&mut text)?;
    Ok(output::line(String::from_utf8(text)?.trim_end())?)
}
