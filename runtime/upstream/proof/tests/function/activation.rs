//! A contract that imports the function links from the version that enables it, and not before. The
//! function's prices are the overlay's.

use crate::items::Item;
use crate::network::BatchItem as _;
use crate::network::NETWORK;
use crate::prices::PRICES;
use near_parameters::ExtCosts;
use near_runtime_ext::{Backend, FunctionCallError, Gas, Outcome, PROTOCOL_VERSION, Runtime};

/// Calls a contract that imports the function, on nearcore's own runner.
fn call(version: u32, ty: &str) -> Outcome {
    let many = Item::MANY;
    let wasm = format!(r#"(module (import "env" "{many}" {ty}) (func (export "main")))"#);
    let wasm = wat::parse_str(wasm).expect("valid WAT");
    let runtime = Runtime::builder()
        .backend(Backend::Nearcore)
        .protocol_version(version)
        .build()
        .expect("a runtime");
    let account = "contract.near".parse().expect("a name");
    let mut contract = runtime.deploy(account, wasm).expect("deployed");
    contract.call("main").transact().expect("an outcome")
}

const TYPE: &str = "(func (param i64 i64 i64 i64) (result i64))";

#[test]
fn a_contract_links_after_activation_and_not_before() {
    assert_eq!(call(PROTOCOL_VERSION, TYPE).failure, None);
    let unknown = FunctionCallError::LinkError {
        msg: "unknown or invalid import".to_owned(),
    };
    let before = call(PROTOCOL_VERSION - 1, TYPE);
    assert_eq!(before.failure, Some(unknown.into()));
    assert!(before.burnt_gas > Gas::ZERO);
    // Another type does not link either.
    let other = call(PROTOCOL_VERSION, "(func (param i64 i64 i64) (result i64))");
    assert!(other.failure.is_some());
}

#[test]
fn its_prices_are_the_overlays() {
    let price = |cost| NETWORK.wasm_config.ext_costs.gas_cost(cost).as_gas();
    let compute = |cost| NETWORK.wasm_config.ext_costs.compute_cost(cost);
    for (cost, gas) in [
        (ExtCosts::ed25519_verify_many_base, PRICES.base),
        (ExtCosts::ed25519_verify_many_item, PRICES.item),
        (ExtCosts::ed25519_verify_many_byte, PRICES.byte),
    ] {
        assert_eq!((price(cost), compute(cost)), (gas, gas), "{cost}");
    }
}
