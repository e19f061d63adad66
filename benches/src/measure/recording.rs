//! A recording: a folder with `run.json` (the run and its machine) and `raw.csv.gz` (every sample).
//! Everything else follows from these.

use super::{Effort, Experiment};
use crate::machine::{Machine, SERIAL};
use crate::verification::named;
use anyhow::{Context as _, bail, ensure};
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use near_ed25519::output;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::cell::OnceCell;
use std::collections::HashMap;
use std::fs::{self, File};
use std::iter;
use std::path::Path;

/// Version of `run.json` and `raw.csv.gz`. Readers refuse others.
const SCHEMA_VERSION: u32 = 1;

const RUN: &str = "run.json";
const SAMPLES: &str = "raw.csv.gz";

/// Subfolder with the recording of a build that does without AVX2.
const WITHOUT_AVX2: &str = "without-avx2";

/// A run and its samples.
pub(crate) struct Recording {
    pub(crate) experiment: &'static Experiment,
    pub(crate) run: Run,
    pub(crate) samples: Vec<Sample>,
    /// The recording of a build whose libraries do without AVX2.
    pub(crate) without_avx2: Option<Box<Self>>,
    /// The recordings of other processors: every other subfolder that is one, by name.
    pub(crate) elsewhere: Vec<Self>,
    /// The numbers of the samples by row and column, computed when they are first needed.
    pub(super) index: OnceCell<HashMap<(String, String), Vec<usize>>>,
}

/// The settings and the machine of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Run {
    pub(crate) schema_version: u32,
    pub(crate) experiment: String,
    pub(crate) machine: Machine,
    pub(crate) effort: Effort,
    pub(crate) seed: u64,
    /// All rows, including those that were not measured.
    pub(crate) rows: Vec<RecordedRow>,
    /// The program that counted instructions, if any did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) counter: Option<String>,
    /// The safety factor of its prices; by default this project's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) safety_factor: Option<u32>,
    /// The reason if the run ended early.
    pub(crate) ended_early: Option<String>,
}

/// A row of a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RecordedRow {
    pub(crate) name: String,
    pub(crate) group: String,
    /// The reason if none of its cells could be measured there.
    pub(crate) unavailable: Option<String>,
}

impl Recording {
    /// A recording on this machine, without samples.
    pub(crate) fn new(experiment: &'static Experiment, effort: Effort, seed: u64) -> Self {
        let rows = (experiment.rows)().into_iter().map(|row| RecordedRow {
            unavailable: row.unavailable().map(str::to_owned),
            name: row.name,
            group: row.group.to_owned(),
        });
        let run = Run {
            schema_version: SCHEMA_VERSION,
            experiment: experiment.name.to_owned(),
            machine: Machine::this(),
            effort,
            seed,
            rows: rows.collect(),
            counter: None,
            safety_factor: None,
            ended_early: None,
        };
        Self {
            experiment,
            run,
            samples: Vec::new(),
            without_avx2: None,
            elsewhere: Vec::new(),
            index: OnceCell::new(),
        }
    }

    /// The experiment of a folder, and its whole `run.json`.
    ///
    /// # Errors
    ///
    /// It cannot be read, or is no recording.
    pub(crate) fn head(folder: &Path) -> anyhow::Result<(String, Value)> {
        let path = folder.join(RUN);
        let text = fs::read(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let name = || format!("{} is not a recording", folder.display());
        let run: Value = serde_json::from_slice(&text).with_context(name)?;
        let version = run.get("schema_version").with_context(name)?;
        ensure!(
            *version == SCHEMA_VERSION,
            "{}: its schema version is {version}; this program reads version {SCHEMA_VERSION}",
            name()
        );
        let experiment = run["experiment"].as_str().with_context(name)?;
        Ok((experiment.to_owned(), run))
    }

    /// Reads a folder that [`Self::write`] wrote.
    ///
    /// # Errors
    ///
    /// It cannot be read, or is a recording of another experiment.
    pub(crate) fn read(folder: &Path, experiment: &'static Experiment) -> anyhow::Result<Self> {
        let (found, run) = Self::head(folder)?;
        let name = || {
            let of = experiment.name;
            format!("{} is not a recording of `{of}`", folder.display())
        };
        ensure!(found == experiment.name, "{}, but of `{found}`", name());
        let run: Run = serde_json::from_value(run).with_context(name)?;
        let path = folder.join(SAMPLES);
        let file = File::open(&path).with_context(|| format!("cannot read {}", path.display()))?;
        let mut reader = csv::Reader::from_reader(GzDecoder::new(file));
        let samples = reader.deserialize().collect::<Result<Vec<Sample>, _>>();
        let samples = samples.with_context(|| path.display().to_string())?;
        ensure!(!samples.is_empty(), "{} has no samples", path.display());
        let within = folder.join(WITHOUT_AVX2);
        let without_avx2 = match within.exists() {
            true => Some(Box::new(Self::read(&within, experiment)?)),
            false => None,
        };
        let others = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
        let mut others = others.collect::<anyhow::Result<Vec<_>>>()?;
        others.retain(|other| *other != within && other.join(RUN).exists());
        others.sort();
        let others = others.iter().map(|other| Self::read(other, experiment));
        Ok(Self {
            experiment,
            run,
            samples,
            without_avx2,
            elsewhere: others.collect::<anyhow::Result<_>>()?,
            index: OnceCell::new(),
        })
    }

    /// This recording, then those of other processors.
    pub(crate) fn everywhere(&self) -> impl Iterator<Item = &Self> {
        iter::once(self).chain(&self.elsewhere)
    }

    /// Writes the folder, without other processors; each old file stays until the new one is
    /// complete.
    pub(crate) fn write(&self, folder: &Path) -> anyhow::Result<()> {
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot make the folder {}", folder.display()))?;
        if let Some(other) = &self.without_avx2 {
            other.write(&folder.join(WITHOUT_AVX2))?;
        }
        let gzip = GzEncoder::new(Vec::new(), Compression::best());
        let mut csv = csv::Writer::from_writer(gzip);
        for sample in &self.samples {
            csv.serialize(sample)?;
        }
        let samples = csv.into_inner()?.finish()?;
        let run = serde_json::to_string_pretty(&self.run)? + "\n";
        for (name, bytes) in [(SAMPLES, samples), (RUN, run.into_bytes())] {
            output::file(&folder.join(name), &bytes)?;
        }
        Ok(())
    }

    /// Checks that this may be published: it must be complete and from a commit. The error gives
    /// the reason.
    pub(crate) fn check(&self) -> anyhow::Result<()> {
        let run = &self.run;
        if let Some(why) = &run.ended_early {
            bail!("the measurement ended early: {why}");
        }
        let commit = &run.machine.commit;
        ensure!(
            commit != "unknown" && !commit.ends_with("-dirty"),
            "it was not measured from a commit: {commit}"
        );
        for row in run.rows.iter().filter(|row| row.unavailable.is_none()) {
            let is_there = self.samples.iter().any(|sample| sample.row == row.name);
            ensure!(is_there, "it has no samples of {}", row.name);
        }
        if let Some(other) = &self.without_avx2 {
            let backend = &other.run.machine.dalek_backend;
            ensure!(
                backend == SERIAL,
                "{WITHOUT_AVX2}: dalek's backend is {backend}"
            );
            other.check().context(WITHOUT_AVX2)?;
        }
        Ok(())
    }

    /// A sentence about the machine.
    pub(crate) fn measured_on(&self) -> String {
        let machine = &self.run.machine;
        format!(
            "Measured on {}, {} cores, with dalek's backend \"{}\" and {}, at commit {}: `{}`.\n",
            machine.cpu,
            machine.cores,
            machine.dalek_backend,
            machine.rustc,
            machine.commit,
            machine.command
        )
    }
}

/// The column of samples from a search for the worst place of the stack.
pub(crate) const SEARCH: &str = "search";

/// One measurement of one cell of an experiment's table: a line that a measuring process prints.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sample {
    pub(crate) row: String,
    pub(crate) column: String,
    /// The process, from 0.
    pub(crate) launch: u32,
    /// The turn of this cell in its process, from 0.
    pub(crate) round: u32,
    /// Place of the stack in a page of memory, in bytes.
    pub(crate) stack: usize,
    /// The number of operations in the value; 0 for only the call around them.
    pub(crate) iterations: u32,
    pub(crate) metric: Metric,
    /// In the metric's unit.
    pub(crate) value: u64,
}

named! {
    /// The measured quantity.
    #[derive(Default)]
    pub(crate) Metric:
    /// Nanoseconds.
    #[default]
    Time "time";
    /// Instructions, by callgrind.
    Instructions "instructions";
    /// Gas of one operation.
    Gas "gas";
}

impl Metric {
    /// The unit's name in a table.
    pub(crate) const fn unit(self) -> &'static str {
        match self {
            Self::Time => "ns",
            Self::Instructions => "instructions",
            Self::Gas => "gas",
        }
    }
}

impl Sample {
    /// The value of one operation; the sample must have operations.
    pub(crate) fn each(&self) -> f64 {
        self.value as f64 / f64::from(self.iterations)
    }
}
