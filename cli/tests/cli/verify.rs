//! `verify`: wallets' messages in every form; and a session with rules that differ, and with hints.

use crate::session::assert_session;
use chain_files::nep413::{FORMS, Form, examples};
use expect_test::expect_file;
use serde_json::{Value, json};
use test_support::command::{Folder, assert_has, rows};

/// Messages that wallets and libraries signed: two of near-api-js, then two intents.
pub(crate) fn wallets() -> Vec<String> {
    let signed = include_str!("../../../near-sdk-ext/tests/nep_413.json");
    let signed: Vec<Value> = serde_json::from_str(signed).expect("JSON");
    assert_eq!(signed.len(), 4);
    signed.iter().map(Value::to_string).collect()
}

/// A wallet's answer and its request, in two files.
pub(crate) fn answer_and_request() -> [(&'static str, &'static str); 2] {
    let of_two_files = FORMS.iter().flat_map(Form::files);
    let mut of_two_files = of_two_files.filter_map(|(answer, request)| Some((answer, request?)));
    let (answer, request) = of_two_files.next().expect("a form of two files");
    [("answer.json", answer), ("request.json", request)]
}

#[test]
fn every_form_of_a_wallets_message_is_read_from_files_and_from_standard_input() {
    let folder = Folder::new();
    for form in FORMS {
        for ((file, request), message) in form.files().zip(examples()) {
            let hash = hex::encode(message.payload.hash());
            folder.write("file.json", file);
            let mut lines = &["file.json", "- < file.json"][..];
            if let Some(request) = request {
                folder.write("request.json", request);
                lines = &[
                    "file.json --nep-413-request request.json",
                    "request.json --nep-413-request file.json",
                    "file.json --nep-413-request - < request.json",
                ];
            }
            for line in lines {
                let line = format!("verify --recipient app.near --nep-413 {line}");
                let report = folder.report(&line);
                let expected = json!({ "rule": "binding", "accepted": true, "hash": hash });
                assert_has(&report, &expected);
            }
        }
    }
}

/// `form::tests` has every form of keys and signatures. The runtime's `conformance` and the lanes'
/// `exactness` show that oddities predict the verifiers' verdicts.
#[test]
fn verify_prints_its_session() {
    let folder = Folder::with(rows(include_str!("signatures.txt")));
    for (at, wallet) in wallets().iter().enumerate() {
        folder.write(&format!("wallet-{at}.json"), wallet);
    }
    assert_session(&expect_file!["sessions/verify.txt"], &folder);
    assert_session(&expect_file!["sessions/wallets.txt"], &folder);
}
