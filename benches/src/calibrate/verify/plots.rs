//! The pictures of a calibration.

use super::cell::Series;
use super::costs::{Costs, by_place_of_the_stack};
use super::net::Net;
use crate::calibrate::price::{Parameter, gas_per_unit};
use crate::measure::sample::{Metric, Sample};
use near_ed25519::plot::{
    Bar, Chart, Colour, Curve, Dash, Group, Scale, distribution, layers, scatter,
};
use near_ed25519::statistics::{Line, Point, quantile};
use near_ed25519::verification::{Family, Layer, Place};

/// The series that the line is drawn of: what an attacker would send.
const SHOWN: Series = Series::new(Layer::Wasm, Family::RefusedHeaviest, Place::Memory);

/// The name of a file, and its text.
type Plot = (&'static str, String);

pub(super) fn draw(costs: &Costs, samples: &[Sample]) -> anyhow::Result<Vec<Plot>> {
    let Some((_, nets)) = costs
        .nets
        .iter()
        .find(|(metric, _)| *metric == Metric::Time)
    else {
        return Ok(Vec::new());
    };
    let mut plots = Vec::new();
    if let Some(net) = nets.iter().find(|net| net.series == SHOWN) {
        plots.extend(line(&costs.parameters, net)?);
    }
    plots.push(("families.svg", families(nets)?));
    plots.push(("layers.svg", breakdown(nets)?));
    plots.push(("stack.svg", stack(samples)?));
    Ok(plots)
}

/// The samples of a series with everything drawn through them.
fn line(parameters: &[Parameter], net: &Net) -> anyhow::Result<Option<Plot>> {
    let Ok(fit) = net.fit() else {
        return Ok(None);
    };
    let title = format!(
        "One verification by the length of its message ({})",
        net.series
    );
    let chart = Chart {
        title: &title,
        x_label: "message, bytes",
        y_label: "us, reading inputs not counted",
        x_scale: Scale::Linear,
    };
    let gas = gas_per_unit(Metric::Time) * THOUSAND;
    let priced = |price: &dyn Fn(&Parameter) -> Option<u64>| {
        let both: Option<Vec<_>> = parameters.iter().map(price).collect();
        let both = both?;
        Some(Line {
            intercept: *both.first()? as f64 / gas,
            slope: *both.last()? as f64 / gas,
        })
    };
    let curves = [
        (
            "least squares of the least",
            Some(thousands(fit.least_squares)),
            Colour::Orange,
            Dash::Solid,
        ),
        (
            "Theil-Sen",
            Some(thousands(fit.theil_sen)),
            Colour::Black,
            Dash::Dotted,
        ),
        (
            "what mainnet charges",
            priced(&|it| Some(it.charged)),
            Colour::Vermillion,
            Dash::Solid,
        ),
        (
            "above 99.9 %",
            net.envelope().map(thousands),
            Colour::BluishGreen,
            Dash::Dashed,
        ),
        (
            "recommended price",
            priced(&|it| it.price().gas()),
            Colour::ReddishPurple,
            Dash::Dashed,
        ),
    ];
    let curves: Vec<_> = curves
        .into_iter()
        .filter_map(|(label, line, colour, dash)| {
            Some(Curve {
                label,
                line: line?,
                colour,
                dash,
            })
        })
        .collect();
    let samples = net.samples.iter().map(|p| Point {
        x: p.x,
        y: p.y / THOUSAND,
    });
    let samples: Vec<_> = samples.collect();
    Ok(Some(("time.svg", scatter(&chart, &samples, &curves)?)))
}

/// Axes are in us.
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
        x_scale: Scale::Linear,
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
        x_scale: Scale::Linear,
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
        x_scale: Scale::Linear,
    };
    Ok(scatter(&chart, &points, &[])?)
}
