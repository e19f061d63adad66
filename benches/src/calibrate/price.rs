//! The rule of every price: from costs to gas.
//!
//! A parameter's price is the largest of its costs, each times its factor, rounded up to two
//! digits. There is no price if a doubtful cost may be larger: if the upper end of its interval,
//! times its factor, is above the largest certain cost.

use crate::measure::Metric;
use near_gas_params::PricedFunction;
use serde::Serialize;

pub(crate) const SAFETY_FACTOR: u32 = 3;

/// The factor of costs without vectors, since no network requires AVX2. A batch call's price is the
/// larger of two: the time with AVX2 times [`SAFETY_FACTOR`], and the time by dalek (the kill
/// switch) or the portable lanes times this factor. The latter two are also measured in a build
/// whose libraries do without AVX2.
pub(crate) const FALLBACK_FACTOR: u32 = 2;

/// Gas of a nanosecond: 1 Tgas is 1 ms (nearcore, `GAS_IN_NS` of its parameter estimator).
const GAS_PER_NANOSECOND: f64 = 1_000_000.0;

/// Gas of an instruction: nearcore counts eight as a nanosecond, "to approximately match the price
/// of SHA256 operation between time-based and icount-based metric as measured on 3.2Ghz Core i5"
/// (`GAS_IN_INSTR` of its parameter estimator).
const GAS_PER_INSTRUCTION: f64 = 125_000.0;

/// Significant digits of a price, which is rounded up.
const DIGITS: u32 = 2;

pub(crate) fn gas_per_unit(metric: Metric) -> f64 {
    match metric {
        Metric::Time => GAS_PER_NANOSECOND,
        Metric::Instructions => GAS_PER_INSTRUCTION,
        Metric::Gas => 1.0,
    }
}

/// A parameter to be priced.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Parameter {
    /// The key in a parameter file.
    pub(crate) key: &'static str,
    /// Today's price, in gas.
    pub(crate) charged: u64,
    pub(crate) costs: Vec<Cost>,
}

/// A cost that the price may have to cover.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Cost {
    /// The measured thing, such as a series.
    pub(crate) of: String,
    pub(crate) metric: Metric,
    /// In the metric's unit.
    pub(crate) value: f64,
    /// The upper end of its interval.
    pub(crate) high: f64,
    /// The smallest payment that includes this cost: the cost itself, if it is ever paid alone.
    pub(crate) least_paid: f64,
    /// The factor that the price multiplies it by.
    pub(crate) factor: u32,
    /// Reasons to distrust it; empty if it is certain.
    pub(crate) doubts: Vec<String>,
}

impl Cost {
    /// A time without doubts, which is a payment by itself.
    pub(crate) fn of_time(of: String, [value, high]: [f64; 2], factor: u32) -> Self {
        Self {
            of,
            metric: Metric::Time,
            value,
            high,
            least_paid: value,
            factor,
            doubts: Vec::new(),
        }
    }

    /// The lower end of its interval, which is symmetric, in the metric's unit.
    pub(crate) fn low(&self) -> f64 {
        2.0 * self.value - self.high
    }

    fn gas(&self, value: f64) -> f64 {
        value * gas_per_unit(self.metric) * f64::from(self.factor)
    }
}

/// A price, or the reasons for having none.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "verdict", rename_all = "lowercase")]
pub(crate) enum Price {
    /// The most expensive cost and the price.
    Certain {
        #[serde(flatten)]
        largest: Cost,
        gas: u64,
    },
    /// No price follows, for these reasons.
    Uncertain { reasons: Vec<String> },
}

impl Price {
    pub(crate) fn gas(&self) -> Option<u64> {
        match self {
            Self::Certain { gas, .. } => Some(*gas),
            Self::Uncertain { .. } => None,
        }
    }
}

impl Parameter {
    /// The function's parameters, with today's prices and without costs.
    pub(crate) fn of(function: PricedFunction) -> Vec<Self> {
        let keys = function.keys(function.prices()).into_iter();
        let parameter = |(key, charged)| Self {
            key,
            charged,
            costs: Vec::new(),
        };
        keys.map(parameter).collect()
    }

    /// The key as Markdown code.
    pub(crate) fn name(&self) -> String {
        format!("`{}`", self.key)
    }

    pub(crate) fn price(&self) -> Price {
        price(self.costs.iter())
    }

    pub(crate) fn price_by(&self, metric: Metric) -> Price {
        price(self.costs_by(metric))
    }

    /// The most expensive certain cost by a metric.
    pub(crate) fn largest_by(&self, metric: Metric) -> Option<&Cost> {
        largest(self.costs_by(metric))
    }

    /// The largest cost by a metric, certain or not, in the metric's unit.
    pub(super) fn most_by(&self, metric: Metric) -> f64 {
        let values = self.costs_by(metric).map(|cost| cost.value);
        values.fold(0.0, f64::max)
    }

    pub(crate) fn costs_by(&self, metric: Metric) -> impl Iterator<Item = &Cost> + Clone {
        self.costs.iter().filter(move |cost| cost.metric == metric)
    }
}

fn largest<'a>(costs: impl Iterator<Item = &'a Cost>) -> Option<&'a Cost> {
    let by_gas = |a: &&Cost, b: &&Cost| a.gas(a.value).total_cmp(&b.gas(b.value));
    let certain = costs.filter(|cost| cost.doubts.is_empty());
    certain.max_by(by_gas)
}

fn price<'a>(costs: impl Iterator<Item = &'a Cost> + Clone) -> Price {
    let largest = largest(costs.clone());
    let certain = largest.map_or(f64::NEG_INFINITY, |cost| cost.gas(cost.value));
    // If a doubtful cost may be larger, the maximum itself is doubtful.
    let doubtful = costs.filter(|cost| !(cost.doubts.is_empty() || cost.gas(cost.high) <= certain));
    let reasons: Vec<_> = doubtful
        .flat_map(|cost| {
            let reason = |doubt| format!("{}, by {}: {doubt}", cost.of, cost.metric);
            cost.doubts.iter().map(reason)
        })
        .collect();
    match (largest, round_up(certain)) {
        (Some(largest), Some(gas)) if reasons.is_empty() => Price::Certain {
            largest: largest.clone(),
            gas,
        },
        (Some(largest), None) if reasons.is_empty() => Price::Uncertain {
            reasons: vec![format!("{}: {} is not a cost", largest.of, largest.value)],
        },
        _ => Price::Uncertain { reasons },
    }
}

/// A positive amount of gas, rounded up to [`DIGITS`] significant digits.
pub(crate) fn round_up(gas: f64) -> Option<u64> {
    // What is negative, no number or too large has no such digits.
    let gas: u64 = gas.ceil().to_string().parse().ok().filter(|it| *it > 0)?;
    let mut unit = 1_u64;
    while gas.div_ceil(unit) >= 10_u64.pow(DIGITS) {
        unit = unit.checked_mul(10)?;
    }
    gas.div_ceil(unit).checked_mul(unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cost(of: &str, metric: Metric, value: f64, factor: u32) -> Cost {
        let time = Cost::of_time(of.to_owned(), [value, value * 1.01], factor);
        Cost { metric, ..time }
    }

    #[test]
    fn the_dearest_cost_is_priced_with_its_factor_and_rounded_up() {
        let valid = cost("valid", Metric::Time, 40_000.0, 3);
        for (other, gas) in [
            // 41 us times 3 is 123 Ggas.
            (cost("refused", Metric::Time, 41_000.0, 3), 130_000_000_000),
            // 400,000 instructions count as 50 us in nearcore, times 3.
            (
                cost("valid", Metric::Instructions, 400_000.0, 3),
                150_000_000_000,
            ),
            // The slower fallback has the smaller factor.
            (cost("scalar", Metric::Time, 60_000.0, 2), 120_000_000_000),
        ] {
            assert_eq!(price([&valid, &other].into_iter()).gas(), Some(gas));
        }
    }

    #[test]
    fn a_doubtful_cost_that_may_be_dearer_leaves_no_price() {
        let certain = cost("certain", Metric::Time, 40_000.0, 3);
        let doubtful = |high| Cost {
            high,
            doubts: vec!["it is noisy".to_owned()],
            ..cost("doubtful", Metric::Time, 30_000.0, 3)
        };
        let both = |high| price([&certain, &doubtful(high)].into_iter());
        assert_eq!(both(39_999.0).gas(), Some(120_000_000_000), "far from it");
        for high in [40_001.0, f64::NAN] {
            let Price::Uncertain { reasons } = both(high) else {
                panic!("{high}");
            };
            assert_eq!(reasons, ["doubtful, by time: it is noisy"]);
        }
        assert_eq!(price([&doubtful(30_000.0)].into_iter()).gas(), None);
        assert_eq!(price([].into_iter()).gas(), None);
    }

    #[test]
    fn rounding_is_up_and_to_two_digits() {
        let nearcores_base = 204_281_854_032.0;
        assert_eq!(round_up(nearcores_base), Some(210_000_000_000));
        let its_byte_which_it_rounded_down = 9_594_681.0;
        assert_eq!(round_up(its_byte_which_it_rounded_down), Some(9_600_000));
        assert_eq!(round_up(99.2), Some(100));
        assert_eq!(round_up(7.0), Some(7));
        for no_cost in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(round_up(no_cost), None);
        }
    }
}
