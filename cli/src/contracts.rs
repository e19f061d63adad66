//! `near-ed25519 contracts`: the contracts of this project, as built.

use crate::output;
use clap::Args;
use serde_json::{Value, json};
use std::env;
use test_contracts::Contract;

#[derive(Args)]
#[command(
    after_help = "Examples:\n  near-ed25519 contracts\n  near-ed25519 contracts --json | jq -r .[0].path"
)]
pub(crate) struct Contracts {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: &Contracts) -> anyhow::Result<()> {
    let contracts: Vec<_> = test_contracts::contracts().collect();
    let all: Value = contracts.iter().map(|it| json(it)).collect();
    output::report(args.json, &all, text(&contracts).trim_end())
}

fn json(contract: &Contract) -> Value {
    json!({
        "name": contract.name(),
        "build": contract.build().to_string(),
        "path": contract.path().display().to_string(),
        "size": contract.wasm().len(),
        "sha256": contract.sha256(),
    })
}

/// The files' folder, relative to the current one if that contains it. Then a line for each
/// contract, and one of at most 100 columns for each of its builds.
fn text(contracts: &[&Contract]) -> String {
    let folder = contracts.first().and_then(|first| first.path().parent());
    let folder = folder.unwrap_or("".as_ref());
    let here = env::current_dir().unwrap_or_default();
    let folder = folder.strip_prefix(&here).unwrap_or(folder).display();
    let folder = output::printable(&folder.to_string());
    let mut text = format!("The file of each is CONTRACT-BUILD.wasm in\n{folder}\n");
    for builds in contracts.chunk_by(|one, other| one.name() == other.name()) {
        let name = builds.first().map_or("", |first| first.name());
        text += &format!("\n{name:<18} {:>8}  SHA-256\n", "bytes");
        for contract in builds {
            let (build, size) = (contract.build().to_string(), contract.wasm().len());
            text += &format!("  {build:<16} {size:>8}  {}\n", contract.sha256());
        }
    }
    text
}
