//! `near-ed25519-bench report`: every number and picture in the documents.
//!
//! A document marks the places of generated text:
//!
//! ```text
//! <!-- generated: NAME -->
//! …
//! <!-- end -->
//! ```
//!
//! Gas is measured, since it is the same on every machine. Times are recorded in
//! `benches/recorded`; reports and pictures are made from those samples again. Tables of test
//! suites are copied from their files. CI runs `report --check`.

mod formats;
mod gas;
mod in_all;
mod reprice;
mod test_records;

use crate::experiments::EXPERIMENTS;
use crate::frost;
use anyhow::{Context as _, ensure};
use near_ed25519::output;
use near_runtime_ext::UNCOVERED;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The parameter files that prices are loaded from, from the root of the repository.
const PARAMETERS: &str = "gas-params/parameters";

/// Generated text, and its name in documents.
type Block = (&'static str, String);

/// A generated file: its path and content.
type GeneratedFile = (PathBuf, Vec<u8>);

const BEGIN: &str = "<!-- generated: ";
const END: &str = "<!-- end -->";

#[derive(clap::Args)]
#[command(
    after_help = "Examples:\n  near-ed25519-bench report --check\n  near-ed25519-bench report README.md nep-0364.md"
)]
pub(crate) struct ReportArgs {
    /// Write nothing; fail if a generated table or picture is out of date
    #[arg(long)]
    check: bool,
    /// Folder of the recordings
    #[arg(long, value_name = "FOLDER", default_value = "benches/recorded")]
    recorded: PathBuf,
    /// Documents with generated blocks
    #[arg(default_values = [
        "README.md", "ARCHITECTURE.md", "SECURITY.md", "nep-0364.md", "ecvrf.md", "benches/recorded/README.md",
        "runtime/upstream/README.md", "runtime/upstream/nep-draft.md", "cli/chain-files/formats.md", "docs/reprice.md",
    ])]
    files: Vec<PathBuf>,
}

pub(crate) fn run(args: &ReportArgs) -> anyhow::Result<()> {
    let mut blocks = BTreeMap::new();
    let mut files: Vec<GeneratedFile> = Vec::new();
    for experiment in EXPERIMENTS {
        // The findings of the first processor, which quote the others.
        let recording = experiment.recording(&args.recorded)?;
        let findings = (experiment.findings)(&recording).context(experiment.name)?;
        let folder = args.recorded.join(experiment.name);
        blocks.extend(findings.blocks);
        files.extend(findings.files.into_iter().map(|(name, bytes)| {
            let folder = match name.ends_with("_verify_many.yaml") {
                true => Path::new(PARAMETERS),
                false => &folder,
            };
            (folder.join(name), bytes)
        }));
    }
    blocks.extend(test_records::blocks(&args.recorded)?);
    blocks.extend(formats::blocks());
    blocks.extend(gas::blocks()?); // after the records, which may be missing: it takes half a minute
    blocks.extend(reprice::blocks(&args.recorded)?);
    files.extend(gas::flame_graphs(&args.recorded)?);
    blocks.extend([frost::on_chain()]);
    let uncovered: Vec<_> = UNCOVERED.iter().map(|it| format!("- {it}\n")).collect();
    blocks.extend([("uncovered", uncovered.concat())]);
    for path in &args.files {
        let text = fill(&test_records::text(path)?, &blocks);
        let text = text.with_context(|| path.display().to_string())?;
        files.push((path.clone(), text.into_bytes()));
    }

    files.retain(|(path, bytes)| fs::read(path).ok().as_ref() != Some(bytes));
    let stale = files.iter().map(|(path, _)| path.display().to_string());
    let stale: Vec<_> = stale.collect();
    ensure!(
        !args.check || stale.is_empty(),
        "out of date: {}; run `near-ed25519-bench report`",
        stale.join(", ")
    );
    for ((path, bytes), name) in files.iter().zip(stale) {
        output::file(path, bytes)?;
        output::line(&format!("wrote {name}"))?;
    }
    Ok(())
}

/// The text with every generated block filled in.
fn fill(text: &str, blocks: &BTreeMap<&'static str, String>) -> anyhow::Result<String> {
    let mut filled = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        filled += &format!("{line}\n");
        let Some(name) = line.strip_prefix(BEGIN) else {
            continue;
        };
        let name = name.trim_end_matches("-->").trim();
        let block = blocks
            .get(name)
            .with_context(|| format!("no table is called {name:?}"))?;
        filled += &format!("{block}{END}\n");
        let has_end = lines.any(|line| line == END);
        ensure!(has_end, "the table {name:?} has no {END:?}");
    }
    Ok(filled)
}
