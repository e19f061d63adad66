//! Published vectors from peer data.

use crate::judge::judge;
use crate::rule::{Answer, Rule};
use crate::triple::Triple;
use requirements::peers::ed25519::{
    CCTV, RFC8032, SMALL_ORDER, SPECCHECK, Vector, Verifier, WYCHEPROOF, recorded, sign_input,
    vectors,
};

impl From<Vector> for Triple {
    fn from(vector: Vector) -> Self {
        Self {
            signature: vector.signature,
            message: vector.message,
            public_key: vector.public_key,
        }
    }
}

/// A file's vectors, if it is present.
pub fn triples(file: &str) -> Option<Vec<Triple>> {
    Some(vectors(file)?.into_iter().map(Triple::from).collect())
}

/// Honest signatures: some of RFC 8032's, and the first of sign.input's.
pub fn honest() -> Option<Vec<Triple>> {
    let sign_input = sign_input()?.into_iter().map(Triple::from);
    Some(triples(RFC8032)?.into_iter().chain(sign_input).collect())
}

/// Compares with the libraries' answers to a file's triples when the peer data was gathered.
#[track_caller]
fn compare_with_recorded(file: &str, triples: &[Triple]) {
    let verifiers = [Verifier::Dalek, Verifier::DalekStrict, Verifier::Zip215];
    for (rule, verifier) in Rule::ALL.into_iter().zip(verifiers) {
        let answer = |triple: &Triple| match rule.answer(&triple.flags()) {
            Answer::Accepted => '1',
            _ => '0',
        };
        let answers = triples.iter().map(answer).collect();
        assert_eq!(recorded(file, verifier), Some(answers), "{file}, {rule}");
    }
}

/// Judges a file's triples, if it is present.
fn judge_file(name: &str, file: &str) {
    let Some(triples) = triples(file) else { return };
    judge(name, &triples);
    compare_with_recorded(file, &triples);
}

#[test]
fn speccheck_is_judged_by_what_is_odd_about_each_vector() {
    judge_file("speccheck", SPECCHECK);
}

#[test]
fn the_small_order_set_is_judged_by_what_is_odd_about_each_vector() {
    judge_file("small order", SMALL_ORDER);
}

#[test]
fn cctv_is_judged_by_what_is_odd_about_each_vector() {
    judge_file("CCTV", CCTV);
}

#[test]
fn wycheproof_in_the_peer_data_is_the_crates() {
    let Some(triples) = triples(WYCHEPROOF) else {
        return;
    };
    assert_eq!(triples, crate::wycheproof::triples());
    compare_with_recorded(WYCHEPROOF, &triples);
}
