//! Whether a fitted line may be printed as a price, and if not, every reason why.

use super::{Fit, Line, Point};
use std::fmt;

/// What may follow from a fit.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Verdict {
    /// The intercept is a price, and the slope a price per byte.
    Linear,
    /// The intercept is a price. The length adds nothing that can be told from nothing, so no
    /// price per byte follows.
    Flat,
    /// No price follows, for all of these reasons; at least one.
    Uncertain(Vec<Reason>),
}

/// Why no price follows: a line with the value and the limit it breaks, in the units of the data.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Reason {
    /// Whether no price follows from the slope alone, either.
    pub(crate) is_of_slope: bool,
    text: String,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// The fewest distinct lengths: a line takes 2; the rest can contradict it.
const LENGTHS: usize = 5;

/// The widest half of the interval of the intercept, and the farthest that of Theil-Sen may be off, as
/// shares of the intercept.
const INTERCEPT: f64 = 0.05;

/// The same of the slope. Wider: it matters for long messages only.
const SLOPE: f64 = 0.10;

/// The least `R^2` of a line that is not flat.
const R_SQUARED: f64 = 0.99;

/// The farthest the median at any length may be from the line, as a share of the line there; whole
/// blocks of a hash come to about 0.01.
const DEPARTURE: f64 = 0.05;

/// What the slope adds at the greatest length for the line to be flat, as a share of the intercept.
const FLAT_ADDITION: f64 = 0.02;

/// The most a flat line may hide: what either end of the interval of the slope adds at the greatest
/// length, as a share of the intercept. Without it enough noise would pass any slope off as flat.
const HIDDEN_ADDITION: f64 = 0.10;

/// What is more of a whole than the limit, a share, allows; compared by product, since the whole may be 0.
fn beyond(part: f64, of: f64, limit: f64) -> Option<String> {
    let percent = |share: f64| format!("{:.1} %", share * 100.0);
    let [share, most] = [(part / of).abs(), limit].map(percent);
    (part.abs() > limit * of.abs()).then(|| format!("{share}, more than {most}"))
}

/// The verdict on a fit; `medians` are those at each length, by rising length.
pub(super) fn judge(fit: &Fit, medians: &[Point]) -> Verdict {
    let line @ Line { intercept, slope } = fit.least_squares;
    let longest = medians.last().map_or(0.0, |p| p.x);
    let is_slight = (slope * longest).abs() < FLAT_ADDITION * intercept;
    let is_flat = is_slight || fit.slope.contains(0.0);
    let (lengths, r_squared) = (fit.lengths, fit.r_squared);
    let halves = [fit.intercept, fit.slope].map(|it| it.half_width());
    let robust = fit.theil_sen;
    let off = [robust.intercept - intercept, robust.slope - slope];
    let mut reasons = Vec::new();
    let mut doubt = |is_of_slope, text: Option<String>| {
        reasons.extend(text.map(|text| Reason { is_of_slope, text }));
    };
    let too_few = lengths < LENGTHS;
    doubt(
        true,
        too_few.then(|| format!("{lengths} distinct lengths, fewer than {LENGTHS}")),
    );
    let negative = intercept < 0.0;
    doubt(
        false,
        negative.then(|| format!("the intercept is {intercept:.1}, below 0")),
    );
    let wide = beyond(halves[0], intercept, INTERCEPT);
    let of = |share| {
        format!(
            "the intercept is {intercept:.1} ± {:.1}: {share}",
            halves[0]
        )
    };
    doubt(false, wide.map(of));
    let disagree = beyond(off[0], intercept, INTERCEPT);
    let of = |share| {
        format!(
            "the intercept by Theil-Sen is {:.1} off {intercept:.1}: {share}",
            off[0]
        )
    };
    doubt(false, disagree.map(of));
    if is_flat {
        let adds = fit.slope.low.abs().max(fit.slope.high.abs()) * longest;
        let may = format!("a slope that may be 0 may also add {adds:.1} to {intercept:.1}");
        let hidden = beyond(adds, intercept, HIDDEN_ADDITION);
        doubt(false, hidden.map(|share| format!("{may}: {share}")));
    } else {
        let negative = slope < 0.0;
        doubt(
            true,
            negative.then(|| format!("the slope is {slope:.4} a byte, below 0")),
        );
        let wide = beyond(halves[1], slope, SLOPE);
        let of = |share| format!("the slope is {slope:.4} ± {:.4} a byte: {share}", halves[1]);
        doubt(true, wide.map(of));
        let disagree = beyond(off[1], slope, SLOPE);
        let of = |share| {
            format!(
                "the slope by Theil-Sen is {:.4} off {slope:.4} a byte: {share}",
                off[1]
            )
        };
        doubt(true, disagree.map(of));
        let is_low = r_squared < R_SQUARED;
        doubt(
            true,
            is_low.then(|| format!("R^2 is {r_squared:.4}, less than {R_SQUARED}")),
        );
    }
    let departures = medians.iter().map(|p| (p.x, line.below(p), line.at(p.x)));
    let farthest = departures.max_by(|a, b| (a.1 / a.2).abs().total_cmp(&(b.1 / b.2).abs()));
    if let Some((x, part, of)) = farthest {
        let text =
            |share| format!("at {x} bytes the median is {part:.1} off a line at {of:.1}: {share}");
        doubt(false, beyond(part, of, DEPARTURE).map(text));
    }
    match (reasons.is_empty(), is_flat) {
        (false, _) => Verdict::Uncertain(reasons),
        (true, true) => Verdict::Flat,
        (true, false) => Verdict::Linear,
    }
}
