//! `vrf`: makes and verifies published proofs, and never prints a secret key.

use near_ecvrf::Suite;
use requirements::peers::vrf::{Vector, vectors};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use test_support::command::{Folder, assert_has, text};

/// The options of a vector's suite and input.
fn about(vector: &Vector) -> String {
    let suite = Suite::from_code(vector.suite).expect("a suite");
    format!(
        "--suite {suite} --alpha-hex '{}'",
        hex::encode(&vector.alpha)
    )
}

/// One of each suite: near-ecvrf's `vectors` and `randomness_beacon` have them all.
#[test]
fn published_proofs_are_made_and_verified() {
    let Some(vectors) = vectors() else {
        return;
    };
    let of_suites: BTreeMap<_, _> = vectors.iter().map(|it| (it.suite, it)).collect();
    assert_eq!(of_suites.len(), Suite::ALL.len());
    for (place, vector) in of_suites.into_values().enumerate() {
        let seed = hex::encode(vector.secret_key);
        let folder = Folder::with([("seed", format!(" {seed}\n"))]);
        let about = about(vector);
        let made = folder.report(&format!("vrf prove {about} --secret-key-file seed"));
        let (proof, output) = (hex::encode(&vector.proof), hex::encode(&vector.output));
        assert_has(&made, &json!({ "proof": proof, "output": output }));
        let key = hex::encode(vector.public_key);
        let verify = format!("vrf verify {about} --public-key {key} --proof {proof}");
        let verified = folder.report(&verify);
        let expected = json!({
            "accepted": true, "refusal": null, "output": output, "holds_for": [],
            "public_key": made["public_key"],
        });
        assert_has(&verified, &expected);
        let gas = ["host-many", "wasm-best", "wasm"].map(|build| verified["gas"][build].as_u64());
        assert!(gas[0].is_some() && gas.is_sorted(), "{verified}");
        // Each process runs the beacon in three builds: the text of one report is enough.
        if place == 0 {
            let printed = folder.prints(&verify);
            let accepted = printed.starts_with("verdict         accepted\n");
            assert!(accepted && printed.contains(&output), "{printed}");
        }
    }
}

#[test]
fn a_proof_of_another_input_is_refused_and_the_suite_that_it_is_of_is_named() {
    let folder = Folder::with([("seed", "07".repeat(32))]);
    for suite in Suite::ALL {
        let prove = format!("vrf prove --suite {suite} --alpha 'round 1'");
        let made = folder.report(&format!("{prove} --secret-key-file seed"));
        let from_stdin = folder.report(&format!("{prove} --secret-key-file - < seed"));
        assert_eq!(made, from_stdin);
        let field = |name: &str| made[name].as_str().expect("text").to_owned();
        let (key, proof) = (field("public_key"), field("proof"));
        let verify = |suite: Suite, alpha: &str| {
            let about = format!("--suite {suite} --alpha '{alpha}'");
            format!("vrf verify {about} --public-key {key} --proof {proof}")
        };
        let accepted = folder.report(&verify(suite, "round 1"));
        assert_eq!(accepted["output"], made["output"]);
        let refused = folder.refuses(&verify(suite, "round 2"), 1, "refused: ");
        let expected = json!({ "accepted": false, "output": null, "holds_for": [] });
        assert_has(&refused, &expected);
        for other in Suite::ALL.into_iter().filter(|other| *other != suite) {
            let line = verify(other, "round 1");
            let refused = folder.refuses(&line, 1, "refused: ");
            assert_eq!(refused["holds_for"], json!([suite.to_string()]));
            if suite == Suite::ALL[0] {
                let printed = text(&folder.run(&line).stdout);
                let named = format!("it holds for    {suite}\n");
                assert!(printed.contains(&named), "{printed}");
            }
        }
    }
}

/// A secret key in files, and in places for other arguments.
const SECRET: &str = "
vrf prove --suite ell2 --alpha a --secret-key-file seed
vrf prove --suite ell2 --alpha a --secret-key-file longer
vrf prove --suite ell2 --alpha a --secret-key-file other
vrf prove --suite ell2 --alpha a --secret-key-file - < seed
vrf prove --suite ell2 --alpha a --secret-key-file - < other
vrf prove --suite ell2 --alpha a --secret-key-file KEY
vrf prove --suite ell2 --alpha a KEY
vrf prove --suite ell2 --alpha a --secret-key KEY
vrf prove --suite ell2 --alpha a --secret-key=KEY
vrf prove --suite ell2 --alpha a --secret-key-file seed --alpha-hex KEY
vrf prove --suite KEY
vrf prove --suite ell2 --secret-key-file seed --alpha-hex KEY0
vrf KEY
vrf verify --suite ell2 --alpha a --proof 00 --public-key KEY00
call c.wasm noop --signer-public-key KEY
";

/// Whatever the file contains, and however the command ends.
#[test]
fn a_secret_key_is_printed_nowhere() {
    let seed = "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb";
    let [near, twice] = [format!("ed25519:{seed}"), seed.repeat(2)];
    let longer = format!("{seed}00");
    let folder = Folder::with([("seed", seed), ("longer", &longer), ("other", &near)]);
    let lines = SECRET.trim().lines();
    let with = |line: &str| [seed, &near, &twice].map(|key| line.replace("KEY", key));
    let lines: BTreeSet<_> = lines.flat_map(with).collect();
    for line in lines {
        for option in ["", "--json"] {
            let output = folder.run(&format!("{line} {option}"));
            for printed in [text(&output.stdout), text(&output.stderr)] {
                let mut parts = seed.as_bytes().chunks(8).map(text);
                let is_shown = parts.any(|part| printed.contains(&part));
                assert!(!is_shown, "{line}: {printed}");
            }
        }
    }
}
