//! What `ed25519_verify` costs, and what it should be charged.
//!
//! | module | what it does |
//! |---|---|
//! | `cell` | what is measured |
//! | `cases` | the signatures |
//! | `bench` | verifications, timed |
//! | `net` | what is the host function's own, and the lines through it |
//! | `costs` | what is priced, and why it may not be |
//! | `anchor` | prices by way of SHA-256's |
//! | `report`, `plots` | what people read |

mod anchor;
mod bench;
mod cases;
mod cell;
mod costs;
mod net;
mod plots;
mod report;

use super::price::Parameter;
use super::{Priced, document};
use crate::measure::experiment::{Bench, Experiment, Findings, Memory, Row};
use crate::measure::recording::Recording;
use crate::process::Effort;
use bench::Verifications;
use cell::{LENGTHS, Series};
use costs::Costs;
use serde_json::json;
use std::path::Path;

/// `ed25519_verify`, bare, in the host function and through Wasm, and its price.
pub(crate) struct PriceVerify;

impl Experiment for PriceVerify {
    const NAME: &'static str = "calibrate";
    /// Intervals rest on whole processes: with twelve they are narrow, and it takes under a minute.
    const USUAL: Effort = Effort::new(12, 10);
    const QUICK: Effort = Effort::new(6, 5);
    /// The copy of a message out of a register is taken out of the price, and must not depend on what
    /// else lies in memory.
    const MEMORY: Memory = Memory::Steady;

    fn rows() -> Vec<Row> {
        let row = |series: Series| Row {
            name: series.to_string(),
            group: series.layer.to_string(),
            unavailable: None,
        };
        Series::all().into_iter().map(row).collect()
    }

    fn columns() -> anyhow::Result<Vec<String>> {
        Ok(LENGTHS.iter().map(ToString::to_string).collect())
    }

    fn columns_of(row: &Row) -> anyhow::Result<Vec<String>> {
        let lengths = Series::named(&row.name).map_or(&LENGTHS[..], Series::lengths);
        Ok(lengths.iter().map(ToString::to_string).collect())
    }

    fn is_counted(row: &str, _: &str) -> bool {
        Series::named(row).is_some_and(Series::is_counted)
    }

    fn prepare(folder: &Path) -> anyhow::Result<()> {
        cases::write(folder)
    }

    fn bench(_: &[Row], folder: &Path) -> anyhow::Result<Box<dyn Bench>> {
        Ok(Box::new(Verifications::new(folder)?))
    }

    fn findings(&self, recording: &Recording) -> anyhow::Result<Findings> {
        let costs = Costs::new(recording);
        let parameters = &costs.parameters;
        let plots = plots::draw(&costs, &recording.samples)?;
        let names: Vec<_> = plots.iter().map(|(name, _)| *name).collect();
        let prices = document::prices(parameters);
        let margins = document::margins(parameters);
        let report = report::markdown(recording, &costs, &names);
        let mut files = vec![("report.md", report.into_bytes())];
        files.extend(
            plots
                .into_iter()
                .map(|(name, svg)| (name, svg.into_bytes())),
        );
        if let Some(yaml) = document::yaml("ed25519_verify", recording, parameters) {
            files.push(("recommended.yaml", yaml.into_bytes()));
        }
        let mut bounds = vec![document::certain(Self::NAME, parameters)];
        bounds.extend(costs.charged_share(Self::NAME));
        Ok(Findings {
            caption: format!(
                "`ed25519_verify`: costs, and prices\n{}{}",
                costs.controls.text(),
                document::doubts(parameters)
            ),
            bounds,
            blocks: vec![
                ("calibrated costs", prices.markdown()),
                ("calibrated on", recording.measured_on()),
                ("place of the stack", report::stack(&costs)),
                ("recommended prices", margins.markdown()),
                (
                    "costs without AVX2",
                    report::without_avx2(&costs).markdown(),
                ),
            ],
            table: prices,
            files,
            json: json!({
                "parameters": parameters,
                "prices": parameters.iter().map(Parameter::price).collect::<Vec<_>>(),
                "controls": costs.controls,
                "stack": costs.stack,
            }),
        })
    }
}

impl Priced for PriceVerify {
    fn parameters(recording: &Recording) -> anyhow::Result<Vec<Parameter>> {
        Ok(Costs::new(recording).parameters)
    }

    fn controls(recording: &Recording) -> Vec<(&'static str, f64)> {
        let controls = Costs::new(recording).controls;
        let least = |control: Option<[f64; 2]>| control.map_or(f64::NAN, |[least, _]| least);
        vec![
            ("integer loop, ns", least(controls.loop_ns)),
            ("SHA-256, ns a byte", least(controls.sha256_byte_ns)),
        ]
    }
}
