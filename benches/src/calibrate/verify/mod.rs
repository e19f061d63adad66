//! Costs of `ed25519_verify`, and its recommended prices: of nearcore's own function on nearcore's own runner,
//! which networks run, not of ours.

mod bench;
mod cases;
mod cell;
mod costs;
mod net;
mod plots;
mod report;

use super::price::Parameter;
use super::{Priced, document};
use crate::measure::experiment::{Bench, Experiment, Findings, Memory, STEADY};
use crate::measure::process::Effort;
use crate::measure::recording::Recording;
use crate::measure::row::Row;
use bench::Verifications;
use cell::{LENGTHS, Series};
use costs::Costs;
use serde_json::json;
use std::collections::BTreeMap;
use std::path::Path;

/// `ed25519_verify`, bare, in the host function and through Wasm, and its prices.
pub(crate) struct PriceVerify;

impl Experiment for PriceVerify {
    const NAME: &'static str = "calibrate";
    /// Intervals are computed over processes: twelve make them narrow, and take under a minute.
    const USUAL: Effort = Effort::new(12, 10);
    const QUICK: Effort = Effort::new(6, 5);
    /// Copying a message out of a register is subtracted from the cost, and must not depend on
    /// other contents of memory.
    const MEMORY: Memory = STEADY;

    fn rows() -> Vec<Row> {
        let row = |it: Series| Row::new(&it.layer.to_string(), it.to_string(), None);
        Series::all().into_iter().map(row).collect()
    }

    fn columns() -> anyhow::Result<Vec<String>> {
        Ok(LENGTHS.iter().map(ToString::to_string).collect())
    }

    fn columns_of(row: &Row) -> anyhow::Result<Vec<String>> {
        let lengths = Series::named(&row.name).map_or(&LENGTHS[..], Series::lengths);
        Ok(lengths.iter().map(ToString::to_string).collect())
    }

    fn is_counted(row: &str) -> bool {
        Series::named(row).is_some_and(Series::is_counted)
    }

    fn prepare(folder: &Path) -> anyhow::Result<()> {
        cases::write(folder)
    }

    fn bench(_: &[Row], folder: &Path) -> anyhow::Result<Box<dyn Bench>> {
        Ok(Box::new(Verifications::new(folder)?))
    }

    fn findings(recording: &Recording) -> anyhow::Result<Findings> {
        let costs = Costs::new(recording);
        let parameters = &costs.parameters;
        let prices = document::prices(parameters);
        let margins = document::margins(parameters).markdown();
        let doubts = document::doubts(parameters);
        let (controls, stack) = (report::controls(&costs), report::stack(&costs));
        let without_avx2 = report::without_avx2(&costs).markdown();
        let lines = costs.nets.iter().filter_map(|net| {
            let (of, fit) = (net.series.to_string(), net.fit.as_ref()?);
            Some((of, net.metric, fit, net.envelope()))
        });
        let text = [
            "# Calibration of `ed25519_verify`\n",
            &prices.markdown(),
            &margins,
            &doubts,
            &report::beside_others(&costs),
            &without_avx2,
            &document::measured_on(recording),
            &controls,
            &stack,
        ];
        let mut text = text.join("\n") + &document::lines(lines, "byte") + "\n## Pictures\n\n";
        let mut files = Vec::from_iter(plots::line(&costs)?.map(|svg| ("time.svg", svg)));
        files.push(("stack.svg", plots::stack(&costs)?));
        let pictures = files.iter().map(|(it, _)| format!("![{it}]({it})\n\n"));
        text.extend(pictures);
        files.push(("report.md", (text + report::METHOD).into_bytes()));
        let yaml = document::yaml("ed25519_verify", recording, parameters);
        files.extend(yaml.map(|yaml| ("recommended.yaml", yaml.into_bytes())));
        let mut bounds = vec![document::certain(parameters)];
        bounds.extend(costs.charged_shares());
        Ok(Findings {
            caption: format!("`ed25519_verify`: costs, and prices\n{controls}{doubts}"),
            bounds,
            blocks: vec![
                ("calibrated costs", prices.markdown()),
                ("calibrated on", recording.measured_on()),
                ("place of the stack", stack),
                ("recommended prices", margins),
                ("costs without AVX2", without_avx2),
            ],
            table: prices,
            files,
            json: json!({
                "parameters": parameters,
                "prices": parameters.iter().map(Parameter::price).collect::<Vec<_>>(),
                "controls": costs.controls,
                "stack": costs.stack,
            }),
            ..Findings::default()
        })
    }
}

impl Priced for PriceVerify {
    fn parameters(recording: &Recording) -> anyhow::Result<Vec<Parameter>> {
        Ok(Costs::new(recording).parameters)
    }

    fn controls(recording: &Recording) -> BTreeMap<String, f64> {
        let controls = Costs::new(recording).controls.into_iter();
        let least = |(what, [least, _]): (&str, [f64; 2])| (what.to_owned(), least);
        controls.map(least).collect()
    }
}
