//! Raw samples, and the file that keeps all of them.

use super::metric::Metric;
use super::plan::Cell;
use crate::verification::{Family, Layer, Place};
use anyhow::{Context as _, bail};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// Why a sample was taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Step {
    /// To find where the stack must lie for the slowest run.
    Search,
    /// To be fitted; the stack lies where the search said.
    Sample,
}

/// One measurement: `iterations` verifications at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Sample {
    pub(crate) metric: Metric,
    pub(crate) step: Step,
    // The fields of `Cell`: CSV has no nesting.
    layer: Layer,
    family: Family,
    place: Place,
    message_bytes: usize,
    /// The process it was taken in, from 0.
    pub(crate) launch: u32,
    /// How many samples of this cell this process took before.
    pub(crate) round: u32,
    /// Where in a page of memory the stack was, bytes.
    pub(crate) stack: usize,
    /// Verifications in this sample.
    pub(crate) iterations: u32,
    /// All of them together, in the metric's unit.
    pub(crate) value: u64,
}

impl Sample {
    pub(crate) fn new(metric: Metric, step: Step, cell: Cell, launch: u32, round: u32) -> Self {
        let Cell {
            layer,
            family,
            place,
            message_bytes,
        } = cell;
        Self {
            metric,
            step,
            layer,
            family,
            place,
            message_bytes,
            launch,
            round,
            stack: 0,
            iterations: 0,
            value: 0,
        }
    }

    /// One iteration, in the metric's unit.
    pub(crate) fn each(&self) -> f64 {
        self.value as f64 / f64::from(self.iterations)
    }

    /// What was measured.
    pub(crate) fn cell(&self) -> Cell {
        Cell {
            layer: self.layer,
            family: self.family,
            place: self.place,
            message_bytes: self.message_bytes,
        }
    }
}

/// The samples as CSV with a header.
pub(crate) fn to_csv(samples: &[impl Serialize]) -> anyhow::Result<Vec<u8>> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for sample in samples {
        writer.serialize(sample)?;
    }
    Ok(writer.into_inner()?)
}

/// Reads what [`to_csv`] has written.
///
/// # Errors
///
/// The file cannot be read, is not such CSV (the error names the line), or has no samples.
pub(crate) fn read_csv<S: DeserializeOwned>(path: &Path) -> anyhow::Result<Vec<S>> {
    let name = path.display().to_string();
    let mut reader = csv::Reader::from_path(path).with_context(|| format!("cannot read {name}"))?;
    let samples: Result<Vec<S>, _> = reader.deserialize().collect();
    let samples = samples.with_context(|| name.clone())?;
    if samples.is_empty() {
        bail!("{name} has no samples");
    }
    Ok(samples)
}

/// Reads samples that have iterations to be divided by.
///
/// # Errors
///
/// As [`read_csv`], or a sample has no iterations.
pub(crate) fn read_samples(path: &Path) -> anyhow::Result<Vec<Sample>> {
    let samples: Vec<Sample> = read_csv(path)?;
    if let Some(at) = samples.iter().position(|sample| sample.iterations == 0) {
        let name = path.display();
        bail!("{name}: line {}: a sample of no iterations", at + 2);
    }
    Ok(samples)
}
