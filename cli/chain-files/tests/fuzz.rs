//! Any bytes as a node's answer: accepted, or refused with a message.

use chain_files::grandpa::forms::{AUTHORITIES, Form, HEADERS, JUSTIFICATIONS};
use chain_files::grandpa::{authority_set, header, justification};
use chain_files::tendermint::generate::{Chain, Power};
use chain_files::tendermint::{forms, rpc};
use requirements::fuzzing::{Corpus, Target, fuzz};
use serde_json::json;
use std::fmt::Display;

/// Damages files; each must be accepted or refused with a message. A message may quote the file: the
/// command escapes it.
#[track_caller]
fn assert_read_or_refused<T, E: Display>(
    name: &'static str,
    corpus: &Corpus,
    read: impl Fn(&[u8]) -> Result<T, E>,
) {
    let tally = fuzz!(Target::new(name, 5000), like & corpus, |bytes: Vec<u8>| {
        Ok(match read(&bytes) {
            Ok(_) => "read",
            Err(error) => {
                assert!(!error.to_string().is_empty());
                "refused"
            }
        })
    });
    tally.reaches(&["read", "refused"], 100);
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
    assert_read_or_refused("tendermint_commit", &corpus, rpc::block);
    let commit = (forms::COMMIT.write)(&block).to_string();
    let commit = rpc::block(commit.as_bytes()).expect("read");
    let read = |bytes: &[u8]| {
        let page = rpc::page(bytes)?;
        commit.clone().with(rpc::join(vec![page])?)
    };
    assert_read_or_refused("tendermint_validators", &corpus, read);
}

/// Files of these forms.
fn examples<'a>(forms: impl IntoIterator<Item = &'a Form>, corpus: Corpus) -> Corpus {
    let forms = forms.into_iter();
    forms.fold(corpus, |corpus, form| corpus.and(form.name, form.example))
}

#[test]
fn any_set_of_grandpa_is_read_or_refused() {
    let key = format!("0x{}", "11".repeat(32));
    let address = "5GrwvaEF5zXb26Fz9rcQpDWS57CtERHpNehXCPcNoHGKutQY";
    let objects = json!({ "set_id": "8", "signers": [{ "id": key, "weight": 3 }] });
    let in_ss58 = json!({ "validator_set": { "set_id": 9, "validator_set": [address] } });
    let corpus = Corpus::default()
        .and("objects", objects.to_string())
        .and("Avail's, in SS58", in_ss58.to_string());
    let read = |bytes: &[u8]| authority_set(bytes, Some(7));
    let corpus = examples(&AUTHORITIES, corpus);
    assert_read_or_refused("grandpa_authorities", &corpus, read);
}

#[test]
fn any_justification_is_read_or_refused() {
    let forms = JUSTIFICATIONS.iter().chain(&HEADERS);
    let read = |bytes: &[u8]| {
        let of_header = header(bytes);
        justification(bytes).map(|_| ()).or(of_header.map(|_| ()))
    };
    let corpus = examples(forms, Corpus::default());
    assert_read_or_refused("grandpa_justification_file", &corpus, read);
}
