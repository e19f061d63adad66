//! tendermint-rs's model-based suite, through the contract: a trusted block, and steps with the expected verdicts.

use crate::client::{Client, HOST_BUILDS, Success};
use crate::tendermint::{header, ns, parameters};
use chain_files::tendermint::{LightBlock, Parameters, rpc};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use tendermint_proto::v0_38::types::Validator;

/// A block of the suite, and the validators of the next one.
fn block(value: &Value) -> (LightBlock, Vec<Validator>) {
    let block = rpc::block(value.to_string().as_bytes()).expect("a block");
    (
        LightBlock {
            signed_header: block.signed_header,
            validators: block.validators.unwrap_or_default(),
        },
        block.next_validators.expect("validators"),
    )
}

/// The verdict in the suite's words.
fn verdict(result: &Result<Success, String>) -> &'static str {
    match result {
        Ok(_) => "SUCCESS",
        Err(refusal) if refusal.starts_with("not_enough_trust: ") => "NOT_ENOUGH_TRUST",
        Err(refusal) => {
            assert!(refusal.starts_with("invalid: "), "{refusal}");
            "INVALID"
        }
    }
}

/// Each step is verified against the last one that succeeded; trust 1/3 and no clock drift, as in upstream's runs.
#[test]
fn every_step_of_the_model_based_suite_has_its_verdict() {
    let Some(folder) = requirements::peers::path("tendermint/mbt") else {
        return;
    };
    let mut counts = BTreeMap::<_, usize>::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let text = fs::read(&path).expect("read");
        let case: Value = serde_json::from_slice(&text).expect("a case");
        let initial = &case["initial"];
        let (mut trusted, mut next_validators) = block(initial);
        let period = initial["trusting_period"].as_str().expect("a number");
        let parameters = Parameters {
            trusting_period_ns: period.parse().expect("a number"),
            ..parameters(&header(&trusted).chain_id)
        };
        let mut client = Client::tendermint(&HOST_BUILDS, &parameters, header(&trusted), 0);
        for step in case["input"].as_array().expect("steps") {
            let now = serde_json::from_value(step["now"].clone()).expect("a time");
            client.set_time(ns(now));
            let (untrusted, its_next_validators) = block(&step["block"]);
            let result = client.update(&untrusted.update(trusted.height(), &next_validators));
            let verdict = verdict(&result);
            assert_eq!(verdict, step["verdict"], "{path:?}, {}", step["now"]);
            *counts.entry(verdict).or_default() += 1;
            if result.is_ok() {
                (trusted, next_validators) = (untrusted, its_next_validators);
            }
        }
    }
    let expected = [("INVALID", 13), ("NOT_ENOUGH_TRUST", 42), ("SUCCESS", 44)];
    assert_eq!(counts, expected.into());
}
