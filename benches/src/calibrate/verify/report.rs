//! Sections and plots that only the report of `ed25519_verify` has.

use super::{Layer, Series, Verify};
use crate::calibrate::costs::{Costs, Fitted, OfBackend};
use crate::calibrate::function::{Evidence, Function as _, METRICS, digits, margins};
use crate::calibrate::price::{FALLBACK_FACTOR, Parameter, gas_per_unit};
use crate::measure::{Bound, Findings, Metric, Recording, SEARCH};
use crate::plot::{
    BLACK, BLUISH_GREEN, Chart, Curve, DASHED, DOTTED, ORANGE, REDDISH_PURPLE, SOLID, VERMILLION,
    scatter,
};
use crate::statistics::{Line, Point, quantile};
use crate::verification::Family;
use near_ed25519::output::Table;
use serde_json::json;
use std::collections::BTreeMap;

pub(super) fn evidence(costs: &Costs<Verify>, measured: &Recording) -> anyhow::Result<Evidence> {
    let by_place = by_place_of_the_stack(measured);
    let stack = stack(&by_place);
    let line = plot_of_line(costs, measured)?;
    let mut pictures = Vec::from_iter(line.map(|svg| ("time.svg", svg)));
    pictures.push(("stack.svg", plot_of_stack(&by_place)?));
    let method = format!("{stack}\n{METHOD}");
    let findings = Findings {
        below: Some(by_build(costs)),
        bounds: charged_shares(costs),
        blocks: vec![
            ("place of the stack", stack),
            ("recommended prices", margins(&costs.parameters).markdown()),
        ],
        files: pictures,
        json: json!({ "controls": Verify::controls(measured), "stack": by_place }),
        ..Findings::default()
    };
    Ok((method, findings))
}

/// The least time of a bare verification, in nanoseconds, by the stack's place in its page.
fn by_place_of_the_stack(measured: &Recording) -> BTreeMap<usize, f64> {
    let bare = Series::new(Layer::Bare, Family::Valid);
    let mut least: BTreeMap<usize, f64> = BTreeMap::new();
    for sample in measured.samples((bare, SEARCH), Metric::Time) {
        let each = sample.each();
        let least = least.entry(sample.stack).or_insert(each);
        *least = each.min(*least);
    }
    least
}

/// How the time depends on the place of the stack.
fn stack(by_place: &BTreeMap<usize, f64>) -> String {
    let us = || by_place.values().map(|ns| ns / 1_000.0);
    let both = us().reduce(f64::min).zip(us().reduce(f64::max));
    let stack = both.map(|(fastest, slowest)| {
        format!(
            "A verification takes {fastest:.1} us at the best place of its stack within a page of memory, and {slowest:.1} us \
             at the worst. A contract with frames on the same stack can choose the place: prices are measured at the worst.\n"
        )
    });
    stack.unwrap_or_default()
}

/// The times of each build, which a table and bounds compare with the charge.
fn builds(costs: &Costs<Verify>) -> impl Iterator<Item = (&'static str, &OfBackend<Verify>)> {
    costs.times().map(|it| match it.is_without_avx2 {
        true => ("without AVX2", it),
        false => ("with AVX2", it),
    })
}

/// Bounds on the time of an empty message, as a share of its charge.
fn charged_shares(costs: &Costs<Verify>) -> Vec<Bound> {
    let each = builds(costs).map(|(build, it)| {
        let base = &it.parameters[0];
        let gas = base.most_by(Metric::Time) * gas_per_unit(Metric::Time);
        let bound = format!("time of a verification {build}, as a share of its charge");
        let at_most = 1.0 / f64::from(FALLBACK_FACTOR);
        let share = (gas > 0.0).then(|| gas / base.charged as f64);
        Bound::new(bound, at_most, share)
    });
    each.collect()
}

/// Largest costs with AVX2 and without, compared with the charge.
fn by_build(costs: &Costs<Verify>) -> Table {
    let mut table =
        Table::titled("parameter | build | cost, ns | charged / cost | instructions per ns");
    for (at, parameter) in costs.parameters.iter().enumerate() {
        for (build, it) in builds(costs) {
            let its = costs.by_backend.iter().filter(|of| of.name == it.name);
            let its: Vec<_> = its.map(|of| &of.parameters[at]).collect();
            let most = |metric| its.iter().map(|it| it.most_by(metric)).fold(0.0, f64::max);
            let [ns, counts] = METRICS.map(most);
            let times = parameter.charged as f64 / (ns * gas_per_unit(Metric::Time));
            let (times, each) = (format!("{times:.2}"), format!("{:.1}", counts / ns));
            table.line(&parameter.name(), &[&build, &digits(ns), &times, &each]);
        }
    }
    table
}

/// The plotted series: the signatures that an attacker would send.
const SHOWN: Series = Series::new(Layer::Wasm, Family::RefusedHeaviest);

/// The share of the samples at a length that lie below the uppermost curve.
const MOST: f64 = 0.999;

/// A time in nanoseconds in the axes' unit, microseconds.
fn us(&Point { x, y }: &Point) -> Point {
    let y = y / 1_000.0;
    Point { x, y }
}

/// The time below which most samples of the plotted series lie, at each length.
fn most(measured: &Recording) -> Vec<Point> {
    let mut all: BTreeMap<usize, Vec<f64>> = BTreeMap::new();
    for ((series, bytes), _, ns) in Verify::own_costs(measured, Metric::Time) {
        if series == SHOWN {
            all.entry(bytes).or_default().push(ns);
        }
    }
    let point = |(length, ns): (usize, Vec<f64>)| {
        let (x, y) = (length as f64, quantile::quantile(&ns, MOST)?);
        Some(us(&Point { x, y }))
    };
    all.into_iter().filter_map(point).collect()
}

/// The least time of a verification in each process, with the fitted and charged lines, as SVG.
fn plot_of_line(costs: &Costs<Verify>, measured: &Recording) -> anyhow::Result<Option<Vec<u8>>> {
    let is_it = |it: &&Fitted<Series>| it.line == SHOWN && it.metric == Metric::Time;
    let Some(fitted) = costs.priced().flat_map(|it| &it.lines).find(is_it) else {
        return Ok(None);
    };
    let priced = |gas: fn(&Parameter) -> Option<u64>| {
        let ns = |it: &Parameter| Some(gas(it)? as f64 / gas_per_unit(Metric::Time));
        let (intercept, slope) = (ns(&costs.parameters[0])?, ns(&costs.parameters[1])?);
        Some(Line { intercept, slope })
    };
    let mut dots: Vec<_> = fitted.launches.values().flatten().map(us).collect();
    dots.sort_by(|a, b| a.x.total_cmp(&b.x));
    let longest = dots.iter().map(|it| it.x).fold(0.0, f64::max);
    let ends = |line: Line| {
        [0.0, longest]
            .map(|x| us(&Point { x, y: line.at(x) }))
            .into()
    };
    let (charged, ours) = (priced(|it| Some(it.charged)), priced(|it| it.price().gas()));
    let most = most(measured);
    let (least_squares, theil_sen) = (fitted.fit.least_squares, fitted.fit.theil_sen);
    let curve = |label: &str, line: Option<Vec<Point>>, colour, dash| {
        Some(Curve {
            label: label.to_owned(),
            line: line?,
            colour,
            dash,
        })
    };
    let curves = [
        curve("least squares", Some(ends(least_squares)), ORANGE, SOLID),
        curve("Theil-Sen", Some(ends(theil_sen)), BLACK, DOTTED),
        curve("price on mainnet", charged.map(ends), VERMILLION, SOLID),
        curve("99.9 % of all samples", Some(most), BLUISH_GREEN, DASHED),
        curve("recommended price", ours.map(ends), REDDISH_PURPLE, DASHED),
    ];
    let curves: Vec<_> = curves.into_iter().flatten().collect();
    let chart = Chart {
        title: &format!("One verification by the length of its message ({SHOWN})"),
        x_label: "message, bytes",
        y_label: "us, the least of each process, without reading inputs",
    };
    let svg = scatter(&chart, &dots, &curves)?;
    Ok(Some(svg.into_bytes()))
}

/// Time by the place of the stack, as SVG.
fn plot_of_stack(by_place: &BTreeMap<usize, f64>) -> anyhow::Result<Vec<u8>> {
    let point = |(&place, &y): (&usize, &f64)| us(&Point { x: place as f64, y });
    let points: Vec<_> = by_place.iter().map(point).collect();
    let chart = Chart {
        title: "One verification by dalek, by the place of its stack in a page",
        x_label: "bytes into a page of 4,096",
        y_label: "us, the least of all samples",
    };
    Ok(scatter(&chart, &points, &[])?.into_bytes())
}

const METHOD: &str = "## How

Each process measures every series, in a new order for each round. It first searches for the place of the stack, \
within a page, at which a verification takes longest, and measures there: a contract can move the stack of the host function that \
it calls. A search also finds the signatures with the most and the fewest point additions. Each sample checks every verdict.

From a call through Wasm, the same call with no rounds is subtracted, and the reading of the inputs once: contracts pay \
for both under other parameters. Instructions are counted where they repeat: in bare dalek, and in the host \
function with inputs in memory.

A line goes through the least value of each process at each length, since noise only ever adds. Its intervals \
are those of the mean of the processes' lines, by Student's t. A price is the larger of two costs, rounded up to two digits: that \
of the most expensive series of the host function, called directly or through Wasm, times the safety factor; and its time in a \
build without AVX2, times 2 (instructions of that build are in no price: nearcore's conversion supposes eight per nanosecond, and \
scalar code runs far more). No price follows where a series that may be the most expensive is noisy, negative or not a line.

`raw.csv.gz` has every sample and `run.json` the machine; `near-ed25519-bench calibrate run --from FOLDER` derives everything else from them.
";
