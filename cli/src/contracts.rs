//! `near-ed25519 contracts`: the contracts of this project, as built.

use clap::Args;
use near_ed25519_benches::stdout::{self, table};
use serde::Serialize;

#[derive(Args)]
#[command(
    after_help = "Examples:\n  near-ed25519 contracts\n  near-ed25519 contracts --json | jq -r .[0].path"
)]
pub(crate) struct Contracts {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Row {
    name: &'static str,
    build: String,
    path: String,
    size: usize,
    sha256: String,
}

pub(crate) fn run(args: &Contracts) -> anyhow::Result<()> {
    let rows: Vec<_> = test_contracts::contracts()
        .map(|contract| Row {
            name: contract.name(),
            build: contract.build().to_string(),
            path: contract.path().display().to_string(),
            size: contract.wasm().len(),
            sha256: contract.sha256(),
        })
        .collect();
    if args.json {
        return stdout::json(&rows);
    }
    let mut list = table(["contract", "build", "bytes", "SHA-256", "path"]);
    for row in &rows {
        list.add_row([
            row.name,
            &row.build,
            &row.size.to_string(),
            &row.sha256,
            &row.path,
        ]);
    }
    stdout::line(&list.to_string())
}
