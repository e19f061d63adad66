//! `verify`: sessions with rules that differ, with hints, and with wallets' messages.

use crate::session::assert_session;
use chain_files::nep413::{FORMS, Form};
use expect_test::expect_file;
use serde_json::Value;
use test_support::command::{Folder, rows};

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

/// `form::tests` has every form of keys and signatures, the SDK's `nep_413` that of wallets' messages. The runtime's
/// `conformance` shows that oddities predict the verifiers' verdicts.
#[test]
fn verify_prints_its_session() {
    let folder = Folder::with(rows(include_str!("signatures.txt")));
    for (at, wallet) in wallets().iter().enumerate() {
        folder.write(&format!("wallet-{at}.json"), wallet);
    }
    assert_session(&expect_file!["sessions/verify.txt"], &folder);
    assert_session(&expect_file!["sessions/wallets.txt"], &folder);
}
