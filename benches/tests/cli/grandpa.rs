//! `near-ed25519 grandpa`, on justifications of Polkadot, Westend and Avail.

use crate::command::{assert_fails, assert_phases_add_up, json, run, text};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::process::Output;
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
            "set_id",
            "round",
            "number",
            "authorities",
            "threshold",
            "burnt_gas",
            "wall_ns",
            "floor_gas",
            "signatures",
            "fits_300_tgas",
            "phases",
        ];
        assert_eq!(keys, expected);
        assert_eq!(report["client"], "grandpa");
        assert_eq!(report["build"], build);
        assert_eq!(report["verdict"], "success");
        assert_eq!(report["set_id"], 450);
        assert_eq!(report["round"], 6971);
        assert_eq!(report["number"], 4_635_975);
        assert_eq!(report["authorities"], 199);
        assert_eq!(report["threshold"], 133);
        assert_eq!(report["signatures"], 133);
        assert_eq!(report["fits_300_tgas"], build != "wasm");
        assert_phases_add_up(&report);
    }
}

#[test]
fn a_report_for_people_names_the_set_and_the_block() {
    let Some(file) = file("westend_512_set0") else {
        return;
    };
    let output = text(&verify(&file, &file, &[]).stdout);
    for part in [
        "success",
        "0: 4 authorities, threshold 3",
        "713",
        "512",
        "3 checked",
    ] {
        assert!(output.contains(part), "{output}");
    }
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
        assert_eq!(json(&output)["verdict"], verdict);
    }
}

#[test]
fn bad_files_are_told_apart() {
    let Some(good) = file("westend_512_set0") else {
        return;
    };
    let folder = tempfile::tempdir().expect("a temporary folder");
    let write = |name: &str, content: &[u8]| -> PathBuf {
        let path = folder.path().join(name);
        fs::write(&path, content).expect("written");
        path
    };
    let node_error = br#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601}}"#;
    let no_authorities = br#"{"set_id":7,"authorities":[]}"#;
    let cases = [
        (
            "--authorities",
            folder.path().join("absent"),
            "cannot read ",
        ),
        (
            "--authorities",
            write("a.json", b"not json"),
            "a.json: not JSON",
        ),
        (
            "--authorities",
            write("b.json", b"\xff"),
            "b.json: not JSON",
        ),
        (
            "--authorities",
            write("c.json", b"{}"),
            "c.json: there is no set_id",
        ),
        (
            "--authorities",
            write("d.json", node_error),
            "with an error",
        ),
        (
            "--authorities",
            write("e.json", no_authorities),
            "init: invalid: ",
        ),
        (
            "--justification",
            folder.path().join("absent"),
            "cannot read ",
        ),
        (
            "--justification",
            write("f.json", b""),
            "f.json: neither JSON, nor hex",
        ),
        (
            "--justification",
            write("g.json", node_error),
            "with an error",
        ),
        (
            "--justification",
            write("h.hex", b"0x00"),
            "submit_finality: invalid: ",
        ),
        ("--header", folder.path().join("absent"), "cannot read "),
        (
            "--header",
            write("i.hex", b""),
            "i.hex: the header is empty",
        ),
        (
            "--header",
            write("j.hex", b"0xzz"),
            "j.hex: a header is SCALE bytes",
        ),
        (
            "--header",
            write("k.hex", b"0x00"),
            "submit_finality: invalid: ",
        ),
    ];
    for (option, path, reason) in &cases {
        let path = path.to_str().expect("a path");
        let output = match *option {
            "--authorities" => verify(path, &good, &[]),
            "--justification" => verify(&good, path, &[]),
            header => verify(&good, &good, &[header, path]),
        };
        let is_refusal = reason.contains(": invalid: ");
        assert_fails(&output, if is_refusal { 1 } else { 2 }, reason);
    }
    let cut = json(&verify(
        &good,
        cases[9].1.to_str().expect("a path"),
        &["--json"],
    ));
    assert_eq!(
        (&cut["round"], &cut["number"]),
        (&Value::Null, &Value::Null)
    );
}

#[test]
fn bad_usage_exits_with_2() {
    assert_fails(&run(["grandpa"]), 2, "--authorities <FILE>");
    assert_fails(
        &verify("a", "b", &["--build", "best"]),
        2,
        "no build `best`",
    );
    assert_fails(&verify("a", "b", &["--mbt", "c"]), 2, "unexpected argument");
}
