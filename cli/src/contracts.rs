//! `near-ed25519 contracts`: the contracts of this project, as built.

use clap::Args;
use near_ed25519_benches::stdout::{self, table};
use serde_json::json;

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
    let mut list = table(["contract", "build", "bytes", "SHA-256", "path"]);
    let mut rows = Vec::new();
    for contract in test_contracts::contracts() {
        let (name, build) = (contract.name(), contract.build().to_string());
        let (size, sha256) = (contract.wasm().len(), contract.sha256());
        let path = contract.path().display().to_string();
        list.add_row([name, &build, &size.to_string(), &sha256, &path]);
        rows.push(json!({
            "name": name, "build": build, "path": path, "size": size, "sha256": sha256,
        }));
    }
    match args.json {
        true => stdout::json(&rows),
        false => stdout::line(&list.to_string()),
    }
}
