//! `near-ed25519 grandpa`, on justifications of Polkadot, Westend and Avail, and on every form with
//! generated ones.

use crate::command::{assert_fails, assert_phases_add_up, json, run, run_within, text};
use expect_test::expect_file;
use serde_json::{Value, json};
use std::fmt::Write as _;
use std::fs;
use std::process::Output;
use tempfile::TempDir;
use test_contracts::grandpa::forms::{AUTHORITIES, Example, HEADERS, JUSTIFICATIONS};
use test_contracts::grandpa::generate::{Authorities, Block};
use test_contracts::peers;

/// A file that has both the authorities and the justification.
fn file(name: &str) -> Option<String> {
    let path = peers::path(&format!("grandpa/{name}.json"))?;
    Some(path.to_str().expect("a path").to_owned())
}

fn verify(authorities: &str, justification: &str, more: &[&str]) -> Output {
    let named = [
        "--authorities",
        authorities,
        "--justification",
        justification,
    ];
    run(["grandpa"].iter().chain(&named).chain(more))
}

/// Files of a test, which are gone after it.
struct Files(TempDir);

impl Files {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.0.path().join(name);
        fs::write(&path, content).expect("written");
        path.to_str().expect("a path").to_owned()
    }
}

#[test]
fn polkadots_justification_verifies_in_every_build_and_its_phases_add_up() {
    let Some(file) = file("polkadot_4635975_set450") else {
        return;
    };
    for build in ["host", "host-many", "wasm", "wasm-best"] {
        let output = verify(&file, &file, &["--json", "--build", build]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let report = json(&output);
        let keys: Vec<_> = report.as_object().expect("a report").keys().collect();
        let expected = [
            "client",
            "build",
            "verdict",
            "detail",
            "authorities_form",
            "justification_form",
            "set_id",
            "round",
            "block_hash",
            "number",
            "authorities",
            "signed_weight",
            "threshold",
            "total_weight",
            "second_votes",
            "new_set",
            "burnt_gas",
            "wall_ns",
            "floor_gas",
            "signatures",
            "fits_300_tgas",
            "phases",
        ];
        assert_eq!(keys, expected);
        let block = "2a82146e771968df054c8036040dea584339df52d8cbac6970d4c22ed59f7022";
        for (key, expected) in [
            ("client", json!("grandpa")),
            ("build", json!(build)),
            ("verdict", json!("success")),
            ("set_id", json!(450)),
            ("round", json!(6971)),
            ("block_hash", json!(block)),
            ("number", json!(4_635_975)),
            ("authorities", json!(199)),
            ("signed_weight", json!(199)),
            ("threshold", json!(133)),
            ("total_weight", json!(199)),
            ("second_votes", json!([])),
            ("new_set", json!(null)),
            ("signatures", json!(133)),
            ("fits_300_tgas", json!(build != "wasm")),
        ] {
            assert_eq!(report[key], expected, "{key}");
        }
        assert_phases_add_up(&report);
    }
}

#[test]
fn a_report_for_people_names_the_set_the_block_and_who_votes_next() {
    if let Some(file) = file("westend_512_set0") {
        let output = text(&verify(&file, &file, &[]).stdout);
        for part in [
            "success",
            "0: 4 authorities, threshold 3",
            "713",
            "512",
            "5895897f12e1a670609929433ac7a69dcae90e0cc2d9c32c0dce0e2a5e5e614e",
            "3 of 4, of which 3 are needed",
            "3 checked",
        ] {
            assert!(output.contains(part), "{output}");
        }
        assert!(!output.contains("new set"), "{output}");
    }
    let (files, example) = (Files::new(), Example::default());
    let set = files.write("set", AUTHORITIES[0].example(&example));
    let block = files.write("block", JUSTIFICATIONS[0].example(&example));
    let output = text(&verify(&set, &block, &["--set-id", "0x0500000000000000"]).stdout);
    let lines = [
        "new set         6: 3 authorities",
        "SCALE list (with --set-id); a node's block with justifications",
    ];
    for line in lines {
        assert!(output.contains(line), "{output}");
    }
}

#[test]
fn every_form_verifies_to_the_same_verdict_and_a_header_shows_the_next_set() {
    let (files, example) = (Files::new(), Example::default());
    let set = files.write("set", AUTHORITIES[1].example(&example));
    let header = files.write("header", HEADERS[0].example(&example));
    let hash = hex::encode(example.block.hash);
    let check = |output: &Output, has_header: bool| {
        let report = json(output);
        assert_eq!(report["verdict"], "success", "{report}");
        assert_eq!(report["block_hash"], hash);
        assert_eq!(report["signed_weight"], 3);
        let next = json!({ "set_id": 6, "authorities": 3 });
        let expected = if has_header { next } else { Value::Null };
        assert_eq!(report["new_set"], expected);
        report
    };
    for form in &JUSTIFICATIONS {
        let file = files.write("justification", form.example(&example));
        let has_header = form.name.starts_with("a node's block") || form.name == "a finality proof";
        let report = check(&verify(&set, &file, &["--json"]), has_header);
        assert_eq!(report["justification_form"], form.name);
        check(&verify(&set, &file, &["--json", "--header", &header]), true);
    }
    let file = files.write("justification", JUSTIFICATIONS[3].example(&example));
    for form in &AUTHORITIES {
        let set = files.write("set", form.example(&example));
        let report = check(&verify(&set, &file, &["--json", "--set-id", "5"]), true);
        assert_eq!(report["authorities_form"], form.name);
    }
}

#[test]
fn a_second_vote_is_left_out_and_named_where_the_others_suffice() {
    let authorities = Authorities::equal(5, 4, "equivocation");
    let target = Block::new(70, "a");
    let child = target.child("b");
    let files = Files::new();
    let keys = authorities.set().authorities.iter();
    let keys: Vec<_> = keys.map(|(key, _)| hex::encode(key)).collect();
    let set = json!({ "set_id": 5, "authorities": keys });
    let set = files.write("set", set.to_string());
    let report = |votes: &[(usize, &Block)]| {
        let justification = authorities.justify_by(2, &target, votes, &[&child]);
        let file = files.write("justification", justification.scale);
        (verify(&set, &file, &["--json"]), verify(&set, &file, &[]))
    };
    let votes = [(0, &target), (1, &target), (2, &target), (1, &child)];
    let (machine, people) = report(&votes);
    let machine = json(&machine);
    assert_eq!(machine["verdict"], "success");
    assert_eq!(machine["signed_weight"], 3);
    assert_eq!(
        machine["second_votes"],
        json!([{ "precommit": 3, "first": 1 }])
    );
    let line = "left out        precommit 3, a second vote of precommit 1's signer";
    assert!(text(&people.stdout).contains(line));
    // Counted once.
    let (machine, _) = report(&[(0, &target), (1, &target), (1, &child)]);
    assert_fails(&machine, 1, "submit_finality: not_enough_weight: 2 of 3");
    assert_eq!(json(&machine)["signed_weight"], Value::Null);
}

#[test]
fn refusals_are_reported_and_exit_with_1() {
    let (Some(westend), Some(avail)) = (
        file("westend_512_set0"),
        file("avail_ancestry_missing_link_no_majority"),
    ) else {
        return;
    };
    for (authorities, justification, verdict) in [
        (&avail, &avail, "invalid: missing_header"),
        (&avail, &westend, "invalid: unknown_authority"),
    ] {
        let output = verify(authorities, justification, &["--json"]);
        assert_fails(&output, 1, &format!("submit_finality: {verdict}: "));
        let report = json(&output);
        assert_eq!(report["verdict"], verdict);
        assert_eq!(report["signed_weight"], Value::Null);
    }
}

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

#[test]
fn bad_usage_exits_with_2() {
    assert_fails(&run(["grandpa"]), 2, "--authorities <FILE>");
    assert_fails(
        &verify("a", "b", &["--build", "best"]),
        2,
        "no build `best`",
    );
    for (id, reason) in [
        ("five", "not a number of 64 bits"),
        ("-1", "unexpected argument"),
        ("0x05", "not 8 bytes in hex"),
    ] {
        assert_fails(&verify("a", "b", &["--set-id", id]), 2, reason);
    }
    assert_fails(&verify("a", "b", &["--mbt", "c"]), 2, "unexpected argument");
}
