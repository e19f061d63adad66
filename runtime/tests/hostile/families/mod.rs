//! Families of hostile contracts: parametrised generators of code that is hard for native
//! compilers.
//!
//! Their members are within nearcore's limits, run in processes of their own on every backend, and
//! are compared with nearcore's runner: outcome, gas and returned data the same, CPU time and
//! memory within a bound of nearcore's. CI runs the programs that showed defects, and a few drawn
//! members of each family; a long run is made by hand, and recorded:
//!
//! ```sh
//! FUZZ_RECORD=1 FUZZ_CASES=250 cargo test --workspace --release --test hostile -- families --nocapture
//! ```
//!
//! One member alone, like any case: its name lists its parameters.
//!
//! ```sh
//! HOSTILE_JOB='cranelift: {"Joins":{"kind":"I32","locals":200,"entries":125000,"functions":1}}' \
//!     cargo test --workspace --release --test hostile -- --exact child::runs_one_job --nocapture
//! ```

mod classes;
mod contract;
mod deepest;
mod frames;
mod instructions;
mod joins;
mod labels;
mod record;

use crate::case::Case;
use classes::Classes;
use deepest::Deepest;
use frames::Frames;
use fuzz::Target;
use joins::Joins;
use labels::Labels;
use proptest::prelude::{BoxedStrategy, Strategy};
use serde::{Deserialize, Serialize};

/// One contract of a family, with all its parameters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Member {
    Frames(Frames),
    Joins(Joins),
    Labels(Labels),
    Classes(Classes),
    Deepest(Deepest),
}

impl Member {
    /// The member of this name.
    pub(crate) fn named(name: &str) -> Option<Self> {
        serde_json::from_str(name).ok()
    }

    fn name(&self) -> String {
        serde_json::to_string(self).expect("JSON")
    }

    fn contract(&self) -> Vec<u8> {
        match self {
            Self::Frames(frames) => frames.contract(),
            Self::Joins(joins) => joins.contract(),
            Self::Labels(labels) => labels.contract(),
            Self::Classes(classes) => classes.contract(),
            Self::Deepest(deepest) => deepest.contract(),
        }
    }

    pub(crate) fn case(self) -> Case {
        Case::new(self.name(), move || self.contract())
    }
}

/// A family: members that showed a defect, and members that are drawn.
struct Family {
    target: Target,
    named: Vec<Member>,
    strategy: fn(u32) -> BoxedStrategy<Member>,
}

/// Number of drawn members of a family in CI.
const FEW: u32 = 2;

fn families() -> [Family; 6] {
    fn members<T>(named: Vec<T>, member: fn(T) -> Member) -> Vec<Member> {
        named.into_iter().map(member).collect()
    }
    let family = |target, named, strategy| Family {
        target: Target::new(target, FEW),
        named,
        strategy,
    };
    [
        family("frames", members(frames::named(), Member::Frames), |_| {
            frames::strategy().prop_map(Member::Frames).boxed()
        }),
        family("joins", members(joins::named(), Member::Joins), |_| {
            joins::strategy().prop_map(Member::Joins).boxed()
        }),
        family("labels", members(labels::named(), Member::Labels), |_| {
            labels::strategy().prop_map(Member::Labels).boxed()
        }),
        family(
            "classes",
            members(classes::named(), Member::Classes),
            |number| classes::strategy(number).prop_map(Member::Classes).boxed(),
        ),
        family(
            "mixed",
            members(classes::named_mixed(), Member::Classes),
            |_| classes::mixed().prop_map(Member::Classes).boxed(),
        ),
        family("deepest", Vec::new(), |_| {
            deepest::strategy().prop_map(Member::Deepest).boxed()
        }),
    ]
}
