//! The host functions that are priced: what differs between them, and the findings that all have.

use super::document::{self, Controls};
use super::fitted::Fitted;
use super::price::Parameter;
use crate::measure::bound::Bound;
use crate::measure::cell::Cell;
use crate::measure::experiment::{Bench, Experiment, Findings, Memory, STEADY};
use crate::measure::measured::Measured;
use crate::measure::process::Effort;
use near_ed25519::output::Table;
use serde_json::{Map, Value, json};
use std::marker::PhantomData;
use std::path::Path;

/// A host function that is priced.
pub(crate) trait Function: 'static {
    /// A timed call.
    type Cell: Cell;
    /// The name of the function.
    const NAME: &'static str;
    /// The name of its experiment.
    const EXPERIMENT: &'static str;
    const USUAL: Effort;
    const QUICK: Effort;
    /// The file of its prices, and what it says at its end.
    const YAML: [&'static str; 2];
    /// The unit of its lines' slopes.
    const PER: &'static str;

    fn cells() -> Vec<Self::Cell>;

    /// As [`Experiment::prepare`].
    fn prepare(_folder: &Path) -> anyhow::Result<()> {
        Ok(())
    }

    /// As [`Experiment::bench`].
    fn bench(cells: &[Self::Cell], folder: &Path) -> anyhow::Result<Bench<Self::Cell>>;

    /// The costs, and the evidence for them.
    ///
    /// # Errors
    ///
    /// There are too few samples.
    fn evidence(measured: &Measured<'_, Self::Cell>) -> anyhow::Result<Evidence>;
}

/// Costs of a function, and what its report says of them.
pub(crate) struct Evidence {
    /// The parameters with their costs.
    pub(super) parameters: Vec<Parameter>,
    pub(super) lines: Vec<Fitted>,
    pub(super) bounds: Vec<Bound>,
    pub(super) controls: Controls,
    /// The table in a terminal.
    pub(super) table: Table,
    pub(super) blocks: Vec<(&'static str, String)>,
    /// Parts of the report above the doubts, and below them; and its end.
    pub(super) above: Vec<String>,
    pub(super) below: Vec<String>,
    pub(super) end: String,
    pub(super) pictures: Vec<(&'static str, Vec<u8>)>,
    /// Fields of `--json` besides parameters and prices.
    pub(super) json: Map<String, Value>,
}

/// Calls of a function, and its prices.
pub(crate) struct Pricing<F>(PhantomData<F>);

impl<F: Function> Experiment for Pricing<F> {
    type Cell = F::Cell;
    const NAME: &'static str = F::EXPERIMENT;
    const USUAL: Effort = F::USUAL;
    const QUICK: Effort = F::QUICK;
    /// The time of a copy must not depend on other contents of memory, and tables are built in memory that is
    /// already mapped, like the tables that a host keeps.
    const MEMORY: Memory = STEADY;

    fn cells() -> Vec<F::Cell> {
        F::cells()
    }

    fn prepare(folder: &Path) -> anyhow::Result<()> {
        F::prepare(folder)
    }

    fn bench(cells: &[F::Cell], folder: &Path) -> anyhow::Result<Bench<F::Cell>> {
        F::bench(cells, folder)
    }

    fn findings(measured: &Measured<'_, F::Cell>) -> anyhow::Result<Findings> {
        let evidence = F::evidence(measured)?;
        let (parameters, recording) = (&evidence.parameters, measured.recording);
        let margins = document::margins(parameters).markdown();
        let doubts = document::doubts(parameters);
        let heading = format!("# Calibration of `{}`\n", F::NAME);
        let mut parts = vec![heading, document::prices(parameters).markdown(), margins];
        parts.extend(evidence.above);
        parts.push(doubts.clone());
        parts.extend(evidence.below);
        let lines = document::lines(&evidence.lines, F::PER);
        let text = parts.join("\n") + &lines + &evidence.end;
        let mut files = evidence.pictures;
        files.push(("report.md", text.into_bytes()));
        let [name, footer] = F::YAML;
        let yaml = document::yaml(F::NAME, recording, parameters);
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
            caption: format!("`{}`: costs, and prices\n{controls}{doubts}", F::NAME),
            table: evidence.table,
            bounds,
            blocks: evidence.blocks,
            files,
            json,
            ..Findings::default()
        })
    }
}
