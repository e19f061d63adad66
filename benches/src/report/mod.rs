//! `near-ed25519 report`: every number and picture that the documents quote.
//!
//! A document marks where generated text goes:
//!
//! ```text
//! <!-- generated: NAME -->
//! …
//! <!-- end -->
//! ```
//!
//! Gas is measured, being the same on every machine. Times are those recorded in
//! `benches/recorded`, from whose samples reports and pictures are made again. CI runs
//! `report --check`. Tables of test suites are theirs, and copied.

mod corpus;
mod formats;
mod gas;
mod made;
mod recorded;
mod tested;

use crate::batches::Batches;
use crate::calibrate::{PriceMany, PriceVerify};
use crate::compare::Compare;
use crate::engines::Engines;
use crate::headers::Headers;
use crate::stdout;
use anyhow::{Context as _, bail};
use near_runtime_ext::{UNCOVERED, replace_file};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

/// The prices that this project charges for `ed25519_verify_many`, from the root of the repository.
const PARAMETERS: &str = "gas-params/parameters";

const BEGIN: &str = "<!-- generated: ";
const END: &str = "<!-- end -->";

#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  near-ed25519 report --check\n  near-ed25519 report README.md nep-0364.md"
)]
pub struct ReportArgs {
    /// Write nothing; fail if a table or a picture is not what this build makes
    #[arg(long)]
    check: bool,
    /// Folder of what was recorded
    #[arg(long, value_name = "FOLDER", default_value = "benches/recorded")]
    recorded: PathBuf,
    /// Documents with generated blocks
    #[arg(default_values = [
        "README.md", "ARCHITECTURE.md", "SECURITY.md", "nep-0364.md", "test-contracts/formats.md",
    ])]
    files: Vec<PathBuf>,
}

pub(crate) fn run(args: &ReportArgs) -> anyhow::Result<()> {
    let mut stale = Vec::new();
    let experiments = [
        recorded::of(&PriceVerify, &args.recorded)?,
        recorded::of(&PriceMany, &args.recorded)?,
        recorded::of(&Compare, &args.recorded)?,
        recorded::of(&Batches, &args.recorded)?,
        recorded::of(&Headers, &args.recorded)?,
        recorded::of(&Engines, &args.recorded)?,
    ];
    for (_, files) in &experiments {
        stale.extend(files.stale());
    }
    if !args.check {
        for (_, files) in &experiments {
            files.write()?;
        }
        for name in stale.drain(..) {
            stdout::line(&format!("wrote {name}"))?;
        }
    }

    let mut blocks = BTreeMap::from_iter(gas::blocks()?);
    blocks.extend(experiments.into_iter().flat_map(|(blocks, _)| blocks));
    blocks.extend(formats::blocks());
    blocks.extend(tested::tables()?);
    blocks.extend([
        tested::hostile()?,
        tested::hostile_families(&args.recorded)?,
        tested::fuzzing(&args.recorded)?,
    ]);
    blocks.extend(corpus::blocks(&args.recorded)?);
    let uncovered: Vec<_> = UNCOVERED.iter().map(|it| format!("- {it}\n")).collect();
    blocks.extend([("uncovered", uncovered.concat())]);
    for path in &args.files {
        let old =
            fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let new = fill(&old, &blocks).with_context(|| path.display().to_string())?;
        if old == new {
            continue;
        }
        if args.check {
            stale.push(path.display().to_string());
        } else {
            replace_file(path, new.as_bytes())
                .with_context(|| format!("cannot write {}", path.display()))?;
            stdout::line(&format!("wrote {}", path.display()))?;
        }
    }
    if !stale.is_empty() {
        bail!(
            "not what this build makes: {}; run `near-ed25519 report`",
            stale.join(", ")
        );
    }
    Ok(())
}

/// The text with every generated block filled in.
fn fill(text: &str, blocks: &BTreeMap<&'static str, String>) -> anyhow::Result<String> {
    let mut filled = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        filled.push_str(line);
        filled.push('\n');
        let Some(name) = line.strip_prefix(BEGIN) else {
            continue;
        };
        let name = name.trim_end_matches("-->").trim();
        let block = blocks
            .get(name)
            .with_context(|| format!("no table is called {name:?}"))?;
        filled.push_str(block);
        filled.push_str(END);
        filled.push('\n');
        if !lines.any(|line| line == END) {
            bail!("the table {name:?} has no {END:?}");
        }
    }
    Ok(filled)
}
