//! Sections and plots that only the report of `ed25519_verify` has.

use super::cell::Series;
use super::costs::Costs;
use crate::calibrate::fitted::Fitted;
use crate::calibrate::function::{METRICS, digits};
use crate::calibrate::price::{Parameter, Price, gas_per_unit};
use crate::measure::Metric;
use crate::plot::{
    BLACK, BLUISH_GREEN, Chart, Curve, DASHED, DOTTED, ORANGE, REDDISH_PURPLE, SOLID, VERMILLION,
    scatter,
};
use crate::statistics::{Line, Point};
use crate::verification::{Family, Layer, Place};
use near_ed25519::output::Table;
use near_parameters::{ExtCosts, RuntimeConfigStore};
use near_runtime_ext::PROTOCOL_VERSION;

/// nearcore's own measurement of `base` and `byte`, in nanoseconds: the range of four runs of its
/// estimator by wall time (nearcore's pull request 16104, comment of 2026-07-29).
pub(crate) const NEARCORE_2026: [[f64; 2]; 2] = [[49_600.0, 51_300.0], [2.44, 2.77]];

/// How the time depends on the place of the stack.
pub(super) fn stack(costs: &Costs) -> String {
    let us = || costs.stack.values().map(|ns| ns / 1_000.0);
    let both = us().reduce(f64::min).zip(us().reduce(f64::max));
    let stack = both.map(|(fastest, slowest)| {
        format!(
            "A verification takes {fastest:.1} us at the best place of its stack within a page of memory, and {slowest:.1} us \
             at the worst. A contract with frames on the same stack can choose the place: prices are measured at the worst.\n"
        )
    });
    stack.unwrap_or_default()
}

/// Largest costs with AVX2 and without, compared with the charge.
pub(super) fn without_avx2(costs: &Costs) -> Table {
    let mut table =
        Table::titled("parameter | build | cost, ns | charged / cost | instructions per ns");
    for (at, it) in costs.parameters.iter().enumerate() {
        for (build, parameters) in &costs.builds {
            let [ns, counts] = METRICS.map(|metric| parameters[at].most_by(metric));
            let times = it.charged as f64 / (ns * gas_per_unit(Metric::Time));
            let (times, each) = (format!("{times:.2}"), format!("{:.1}", counts / ns));
            table.line(&it.name(), &[build, &digits(ns), &times, &each]);
        }
    }
    table
}

/// Gas per unit of the metric, if SHA-256 costs what the network charges for a byte of it. It shows
/// how far this machine is from the one that prices assume, or SHA-256 from its price, which
/// includes a safety factor. `None` if SHA-256 has no certain slope.
fn gas_by_sha256(lines: &[Fitted<Series>], metric: Metric) -> Option<f64> {
    let is_it = |it: &&Fitted<Series>| it.of.layer == Layer::Sha256 && it.metric == metric;
    let fitted = lines.iter().find(is_it)?;
    let store = RuntimeConfigStore::new(None);
    let costs = &store.get_config(PROTOCOL_VERSION).wasm_config.ext_costs;
    let charged = costs.gas_cost(ExtCosts::sha256_byte).as_gas() as f64;
    let is_certain = fitted.doubts(true).is_empty();
    is_certain.then(|| charged / fitted.fit.least_squares.slope)
}

/// Largest costs compared with nearcore's estimator, and with SHA-256's price.
pub(super) fn beside_others(costs: &Costs) -> String {
    let mut table = Table::titled(
        "cost before the factor | metric | measured here | nearcore's estimator | scaled by SHA-256's price",
    );
    let gas = |gas: f64| match gas {
        gas if gas >= 1e9 => format!("{:.1} Ggas", gas / 1e9),
        gas => format!("{:.2} Mgas", gas / 1e6),
    };
    for (it, nearcore) in costs.parameters.iter().zip(NEARCORE_2026) {
        for metric in METRICS {
            let Price::Certain { largest, .. } = it.price_by(metric) else {
                continue;
            };
            let here = gas(largest.value * gas_per_unit(metric));
            let [low, high] = nearcore.map(|ns| gas(ns * gas_per_unit(Metric::Time)));
            let nearcore = match metric {
                Metric::Time => format!("{low} to {high}"),
                _ => String::new(),
            };
            let anchor = gas_by_sha256(&costs.lines, metric);
            let anchor = anchor.map_or_else(String::new, |unit| gas(largest.value * unit));
            table.line(&it.name(), &[&metric, &here, &nearcore, &anchor]);
        }
    }
    format!("{}\n{OTHERS}", table.markdown())
}

/// The plotted series: the signatures that an attacker would send.
const SHOWN: Series = Series::new(Layer::Wasm, Family::RefusedHeaviest, Place::Memory);

/// Nanoseconds per microsecond, the axes' unit.
const THOUSAND: f64 = 1_000.0;

fn us(&Point { x, y }: &Point) -> Point {
    let y = y / THOUSAND;
    Point { x, y }
}

/// The least time of a verification in each process, with the fitted and charged lines, as SVG.
pub(super) fn plot_of_line(costs: &Costs) -> anyhow::Result<Option<Vec<u8>>> {
    let is_it = |it: &&Fitted<Series>| it.of == SHOWN && it.metric == Metric::Time;
    let Some(fitted) = costs.lines.iter().find(is_it) else {
        return Ok(None);
    };
    let priced = |gas: fn(&Parameter) -> Option<u64>| {
        let ns = |it: &Parameter| Some(gas(it)? as f64 / gas_per_unit(Metric::Time));
        let [base, byte] = &costs.parameters[..] else {
            return None;
        };
        let (intercept, slope) = (ns(base)?, ns(byte)?);
        Some(Line { intercept, slope })
    };
    let dots: Vec<_> = fitted.samples.iter().map(|it| us(&it.point)).collect();
    let longest = dots.iter().map(|it| it.x).fold(0.0, f64::max);
    let ends = |line: Line| [0.0, longest].map(|x| us(&Point { x, y: line.at(x) }));
    let (charged, recommended) = (priced(|it| Some(it.charged)), priced(|it| it.price().gas()));
    let (least_squares, theil_sen) = (fitted.fit.least_squares, fitted.fit.theil_sen);
    let above = "above 99.9 % of all samples";
    let lines = [
        ("least squares", Some(least_squares), ORANGE, SOLID),
        ("Theil-Sen", Some(theil_sen), BLACK, DOTTED),
        ("price on mainnet", charged, VERMILLION, SOLID),
        (above, fitted.envelope, BLUISH_GREEN, DASHED),
        ("recommended price", recommended, REDDISH_PURPLE, DASHED),
    ];
    let curves = lines.into_iter().filter_map(|(label, line, colour, dash)| {
        Some(Curve {
            label: label.to_owned(),
            line: ends(line?).into(),
            colour,
            dash,
        })
    });
    let curves: Vec<_> = curves.collect();
    let chart = Chart {
        title: &format!("One verification by the length of its message ({SHOWN})"),
        x_label: "message, bytes",
        y_label: "us, the least of each process, without reading inputs",
    };
    let svg = scatter(&chart, &dots, &curves)?;
    Ok(Some(svg.into_bytes()))
}

/// Time by the place of the stack, as SVG.
pub(super) fn plot_of_stack(costs: &Costs) -> anyhow::Result<Vec<u8>> {
    let point = |(&place, &y): (&usize, &f64)| us(&Point { x: place as f64, y });
    let points: Vec<_> = costs.stack.iter().map(point).collect();
    let chart = Chart {
        title: "One verification by dalek, by the place of its stack in a page",
        x_label: "bytes into a page of 4,096",
        y_label: "us, the least of all samples",
    };
    Ok(scatter(&chart, &points, &[])?.into_bytes())
}

const OTHERS: &str = "\
nearcore measured the same costs in July 2026 with its own estimator (pull request 16104), by time, on a processor that it does \
not name; its cost of a byte is the slope between two lengths, 32 bytes and 16 KiB, in two functions of a contract. A byte costs \
SHA-512 and nothing else (bare dalek's slope is the host function's), and the speed of SHA-512 differs between processors more than \
that of curve arithmetic.

The last column assumes that SHA-256's price per byte is right on this machine. By time, that is far off on processors with \
instructions for SHA-256, which the price does not assume. By instructions, it is near, because valgrind hides those instructions \
from the program. The column shows that SHA-256 is expensive, not that verification is cheap.
";

pub(super) const METHOD: &str = "## How

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

`raw.csv.gz` has every sample and `run.json` the machine; `near-ed25519-bench calibrate fit` derives everything else from them.
";
