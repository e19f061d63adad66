//! tendermint-rs's model-based suite, through the contract.

use crate::client::{Client, Success};
use std::fs;
use test_contracts::tendermint::mbt::{self, Verdict};
use test_contracts::{Build, peers};

fn verdict(result: &Result<Success, String>) -> Verdict {
    match result {
        Ok(_) => Verdict::Success,
        Err(refusal) if refusal.starts_with("not_enough_trust: ") => Verdict::NotEnoughTrust,
        Err(refusal) => {
            assert!(refusal.starts_with("invalid: "), "{refusal}");
            Verdict::Invalid
        }
    }
}

#[test]
fn every_step_of_the_model_based_suite_has_its_verdict() {
    let Some(folder) = peers::path("tendermint/mbt") else {
        return;
    };
    let mut counts = [0; 3];
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let case = mbt::read(&fs::read_to_string(&path).expect("text")).expect("a case");
        let mut trusted = case.trusted.header.clone().expect("a header");
        let mut next_validators = case.next_validators.clone();
        let mut client = Client::tendermint(Build::Host, &case.parameters, &trusted, 0);
        for (at, step) in case.steps.iter().enumerate() {
            client.set_time(
                step.now
                    .unix_timestamp_nanos()
                    .try_into()
                    .expect("after 1970"),
            );
            let height = trusted.height.try_into().expect("a height");
            let result = client.update(&step.block.update(height, &next_validators));
            assert_eq!(verdict(&result), step.expected, "{path:?}, step {at}");
            counts[step.expected as usize] += 1;
            if result.is_ok() {
                trusted = step.block.signed_header.header.clone().expect("a header");
                next_validators.clone_from(&step.next_validators);
            }
        }
    }
    assert_eq!(counts, [44, 42, 13], "success, not enough trust, invalid");
}
