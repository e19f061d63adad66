//! The priced host functions: their differences, and the findings that all share.

use super::document::{self, Controls};
use super::price::Parameter;
use crate::measure::bound::Bound;
use crate::measure::experiment::{Experiment, Findings, Memory, STEADY};
use crate::measure::measured::Measured;
use near_ed25519::output::Table;
use serde_json::{Map, Value, json};

/// The calls that a host function's prices follow from.
pub(crate) trait Function: Experiment {
    const FUNCTION: &'static str;
    /// The file of its prices, and the text at its end.
    const YAML: [&'static str; 2];

    /// The costs, and the evidence for them.
    fn evidence(measured: &Measured<'_, Self::Cell>) -> anyhow::Result<Evidence>;
}

/// The memory settings of all functions. A copy's time must not depend on other contents of memory,
/// and tables must be built in mapped memory, like those that a host keeps.
pub(super) const MEMORY: Memory = STEADY;

/// A function's costs, and the parts of its report.
#[derive(Default)]
pub(crate) struct Evidence {
    /// The parameters with their costs.
    pub(super) parameters: Vec<Parameter>,
    pub(super) bounds: Vec<Bound>,
    pub(super) controls: Controls,
    /// The table in a terminal.
    pub(super) table: Table,
    pub(super) blocks: Vec<(&'static str, String)>,
    /// Parts of the report above the doubts, below them, and at the end.
    pub(super) above: Vec<String>,
    pub(super) below: Vec<String>,
    pub(super) end: String,
    pub(super) pictures: Vec<(&'static str, Vec<u8>)>,
    /// Fields of `--json` besides parameters and prices.
    pub(super) json: Map<String, Value>,
}

/// The findings of a recording: the prices of the function.
pub(super) fn findings<F: Function>(measured: &Measured<'_, F::Cell>) -> anyhow::Result<Findings> {
    let evidence = F::evidence(measured)?;
    let (parameters, recording) = (&evidence.parameters, measured.recording);
    let margins = document::margins(parameters).markdown();
    let doubts = document::doubts(parameters);
    let heading = format!("# Calibration of `{}`\n", F::FUNCTION);
    let mut parts = vec![heading, document::prices(parameters).markdown(), margins];
    parts.extend(evidence.above);
    parts.push(doubts.clone());
    parts.extend(evidence.below);
    let text = parts.join("\n") + &evidence.end;
    let mut files = evidence.pictures;
    files.push(("report.md", text.into_bytes()));
    let [name, footer] = F::YAML;
    let yaml = document::yaml(F::FUNCTION, recording, parameters);
    files.extend(yaml.map(|yaml| (name, (yaml + footer).into_bytes())));
    let prices: Vec<_> = parameters.iter().map(Parameter::price).collect();
    let mut json = json!({ "parameters": parameters, "prices": prices });
    if let Some(fields) = json.as_object_mut() {
        fields.extend(evidence.json);
    }
    let controls = document::controls(&evidence.controls);
    let mut bounds = vec![document::certain(parameters)];
    bounds.extend(evidence.bounds);
    Ok(Findings {
        caption: format!("`{}`: costs, and prices\n{controls}{doubts}", F::FUNCTION),
        table: evidence.table,
        bounds,
        blocks: evidence.blocks,
        files,
        json,
        ..Findings::default()
    })
}
