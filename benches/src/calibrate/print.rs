//! What a calibration prints.

use super::price::{Parameter, Price};
use super::summary::Summary;
use crate::amount::format_gas;
use crate::stdout;
use std::path::Path;

pub(crate) fn summary(summary: &Summary, folder: &Path, is_json: bool) -> anyhow::Result<()> {
    if is_json {
        return stdout::json(summary);
    }
    let machine = &summary.run.machine;
    stdout::line(&format!(
        "{}; dalek: {}",
        machine.cpu, machine.dalek_backend
    ))?;
    for (what, control) in [
        ("integer loop", summary.controls.loop_ns),
        ("SHA-256, a byte", summary.controls.sha256_byte_ns),
    ] {
        if let Some([least, median]) = control {
            stdout::line(&format!("{what}: {least:.3} ns, median {median:.3}"))?;
        }
    }
    let factor = format!("times {}", summary.safety_factor);
    let mut table = stdout::table([
        "parameter",
        "metric",
        "cost",
        &factor,
        "by the anchor",
        "dearest",
    ]);
    let mut doubts = Vec::new();
    for (at, parameter) in Parameter::ALL.into_iter().enumerate() {
        for metric in &summary.metrics {
            let (cost, gas, dearest) = match &metric.prices[at] {
                Price::Certain { dearest, cost, gas } => (
                    format!("{cost:.2} {}", metric.metric.unit()),
                    format_gas(*gas),
                    dearest.clone(),
                ),
                Price::Uncertain { reasons } => {
                    doubts.extend(reasons.iter().map(|reason| {
                        format!(
                            "UNCERTAIN: {}, by {}: {reason}",
                            parameter.name(),
                            metric.metric
                        )
                    }));
                    (String::new(), "UNCERTAIN".to_owned(), String::new())
                }
            };
            let anchored = metric.anchor.as_ref().and_then(|it| it.gas[at]);
            table.add_row([
                parameter.name().to_owned(),
                metric.metric.to_string(),
                cost,
                gas,
                anchored.map_or_else(String::new, format_gas),
                dearest,
            ]);
        }
    }
    stdout::line(&table.to_string())?;
    for doubt in doubts {
        stdout::line(&doubt)?;
    }
    for (at, parameter) in Parameter::ALL.into_iter().enumerate() {
        let committed = parameter.committed();
        let charged = format_gas(committed);
        let name = parameter.name();
        stdout::line(&match summary.recommended[at] {
            Some(gas) => format!(
                "{name}: {} recommended, mainnet charges {charged}, {:.2} times that",
                format_gas(gas),
                committed as f64 / gas as f64
            ),
            None => format!("{name}: UNCERTAIN, mainnet charges {charged}"),
        })?;
    }
    stdout::line(&format!("{}", folder.join("report.md").display()))
}
