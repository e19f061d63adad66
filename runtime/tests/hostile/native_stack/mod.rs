//! The native stack against the metered one: generated contracts that recurse.
//!
//! nearcore meters the Wasm stack; the overlay gives native code a fixed multiple of it. If native
//! frames outgrew that, a contract would end with another fault, after other gas, than in
//! nearcore's runner. A long run is made by hand, and recorded:
//!
//! ```sh
//! FUZZ_RECORD=1 FUZZ_CASES=1000 cargo test --workspace --release --test hostile -- native_stack
//! ```
//!
//! One contract alone, as for any case. Its name lists its parameters.
//!
//! ```sh
//! HOSTILE_JOB='wasmtime/winch: {"types":"f64","locals":12,"act":"(data.drop $passive)","everywhere":true,"spare":0}' \
//!     cargo test --workspace --release --test hostile -- --exact child::runs_one_job --ignored --nocapture
//! ```
#![allow(clippy::panic, reason = "a test fails by panicking")]

mod recursion;

use crate::case::Case;
use crate::outcomes::{complaints, reports};
use proptest::prelude::*;
pub(crate) use recursion::Recursion;
use requirements::fuzzing::{CaseResult, Target, fuzz};

const TARGET: Target = Target::new("native_stack", 24).of_code(&[&["runtime/src/engine"]]);

/// Smallest number of contracts in a recorded run.
const ENOUGH: u32 = 1000;

impl Recursion {
    pub(crate) fn named(name: &str) -> Option<Self> {
        serde_json::from_str(name).ok()
    }

    pub(crate) fn case(self) -> Case {
        let name = serde_json::to_string(&self).expect("JSON");
        Case::new(name, move || self.contract())
    }
}

/// Compares the backends, each in its own process; returns how nearcore's runner ends.
fn compare(recursion: Recursion) -> CaseResult {
    let case = recursion.case();
    let reports = reports(&case);
    let complaints = complaints(&case, &reports);
    prop_assert!(complaints.is_empty(), "{}", complaints.join("\n"));
    let Ok(oracle) = &reports[0] else {
        panic!("`complaints` reports its death");
    };
    let failure = oracle.answer.failure.as_deref();
    Ok(match failure {
        None => "returns",
        Some(fault) if fault.contains("MemoryAccessViolation") => "the metered stack ends",
        Some(fault) if fault.contains("GasExceeded") => "the gas ends",
        Some(fault) => {
            let compiles = !fault.contains("CompilationError");
            prop_assert!(compiles, "{}: {fault}", case.name);
            "another fault"
        }
    })
}

#[test]
fn a_recursion_ends_as_on_nearcore_wherever_the_metered_stack_ends() {
    let tally = fuzz!(TARGET, recursion::strategy(), compare);
    tally.reaches(&["returns", "the metered stack ends"], 10);
}

#[test]
fn the_recorded_run_is_long_and_of_this_engine() {
    assert!(TARGET.recorded().cases >= ENOUGH);
}
