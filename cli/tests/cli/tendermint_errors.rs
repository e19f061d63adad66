//! Every text with which `near-ed25519 tendermint` ends without success, to be read in one sitting:
//! `errors/tendermint.txt`.

use crate::command::{Folder, rows};
use crate::tendermint_forms::chain;
use expect_test::expect_file;
use serde_json::{Value, json};
use std::fmt::Write as _;
use test_contracts::tendermint::forms::{COMMIT, LIGHT_BLOCK, SIGNED_BLOCK, VALIDATORS, enveloped};
use test_contracts::tendermint::generate::{Chain, Power};

/// The texts as they were read. Cases that are an option with its value, or a field with its, are
/// listed here alone: a new one is a line with its name and `: `.
const READ: &str = include_str!("errors/tendermint.txt");

/// Files that are no block.
const FILES: &str = r#"
two values: {} {}
a list: []
a number: 7
null: null
no field: {}
another object: {"block_metas":[]}
result is null: {"jsonrpc":"2.0","id":-1,"result":null}
result is text: {"jsonrpc":"2.0","id":-1,"result":"9"}
the node's error: {"jsonrpc":"2.0","id":-1,"error":{"code":-32603,"message":"Internal error","data":"height 9 is not available"}}
the node's error, without words: {"error":{"code":-32603}}
another error: {"error":"no"}
/block: {"block_id":{},"block":{"header":{}}}
no header, no commit: {"signed_header":{"header":null,"commit":null}}
"#;

/// Files that do not belong together, behind a block that is trusted.
const PAGES: &str = "
none: commit.json
a commit instead: commit.json --untrusted-validators commit.json
a page is missing: commit.json --untrusted-validators first.json
a page twice: commit.json --untrusted-validators page.json page.json
pages of two blocks: commit.json --untrusted-validators page.json other-page.json
of another block: commit.json --untrusted-validators other-page.json
a page instead of a commit: page.json
of the wrong next block: untrusted.json --trusted-next-validators page.json
";

/// The cases of a section that begin so.
fn read(section: &str, start: char) -> impl Iterator<Item = &'static str> {
    let is_section = move |line: &&str| line.strip_prefix("# ") == Some(section);
    let lines = READ.lines().skip_while(move |line| !is_section(line));
    let lines = lines.skip(1).take_while(|line| !line.starts_with("# "));
    let cases = lines.map(|line| line.split_once(": ").expect("a case and a text").0);
    cases.filter(move |case| case.starts_with(start))
}

/// The texts, in order: `case: exit code: text`.
struct Texts {
    folder: Folder,
    lines: String,
}

impl Texts {
    fn section(&mut self, name: &str) {
        writeln!(self.lines, "# {name}").expect("a string");
    }

    fn add(&mut self, case: &str, line: &str) {
        let (code, error) = self.folder.refusal(&format!("tendermint {line}"));
        assert!(!error.contains("StringTracer"), "{case}: {error}");
        writeln!(self.lines, "{case}: {code}: {error}").expect("a string");
    }

    /// Of files and options behind a block that is trusted.
    fn add_trusted(&mut self, case: &str, line: &str) {
        let trusted = "--trusted-commit trusted.json --untrusted-commit";
        self.add(case, &format!("{trusted} {line}"));
    }

    fn add_file(&mut self, case: &str, content: impl ToString) {
        self.folder.write("file.json", content.to_string());
        self.add_trusted(case, "file.json");
    }

    fn add_fields(&mut self, section: &str) {
        for case in read(section, '/') {
            let (field, value) = case.split_once(" = ").expect("a field and a value");
            let value: Value = serde_json::from_str(value).expect("JSON");
            self.add_file(case, with(light(9), field, value));
        }
    }

    fn add_case(&mut self, case: &str, content: impl ToString) {
        self.folder.write("case.json", content.to_string());
        self.add(case, "--mbt case.json");
    }
}

/// A generated block.
fn light(height: u32) -> Value {
    (LIGHT_BLOCK.write)(&chain().block(height, ""))
}

/// The value with another one at a pointer.
fn with(mut value: Value, pointer: &str, new: impl Into<Value>) -> Value {
    *value.pointer_mut(pointer).expect(pointer) = new.into();
    value
}

/// The list without its last item.
fn shorter(mut value: Value, pointer: &str) -> Value {
    let list = value.pointer_mut(pointer).and_then(Value::as_array_mut);
    list.and_then(Vec::pop).expect(pointer);
    value
}

#[test]
fn every_error_text_is_the_one_that_was_read() {
    let folder = Folder::new();
    let untrusted = chain().block(9, "");
    let page = (VALIDATORS.write)(&untrusted);
    for (name, content) in [
        ("trusted.json", light(5)),
        ("untrusted.json", light(9)),
        ("commit.json", (COMMIT.write)(&untrusted)),
        ("first.json", shorter(page.clone(), "/validators")),
        ("page.json", page),
        ("other-page.json", (VALIDATORS.write)(&chain().block(8, ""))),
    ] {
        folder.write(name, content.to_string());
    }
    let lines = String::new();
    let mut texts = Texts { folder, lines };
    usage(&mut texts);
    files(&mut texts);
    fields(&mut texts);
    pages(&mut texts);
    refusals(&mut texts);
    model_based(&mut texts);
    expect_file!["errors/tendermint.txt"].assert_eq(&texts.lines);
}

fn usage(texts: &mut Texts) {
    texts.section("Bad usage");
    texts.add("no option", "");
    for case in read("Bad usage", '-') {
        let (option, value) = case.split_once(' ').expect("an option and a value");
        texts.add_trusted(case, &format!("untrusted.json {option} '{value}'"));
    }
    let zero = "00".repeat(32);
    let other = format!("untrusted.json --trusted-hash {zero}");
    texts.add_trusted("another hash", &other);
    let twice = "--trusted-commit - --untrusted-commit -";
    texts.add("standard input twice", twice);
}

fn files(texts: &mut Texts) {
    texts.section("Files");
    let trusted = |file: &str| format!("--trusted-commit {file} --untrusted-commit file.json");
    texts.add("absent", &trusted("absent.json"));
    texts.add("a folder", &trusted("."));
    texts.add("endless", &trusted("/dev/zero"));
    let block = light(9).to_string();
    texts.add_file("empty", "");
    texts.add_file("not JSON", "not json");
    texts.add_file("bytes", "\u{1f}\u{8b}");
    texts.add_file("cut off", &block[..300]);
    for (case, content) in rows(FILES) {
        texts.add_file(case, content);
    }
    let signed = (SIGNED_BLOCK.write)(&chain().block(9, ""));
    let no_commit = with(signed, "/commit", Value::Null);
    texts.add_file("no commit", &no_commit);
    texts.add_file("no commit, in an envelope", enveloped(&no_commit));
    let doubled = block.replacen('{', r#"{"signed_header":null,"#, 1);
    texts.add_file("a field twice", doubled);
}

const VOTES: &str = "/signed_header/commit/signatures";

fn fields(texts: &mut Texts) {
    texts.section("Fields");
    texts.add_fields("Fields");
    let vote = light(9).pointer(VOTES).expect("votes")[0].clone();
    let many = with(light(9), VOTES, vec![vote; 10_001]);
    texts.add_file("more votes than CometBFT has", many);
}

fn pages(texts: &mut Texts) {
    texts.section("Validators");
    for (case, files) in rows(PAGES) {
        texts.add_trusted(case, files);
    }
    let block = with(light(5), "/next_validator_set", Value::Null);
    let hash = "/signed_header/header/next_validators_hash";
    let block = with(block, hash, "11".repeat(32));
    texts.folder.write("file.json", block.to_string());
    let line = "--trusted-commit file.json --untrusted-commit untrusted.json";
    texts.add("of the next block, nowhere", line);
}

fn refusals(texts: &mut Texts) {
    texts.section("Refused by the rules");
    let expired = "untrusted.json --trusting-period 12s --now 2023-11-14T22:13:40Z";
    texts.add_trusted("expired", expired);
    let early = "untrusted.json --now 2023-11-14T22:13:10Z";
    texts.add_trusted("from the future", early);
    let swapped = "--trusted-commit untrusted.json --untrusted-commit trusted.json";
    texts.add("below the trusted block", swapped);
    let others = Chain::new(4, Power::Equal, "others").block(9, "");
    let others = (LIGHT_BLOCK.write)(&others);
    texts.add_file("other validators", &others);
    texts.add_fields("Refused by the rules");
    let absent = json!({
        "block_id_flag": 1, "validator_address": "", "timestamp": null, "signature": "",
    });
    let half = with(light(9), &format!("{VOTES}/0"), absent.clone());
    let half = with(half, &format!("{VOTES}/1"), absent);
    texts.add_file("half of the power", half);
    let signature = light(9).pointer(VOTES).expect("votes")[0]["signature"].clone();
    let others_vote = with(light(9), &format!("{VOTES}/1/signature"), signature);
    texts.add_file("another's signature", others_vote);
    let next = shorter(light(5), "/next_validator_set/validators");
    texts.folder.write("file.json", next.to_string());
    texts.folder.write("others.json", others.to_string());
    let line = "--trusted-commit file.json --untrusted-commit others.json";
    texts.add("next validators without their hash", line);
}

fn model_based(texts: &mut Texts) {
    texts.section("--mbt");
    texts.add("absent", "--mbt absent.json");
    texts.add("standard input twice", "--mbt - -");
    texts.add_case("empty", "");
    texts.add_case("no field", "{}");
    let (block, initial) = (light(9), light(5));
    texts.add_case("a light block", &block);
    let bisection = json!({ "trust_options": {}, "primary": { "lite_blocks": [] } });
    texts.add_case("a bisection test", bisection);
    let case = json!({
        "description": "made up",
        "initial": {
            "signed_header": initial["signed_header"],
            "next_validator_set": initial["validator_set"],
            "trusting_period": "1400000000000",
        },
        "input": [{ "block": block, "now": "2023-11-14T22:13:40Z", "verdict": "INVALID" }],
    });
    let changed = |field: &str, value: &str| with(case.clone(), field, value);
    let maybe = changed("/input/0/verdict", "MAYBE");
    texts.add_case("another verdict word", maybe);
    let key = "/input/0/block/validator_set/validators/1/pub_key/type";
    let secp = changed(key, "tendermint/PubKeySecp256k1");
    texts.add_case("a key of another kind", secp);
    let mut no_time = case.clone();
    let step = no_time["input"][0].as_object_mut();
    step.expect("a step").remove("now");
    texts.add_case("no time", no_time);
    let chain_id = "/initial/signed_header/header/chain_id";
    let long = changed(chain_id, &"c".repeat(60));
    texts.add_case("a chain that cannot be", long);
    texts.add_case("another verdict than expected", case);
}

#[test]
fn large_files_are_refused_in_ten_times_their_size() {
    let folder = Folder::new();
    let signatures = r#"{"signed_header":{"commit":{"height":1,"round":0,"signatures":["#;
    let vote = r#"{"block_id_flag":1,"validator_address":"","timestamp":null,"signature":""},"#;
    for (parts, reason) in [
        ([signatures, vote, "0]}}}"], "signatures: more than 10000"),
        ([signatures, "[],", "0]}}}"], "signatures[0]: invalid"),
        (["[", "[],", "0]"], "expected a JSON object"),
        ([r#"{"x":["#, "{},", "0]}"], "of no form"),
        ([r#"{"result":{"x":["#, "0,", "0]}}"], "of no form"),
        ([r#"{"height":""#, "\\u0041", "\"}"], "of no form"),
        ([r#"{"total":""#, "\\u0041", "\"}"], "total: invalid value"),
        ([r#"{"error":{"message":""#, "A", "\"}}"], "with an error: "),
    ] {
        let line = "tendermint --trusted-commit large --untrusted-commit large";
        folder.refuses_large(line, parts, reason);
    }
}
