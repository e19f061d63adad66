//! Calls a contract offline and prints the gas that each kind of cost burns.
//!
//! ```sh
//! cargo run --release -p near-runtime-ext --example profile -- contract.wasm increment '{"by": 2}'
//! ```

use near_runtime_ext::{Gas, Runtime};
use std::error::Error;
use std::fmt::Write as _;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    print!("{}", profile(&arguments)?);
    Ok(())
}

fn profile(arguments: &[String]) -> Result<String, Box<dyn Error>> {
    let [file, method, json @ ..] = arguments else {
        return Err("usage: profile CONTRACT.wasm METHOD [ARGUMENTS AS JSON]".into());
    };
    let wasm = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;

    let mut contract = Runtime::new().deploy("contract.near".parse()?, wasm)?;
    let call = contract
        .call(method)
        .args(json.concat().into_bytes())
        .gas(Gas::from_teragas(300));
    let outcome = call.transact()?;

    let mut printed = String::new();
    if let Some(failure) = &outcome.failure {
        writeln!(printed, "failed: {failure}")?;
    }
    for line in &outcome.logs {
        writeln!(printed, "log: {line}")?;
    }
    writeln!(printed, "{:>20} gas burnt", outcome.burnt_gas.as_gas())?;
    for (cost, gas) in &outcome.profile {
        writeln!(printed, "{:>20} {cost}", gas.as_gas())?;
    }
    Ok(printed)
}

#[test]
fn the_costs_add_up_to_the_gas_burnt() {
    let contract = test_contracts::signature_verifier(test_contracts::Build::Host);
    let file = contract.path().display().to_string();
    let json = test_contracts::fixtures::verify_ed25519_args(2);
    let json = String::from_utf8(json).expect("JSON");
    let printed = profile(&[file, "verify_ed25519".into(), json]).expect("the contract runs");

    let lines = printed.lines().map(|line| {
        let (gas, cost) = line.trim_start().split_once(' ').expect("gas and its cost");
        (gas.parse::<u64>().expect("gas"), cost)
    });
    let [(burnt, "gas burnt"), costs @ ..] = &*lines.collect::<Vec<_>>() else {
        unreachable!("the first line is the sum: {printed}");
    };
    assert_eq!(costs.iter().map(|(gas, _)| gas).sum::<u64>(), *burnt);
    let verifying = 2 * near_runtime_ext::PricedFunction::Ed25519Verify
        .prices()
        .base;
    assert!(
        costs.contains(&(verifying, "ed25519_verify_base")),
        "{printed}"
    );
}
