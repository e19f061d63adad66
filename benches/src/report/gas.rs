//! Tables of gas. It is measured each time: it is the same on every machine.

use crate::amount::{TRANSACTION, format_gas, format_ratio, format_tgas};
use crate::demo::{self, Demo, LightClientRun, Run, Verdict};
use crate::light_clients::Phase;
use near_gas_params::{Parameters, VerifyManyParameters};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use test_contracts::{Build, ClientBuild};

/// The tables, by name.
pub(super) fn blocks() -> anyhow::Result<Vec<(&'static str, String)>> {
    let demo = demo::measure()?;
    Ok(vec![
        ("gas by build", gas_by_build(&demo)),
        ("gas per verification", gas_per_verification(&demo)),
        (
            "light client phases",
            light_client_phases(&demo.light_clients),
        ),
        ("light clients", light_clients(&demo.light_clients)),
        ("parameters", parameters()),
        ("parameters of many", parameters_of_many()),
    ])
}

/// The runs of the NEP's call: a row a count, a column a build.
fn gas_by_build(demo: &Demo) -> String {
    let builds: Vec<_> = Build::ALL.map(|build| build.to_string()).into();
    let mut text = format!("| verifications in one call | {} |\n", builds.join(" | "));
    let _ = writeln!(text, "|---|{}", "---|".repeat(builds.len()));
    let mut counts: Vec<_> = runs(demo).map(|run| run.iterations).collect();
    counts.dedup();
    counts.truncate(counts.len() / builds.len());
    for count in counts {
        let cell = |build: &String| {
            let run = runs(demo).find(|run| run.build == *build && run.iterations == count);
            run.map_or_else(String::new, |run| match run.verdict {
                Verdict::Verified => format!("{} Tgas", format_tgas(run.burnt_gas)),
                _ => "out of gas".to_owned(),
            })
        };
        let cells: Vec<_> = builds.iter().map(cell).collect();
        let _ = writeln!(text, "| {count} | {} |", cells.join(" | "));
    }
    for (gas, capacity) in [
        (TRANSACTION.as_gas(), &demo.capacity_300_tgas),
        (demo.transaction_limit, &demo.capacity_of_limit),
    ] {
        let most = builds.iter().filter_map(|build| capacity.get(build));
        let most: Vec<_> = most.map(|most| format!("**{most}**")).collect();
        let _ = writeln!(
            text,
            "| most in {} | {} |",
            format_gas(gas),
            most.join(" | ")
        );
    }
    text
}

/// The marginal cost of a verification: between 1 and 50 in one call, nothing else changes.
fn gas_per_verification(demo: &Demo) -> String {
    let mut text =
        "| build | gas per verification | Tgas | times the host function |\n|---|---|---|---|\n"
            .to_owned();
    let mut host = None;
    for build in Build::ALL {
        let gas = |count| {
            runs(demo)
                .find(|run| run.build == build.to_string() && run.iterations == count)
                .map_or(0, |run| run.burnt_gas)
        };
        let each = (gas(50) - gas(1)) / 49;
        let tenths = each * 10 / *host.get_or_insert(each);
        let _ = writeln!(
            text,
            "| {build} | {each} | {} | {}.{} |",
            format_tgas(each),
            tenths / 10,
            tenths % 10
        );
    }
    text
}

/// A row a header, a column a build; `runs` has the builds of a header one after the other.
fn light_clients(runs: &[LightClientRun]) -> String {
    let builds = ClientBuild::ALL.map(ClientBuild::name).join(" | ");
    let mut text = format!(
        "| light client | {builds} | signatures | for them, one at a time | host, times that |\n\
         |---|{}---|---|---|\n",
        "---|".repeat(ClientBuild::ALL.len())
    );
    for header in runs.chunk_by(|a, b| a.header == b.header) {
        let cells: Vec<_> = header
            .iter()
            .map(|run| format!("{} Tgas", format_tgas(run.burnt_gas)))
            .collect();
        let Some(host) = header
            .iter()
            .find(|run| run.build == ClientBuild::Host.name())
        else {
            continue;
        };
        let _ = writeln!(
            text,
            "| {} | {} | {} | {} Tgas | {} |",
            host.header,
            cells.join(" | "),
            host.signatures,
            format_tgas(host.floor_gas),
            format_ratio(host.burnt_gas, host.floor_gas)
        );
    }
    text
}

/// What the host builds spend: a row a phase, a column a header.
fn light_client_phases(runs: &[LightClientRun]) -> String {
    let host: Vec<_> = runs
        .iter()
        .filter(|run| run.build == ClientBuild::Host.name())
        .collect();
    let names: Vec<_> = host.iter().map(|run| run.header.as_str()).collect();
    let mut text = format!("| spent on | {} |\n", names.join(" | "));
    let _ = writeln!(text, "|---|{}", "---|".repeat(host.len()));
    let mut phases: Vec<_> = host.iter().flat_map(|run| &run.phases).collect();
    let mut seen = BTreeSet::new();
    phases.retain(|phase| seen.insert(phase.phase));
    for Phase { phase, .. } in phases {
        let cell = |run: &&LightClientRun| {
            let spent = run.phases.iter().find(|spent| spent.phase == *phase);
            spent.map_or_else(String::new, |spent| {
                format!("{} Tgas", format_tgas(spent.gas))
            })
        };
        let cells: Vec<_> = host.iter().map(cell).collect();
        let _ = writeln!(text, "| {phase} | {} |", cells.join(" | "));
    }
    text
}

fn parameters() -> String {
    let Parameters {
        ed25519_verify_base,
        ed25519_verify_byte,
    } = Parameters::default();
    format!(
        "| parameter | gas |\n|---|---|\n| `ed25519_verify_base` | {ed25519_verify_base} |\n\
         | `ed25519_verify_byte` | {ed25519_verify_byte} |\n"
    )
}

fn parameters_of_many() -> String {
    let VerifyManyParameters {
        ed25519_verify_many_base,
        ed25519_verify_many_item,
        ed25519_verify_many_byte,
    } = VerifyManyParameters::default();
    format!(
        "| parameter | gas |\n|---|---|\n\
         | `ed25519_verify_many_base` | {ed25519_verify_many_base} |\n\
         | `ed25519_verify_many_item` | {ed25519_verify_many_item} |\n\
         | `ed25519_verify_many_byte` | {ed25519_verify_many_byte} |\n"
    )
}

/// The runs of the NEP's own call.
fn runs(demo: &Demo) -> impl Iterator<Item = &Run> {
    demo.signature_verifier
        .iter()
        .filter(|run| matches!(run.verdict, Verdict::Verified | Verdict::OutOfGas))
}
