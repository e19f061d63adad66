//! Calls a contract offline and prints the gas that each kind of cost burns.
//!
//! ```sh
//! cargo run --release --example profile -- contract.wasm increment '{"by": 2}'
//! ```

use near_runtime_ext::{Gas, Runtime};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [file, method, json @ ..] = arguments.as_slice() else {
        return Err("usage: profile CONTRACT.wasm METHOD [ARGUMENTS AS JSON]".into());
    };
    let wasm = std::fs::read(file).map_err(|error| format!("{file}: {error}"))?;

    let mut contract = Runtime::new().deploy("contract.near".parse()?, wasm)?;
    let arguments = json.concat().into_bytes();
    let call = contract
        .call(method)
        .args(arguments)
        .gas(Gas::from_teragas(300));
    let outcome = call.transact()?;

    if let Some(failure) = &outcome.failure {
        println!("failed: {failure}");
    }
    for line in &outcome.logs {
        println!("log: {line}");
    }
    println!("{:>20} gas burnt", outcome.burnt_gas.as_gas());
    for (cost, gas) in &outcome.profile {
        println!("{:>20} {cost}", gas.as_gas());
    }
    Ok(())
}
