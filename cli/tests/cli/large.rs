//! Hostile files are refused with memory of at most ten times their size.

use chain_files::grandpa::forms::{AUTHORITIES, Example, HEADERS, JUSTIFICATIONS};
use test_support::command::{Folder, assert_fails};

/// `LARGE` is a beginning, a repeated part, and an end.
#[test]
fn a_file_of_60_mb_is_refused_within_ten_times_its_size() {
    const SIZE: usize = 60_000_000;
    let example = Example::default();
    let [set, block, header] = [&AUTHORITIES[1], &JUSTIFICATIONS[0], &HEADERS[0]]
        .map(|form| String::from_utf8((form.example)(&example)).expect("JSON"));
    let folder = Folder::with([("set", set.as_bytes()), ("scale", &example.justification)]);
    let (before, after) = block.split_once("[[66,").expect("justifications");
    let (before, after) = (format!("{before}["), format!("[66,{after}"));
    let (logs, end) = header.split_once("\"logs\":[").expect("logs");
    let logs = format!("{logs}\"logs\":[");
    let votes = r#"{"signed_header":{"commit":{"height":1,"round":0,"signatures":["#;
    let vote = r#"{"block_id_flag":1,"validator_address":"","timestamp":null,"signature":""},"#;
    let total = [r#"{"total":""#, "\\u0041", "\"}"];
    let error = [r#"{"error":{"message":""#, "A", "\"}}"];
    let block = "tendermint --trusted-commit LARGE --untrusted-commit LARGE";
    let set = "grandpa --justification scale --authorities LARGE";
    let proof = "grandpa --authorities set --justification LARGE";
    let header = "grandpa --authorities set --justification scale --header LARGE";
    for (line, [start, part, end], reason) in [
        (block, [votes, vote, "0]}}}"], "signatures: more than 10000"),
        (block, [votes, "[],", "0]}}}"], "signatures[0]: invalid"),
        (block, ["[", "[],", "0]"], "expected a JSON object"),
        (block, [r#"{"x":["#, "{},", "0]}"], "known form"),
        (block, [r#"{"result":{"x":["#, "0,", "0]}}"], "known form"),
        (block, [r#"{"height":""#, "\\u0041", "\"}"], "known form"),
        (block, total, "total: invalid value"),
        (block, error, "with an error: "),
        (set, ["{\"authorities\":[", "0,", "0]}"], "LARGE: "),
        (set, ["[", "[\"\",1],", "\"pairs\"]"], "LARGE: "),
        (set, ["0x", "00", ""], "LARGE: "),
        (set, ["{\"round\":\"", "a", "\"}"], "LARGE: "),
        (proof, ["", "[", ""], "LARGE: "),
        (proof, ["", "{\"result\":", ""], "LARGE: "),
        (proof, ["{\"round\":\"", "a", "\"}"], "LARGE: "),
        (proof, ["{\"", "n", "\":1}"], "LARGE: "),
        (proof, ["{\"a\":1", ",\"a\":[]", "}"], "LARGE: "),
        (proof, ["[0", ",7", "]"], "LARGE: "),
        (proof, [&before, "[[66,69,69,70],[]],", &after], "LARGE: "),
        (proof, ["{\"result\":\"", "\\n", "\"}"], "LARGE: "),
        (proof, ["0x", "00", ""], "LARGE: "),
        (proof, ["", "////", ""], "LARGE: "),
        (header, [&logs, "\"\",", end], "LARGE: "),
        (header, [&logs, "\"08\",", "0"], "LARGE: "),
    ] {
        let many = part.repeat(SIZE / part.len());
        folder.write("LARGE", [start, &many, end].concat());
        let kib = 10 * SIZE / 1024;
        let script = format!("ulimit -v {kib} && exec near-ed25519 {line}");
        let output = folder.shell(&script).output().expect("it runs");
        assert_fails(&output, 2, reason);
        assert!(output.stderr.len() < 1000, "{}", output.stderr.len());
    }
}
