//! The pictures of a calibration.

use super::analysis::{self, Net};
use super::metric::Metric;
use super::price::{Parameter, gas_per_unit};
use super::sample::Sample;
use super::summary::{Summary, by_place_of_the_stack};
use near_ed25519::plot::{
    Bar, Chart, Colour, Curve, Dash, Group, distribution, layers, residuals, scatter,
};
use near_ed25519::statistics::{Line, Point, quantile};
use near_ed25519::verification::{Family, Layer, Place};

/// The family the pictures show: what an attacker would send.
const SHOWN: Family = Family::RefusedHeaviest;

/// The name of a file, and its text.
pub(crate) type Plot = (&'static str, String);

pub(crate) fn draw(summary: &Summary, samples: &[Sample]) -> anyhow::Result<Vec<Plot>> {
    let mut plots = Vec::new();
    for (metric, layer, fit, rest) in [
        (Metric::Time, Layer::Wasm, "time.svg", "time-residuals.svg"),
        (
            Metric::Instructions,
            Layer::Host,
            "instructions.svg",
            "instructions-residuals.svg",
        ),
    ] {
        let nets = analysis::net(samples, metric);
        let shown = nets.iter().find(|net| {
            (net.series.layer, net.series.family, net.series.place) == (layer, SHOWN, Place::Memory)
        });
        if let Some(net) = shown {
            plots.extend(line(summary, metric, net, fit, rest)?);
        }
    }
    let nets = analysis::net(samples, Metric::Time);
    if !nets.is_empty() {
        plots.push(("families.svg", families(&nets)?));
        plots.push(("layers.svg", breakdown(&nets)?));
        plots.push(("stack.svg", stack(samples)?));
    }
    Ok(plots)
}

/// The samples of a series with everything drawn through them, and what is left of them.
fn line(
    summary: &Summary,
    metric: Metric,
    net: &Net,
    fit_name: &'static str,
    residuals_name: &'static str,
) -> anyhow::Result<Vec<Plot>> {
    let Ok(fit) = net.fit() else {
        return Ok(Vec::new());
    };
    let unit = match metric {
        Metric::Time => "us",
        Metric::Instructions => "thousand instructions",
    };
    let title = format!(
        "One verification by the length of its message ({})",
        net.series
    );
    let y_label = format!("{unit}, reading inputs not counted");
    let chart = Chart {
        title: &title,
        x_label: "message, bytes",
        y_label: &y_label,
    };
    let gas = gas_per_unit(metric) * THOUSAND;
    let priced = |[base, byte]: [u64; 2]| Line {
        intercept: base as f64 / gas,
        slope: byte as f64 / gas,
    };
    let mut curves = vec![
        Curve {
            label: "least squares of the least",
            line: thousands(fit.least_squares),
            colour: Colour::Orange,
            dash: Dash::Solid,
        },
        Curve {
            label: "Theil-Sen",
            line: thousands(fit.theil_sen),
            colour: Colour::Black,
            dash: Dash::Dotted,
        },
        Curve {
            label: "what mainnet charges",
            line: priced(Parameter::ALL.map(Parameter::committed)),
            colour: Colour::Vermillion,
            dash: Dash::Solid,
        },
    ];
    if let Some(line) = net.envelope() {
        curves.push(Curve {
            label: "above 99.9 % at every length",
            line: thousands(line),
            colour: Colour::BluishGreen,
            dash: Dash::Dashed,
        });
    }
    if let [Some(base), Some(byte)] = summary.recommended {
        curves.push(Curve {
            label: "recommended price",
            line: priced([base, byte]),
            colour: Colour::ReddishPurple,
            dash: Dash::Dashed,
        });
    }
    let title = format!("What the line leaves ({})", net.series);
    let y_label = format!("{unit} above the line");
    let rest = Chart {
        title: &title,
        y_label: &y_label,
        ..chart
    };
    let samples: Vec<_> = net
        .samples
        .iter()
        .map(|p| Point {
            x: p.x,
            y: p.y / THOUSAND,
        })
        .collect();
    let line = thousands(fit.least_squares);
    Ok(vec![
        (fit_name, scatter(&chart, &samples, &curves)?),
        (residuals_name, residuals(&rest, &samples, line)?),
    ])
}

/// Axes are in us, or in thousands of instructions.
const THOUSAND: f64 = 1_000.0;

fn thousands(line: Line) -> Line {
    Line {
        intercept: line.intercept / THOUSAND,
        slope: line.slope / THOUSAND,
    }
}

/// How the times of each family are spread, for an empty message.
fn families(nets: &[Net]) -> anyhow::Result<String> {
    let rows: Vec<_> = nets
        .iter()
        .filter(|net| net.series.layer == Layer::Host)
        .map(|net| {
            let us = net.at(0).into_iter().map(|ns| ns / THOUSAND);
            (net.series.inputs(), us.collect::<Vec<_>>())
        })
        .collect();
    let groups: Vec<_> = rows
        .iter()
        .map(|(label, values)| Group { label, values })
        .collect();
    let chart = Chart {
        title: "The host function by family, empty message",
        x_label: "us, reading inputs not counted",
        y_label: "family",
    };
    Ok(distribution(&chart, &groups)?)
}

/// Of what a call of the host function through Wasm consists.
fn breakdown(nets: &[Net]) -> anyhow::Result<String> {
    let least = |layer, place, message_bytes| {
        let net = nets.iter().find(|net| {
            (net.series.layer, net.series.family, net.series.place) == (layer, Family::Valid, place)
        });
        Some(quantile::median(&net?.least_at(message_bytes))? / THOUSAND)
    };
    let mut rows = Vec::new();
    for (place, message_bytes, label) in [
        (Place::Memory, 0, "memory, 0 bytes"),
        (Place::Registers, 0, "registers, 0 bytes"),
        (Place::Memory, 65_536, "memory, 64 KiB"),
        (Place::Registers, 65_536, "registers, 64 KiB"),
    ] {
        let (Some(bare), Some(host), Some(wasm), Some(reading)) = (
            least(Layer::Bare, Place::Memory, message_bytes),
            least(Layer::Host, place, message_bytes),
            least(Layer::Wasm, place, message_bytes),
            least(Layer::Marshalling, place, message_bytes),
        ) else {
            continue;
        };
        let parts = [
            ("dalek", bare),
            ("reading inputs", reading),
            // Differences of large times: where noise makes them negative, they are nothing.
            ("host function", (host - bare).max(0.0)),
            ("call through Wasm", (wasm - host).max(0.0)),
        ];
        rows.push((label, parts));
    }
    let bars: Vec<_> = rows
        .iter()
        .map(|(label, layers)| Bar { label, layers })
        .collect();
    let chart = Chart {
        title: "What a call of the host function consists of",
        x_label: "us, the least of each process, the median of those",
        y_label: "inputs in",
    };
    Ok(layers(&chart, &bars)?)
}

/// What it matters where the stack lies.
fn stack(samples: &[Sample]) -> anyhow::Result<String> {
    let points: Vec<_> = by_place_of_the_stack(samples)
        .into_iter()
        .map(|(place, ns)| Point {
            x: place as f64,
            y: ns / THOUSAND,
        })
        .collect();
    let chart = Chart {
        title: "One verification by dalek, by where its stack lies in a page",
        x_label: "bytes into a page of 4,096",
        y_label: "us, the least of all samples",
    };
    Ok(scatter(&chart, &points, &[])?)
}
