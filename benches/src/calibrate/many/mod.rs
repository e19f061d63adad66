//! `near-ed25519 calibrate many`: what `ed25519_verify_many` costs with each backend, and what it
//! should be charged.
//!
//! | module | what it does |
//! |---|---|
//! | `plan` | what is measured |
//! | `items` | the signatures, laid out as the host function takes them |
//! | `calls` | calls of it, timed |
//! | `price` | from samples to lines, and to gas |
//! | `report` | what people, and parameter loaders, read |

mod calls;
mod items;
mod plan;
mod price;
mod report;

use crate::measure::experiment::{Bench, Experiment, Findings, Row};
use crate::measure::recording::Recording;
use crate::process::Effort;
use calls::Calls;
use plan::cells;
use price::Priced;
use std::path::Path;

/// The parameter file, which follows from a recording.
pub(crate) const YAML: &str = "ed25519_verify_many.yaml";

/// What the largest cost is multiplied by, unless the command line says.
pub(crate) const SAFETY_FACTOR: u32 = 3;

/// Calls of the function with every backend, and their price.
pub(crate) struct PriceMany {
    pub(crate) safety_factor: u32,
}

impl Experiment for PriceMany {
    const NAME: &'static str = "calibrate-many";
    const USUAL: Effort = Effort {
        launches: 6,
        rounds: 6,
    };
    const QUICK: Effort = Effort {
        launches: 5, // of fewer, intervals are wide
        rounds: 1,
    };

    fn rows() -> Vec<Row> {
        let mut rows: Vec<Row> = Vec::new();
        for cell in cells() {
            let (name, backend) = (cell.row(), cell.backend);
            let is_available = backend.backend().is_available();
            if rows.last().is_none_or(|row| row.name != name) {
                rows.push(Row {
                    name,
                    group: backend.to_string(),
                    unavailable: (!is_available).then(|| "not on this CPU".to_owned()),
                });
            }
        }
        rows
    }

    fn columns() -> anyhow::Result<Vec<String>> {
        Ok(cells().into_iter().map(plan::Cell::column).collect())
    }

    fn columns_of(row: &Row) -> anyhow::Result<Vec<String>> {
        let cells = cells().into_iter().filter(|cell| cell.row() == row.name);
        Ok(cells.map(plan::Cell::column).collect())
    }

    fn bench(rows: &[Row], _: &Path) -> anyhow::Result<Box<dyn Bench>> {
        Ok(Box::new(Calls::new(rows)?))
    }

    fn findings(&self, recording: &Recording) -> anyhow::Result<Findings> {
        let priced = Priced::new(&recording.samples, self.safety_factor)?;
        let table = report::prices(&priced);
        let mut json = serde_json::to_string_pretty(&priced)?.into_bytes();
        json.push(b'\n');
        Ok(Findings {
            caption: report::caption(&priced),
            bounds: Vec::new(),
            blocks: vec![
                ("calibrated costs of many", table.markdown()),
                ("calibrated many on", recording.measured_on()),
            ],
            table,
            files: vec![
                ("summary.json", json),
                (
                    "report.md",
                    report::markdown(&recording.run, &priced).into_bytes(),
                ),
                (YAML, report::yaml(&recording.run, &priced).into_bytes()),
            ],
            json: serde_json::to_value(&priced)?,
        })
    }
}
