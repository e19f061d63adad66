//! The main job's output for people.

use super::light_clients::LightClientRun;
use super::measure::{Demo, Run, Verdict};
use crate::amount::{TRANSACTION, format_gas, format_ms, format_ratio, format_tgas};
use crate::stdout::{bar, table};
use test_contracts::ClientBuild;

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
            format_ms(run.wall_ns),
            verdict(run).to_owned(),
        ]);
    }
    let limit = format!("that fit {}", format_gas(demo.transaction_limit));
    let mut capacity = table(["build", "verifications that fit 300 Tgas", &limit]);
    for ((build, most), limit) in demo
        .capacity_300_tgas
        .iter()
        .zip(demo.capacity_of_limit.values())
    {
        capacity.add_row([build, &most.to_string(), &limit.to_string()]);
    }
    let agreement = match demo.backends_agree {
        true => {
            "the overlay and nearcore's own runner burnt the same gas, to the unit, in every run but \
                 host-many's, whose function it does not have"
        }
        false => "the overlay and nearcore's own runner DISAGREE on gas",
    };
    let light_clients = light_clients(&demo.light_clients);
    format!(
        "NEP-364's benchmark call, 300 Tgas attached\n{runs}\n{capacity}\n\n\
         A header in a light client, 1000 Tgas attached\n{light_clients}\n{agreement}"
    )
}

fn light_clients(runs: &[LightClientRun]) -> String {
    let mut rows = table([
        "light client",
        "power",
        "build",
        "Tgas",
        "of 300 Tgas",
        "ms",
        "signatures",
        "times their cost",
        "times host",
        "fits 300 Tgas",
    ]);
    let mut host_gas = 0;
    for run in runs {
        // The first build of each header.
        if run.build == ClientBuild::Host.name() {
            host_gas = run.burnt_gas;
        }
        let fits = run.burnt_gas <= TRANSACTION.as_gas();
        rows.add_row([
            format!("{}, {}", run.client, run.authorities),
            run.power.to_owned(),
            run.build.clone(),
            format_tgas(run.burnt_gas),
            bar(run.burnt_gas),
            format_ms(run.wall_ns),
            run.signatures.to_string(),
            format_ratio(run.burnt_gas, run.floor_gas),
            format_ratio(run.burnt_gas, host_gas),
            if fits { "yes" } else { "no" }.to_owned(),
        ]);
    }
    rows.to_string()
}

fn verdict(run: &Run) -> &'static str {
    match run.verdict {
        Verdict::Verified => "verified",
        Verdict::OutOfGas => "out of gas",
        Verdict::Refused => "forged signature refused",
        Verdict::Aborted => "63-byte signature aborted, state untouched",
    }
}
