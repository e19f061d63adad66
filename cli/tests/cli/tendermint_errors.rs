//! Every text with which `near-ed25519 tendermint` ends without success, in one file to be read.

mod fields;

use crate::command::{assert_fails, run_within, text};
use crate::tendermint_forms::{Folder, chain};
use expect_test::expect_file;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::fs;
use test_contracts::tendermint::forms::{COMMIT, LIGHT_BLOCK, VALIDATORS};
use test_contracts::tendermint::generate::{Chain, Power};

/// The texts, in order: `case: exit code: text`.
struct Texts {
    folder: Folder,
    lines: String,
}

impl Texts {
    fn section(&mut self, name: &str) {
        writeln!(self.lines, "# {name}").expect("a string");
    }

    fn add(&mut self, case: &str, args: &[&str]) {
        let output = self.folder.run(args);
        let error = text(&output.stderr);
        // clap's usage, after an empty line, is none of ours.
        let error = error.split("\n\n").next().unwrap_or_default();
        let error: Vec<_> = error.lines().map(str::trim).collect();
        let error = error.join(" ");
        assert!(!output.status.success(), "{case}");
        assert!(!error.contains("StringTracer"), "{case}: {error}");
        let code = output.status.code().expect("an exit code");
        let error = error.trim_start_matches("error: ");
        writeln!(self.lines, "{case}: {code}: {error}").expect("a string");
    }

    /// Of a file that is to be verified.
    fn add_file(&mut self, case: &str, content: impl ToString) {
        self.folder.write("file.json", content);
        self.add(
            case,
            &[&TRUSTED[..], &["--untrusted-commit", "file.json"]].concat(),
        );
    }

    /// Of a light block with one field changed; `null` for "taken out" is for the caller to say.
    fn add_changed(&mut self, field: &str, value: Value) {
        let mut block = (LIGHT_BLOCK.write)(&chain().block(9, ""));
        let case = format!("{field} = {value}");
        *block.pointer_mut(field).expect("a field") = value;
        self.add_file(&case, block);
    }
}

const TRUSTED: [&str; 2] = ["--trusted-commit", "trusted.json"];
const BOTH: [&str; 4] = [
    "--trusted-commit",
    "trusted.json",
    "--untrusted-commit",
    "untrusted.json",
];

#[test]
fn every_error_text_is_the_one_that_was_read() {
    let (trusted, untrusted) = (chain().block(5, ""), chain().block(9, ""));
    let folder = Folder::new();
    folder.write("trusted.json", (LIGHT_BLOCK.write)(&trusted));
    folder.write("untrusted.json", (LIGHT_BLOCK.write)(&untrusted));
    folder.write("commit.json", (COMMIT.write)(&untrusted));
    folder.write("page.json", (VALIDATORS.write)(&untrusted));
    folder.write("other-page.json", (VALIDATORS.write)(&chain().block(8, "")));
    let lines = String::new();
    let mut texts = Texts { folder, lines };
    usage(&mut texts);
    fields::files(&mut texts);
    fields::fields(&mut texts);
    pages(&mut texts);
    refusals(&mut texts);
    model_based(&mut texts);
    expect_file!["errors/tendermint.txt"].assert_eq(&texts.lines);
}

#[test]
fn large_files_are_refused_in_ten_times_their_size() {
    const SIZE: usize = 60_000_000;
    let folder = Folder::new();
    let many = |part: &str| part.repeat(SIZE / part.len());
    let vote = r#"{"block_id_flag":1,"validator_address":"","timestamp":null,"signature":""},"#;
    let signatures = |list: &str| {
        format!(
            r#"{{"signed_header":{{"commit":{{"height":1,"round":0,"signatures":[{list}0]}}}}}}"#
        )
    };
    let path = folder.path("large.json");
    let path = path.to_str().expect("a path");
    for (content, reason) in [
        (signatures(&many(vote)), "signatures: more than 10000"),
        (signatures(&many("[],")), "signatures[0]: invalid length 0"),
        (format!("[{}0]", many("[],")), "expected a JSON object"),
        (
            format!(r#"{{"x":[{}0]}}"#, many("{},")),
            "the fields of no form",
        ),
        (
            format!(r#"{{"result":{{"x":[{}0]}}}}"#, many("0,")),
            "the fields of no form",
        ),
        (
            format!(r#"{{"height":"{}"}}"#, many("\\u0041")),
            "the fields of no form",
        ),
        (
            format!(r#"{{"total":"{}"}}"#, many("\\u0041")),
            "total: invalid value",
        ),
        (
            format!(r#"{{"error":{{"message":"{}"}}}}"#, many("A")),
            "with an error: ",
        ),
    ] {
        folder.write("large.json", content);
        let args = ["--trusted-commit", path, "--untrusted-commit", path];
        let args = ["tendermint"].iter().chain(&args);
        let output = run_within(10 * SIZE as u64, args);
        assert_fails(&output, 2, reason);
        assert!(output.stderr.len() < 1000, "{}", output.stderr.len());
    }
}

fn usage(texts: &mut Texts) {
    texts.section("Bad usage");
    texts.add("no option", &[]);
    for (option, values) in [
        (
            "--trust-level",
            &["1", "1/4", "3/2", "0/0", "a/b", "1/1", "7/20"][..],
        ),
        (
            "--trusting-period",
            &["14", "d", "1 fortnight", "0s", "600years"],
        ),
        ("--max-clock-drift", &["14", "14d"]),
        ("--now", &["yesterday", "1969-12-31T23:59:59Z"]),
        ("--build", &["best"]),
        ("--mbt", &["file"]),
        ("--trusted-hash", &["9669894A", "no hex"]),
    ] {
        for value in values {
            let args = [&BOTH[..], &[option, value]].concat();
            texts.add(&format!("{option} {value}"), &args);
        }
    }
    let zero = "00".repeat(32);
    texts.add(
        "another hash",
        &[&BOTH[..], &["--trusted-hash", &zero]].concat(),
    );
    texts.add(
        "standard input twice",
        &["--trusted-commit", "-", "--untrusted-commit", "-"],
    );
}

fn pages(texts: &mut Texts) {
    texts.section("Validators");
    let mut first = (VALIDATORS.write)(&chain().block(9, ""));
    first["validators"]
        .as_array_mut()
        .expect("validators")
        .pop();
    texts.folder.write("first.json", first);
    let validators = |pages: &[&'static str]| {
        let commit = ["--untrusted-commit", "commit.json"];
        match pages {
            [] => [&TRUSTED[..], &commit].concat(),
            _ => [&TRUSTED[..], &commit, &["--untrusted-validators"], pages].concat(),
        }
    };
    texts.add("none", &validators(&[]));
    texts.add("a commit instead", &validators(&["commit.json"]));
    texts.add("a page is missing", &validators(&["first.json"]));
    texts.add("a page twice", &validators(&["page.json", "page.json"]));
    texts.add(
        "pages of two blocks",
        &validators(&["page.json", "other-page.json"]),
    );
    texts.add("of another block", &validators(&["other-page.json"]));
    texts.add(
        "a page instead of a commit",
        &[&TRUSTED[..], &["--untrusted-commit", "page.json"]].concat(),
    );
    let next = ["--trusted-next-validators", "page.json"];
    texts.add("of the wrong next block", &[&BOTH[..], &next].concat());
    let mut block = (LIGHT_BLOCK.write)(&chain().block(5, ""));
    block["next_validator_set"] = Value::Null;
    block["signed_header"]["header"]["next_validators_hash"] = json!("11".repeat(32));
    texts.folder.write("file.json", block);
    let args = [
        "--trusted-commit",
        "file.json",
        "--untrusted-commit",
        "untrusted.json",
    ];
    texts.add("of the next block, nowhere", &args);
}

fn refusals(texts: &mut Texts) {
    texts.section("Refused by the rules");
    texts.add(
        "expired",
        &[
            &BOTH[..],
            &["--trusting-period", "12s", "--now", "2023-11-14T22:13:40Z"],
        ]
        .concat(),
    );
    texts.add(
        "from the future",
        &[&BOTH[..], &["--now", "2023-11-14T22:13:10Z"]].concat(),
    );
    let args = [
        "--trusted-commit",
        "untrusted.json",
        "--untrusted-commit",
        "trusted.json",
    ];
    texts.add("below the trusted block", &args);
    let others = Chain::new(4, Power::Equal, "others");
    texts.add_file(
        "other validators",
        (LIGHT_BLOCK.write)(&others.block(9, "")),
    );
    for (field, value) in [
        ("/signed_header/header/chain_id", json!("other-4")),
        ("/signed_header/header/chain_id", json!("generated-5")),
        ("/signed_header/header/app_hash", json!("00")),
        (
            "/signed_header/header/validators_hash",
            json!("11".repeat(32)),
        ),
        ("/signed_header/commit/round", json!(1)),
        ("/signed_header/commit/signatures", json!([])),
        ("/validator_set/validators/1/voting_power", json!("2")),
    ] {
        texts.add_changed(field, value);
    }
    let absent = json!({
        "block_id_flag": 1, "validator_address": "", "timestamp": null, "signature": "",
    });
    let mut block = (LIGHT_BLOCK.write)(&chain().block(9, ""));
    for at in [0, 1] {
        block["signed_header"]["commit"]["signatures"][at] = absent.clone();
    }
    texts.add_file("half of the power", block);
    let mut block = (LIGHT_BLOCK.write)(&chain().block(9, ""));
    let votes = &mut block["signed_header"]["commit"]["signatures"];
    votes[1]["signature"] = votes[0]["signature"].clone();
    texts.add_file("another's signature", block);
    let mut block = (LIGHT_BLOCK.write)(&chain().block(5, ""));
    let next = block["next_validator_set"]["validators"].as_array_mut();
    next.expect("validators").pop();
    texts
        .folder
        .write("others.json", (LIGHT_BLOCK.write)(&others.block(9, "")));
    texts.folder.write("file.json", block);
    let args = [
        "--trusted-commit",
        "file.json",
        "--untrusted-commit",
        "others.json",
    ];
    texts.add("next validators without their hash", &args);
}

fn model_based(texts: &mut Texts) {
    texts.section("--mbt");
    texts.add("absent", &["--mbt", "absent.json"]);
    texts.add("standard input twice", &["--mbt", "-", "-"]);
    let chain = chain();
    let block = (LIGHT_BLOCK.write)(&chain.block(9, ""));
    let initial = (LIGHT_BLOCK.write)(&chain.block(5, ""));
    let case = json!({
        "description": "made up",
        "initial": {
            "signed_header": initial["signed_header"],
            "next_validator_set": initial["validator_set"],
            "trusting_period": "1400000000000",
        },
        "input": [{ "block": block, "now": "2023-11-14T22:13:40Z", "verdict": "INVALID" }],
    });
    let mut bad_verdict = case.clone();
    bad_verdict["input"][0]["verdict"] = json!("MAYBE");
    let mut bad_key = case.clone();
    bad_key["input"][0]["block"]["validator_set"]["validators"][1]["pub_key"]["type"] =
        json!("tendermint/PubKeySecp256k1");
    let mut bad_chain = case.clone();
    bad_chain["initial"]["signed_header"]["header"]["chain_id"] = json!("c".repeat(60));
    let mut no_time = case.clone();
    no_time["input"][0]
        .as_object_mut()
        .expect("a step")
        .remove("now");
    for (name, content) in [
        ("empty", String::new()),
        ("no field", "{}".to_owned()),
        ("a light block", block.to_string()),
        (
            "a bisection test",
            r#"{"description":"Happy path","trust_options":{},"primary":{"lite_blocks":[]}}"#
                .to_owned(),
        ),
        ("another verdict word", bad_verdict.to_string()),
        ("a key of another kind", bad_key.to_string()),
        ("no time", no_time.to_string()),
        ("a chain that cannot be", bad_chain.to_string()),
        ("another verdict than expected", case.to_string()),
    ] {
        fs::write(texts.folder.path("case.json"), content).expect("written");
        texts.add(name, &["--mbt", "case.json"]);
    }
}
