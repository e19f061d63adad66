//! From costs to gas.

use super::analysis::Series;
use super::metric::Metric;
use crate::statistics::{Fit, Verdict};
use crate::verification::Layer;
use serde::{Deserialize, Serialize};

/// Gas of a nanosecond: 1 Tgas is 1 ms (nearcore, `GAS_IN_NS` of its parameter estimator).
const GAS_PER_NANOSECOND: f64 = 1_000_000.0;

/// Gas of an instruction: nearcore takes eight for a nanosecond, "to approximately match the price
/// of SHA256 operation between time-based and icount-based metric as measured on 3.2Ghz Core i5"
/// (`GAS_IN_INSTR` of its parameter estimator).
const GAS_PER_INSTRUCTION: f64 = 125_000.0;

/// Significant digits of a price. It is rounded up.
const DIGITS: u32 = 2;

pub(crate) fn gas_per_unit(metric: Metric) -> f64 {
    match metric {
        Metric::Time => GAS_PER_NANOSECOND,
        Metric::Instructions => GAS_PER_INSTRUCTION,
    }
}

/// A fitted series.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Fitted {
    #[serde(flatten)]
    pub(crate) series: Series,
    pub(crate) fit: Fit,
}

/// What is priced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Parameter {
    /// `ed25519_verify_base`.
    Base,
    /// `ed25519_verify_byte`.
    Byte,
}

impl Parameter {
    pub(crate) const ALL: [Self; 2] = [Self::Base, Self::Byte];

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Base => "base",
            Self::Byte => "byte",
        }
    }

    /// As in a parameter file.
    pub(crate) const fn key(self) -> &'static str {
        match self {
            Self::Base => "wasm_ed25519_verify_base",
            Self::Byte => "wasm_ed25519_verify_byte",
        }
    }

    /// The estimate, and the end of its interval that a doubtful one may be at.
    fn of(self, fit: &Fit) -> (f64, f64) {
        match self {
            Self::Base => (fit.least_squares.intercept, fit.intercept.high),
            Self::Byte => (fit.least_squares.slope, fit.slope.high),
        }
    }

    /// What the network charges.
    pub(crate) fn committed(self) -> u64 {
        let parameters = near_gas_params::Parameters::default();
        match self {
            Self::Base => parameters.ed25519_verify_base,
            Self::Byte => parameters.ed25519_verify_byte,
        }
    }
}

/// A price, or why there is none.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "verdict", rename_all = "lowercase")]
pub(crate) enum Price {
    /// The largest cost, priced.
    Certain {
        /// The series that costs most.
        dearest: String,
        /// Its cost, in the metric's unit.
        cost: f64,
        /// The cost times the safety factor, rounded up to two digits.
        gas: u64,
    },
    /// No price follows from these samples.
    Uncertain {
        /// Of each series that may cost most, and is not to be relied on.
        reasons: Vec<String>,
    },
}

impl Price {
    pub(crate) fn gas(&self) -> Option<u64> {
        match self {
            Self::Certain { gas, .. } => Some(*gas),
            Self::Uncertain { .. } => None,
        }
    }
}

/// Prices a parameter by the dearest series of the host function, called bare or through Wasm.
pub(crate) fn price(
    parameter: Parameter,
    metric: Metric,
    fits: &[Fitted],
    safety_factor: u32,
) -> Price {
    let priced: Vec<_> = fits
        .iter()
        .filter(|it| matches!(it.series.layer, Layer::Host | Layer::Wasm))
        .collect();
    let dearest = priced
        .iter()
        .filter(|it| is_certain(parameter, &it.fit))
        .max_by(|a, b| parameter.of(&a.fit).0.total_cmp(&parameter.of(&b.fit).0));
    let Some(dearest) = dearest else {
        let reasons = priced.iter().flat_map(|it| reasons(it)).collect();
        return Price::Uncertain { reasons };
    };
    let (cost, _) = parameter.of(&dearest.fit);
    // Whoever is in doubt and may cost more puts the maximum itself in doubt.
    let doubtful: Vec<_> = priced
        .iter()
        .filter(|it| matches!(it.fit.verdict, Verdict::Uncertain(_)))
        .filter(|it| parameter.of(&it.fit).1 > cost)
        .flat_map(|it| reasons(it))
        .collect();
    if !doubtful.is_empty() {
        return Price::Uncertain { reasons: doubtful };
    }
    match round_up(cost * gas_per_unit(metric) * f64::from(safety_factor)) {
        Some(gas) => Price::Certain {
            dearest: dearest.series.to_string(),
            cost,
            gas,
        },
        None => Price::Uncertain {
            reasons: vec![format!("{}: {cost} is no cost", dearest.series)],
        },
    }
}

fn is_certain(parameter: Parameter, fit: &Fit) -> bool {
    match fit.verdict {
        Verdict::Linear => true,
        Verdict::Flat => parameter == Parameter::Base,
        Verdict::Uncertain(_) => false,
    }
}

fn reasons(it: &Fitted) -> Vec<String> {
    match &it.fit.verdict {
        Verdict::Uncertain(reasons) => reasons
            .iter()
            .map(|reason| format!("{}: {reason}", it.series))
            .collect(),
        Verdict::Linear | Verdict::Flat => Vec::new(),
    }
}

/// A positive amount of gas, rounded up to [`DIGITS`] significant digits.
pub(super) fn round_up(gas: f64) -> Option<u64> {
    let gas = whole(gas)?;
    let mut unit = 1_u64;
    while gas.div_ceil(unit) >= 10_u64.pow(DIGITS) {
        unit = unit.checked_mul(10)?;
    }
    gas.div_ceil(unit).checked_mul(unit)
}

/// A positive amount of gas, rounded up.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "checked to be in range"
)]
fn whole(gas: f64) -> Option<u64> {
    let is_in_range = gas > 0.0 && gas < 1e18;
    is_in_range.then(|| gas.ceil() as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::statistics::{Limits, Sample, fit};
    use crate::verification::{Family, Place};

    fn fitted(family: Family, cost: impl Fn(f64, u32) -> f64) -> Fitted {
        let lengths = [0.0, 128.0, 1_024.0, 4_096.0, 16_384.0, 65_536.0];
        let samples: Vec<_> = (0..8)
            .flat_map(|cluster| lengths.map(|x| (x, cluster)))
            .map(|(x, cluster)| Sample {
                x,
                y: cost(x, cluster),
                cluster,
            })
            .collect();
        Fitted {
            series: Series {
                layer: Layer::Host,
                family,
                place: Place::Memory,
            },
            fit: fit(&samples, &Limits::default()).expect("a fit"),
        }
    }

    fn both(fits: &[Fitted]) -> [Price; 2] {
        Parameter::ALL.map(|parameter| price(parameter, Metric::Time, fits, 3))
    }

    #[test]
    fn the_dearest_family_is_priced_with_the_factor_and_rounded_up() {
        let fits = [
            fitted(Family::Valid, |x, _| 40_000.0 + 2.5 * x),
            fitted(Family::RWrong, |x, _| 41_000.0 + 2.0 * x),
            fitted(Family::TopBits, |_, _| 50.0),
        ];
        let [base, byte] = both(&fits);
        // 41 us times 3 is 123 Ggas; 2.5 ns times 3 is 7.5 Mgas.
        assert_eq!(base.gas(), Some(130_000_000_000), "{base:?}");
        assert_eq!(byte.gas(), Some(7_500_000), "{byte:?}");
    }

    #[test]
    fn a_doubtful_family_that_may_be_dearer_leaves_no_price() {
        let certain = fitted(Family::Valid, |x, _| 40_000.0 + 2.5 * x);
        let noisy = |scale: f64| {
            fitted(Family::RWrong, move |x, launch| {
                scale * (1.0 + f64::from(launch)) + 2.5 * x
            })
        };
        let [base, _] = both(&[certain.clone(), noisy(20_000.0)]);
        assert!(matches!(base, Price::Uncertain { ref reasons } if !reasons.is_empty()));
        let [base, _] = both(&[certain, noisy(200.0)]);
        assert_eq!(base.gas(), Some(120_000_000_000), "far from the maximum");
    }

    #[test]
    fn rounding_is_up_and_to_two_digits() {
        assert_eq!(
            round_up(204_281_854_032.0),
            Some(210_000_000_000),
            "nearcore's own base"
        );
        assert_eq!(
            round_up(9_594_681.0),
            Some(9_600_000),
            "and its byte, which it rounded down"
        );
        assert_eq!(round_up(99.2), Some(100));
        assert_eq!(round_up(7.0), Some(7));
        for no_cost in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(round_up(no_cost), None);
        }
    }
}
