//! nearcore's own test cases: our rule gives nearcore's answers.

use near_runtime_ext::rules::{Answer, Rule, Triple};
use serde_json::Value;

/// A case, and the answer that nearcore's test expects.
fn case(case: &Value) -> (Triple, Answer) {
    let input = |name: &str| {
        let text = case[name].as_str().expect("text");
        let mut input = hex::decode(text).expect("hex");
        if let Some(len) = case[format!("{name}_len")].as_u64() {
            // The length argument may be less than the case's number of bytes.
            input.truncate(len.try_into().expect("a length"));
        }
        input
    };
    let triple = Triple {
        signature: input("sig"),
        message: input("msg"),
        public_key: input("pk"),
    };
    let answer = match &case["want"] {
        Value::Number(want) if want.as_u64() == Some(1) => Answer::Accepted,
        Value::Number(_) => Answer::Refused,
        error => {
            let error = error.as_str().expect("an error");
            let reason = error.strip_prefix("Err Ed25519VerifyInvalidInput ");
            Answer::Aborted(reason.expect("the only error").replace('"', ""))
        }
    };
    (triple, answer)
}

fn cases() -> Option<Vec<(Triple, Answer)>> {
    let data = requirements::peers::json("near/nearcore_ed25519_verify_cases.json")?;
    let cases = data["cases"].as_array().expect("cases");
    Some(cases.iter().map(case).collect())
}

pub fn triples() -> Option<Vec<Triple>> {
    Some(cases()?.into_iter().map(|(triple, _)| triple).collect())
}

#[test]
fn nearcores_own_cases_have_nearcores_answers() {
    let Some(cases) = cases() else { return };
    assert_eq!(cases.len(), 15);
    for (at, (triple, answer)) in cases.into_iter().enumerate() {
        assert_eq!(Rule::Nep364.answer(&triple.flags()), answer, "case {at}");
    }
}
