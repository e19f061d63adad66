//! tendermint-rs's model-based suite, through the contract.

use crate::client::{Client, HOST_BUILDS, Success};
use chain_files::tendermint::mbt::{Case, Verdict};
use std::fs;

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
    let Some(folder) = requirements::peers::path("tendermint/mbt") else {
        return;
    };
    let mut counts = [0; 3];
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let case: Case = chain_files::read_json(&fs::read(&path).expect("read")).expect("a case");
        let mut client = Client::tendermint(&HOST_BUILDS, &case.parameters(), &case.trusted(), 0);
        case.run(|step, update| {
            let now = step.now.unix_timestamp_nanos();
            client.set_time(now.try_into().expect("after 1970"));
            let result = client.update(update);
            assert_eq!(verdict(&result), step.verdict, "{path:?}, {}", step.now);
            counts[step.verdict as usize] += 1;
            result.is_ok()
        });
    }
    assert_eq!(counts, [44, 42, 13], "success, not enough trust, invalid");
}
