//! Costs of `ed25519_verify`, and its recommended prices. They are for nearcore's own function on
//! nearcore's own runner, which networks run, not for ours.

mod bench;
mod cell;
mod costs;
mod report;

use super::function::{self, Evidence, Function};
use super::price::Parameter;
use crate::measure::{Bench, Effort, Experiment, Findings, Measured, Memory, STEADY};
use bench::Verifications;
use cell::Cell;
use costs::Costs;
pub(crate) use report::NEARCORE_2026;
use serde_json::json;
use std::path::Path;

/// `ed25519_verify`: bare, in the host function, and through Wasm.
pub(crate) struct Verify;

impl Experiment for Verify {
    type Cell = Cell;
    const NAME: &'static str = "calibrate";
    /// Intervals are computed over processes: twelve make them narrow in less than a minute.
    const USUAL: Effort = Effort::new(12, 10);
    const QUICK: Effort = Effort::new(6, 5);
    const MEMORY: Memory = STEADY;

    fn cells() -> Vec<Cell> {
        cell::cells()
    }

    fn prepare(folder: &Path) -> anyhow::Result<()> {
        cell::write_cases(folder)
    }

    fn bench(_: &[Cell], folder: &Path) -> anyhow::Result<Bench<Cell>> {
        let mut verifications = Verifications::new(folder)?;
        Ok(Box::new(move |cell, clock| verifications.turn(cell, clock)))
    }

    fn findings(measured: &Measured<'_, Cell>) -> anyhow::Result<Findings> {
        function::findings::<Self>(measured)
    }
}

/// `base` and `byte` of `ed25519_verify` with the costs of dalek, by build: with AVX2 and, if it was
/// measured, without.
pub(crate) fn parameters_by_build(
    measured: &Measured<'_, Cell>,
) -> Vec<(&'static str, Vec<Parameter>)> {
    Costs::new(measured).builds
}

impl Function for Verify {
    const FUNCTION: &'static str = "ed25519_verify";
    const YAML: [&'static str; 2] = ["recommended.yaml", ""];

    fn evidence(measured: &Measured<'_, Cell>) -> anyhow::Result<Evidence> {
        let costs = Costs::new(measured);
        let (parameters, recording) = (&costs.parameters, measured.recording);
        let prices = function::prices(parameters);
        let stack = report::stack(&costs);
        let without_avx2 = report::without_avx2(&costs).markdown();
        let mut pictures =
            Vec::from_iter(report::plot_of_line(&costs)?.map(|svg| ("time.svg", svg)));
        pictures.push(("stack.svg", report::plot_of_stack(&costs)?));
        let shown = pictures.iter().map(|(it, _)| format!("![{it}]({it})\n\n"));
        let shown: String = shown.collect();
        let below = vec![
            report::beside_others(&costs),
            without_avx2.clone(),
            function::measured_on(recording),
            function::controls(&costs.controls),
            stack.clone(),
            function::lines(&costs.lines, "byte"),
            format!("## Pictures\n\n{shown}{}", report::METHOD),
        ];
        let margins = function::margins(parameters).markdown();
        Ok(Evidence {
            below,
            findings: Findings {
                bounds: costs.charged_shares(),
                blocks: vec![
                    ("calibrated costs", prices.markdown()),
                    ("calibrated on", recording.measured_on()),
                    ("place of the stack", stack),
                    ("recommended prices", margins),
                    ("costs without AVX2", without_avx2),
                ],
                table: prices,
                files: pictures,
                json: json!({ "controls": costs.controls, "stack": costs.stack }),
                ..Findings::default()
            },
            parameters: costs.parameters,
            controls: costs.controls,
            ..Evidence::default()
        })
    }
}
