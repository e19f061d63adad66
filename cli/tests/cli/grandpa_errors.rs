//! What `near-ed25519 grandpa` says of files that are not what they should be, and what hostile ones take.

use crate::command::{json, run_within, text};
use crate::grandpa::{Files, verify};
use expect_test::expect_file;
use std::fmt::Write as _;
use std::process::Output;
use test_contracts::grandpa::forms::{AUTHORITIES, Example, HEADERS, JUSTIFICATIONS};

/// Each text of input that is not read, in one line: a stranger to the code should see what to do.
#[test]
fn every_error_names_the_file_and_the_field_once() {
    let (files, example) = (Files::new(), Example::default());
    let set = String::from_utf8(AUTHORITIES[1].example(&example)).expect("JSON");
    let [block, decoded] =
        [0, 4].map(|at| String::from_utf8(JUSTIFICATIONS[at].example(&example)).expect("JSON"));
    let header = String::from_utf8(HEADERS[0].example(&example)).expect("JSON");
    let key = hex::encode(example.authorities.authorities[0].0);
    let node_error =
        r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}"#;
    let list = hex::encode(AUTHORITIES[0].example(&example));
    let proof = String::from_utf8(JUSTIFICATIONS[3].example(&example)).expect("JSON");
    let hash = hex::encode(example.block.hash);
    let of_block = |old: &str, new: &str| block.replacen(old, new, 1);
    let (start, _) = block.split_once("\"justifications\":[").expect("a list");
    let no_list = format!("{start}\"justifications\":null}}}}");
    let cases = [
        ("--authorities", "nothing", String::new()),
        ("--authorities", "words", "not json".into()),
        ("--authorities", "an object of something else", "{}".into()),
        ("--authorities", "cut short", set[..60].into()),
        ("--authorities", "a node's error", node_error.into()),
        (
            "--authorities",
            "null",
            r#"{"jsonrpc":"2.0","result":null,"id":1}"#.into(),
        ),
        (
            "--authorities",
            "no set_id",
            set.replacen("set_id", "id", 1),
        ),
        (
            "--authorities",
            "set_id is no number",
            set.replacen(":5", ":\"five\"", 1),
        ),
        (
            "--authorities",
            "a key is too short",
            set.replacen(&key, &key[2..], 1),
        ),
        (
            "--authorities",
            "an authority without a weight",
            format!(r#"{{"set_id":5,"authorities":[["{key}"]]}}"#),
        ),
        (
            "--authorities",
            "a weight too large",
            format!(r#"{{"set_id":5,"authorities":[["{key}","99999999999999999999"]]}}"#),
        ),
        ("--authorities", "hex of something else", list[..40].into()),
        (
            "--authorities",
            "an object for a list",
            r#"{"set_id":5,"authorities":{}}"#.into(),
        ),
        (
            "--authorities",
            "an authority twice",
            format!(r#"{{"set_id":5,"authorities":["{key}","{key}"]}}"#),
        ),
        (
            "--authorities",
            "no authorities",
            r#"{"set_id":5,"authorities":[]}"#.into(),
        ),
        ("--justification", "nothing", String::new()),
        ("--justification", "words", "not json".into()),
        (
            "--justification",
            "an object of something else",
            "{}".into(),
        ),
        (
            "--justification",
            "a list of something else",
            "[[1]]".into(),
        ),
        ("--justification", "a node's error", node_error.into()),
        (
            "--justification",
            "null",
            r#"{"jsonrpc":"2.0","result":null,"id":1}"#.into(),
        ),
        ("--justification", "hex of something else", "0x00".into()),
        ("--justification", "hex with a wrong digit", "0x0g".into()),
        (
            "--justification",
            "JSON text that is not hex",
            r#"{"result":"0x0g"}"#.into(),
        ),
        ("--justification", "cut short", block[..300].into()),
        (
            "--justification",
            "a block without one",
            of_block("70,82,78,75", "66,69,69,70"),
        ),
        ("--justification", "a block with null", no_list),
        (
            "--justification",
            "an engine of three bytes",
            of_block("70,82,78,75", "70,82,78"),
        ),
        (
            "--justification",
            "a byte too large",
            of_block("70,82,78,75],[2", "70,82,78,75],[256"),
        ),
        (
            "--justification",
            "a header of another block",
            of_block("0x45", "0x46").replacen("0x46", "0x47", 1),
        ),
        (
            "--justification",
            "a block without a state root",
            of_block("stateRoot", "state"),
        ),
        (
            "--justification",
            "a finality proof of another block",
            proof.replacen(&hash, &[&hash[..62], "00"].concat(), 1),
        ),
        (
            "--justification",
            "decoded without round",
            decoded.replacen("round", "Round", 1),
        ),
        (
            "--justification",
            "a vote without its signer",
            decoded.replacen("\"id\"", "\"Id\"", 1),
        ),
        (
            "--justification",
            "a signature too short",
            decoded
                .replacen("\"signature\":\"0x", "\"signature\":\"", 1)
                .replacen("\"signature\":\"00", "\"signature\":\"", 1)
                .replacen("\"signature\":\"", "\"signature\":\"00", 1),
        ),
        (
            "--justification",
            "a number below zero",
            decoded.replacen("\"round\":2", "\"round\":-2", 1),
        ),
        ("--header", "nothing", String::new()),
        ("--header", "words", "not json".into()),
        ("--header", "hex of something else", "0x00".into()),
        ("--header", "a node's error", node_error.into()),
        ("--header", "null", r#"{"result":null}"#.into()),
        (
            "--header",
            "a header without its parent",
            header.replacen("parentHash", "parent", 1),
        ),
        (
            "--header",
            "a log that is not hex",
            header.replacen("logs\":[\"0x", "logs\":[\"0xg", 1),
        ),
        (
            "--header",
            "an extension of another version",
            header.replacen("\"digest\"", "\"extension\":{\"V4\":{}},\"digest\"", 1),
        ),
    ];
    let good = files.write("good.json", &set);
    let justification = files.write("good.scale", &example.justification);
    let mut texts = String::new();
    let mut note = |case: &str, output: &Output| {
        let error = text(&output.stderr).replace(files.0.path().to_str().expect("a path"), "");
        let code = if error.contains(": init: invalid: ") {
            1
        } else {
            2
        };
        assert_eq!(output.status.code(), Some(code), "{case}: {error}");
        assert_eq!(error.lines().count(), 1, "{case}: {error}");
        let error = error.trim_start_matches("error: ").trim_end().to_owned();
        assert_eq!(json(output)["exit_code"], code);
        writeln!(texts, "{case}: {error}").expect("a string grows");
        error
    };
    let given = |option: &str, path: &str, more: &[&str]| {
        let more: Vec<_> = more.iter().copied().chain(["--json"]).collect();
        match option {
            "--authorities" => verify(path, &justification, &more),
            "--justification" => verify(&good, path, &more),
            header => verify(
                &good,
                &justification,
                &[&more[..], &[header, path]].concat(),
            ),
        }
    };
    for (option, case, content) in &cases {
        let path = files.write("file", content);
        let output = given(option, &path, &[]);
        let error = note(&format!("{option}, {case}"), &output);
        assert_eq!(error.matches("/file").count(), 1, "{error}");
    }
    for option in ["--authorities", "--justification", "--header"] {
        let absent = files.0.path().join("absent");
        note(
            &format!("{option}, absent"),
            &given(option, absent.to_str().expect("a path"), &[]),
        );
    }
    note(
        "another --set-id",
        &given("--authorities", &good, &["--set-id", "6"]),
    );
    note("- twice", &verify("-", "-", &["--json"]));
    note("/dev/zero", &given("--justification", "/dev/zero", &[]));
    expect_file!["errors/grandpa.txt"].assert_eq(&texts);
}

/// Hostile files: what they take is a few times their size, and an answer.
#[test]
fn a_file_of_60_mb_is_refused_within_ten_times_its_size() {
    const SIZE: usize = 60_000_000;
    const ADDRESSES: u64 = 10 * SIZE as u64;
    let (files, example) = (Files::new(), Example::default());
    let good = files.write("set", AUTHORITIES[1].example(&example));
    let scale = files.write("justification", &example.justification);
    let block = String::from_utf8(JUSTIFICATIONS[0].example(&example)).expect("JSON");
    let (before, after) = block.split_once("[[66,").expect("a list of justifications");
    let header = String::from_utf8(HEADERS[0].example(&example)).expect("JSON");
    let logs = header.find("logs\":[").expect("logs") + "logs\":[".len();
    let filled =
        |start: &str, unit: &str, end: &str| [start, &unit.repeat(SIZE / unit.len()), end].concat();
    let files_of = |kind: &str| match kind {
        "nested lists" => filled("", "[", ""),
        "nested objects" => filled("", "{\"result\":", ""),
        "one long text" => filled("{\"round\":\"", "a", "\"}"),
        "a name that is long" => filled("{\"", "n", "\":1}"),
        "small members" => filled("{\"a\":1", ",\"a\":[]", "}"),
        "a list of bytes" => filled("[0", ",7", "]"),
        "engines" => filled(
            &format!("{before}["),
            "[[66,69,69,70],[]],",
            &format!("[66,{after}"),
        ),
        "escapes" => filled("{\"result\":\"", "\\n", "\"}"),
        "hex" => filled("0x", "00", ""),
        "base64" => filled("", "////", ""),
        "logs" => filled(&header[..logs], "\"\",", &header[logs..]),
        "logs of a byte" => filled(&header[..logs], "\"08\",", "0"),
        "authorities" => filled("{\"authorities\":[", "0,", "0]}"),
        pairs => filled("[", "[\"\",1],", &format!("\"{pairs}\"]")),
    };
    for kind in [
        "nested lists",
        "nested objects",
        "one long text",
        "a name that is long",
        "small members",
        "a list of bytes",
        "engines",
        "escapes",
        "hex",
        "base64",
    ] {
        refused(
            &files,
            kind,
            &files_of(kind),
            &["--authorities", &good, "--justification"],
        );
    }
    for kind in ["logs", "logs of a byte"] {
        refused(
            &files,
            kind,
            &files_of(kind),
            &[
                "--authorities",
                &good,
                "--justification",
                &scale,
                "--header",
            ],
        );
    }
    for kind in ["authorities", "pairs", "hex", "one long text"] {
        refused(
            &files,
            kind,
            &files_of(kind),
            &["--justification", &good, "--authorities"],
        );
    }

    fn refused(files: &Files, kind: &str, content: &str, options: &[&str]) {
        let path = files.write("hostile", content);
        let args = ["grandpa"]
            .iter()
            .chain(options)
            .copied()
            .chain([path.as_str()]);
        let output = run_within(ADDRESSES, args);
        let error = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{kind}: {error}");
        assert!(error.contains("/hostile: "), "{kind}: {error}");
        assert!(
            error.lines().count() == 1 && error.len() < 2000,
            "{kind}: {error}"
        );
    }
}
