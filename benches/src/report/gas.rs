//! Tables of gas, and flame graphs of where the gas of a call goes. Both are measured each time, since
//! gas is the same on every machine.

use super::{Block, GeneratedFile, in_all};
use crate::calibrate::Parameter;
use chain_files::tendermint::generate::Power;
use near_ed25519::demo::{self, Demo, ITERATIONS, profiles};
use near_ed25519::functions::flame_graph;
use near_ed25519::light_clients::Measured;
use near_ed25519::light_clients::made_up::Header;
use near_ed25519::output::Table;
use near_ed25519::output::format::{TRANSACTION, format_gas, format_ratio, format_tgas};
use near_gas_params::PricedFunction;
use std::collections::BTreeSet;
use std::path::Path;
use test_contracts::Build;

/// The tables, by name.
pub(super) fn blocks() -> anyhow::Result<Vec<Block>> {
    let demo = demo::measure()?;
    let clients = &demo.light_clients;
    let mut blocks = vec![
        ("gas by build", gas_by_build(&demo)),
        ("gas per verification", gas_per_verification(&demo)),
        ("headline", headline(&demo)),
        ("light client phases", phases(clients)),
        ("light clients", light_clients(clients)),
        ("light clients in short", in_short(clients, vec![])),
    ];
    let and_paid = in_short(clients, in_all::rows()?);
    blocks.push(("light clients, and what users pay", and_paid));
    let names = [
        "parameters",
        "parameters of ed25519_verify_many",
        "parameters of ecvrf_verify_many",
    ];
    let of_functions = PricedFunction::ALL.map(|it| parameters(&Parameter::of(it)));
    blocks.extend(names.into_iter().zip(of_functions));
    let tables = demo.tables().into_iter();
    blocks.extend(tables.map(|(name, table)| (name, table.markdown())));
    Ok(blocks)
}

fn tgas(gas: u64) -> String {
    format!("{} Tgas", format_tgas(gas))
}

/// The runs of the NEP's call: a row for each count, a column for each build.
fn gas_by_build(demo: &Demo) -> String {
    let builds = Build::SINGLE.map(|build| build.to_string());
    let first = ["verifications in one call"].into_iter();
    let mut table = Table::new(first.chain(builds.iter().map(String::as_str)));
    for count in ITERATIONS {
        let cell = |build: &String| match gas(demo, build, count) {
            Some(gas) => tgas(gas),
            None => "out of gas".to_owned(),
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

/// Gas of `count` verifications, if they fit a call.
fn gas(demo: &Demo, build: &str, count: u32) -> Option<u64> {
    let mut runs = demo.signature_verifier.iter();
    let run = runs.find(|run| run.build == build && run.case["valid"] == count)?;
    run.gas()
}

/// The marginal gas of a verification: only their number, 1 or 50 in one call, differs.
fn marginal(demo: &Demo, build: &str) -> u64 {
    let [one, fifty] = [1, 50].map(|count| gas(demo, build, count).unwrap_or_default());
    (fifty - one) / 49
}

/// The headline of the README.
fn headline(demo: &Demo) -> String {
    let [host, wasm] = [Build::Host, Build::Wasm].map(|build| marginal(demo, &build.to_string()));
    let [host, wasm] = [host, wasm].map(format_tgas);
    format!(
        "**Checking one signature burns {host} Tgas by the host function, and {wasm} Tgas by dalek compiled into the contract.**\n"
    )
}

fn gas_per_verification(demo: &Demo) -> String {
    let mut table = Table::titled("build | gas per verification | Tgas | times the host function");
    let mut host = None;
    for build in Build::SINGLE.map(|build| build.to_string()) {
        let each = marginal(demo, &build);
        let tenths = each * 10 / *host.get_or_insert(each);
        let times = format!("{}.{}", tenths / 10, tenths % 10);
        table.line(&build, &[&each, &format_tgas(each), &times]);
    }
    table.markdown()
}

/// A row for each header and a column for each build, `host` first.
fn light_clients(headers: &[(Header, Vec<Measured>)]) -> String {
    let mut titles = vec!["light client"];
    titles.extend(Build::CLIENT.map(Build::name));
    titles.extend("signatures | their `ed25519_verify` calls | host / these calls".split(" | "));
    let mut table = Table::new(titles);
    for (header, updates) in headers {
        let mut cells: Vec<_> = updates.iter().map(|it| tgas(it.burnt_gas)).collect();
        if let Some(host) = updates.first() {
            let ratio = format_ratio(host.burnt_gas, host.floor_gas);
            cells.extend([host.signatures.to_string(), tgas(host.floor_gas), ratio]);
        }
        table.row("", &header.name(), cells);
    }
    table.markdown()
}

/// Gas of the headers of equal power; and of whole transactions.
fn in_short(headers: &[(Header, Vec<Measured>)], in_all: Vec<in_all::Row>) -> String {
    let builds = Build::CLIENT.map(Build::name).join(" | ");
    let mut table = Table::titled(&format!("gas of | {builds}"));
    let equal = headers
        .iter()
        .filter(|(header, _)| header.power == Power::Equal.name());
    for (header, updates) in equal {
        let cells = updates.iter().map(|it| tgas(it.burnt_gas)).collect();
        table.row("", &format!("a header of {}", header.name()), cells);
    }
    for (name, cells) in in_all {
        table.row("", &format!("a whole transaction: {name}"), cells);
    }
    table.markdown()
}

/// Gas of the host builds: a row for each phase, a column for each header.
fn phases(headers: &[(Header, Vec<Measured>)]) -> String {
    let names = headers.iter().map(|(header, _)| header.name());
    let mut table = Table::new(["spent on".to_owned()].into_iter().chain(names));
    let host: Vec<_> = headers.iter().filter_map(|(_, it)| it.first()).collect();
    let phases = host.iter().flat_map(|update| &update.phases);
    let mut seen = BTreeSet::new();
    for phase in phases.map(|it| it.phase).filter(|it| seen.insert(*it)) {
        let cell = |update: &&Measured| {
            let spent = update.phases.iter().find(|spent| spent.phase == phase);
            spent.map_or_else(String::new, |spent| tgas(spent.gas))
        };
        table.row("", phase, host.iter().map(cell).collect());
    }
    table.markdown()
}

fn parameters(all: &[Parameter]) -> String {
    let mut table = Table::new(["parameter", "gas"]);
    for it in all {
        let name = it.key.trim_start_matches("wasm_");
        table.line(&format!("`{name}`"), &[&it.charged]);
    }
    table.markdown()
}

/// A picture for each call, in the folder `functions` of the recordings.
pub(super) fn flame_graphs(recorded: &Path) -> anyhow::Result<Vec<GeneratedFile>> {
    let drawn = profiles()?.into_iter().map(|(name, title, functions)| {
        let picture = flame_graph(&functions, &title)?;
        let file = recorded.join("functions").join(format!("{name}.svg"));
        Ok((file, picture))
    });
    drawn.collect()
}
