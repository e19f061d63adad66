//! `near-ed25519 calibrate`: what the host function costs, what it should be charged, and the
//! evidence.
//!
//! | module | what it does |
//! |---|---|
//! | `metric`, `plan` | what is measured, and how often |
//! | `cases` | the signatures, in a file |
//! | `launch`, `worker`, `callgrind` | processes that measure time or instructions |
//! | `sample` | raw samples, and their file |
//! | `analysis` | what is the host function's own, and the lines through it |
//! | `price`, `anchor` | from costs to gas, by two routes |
//! | `summary`, `output` | what a folder holds |
//! | `report`, `evidence`, `plots`, `yaml`, `print` | what people read |
//! | `run`, `check`, `compare` | the commands |
//! | `many` | the same for `ed25519_verify_many` |

mod analysis;
mod anchor;
pub(crate) mod arguments;
mod callgrind;
mod cases;
mod check;
mod compare;
mod evidence;
mod launch;
pub(crate) mod many;
mod metric;
mod output;
mod plan;
mod plots;
mod price;
mod print;
mod report;
mod run;
mod sample;
mod summary;
mod worker;
mod yaml;

use crate::measure;
use arguments::{Calibrate, Step};
use many::PriceMany;
pub(crate) use output::{Derived, Measured};
pub(crate) use report::{margins, prices};

pub(crate) fn run(args: &Calibrate) -> anyhow::Result<()> {
    match &args.command {
        Step::Run(args) => run::run(args),
        Step::Fit(args) => run::fit(args),
        Step::Diff(args) => compare::run(args),
        Step::Check(args) => check::run(args),
        Step::Many(args) => {
            let safety_factor = args.safety_factor;
            measure::command::run(&PriceMany { safety_factor }, &args.measuring)
        }
        Step::Worker(args) => worker::run(args),
    }
}
