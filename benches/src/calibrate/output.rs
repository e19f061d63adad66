//! The folder of a calibration.

use super::sample::{self, Sample};
use super::summary::{Run, SCHEMA_VERSION, Summary};
use super::{plots, report, yaml};
use anyhow::{Context as _, bail};
use near_runtime_ext::replace_file;
use serde::Serialize;
use std::fs;
use std::path::Path;

/// What was measured: every sample, and on what.
pub(crate) struct Measured {
    pub(crate) run: Run,
    pub(crate) samples: Vec<Sample>,
}

impl Measured {
    /// Reads `run.json` and `raw.csv`.
    ///
    /// # Errors
    ///
    /// One of them is not there, or not what a run writes.
    pub(crate) fn read(folder: &Path) -> anyhow::Result<Self> {
        let path = folder.join("run.json");
        let name = path.display().to_string();
        let text = fs::read(&path)
            .with_context(|| format!("cannot read {name}; is it a folder of `calibrate run`?"))?;
        let run: Run = serde_json::from_slice(&text).with_context(|| name.clone())?;
        if run.schema_version != SCHEMA_VERSION {
            let found = run.schema_version;
            bail!("{name} is of schema version {found}, this program reads {SCHEMA_VERSION}");
        }
        let samples = sample::read_samples(&folder.join("raw.csv"))?;
        Ok(Self { run, samples })
    }

    /// Writes what [`Self::read`] reads.
    pub(crate) fn write(&self, folder: &Path) -> anyhow::Result<()> {
        write(folder, "raw.csv", &sample::to_csv(&self.samples)?)?;
        write(folder, "run.json", &json(&self.run)?)
    }
}

/// What follows from samples: always the same from the same.
pub(crate) struct Derived {
    pub(crate) summary: Summary,
    /// The files, by name.
    pub(crate) files: Vec<(&'static str, Vec<u8>)>,
}

/// The name of the parameter file.
const YAML: &str = "ed25519_verify.yaml";

impl Derived {
    pub(crate) fn new(measured: &Measured, safety_factor: u32) -> anyhow::Result<Self> {
        let Measured { run, samples } = measured;
        let summary = Summary::new(run.clone(), samples, safety_factor)?;
        let plots = plots::draw(&summary, samples)?;
        let names: Vec<_> = plots.iter().map(|(name, _)| *name).collect();
        let report = report::markdown(&summary, &names);
        let mut files = vec![
            ("summary.json", json(&summary)?),
            ("report.md", report.into_bytes()),
        ];
        files.extend(
            plots
                .into_iter()
                .map(|(name, svg)| (name, svg.into_bytes())),
        );
        if let Some(yaml) = yaml::snippet(&summary) {
            files.push((YAML, yaml.into_bytes()));
        }
        Ok(Self { summary, files })
    }

    pub(crate) fn write(&self, folder: &Path) -> anyhow::Result<()> {
        for (name, bytes) in &self.files {
            write(folder, name, bytes)?;
        }
        // Prices of an earlier run must not be taken for this one's.
        let stale = folder.join(YAML);
        if self.summary.recommended.contains(&None) && stale.exists() {
            fs::remove_file(&stale)
                .with_context(|| format!("cannot remove {}", stale.display()))?;
        }
        Ok(())
    }
}

/// Writes a file of the folder, which is made if it is missing.
pub(crate) fn write(folder: &Path, name: &str, bytes: &[u8]) -> anyhow::Result<()> {
    fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
    let path = folder.join(name);
    replace_file(&path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

pub(super) fn json(value: &impl Serialize) -> anyhow::Result<Vec<u8>> {
    let mut text = serde_json::to_vec_pretty(value)?;
    text.push(b'\n');
    Ok(text)
}
