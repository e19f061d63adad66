//! Vectors that others published, in `shared/peers` beside the checkout.

use crate::by_each_rule;
use crate::case::Case;
use crate::judge::Judge;
use ed25519_lanes::Rule;
use serde_json::Value;
use std::io::{self, Write as _};
use std::path::Path;
use std::{env, fs};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/peers/ed25519");

/// The text of a file; or `None`, said loudly, where the folder is absent.
///
/// # Panics
/// It is absent, and `REQUIRE_PEERS` is 1.
fn read(file: &str) -> Option<String> {
    if Path::new(FOLDER).exists() {
        let text = fs::read_to_string(Path::new(FOLDER).join(file));
        return Some(text.expect("a file of the peers"));
    }
    let required = env::var_os("REQUIRE_PEERS").is_some_and(|value| value == "1");
    assert!(!required, "REQUIRE_PEERS is 1, and there is no {file}");
    // Written, not printed: the test harness hides what passing tests print. A standard error that
    // cannot be written to has no reader.
    let _ = writeln!(
        io::stderr(),
        "SKIPPED {file}: no peer data beside the checkout (../shared/peers)"
    );
    None
}

fn json(file: &str) -> Option<Value> {
    Some(serde_json::from_str(&read(file)?).expect("JSON"))
}

fn list(value: &Value) -> impl Iterator<Item = &Value> {
    value.as_array().expect("a list").iter()
}

fn bytes(value: &Value) -> Vec<u8> {
    hex::decode(value.as_str().expect("text")).expect("hex")
}

/// The case; `None` where the signature does not have 64 bytes: no item can be that, and no rule
/// accepts it.
fn case(public_key: &[u8], message: &[u8], signature: &[u8]) -> Option<Case> {
    Some(Case {
        made: "published",
        public_key: public_key.try_into().expect("32 bytes"),
        signature: signature.try_into().ok()?,
        message: message.to_vec(),
    })
}

const SPECCHECK: &str = "speccheck_cases.json";
const SMALL_ORDER: &str = "zip215_small_order_196.json";
const CCTV: &str = "cctv_ed25519vectors.json";
const WYCHEPROOF: &str = "wycheproof_ed25519_test.json";

/// The vectors of a file in its order, by the shape of each source.
fn vectors(file: &str) -> Option<Vec<Option<Case>>> {
    let json = json(file)?;
    let triple = |vector: &Value, [key, signature]: [&str; 2], message: &[u8]| {
        case(&bytes(&vector[key]), message, &bytes(&vector[signature]))
    };
    let text = |value: &Value| value.as_str().expect("text").as_bytes().to_vec();
    let each = |one: &dyn Fn(&Value) -> Option<Case>| list(&json).map(one).collect();
    Some(match file {
        SPECCHECK => each(&|v| triple(v, ["pub_key", "signature"], &bytes(&v["message"]))),
        SMALL_ORDER => each(&|v| triple(v, ["vk_bytes", "sig_bytes"], b"Zcash")),
        CCTV => each(&|v| triple(v, ["key", "sig"], &text(&v["msg"]))),
        WYCHEPROOF => list(&json["testGroups"])
            .flat_map(|group| {
                let key = bytes(&group["publicKey"]["pk"]);
                let of_group = move |v: &Value| case(&key, &bytes(&v["msg"]), &bytes(&v["sig"]));
                list(&group["tests"]).map(of_group)
            })
            .collect(),
        _ => each(&|v| triple(v, ["pub", "sig"], &bytes(&v["msg"]))),
    })
}

/// Judges the vectors of a file; returns how many are to be accepted, of how many, if it is there.
fn published(rule: Rule, file: &str) -> Option<(usize, usize)> {
    let vectors = vectors(file)?;
    let total = vectors.len();
    let mut judge = Judge::of_all(rule);
    let verdicts: Vec<_> = vectors
        .into_iter()
        .map(|vector| vector.is_some_and(|case| judge.take(case)))
        .collect();
    judge.finish();
    // What other versions of the references said when the data was gathered.
    if let Some(recorded) = json("expected_accept_reject.json")?.get(file) {
        let column = match rule {
            Rule::Nep364 => "dalek_verify",
            Rule::Zip215 => "zip215",
        };
        let digits = verdicts
            .iter()
            .map(|verdict| if *verdict { '1' } else { '0' });
        assert_eq!(recorded[column], digits.collect::<String>(), "{file}");
    }
    let accepted = verdicts.iter().filter(|verdict| **verdict).count();
    Some((accepted, total))
}

/// The published totals of the rule, where the file is there.
#[track_caller]
fn totals(rule: Rule, file: &str, [nep_364, zip_215]: [usize; 2], total: usize) {
    let expected = match rule {
        Rule::Nep364 => nep_364,
        Rule::Zip215 => zip_215,
    };
    if let Some(found) = published(rule, file) {
        assert_eq!(found, (expected, total), "{file}");
    }
}

/// "Taming the many EdDSAs".
fn speccheck(rule: Rule) {
    totals(rule, SPECCHECK, [5, 9], 12);
}

/// Zcash's points of small order, with each other.
fn small_order(rule: Rule) {
    totals(rule, SMALL_ORDER, [12, 196], 196);
}

/// C2SP's.
fn cctv(rule: Rule) {
    totals(rule, CCTV, [208, 826], 914);
}

/// Google's.
fn wycheproof(rule: Rule) {
    totals(rule, WYCHEPROOF, [88, 89], 151);
}

/// The RFC's own, and those that have accompanied Ed25519 from the start.
fn honest_ones_are_accepted(rule: Rule) {
    let Some((accepted, total)) = published(rule, "rfc8032_ed25519.json") else {
        return;
    };
    assert_eq!(accepted, total);
    let sign_input = read("dalek_TESTVECTORS_sign_input_128.txt").expect("it is beside the other");
    let cases = sign_input.lines().map(|line| {
        let field = |at| hex::decode(line.split(':').nth(at).expect("a field")).expect("hex");
        let (key, message, signature): (Vec<u8>, Vec<u8>, Vec<u8>) = (field(1), field(2), field(3));
        // The message is repeated behind the signature.
        case(&key, &message, &signature[..64]).expect("64 bytes")
    });
    let accepted = Judge::of_all(rule).all(cases);
    assert_eq!(accepted, sign_input.lines().count());
}

by_each_rule! {
    speccheck,
    small_order,
    cctv,
    wycheproof,
    honest_ones_are_accepted,
}
