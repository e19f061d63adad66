//! Any bytes as a node's answer: read, or refused in words.

use chain_files::grandpa::forms::{AUTHORITIES, Example, HEADERS, JUSTIFICATIONS};
use chain_files::grandpa::{authority_set, header, justification};
use chain_files::tendermint::generate::{Chain, Power};
use chain_files::tendermint::{forms, mbt, rpc};
use requirements::fuzzing::{CaseResult, Corpus, Target, fuzz};
use serde_json::json;
use std::fmt::Display;

fn read<T, E: Display>(result: Result<T, E>) -> CaseResult {
    match result {
        Ok(_) => Ok("read"),
        Err(error) => {
            // It may quote what it found: the command line escapes that.
            assert!(!error.to_string().is_empty());
            Ok("refused")
        }
    }
}

#[test]
fn any_block_of_tendermint_is_read_or_refused() {
    let block = Chain::new(2, Power::Equal, "fuzz").block(5, "");
    let corpus = forms::FORMS
        .into_iter()
        .fold(Corpus::default(), |corpus, form| {
            let answer = (form.write)(&block);
            corpus
                .and(form.name, answer.to_string())
                .and("in its envelope", forms::enveloped(&answer).to_string())
        });
    let target = Target::new("tendermint_commit", 5000);
    fuzz!(target, like & corpus, |bytes: Vec<u8>| {
        read(rpc::block(&bytes))
    })
    .reaches(&["read", "refused"], 100);

    let target = Target::new("tendermint_validators", 5000);
    let commit = (forms::COMMIT.write)(&block).to_string();
    fuzz!(target, like & corpus, |bytes: Vec<u8>| {
        read(rpc::light_block(&commit, &[bytes]))
    })
    .reaches(&["read", "refused"], 100);
}

#[test]
fn any_model_based_case_is_read_or_refused() {
    let chain = Chain::new(2, Power::Equal, "fuzz");
    let validators = json!({ "validators": chain.validators() });
    let [trusted, block] = [5, 6].map(|height| chain.block(height, "").signed_header);
    let case = json!({
        "description": "made up",
        "initial": {
            "signed_header": trusted,
            "next_validator_set": validators,
            "trusting_period": "1400000000000",
        },
        "input": [{
            "block": {
                "signed_header": block,
                "validator_set": validators,
                "next_validator_set": validators,
            },
            "now": "1970-01-01T00:00:04Z",
            "verdict": "SUCCESS",
        }],
    });
    let target = Target::new("tendermint_mbt", 5000);
    let corpus = Corpus::default().and("a case", case.to_string());
    fuzz!(target, like & corpus, |bytes: Vec<u8>| {
        read(mbt::read(&bytes))
    })
    .reaches(&["read", "refused"], 100);
}

#[test]
fn any_set_of_grandpa_is_read_or_refused() {
    let key = format!("0x{}", "11".repeat(32));
    let target = Target::new("grandpa_authorities", 5000);
    let corpus = Corpus::default()
        .and(
            "pairs",
            json!({ "set_id": 7, "authorities": [[key, 1]] }).to_string(),
        )
        .and(
            "objects",
            json!({ "set_id": "8", "signers": [{ "id": key, "weight": 3 }] }).to_string(),
        )
        .and(
            "Avail's, in SS58",
            json!({ "validator_set": {
                "set_id": 9, "validator_set": ["5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY"]
            } })
            .to_string(),
        );
    let corpus = AUTHORITIES.iter().fold(corpus, |corpus, form| {
        corpus.and(form.name, form.example(&Example::default()))
    });
    fuzz!(target, like & corpus, |bytes: Vec<u8>| {
        read(authority_set(&bytes, Some(7)))
    })
    .reaches(&["read", "refused"], 100);
}

#[test]
fn any_justification_is_read_or_refused() {
    let target = Target::new("grandpa_justification_file", 5000);
    let example = Example::default();
    let corpus = JUSTIFICATIONS.iter().chain(&HEADERS);
    let corpus = corpus.fold(Corpus::default(), |corpus, form| {
        corpus.and(form.name, form.example(&example))
    });
    fuzz!(target, like & corpus, |bytes: Vec<u8>| {
        let of_header = header(&bytes);
        read(justification(&bytes).map(|_| ()).or(of_header.map(|_| ())))
    })
    .reaches(&["read", "refused"], 100);
}
