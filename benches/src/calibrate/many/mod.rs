//! Costs of the batch calls with each verify backend, and their recommended prices.

mod call;
mod costs;
mod functions;

use super::costs::lanes;
use super::function::{self, Names};
use crate::measure::{Effort, Experiment};
use call::{Call, Family, MANY};
use ed25519_lanes::Backend;
pub(crate) use functions::{Proofs, Signatures};
use std::cmp::Reverse;

/// Items in whole lane groups of a call. Lines are not fitted to the largest number, because a
/// hundredth of its cost exceeds what a call takes apart from its items. It only shows what a call
/// pays.
const WHOLE: [usize; 7] = [0, 8, 16, 32, 64, 128, 256];

/// A batch call.
pub(crate) trait Batch: 'static {
    const NAMES: Names;
    /// Kinds of calls that the price of an item covers; the first also has lines by bytes.
    const FAMILIES: &'static [Family];
    /// The length of messages that does not vary. Their bytes are charged separately, even those of
    /// shorter ones.
    const MESSAGE_BYTES: usize;
    /// Numbers of tries of one item; empty if tries are not charged.
    const TRIES: &'static [usize];
    /// The most expensive number of items beyond whole groups of AVX2's lanes.
    const TAIL_BY_AVX2: usize;
    /// Texts on the length of messages and the lines of items, and on the bytes.
    const METHOD: [&'static str; 2];
    /// A bound on the price of an item, as a multiple of a signature's price in a batch call.
    const OF_A_SIGNATURE: Option<f64>;
}

/// `ed25519_verify_many`.
pub(crate) static SIGNATURES: Experiment = experiment::<Signatures>("calibrate-many");

/// `ecvrf_verify_many`.
pub(crate) static PROOFS: Experiment = experiment::<Proofs>("calibrate-ecvrf-many");

const fn experiment<F: Batch>(name: &'static str) -> Experiment {
    Experiment {
        name,
        usual: Effort::new(10, 8),
        // Intervals are wide with fewer launches.
        quick: Effort::new(5, 1),
        examples: "",
        is_steady: true,
        rows: function::rows::<F>,
        findings: function::findings::<F>,
    }
}

/// All calls, those of the slowest backend first.
fn calls<F: Batch>() -> Vec<Call> {
    let mut calls = Vec::new();
    for &backend in Backend::ALL {
        let mut push = |family, count, message_bytes| {
            calls.push(Call {
                backend,
                family,
                count,
                message_bytes,
            });
        };
        // The most expensive number beyond whole groups; for IFMA the fewest that lanes still verify.
        let tail = match backend {
            Backend::Ifma => 3,
            Backend::Avx2 => F::TAIL_BY_AVX2,
            Backend::Portable | Backend::Dalek => 1,
        };
        let lanes = lanes(backend);
        for &family in F::FAMILIES {
            for whole in WHOLE {
                push(family, whole / lanes * lanes + tail, F::MESSAGE_BYTES);
            }
        }
        // sha2 hashes a single message; lanes hash several of one length.
        for message_bytes in [256, 1_024, 4_096, 16_384, 65_536] {
            push(F::FAMILIES[0], 1, message_bytes);
        }
        for message_bytes in [512, 2_048, 4_096, 8_192, 16_384] {
            push(F::FAMILIES[0], MANY + tail, message_bytes);
        }
        for &tries in F::TRIES {
            push(Family::Tries, tries, F::MESSAGE_BYTES);
        }
        if backend != Backend::Dalek {
            for groups in [1, 2, 4, 8, 16] {
                push(Family::Tables, groups * lanes, 0);
            }
        }
    }
    calls.sort_by_key(|call| (Reverse(call.backend), call.family));
    calls
}

/// The names of a batch call: all follow from its function's.
macro_rules! names {
    ($priced:ident $function:literal) => {
        Names {
            priced: near_gas_params::PricedFunction::$priced,
            function: $function,
            prices: [concat!($function, ".yaml"), super::FOOTER],
            blocks: [
                concat!("costs of ", $function),
                concat!("prices of ", $function),
                concat!($function, " calibrated on"),
            ],
            x: "item, key or byte",
        }
    };
}
use names;

/// End of the parameter file.
const FOOTER: &str = "
# The cost of a call beyond its items is the upper end of its 95 % interval.
# No network has the function, so nearcore has no values to compare these with.
";

fn method<F: Batch>() -> String {
    let [items, bytes] = F::METHOD;
    format!(
        "\n## Method\n\n\
The host function is called as an engine calls it, with the items in memory, each with a cold key of its own. At each of four \
places of the stack a time is the least of some rounds, and the slowest place counts. The items fill whole groups of \
lanes, and leave the most expensive rest; messages are {items} A share of building tables is added: of keys that were used \
before, a call builds the tables of one group for a fixed number of items. The cost of a byte is the steeper slope of two lines: \
{bytes} The cost of a call is the intercept of the items' lines, at its interval's upper end.\n\n\
A price is the largest cost of a verify backend: with vectors, times the safety factor; without (`dalek`, the kill switch, and \
`portable`, also in a build whose libraries do without AVX2), times 2. Limits of their own decide whether a slope is certain.\n"
    )
}
