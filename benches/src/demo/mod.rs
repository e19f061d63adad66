//! `near-ed25519 demo`, the main job: the NEP's benchmark call and the light clients' headers, each
//! contract in every build it has.

mod light_clients;
mod measure;
mod print;

pub(crate) use light_clients::LightClientRun;
pub(crate) use measure::{Demo, Run, Verdict, measure};

use crate::stdout;

#[derive(clap::Args, Default)]
#[command(
    after_help = "Examples:\n  near-ed25519 demo\n  near-ed25519 demo --json | jq .capacity_300_tgas"
)]
pub struct DemoArgs {
    /// Print JSON: every run, the capacity of 300 Tgas, and whether the backends agree
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &DemoArgs) -> anyhow::Result<()> {
    let demo = measure()?;
    if args.json {
        stdout::json(&demo)?;
    } else {
        stdout::line(&print::text(&demo))?;
    }
    anyhow::ensure!(demo.backends_agree, "the backends do not agree on gas");
    Ok(())
}
