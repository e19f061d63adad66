//! nearcore's own cases, transcribed to data, with nearcore's expected costs.

use crate::guest::{Guest, MEMORY_BYTES, NETWORK, REGISTER};
use near_runtime_ext::Gas;

#[test]
fn nearcores_own_cases_have_nearcores_own_costs() {
    let Some(data) = requirements::peers::json("near/nearcore_ed25519_verify_cases.json") else {
        return;
    };
    let cases = data["cases"].as_array().expect("cases");
    for (at, case) in cases.iter().enumerate() {
        let (args, guest) = peer_case(case);
        let (result, burnt) = guest.verify(args);
        let want = match &case["want"] {
            serde_json::Value::Number(want) => Ok(want.as_u64().expect("a verdict")),
            error => Err(error.to_string()),
        };
        match (&result, &want) {
            (Ok(result), Ok(want)) => assert_eq!(result, want, "case {at}"),
            (Err(error), Err(want)) => {
                let name: &str = error.into();
                assert!(want.contains(name), "case {at}: {error:?}, expected {want}");
            }
            _ => panic!("case {at}: {result:?}, expected {want:?}"),
        }
        let costs = case["costs"].as_object().expect("costs");
        let expected: u64 = costs
            .iter()
            .filter(|(name, _)| !name.starts_with("write_register")) // part of nearcore's test
            .map(|(name, units)| named_cost(name) * units.as_u64().expect("a count"))
            .sum();
        assert_eq!(burnt, expected, "case {at}");
    }
    assert_eq!(cases.len(), 15);
}

fn named_cost(name: &str) -> u64 {
    let costs = &NETWORK.wasm_config.ext_costs.costs;
    let (_, cost) = costs
        .iter()
        .find(|(cost, _)| cost.to_string() == name)
        .expect("a cost");
    cost.gas.as_gas()
}

/// A case of the peer data: its arguments, and a guest that holds its inputs.
fn peer_case(case: &serde_json::Value) -> ([u64; 6], Guest) {
    let mut guest = Guest {
        memory: vec![0; MEMORY_BYTES],
        registers: Vec::new(),
        gas: Gas::from_teragas(300),
        view: false,
    };
    let mut args = Vec::new();
    for (id, (name, ptr)) in [("sig", 0), ("msg", 1024), ("pk", 2048)]
        .into_iter()
        .enumerate()
    {
        let bytes = hex::decode(case[name].as_str().expect("hex")).expect("hex");
        match case[format!("{name}_len")].as_u64() {
            Some(len) => {
                guest.memory[ptr..ptr + bytes.len()].copy_from_slice(&bytes);
                args.extend([len, ptr as u64]);
            }
            None => {
                guest.registers.push((id as u64, bytes));
                args.extend([REGISTER, id as u64]);
            }
        }
    }
    (args.try_into().expect("three inputs"), guest)
}
