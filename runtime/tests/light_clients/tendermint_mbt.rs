//! tendermint-rs's model-based suite, through the contract: a trusted block, and steps with the
//! expected verdicts.

use crate::client::{Client, HOST_BUILDS, Success};
use chain_files::tendermint::{LightBlock, Parameters, rpc};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use tendermint_proto::google::protobuf::Timestamp;
use test_contracts::tendermint::init_args;
use test_contracts::tendermint_client;

/// The verdict in the suite's words.
fn verdict(result: &Result<Success, String>) -> &'static str {
    match result {
        Ok(_) => "SUCCESS",
        Err(refusal) if refusal.starts_with("not_enough_trust: ") => "NOT_ENOUGH_TRUST",
        Err(refusal) if refusal.starts_with("invalid: ") => "INVALID",
        Err(refusal) => panic!("{refusal}"),
    }
}

fn block(json: &Value) -> rpc::Block {
    rpc::block(json.to_string().as_bytes()).expect("a block")
}

#[test]
fn every_step_of_the_model_based_suite_has_its_verdict() {
    let Some(folder) = requirements::peers::path("tendermint/mbt") else {
        return;
    };
    let mut counts = BTreeMap::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let case: Value = serde_json::from_slice(&fs::read(&path).expect("read")).expect("JSON");
        let initial = block(&case["initial"]);
        let trusted = initial.header;
        // Trust 1/3 and no clock drift, as in upstream's runs.
        let period = case["initial"]["trusting_period"].as_str().expect("text");
        let mut parameters = Parameters::usual(&trusted.chain_id);
        parameters.trusting_period_ns = period.parse().expect("nanoseconds");
        let init = init_args(&parameters, &trusted);
        let mut client = Client::deploy(HOST_BUILDS.map(tendermint_client), &init, 0);
        // Each step is verified against the last one that succeeded.
        let mut trusted_height = trusted.height.try_into().expect("a height");
        let mut next_validators = initial.next_validators.expect("validators");
        for step in case["input"].as_array().expect("steps") {
            let read = block(&step["block"]);
            let block = LightBlock {
                header: read.header,
                commit: read.commit,
                validators: read.validators.expect("validators"),
            };
            let now: Timestamp = serde_json::from_value(step["now"].clone()).expect("a time");
            client.set_time(u64::try_from(now.seconds).expect("after 1970") * 1_000_000_000);
            let result = client.update(&block.update(trusted_height, &next_validators));
            let verdict = verdict(&result);
            assert_eq!(verdict, step["verdict"], "{path:?}, {now:?}");
            *counts.entry(verdict).or_insert(0) += 1;
            if result.is_ok() {
                trusted_height = block.height();
                next_validators = read.next_validators.expect("validators");
            }
        }
    }
    let expected = [("SUCCESS", 44), ("NOT_ENOUGH_TRUST", 42), ("INVALID", 13)];
    assert_eq!(counts, BTreeMap::from(expected));
}
