//! A bound on a measurement, such as that the host function takes at most 1.05 times native.

use serde::Serialize;

/// A bound, and the measured value.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct Bound {
    /// The bounded quantity.
    pub(crate) bound: String,
    pub(crate) at_most: f64,
    /// `null` if it was not measured.
    pub(crate) measured: Option<f64>,
    pub(crate) holds: bool,
}

impl Bound {
    pub(crate) fn new(bound: String, at_most: f64, measured: Option<f64>) -> Self {
        Self {
            bound,
            at_most,
            measured,
            // NaN exceeds every bound.
            holds: measured.is_some_and(|measured| measured <= at_most),
        }
    }

    pub(crate) fn line(&self) -> String {
        let (bound, at_most) = (&self.bound, self.at_most);
        match self.measured {
            None => format!("{bound}: not measured (at most {at_most})"),
            Some(measured) => {
                let holds = if self.holds { "holds" } else { "DOES NOT HOLD" };
                format!("{bound}: {measured:.3} (at most {at_most}: {holds})")
            }
        }
    }
}
