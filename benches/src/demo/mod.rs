//! `near-ed25519 demo`, the main job: the NEP's benchmark call and the light clients' headers, each
//! contract in every build it has.

mod light_clients;
mod measure;
mod print;

pub(crate) use light_clients::LightClientRun;
pub(crate) use measure::{Demo, Run, Verdict, measure};

use crate::cli;
use crate::stdout;

pub(crate) fn run(args: &cli::Demo) -> anyhow::Result<()> {
    let demo = measure()?;
    if args.json {
        stdout::json(&demo)?;
    } else {
        stdout::line(&print::text(&demo))?;
    }
    demo.check()
}
