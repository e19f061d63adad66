//! Tables of gas. It is measured each time: it is the same on every machine.

use super::Block;
use crate::amount::{TRANSACTION, format_gas, format_ratio, format_tgas};
use crate::demo::{self, Demo, LightClientRun, Run, Verdict};
use crate::measure::table::Table;
use near_gas_params::{Parameters, VerifyManyParameters};
use std::collections::BTreeSet;
use test_contracts::{Build, ClientBuild};

/// The tables, by name.
pub(super) fn blocks() -> anyhow::Result<Vec<Block>> {
    let demo = demo::measure()?;
    let one = Parameters::default();
    let many = VerifyManyParameters::default();
    let one = [
        ("ed25519_verify_base", one.ed25519_verify_base),
        ("ed25519_verify_byte", one.ed25519_verify_byte),
    ];
    let many = [
        ("ed25519_verify_many_base", many.ed25519_verify_many_base),
        ("ed25519_verify_many_item", many.ed25519_verify_many_item),
        ("ed25519_verify_many_byte", many.ed25519_verify_many_byte),
    ];
    Ok(vec![
        ("gas by build", gas_by_build(&demo)),
        ("gas per verification", gas_per_verification(&demo)),
        ("light client phases", phases(&demo.light_clients)),
        ("light clients", light_clients(&demo.light_clients)),
        ("parameters", parameters(&one)),
        ("parameters of many", parameters(&many)),
    ])
}

fn tgas(gas: u64) -> String {
    format!("{} Tgas", format_tgas(gas))
}

/// The runs of the NEP's call: a row a count, a column a build.
fn gas_by_build(demo: &Demo) -> String {
    let builds = Build::ALL.map(|build| build.to_string());
    let first = ["verifications in one call"].into_iter();
    let mut table = Table::new(first.chain(builds.iter().map(String::as_str)));
    let mut counts: Vec<_> = runs(demo).map(|run| run.iterations).collect();
    counts.dedup();
    counts.truncate(counts.len() / builds.len());
    for count in counts {
        let cell = |build: &String| {
            let run = runs(demo).find(|run| run.build == *build && run.iterations == count);
            run.map_or_else(String::new, |run| match run.verdict {
                Verdict::Verified => tgas(run.burnt_gas),
                _ => "out of gas".to_owned(),
            })
        };
        table.row("", &count.to_string(), builds.each_ref().map(cell).into());
    }
    for (gas, capacity) in [
        (TRANSACTION.as_gas(), &demo.capacity_300_tgas),
        (demo.transaction_limit, &demo.capacity_of_limit),
    ] {
        let most = builds.iter().filter_map(|build| capacity.get(build));
        let most = most.map(|most| format!("**{most}**")).collect();
        table.row("", &format!("most in {}", format_gas(gas)), most);
    }
    table.markdown()
}

/// The marginal cost of a verification: between 1 and 50 in one call, nothing else changes.
fn gas_per_verification(demo: &Demo) -> String {
    let titles = "build | gas per verification | Tgas | times the host function";
    let mut table = Table::new(titles.split(" | "));
    let mut host = None;
    for build in Build::ALL {
        let gas = |count| {
            runs(demo)
                .find(|run| run.build == build.to_string() && run.iterations == count)
                .map_or(0, |run| run.burnt_gas)
        };
        let each = (gas(50) - gas(1)) / 49;
        let tenths = each * 10 / *host.get_or_insert(each);
        let times = format!("{}.{}", tenths / 10, tenths % 10);
        table.line(&build.to_string(), &[&each, &format_tgas(each), &times]);
    }
    table.markdown()
}

/// A row a header, a column a build; `runs` has the builds of a header one after the other.
fn light_clients(runs: &[LightClientRun]) -> String {
    let mut titles = vec!["light client"];
    titles.extend(ClientBuild::ALL.map(ClientBuild::name));
    titles.extend("signatures | for them, one at a time | host, times that".split(" | "));
    let mut table = Table::new(titles);
    for header in runs.chunk_by(|a, b| a.header == b.header) {
        let Some(host) = header.iter().find(|run| is_host(run)) else {
            continue;
        };
        let builds = header.iter().map(|run| tgas(run.burnt_gas));
        let ratio = format_ratio(host.burnt_gas, host.floor_gas);
        let floor = [host.signatures.to_string(), tgas(host.floor_gas), ratio];
        table.row("", &host.header, builds.chain(floor).collect());
    }
    table.markdown()
}

/// What the host builds spend: a row a phase, a column a header.
fn phases(runs: &[LightClientRun]) -> String {
    let host: Vec<_> = runs.iter().filter(|run| is_host(run)).collect();
    let names = host.iter().map(|run| run.header.as_str());
    let mut table = Table::new(["spent on"].into_iter().chain(names));
    let phases = host.iter().flat_map(|run| &run.phases);
    let mut seen = BTreeSet::new();
    for phase in phases.map(|it| it.phase).filter(|it| seen.insert(*it)) {
        let cell = |run: &&LightClientRun| {
            let spent = run.phases.iter().find(|spent| spent.phase == phase);
            spent.map_or_else(String::new, |spent| tgas(spent.gas))
        };
        table.row("", phase, host.iter().map(cell).collect());
    }
    table.markdown()
}

fn parameters(values: &[(&str, u64)]) -> String {
    let mut table = Table::new(["parameter", "gas"]);
    for (name, gas) in values {
        table.line(&format!("`{name}`"), &[gas]);
    }
    table.markdown()
}

fn is_host(run: &LightClientRun) -> bool {
    run.build == ClientBuild::Host.name()
}

/// The runs of the NEP's own call.
fn runs(demo: &Demo) -> impl Iterator<Item = &Run> {
    let is_of_the_nep = |run: &&Run| matches!(run.verdict, Verdict::Verified | Verdict::OutOfGas);
    demo.signature_verifier.iter().filter(is_of_the_nep)
}
