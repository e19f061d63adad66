//! The main job's output for people.

use super::measure::{Demo, Run, Verdict};
use crate::amount::format_tgas;
use crate::report::{bar, table};

pub(super) fn text(demo: &Demo) -> String {
    let mut runs = table([
        "build",
        "verifications",
        "Tgas",
        "of 300 Tgas",
        "ms",
        "verdict",
    ]);
    for run in &demo.signature_verifier {
        runs.add_row([
            run.build.clone(),
            run.iterations.to_string(),
            format_tgas(run.burnt_gas),
            bar(run.burnt_gas),
            format!(
                "{}.{:03}",
                run.wall_ns / 1_000_000,
                run.wall_ns / 1000 % 1000
            ),
            verdict(run).to_owned(),
        ]);
    }
    let mut capacity = table(["build", "verifications that fit 300 Tgas"]);
    for (build, most) in &demo.capacity_300_tgas {
        capacity.add_row([build, &most.to_string()]);
    }
    let agreement = match demo.backends_agree {
        true => "wasmer and nearcore's own runner burnt the same gas, to the unit, in every run",
        false => "wasmer and nearcore's own runner DISAGREE on gas",
    };
    format!("NEP-364's benchmark call, 300 Tgas attached\n{runs}\n{capacity}\n{agreement}")
}

fn verdict(run: &Run) -> &'static str {
    match run.verdict {
        Verdict::Verified => "verified",
        Verdict::OutOfGas => "out of gas",
        Verdict::Refused => "forged signature refused",
        Verdict::Aborted => "63-byte signature aborted, state untouched",
    }
}
