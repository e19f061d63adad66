//! `near-ed25519 tendermint` on every form of a block, on generated chains: what it reads, by which
//! clock it judges, and what it tells of trust.

use crate::command::{assert_fails, json, text};
use serde_json::{Value, json};
use std::fs::{self, File};
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::SystemTime;
use tempfile::TempDir;
use test_contracts::tendermint::forms::{COMMIT, FORMS, LIGHT_BLOCK, VALIDATORS, enveloped};
use test_contracts::tendermint::generate::{Chain, Power};
use test_contracts::tendermint::{LightBlock, check, rpc};

/// A folder with files, in which the binary runs.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().expect("a temporary folder"))
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl ToString) {
        fs::write(self.path(name), content.to_string()).expect("written");
    }

    pub(crate) fn run(&self, args: &[&str]) -> Output {
        self.run_on(Stdio::null(), args)
    }

    fn run_on(&self, stdin: impl Into<Stdio>, args: &[&str]) -> Output {
        Command::new(env!("CARGO_BIN_EXE_near-ed25519"))
            .arg("tendermint")
            .args(args)
            .current_dir(self.0.path())
            .stdin(stdin)
            .output()
            .expect("it runs")
    }

    /// `1.json` is trusted, `2.json` is verified.
    fn verify(&self, trusted: &LightBlock, untrusted: &LightBlock, more: &[&str]) -> Output {
        self.write("1.json", (LIGHT_BLOCK.write)(trusted));
        self.write("2.json", (LIGHT_BLOCK.write)(untrusted));
        let files = ["--trusted-commit", "1.json", "--untrusted-commit", "2.json"];
        self.run(&[&files, more].concat())
    }
}

pub(crate) fn chain() -> Chain {
    Chain::new(4, Power::Equal, "forms")
}

#[test]
fn every_form_of_the_table_is_read_from_files_and_from_standard_input() {
    let folder = Folder::new();
    let (trusted, untrusted) = (chain().block(5, ""), chain().block(9, ""));
    folder.write("trusted.json", (LIGHT_BLOCK.write)(&trusted));
    folder.write("commit.json", (COMMIT.write)(&untrusted));
    folder.write("validators.json", (VALIDATORS.write)(&untrusted));
    let hash = check::header_hash(&untrusted.signed_header).expect("a header");
    let trusted = ["--json", "--trusted-commit", "trusted.json"];
    for form in FORMS {
        let answer = (form.write)(&untrusted);
        let marked = format!("\u{feff}{answer}");
        let has = rpc::block(answer.to_string().as_bytes()).map(|block| block.validators);
        for (content, file) in [
            (answer.to_string(), "file.json"),
            (enveloped(&answer).to_string(), "-"),
            (marked, "-"),
        ] {
            folder.write("file.json", &content);
            let files = match has {
                Ok(Some(_)) => [file, ""],
                Ok(None) => [file, "validators.json"],
                Err(_) => ["commit.json", file],
            };
            let options = ["--untrusted-commit", "--untrusted-validators"];
            let named = options.into_iter().zip(files);
            let named = named.filter(|(_, file)| !file.is_empty());
            let more: Vec<_> = named.flat_map(|(option, file)| [option, file]).collect();
            let stdin = File::open(folder.path("file.json")).expect("written");
            let output = folder.run_on(stdin, &[&trusted[..], &more].concat());
            let error = text(&output.stderr);
            assert!(output.status.success(), "{}: {error}", form.name);
            assert_eq!(json(&output)["hash"], hash.to_string());
        }
    }
}

#[test]
fn a_report_names_the_block_the_power_and_the_rules() {
    let folder = Folder::new();
    let (trusted, untrusted) = (chain().block(5, ""), chain().block(9, ""));
    let hash = |block: &LightBlock| {
        let hash = check::header_hash(&block.signed_header);
        hash.expect("a header").to_string()
    };
    let lower = hash(&trusted).to_lowercase();
    let now = "2023-11-15T00:00:00Z";
    let options = [
        "--now",
        now,
        "--trust-level",
        "2/3",
        "--trusted-hash",
        &lower,
    ];
    let report = |more: &[&str]| {
        let output = folder.verify(&trusted, &untrusted, &[&options, more].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(output.stderr.is_empty(), "{}", text(&output.stderr));
        output
    };
    let commit = untrusted.signed_header.commit.as_ref().expect("a commit");
    let power = check::power(&untrusted.validators, commit);
    assert_eq!((power.signed, power.total), (4_000_000, 4_000_000));
    let printed = json(&report(&["--json"]));
    let time = "2023-11-14T22:13:29.123456789Z";
    for (field, value) in [
        ("chain_id", json!("generated-4")),
        ("trusted_height", json!(5)),
        ("trusted_hash", json!(hash(&trusted))),
        ("trusted_time", json!("2023-11-14T22:13:25.123456789Z")),
        ("height", json!(9)),
        ("hash", json!(hash(&untrusted))),
        ("time", json!(time)),
        ("validators", json!(4)),
        ("power_signed", json!(power.signed)),
        ("power_total", json!(power.total)),
        ("trusted_power_signed", json!(power.signed)),
        ("trusted_power_total", json!(power.total)),
    ] {
        assert_eq!(printed[field], value, "{field}");
    }
    let mut rules = printed["options"].clone();
    rules["block_age_s"] = Value::Null;
    assert_eq!(
        rules,
        json!({
            "now": now,
            "now_is": "given",
            "block_age_s": null,
            "trusting_period_ns": 14 * 24 * 3600 * 1_000_000_000_u64,
            "trust_level": "2/3",
            "max_clock_drift_ns": 10_000_000_000_u64,
        })
    );
    let lines = text(&report(&[]).stdout);
    for part in [
        "generated-4",
        &hash(&trusted),
        &hash(&untrusted),
        time,
        "4000000 of 4000000, 100.00 %",
        now,
        "14days",
        "2/3",
        "10s",
    ] {
        assert!(lines.contains(part), "{part}: {lines}");
    }
}

/// Generated chains begin then.
const START: u64 = 1_700_000_000;

#[test]
fn a_recent_block_is_judged_by_the_clock_and_others_as_of_themselves() {
    let folder = Folder::new();
    let clock = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let clock = clock.expect("after 1970").as_secs() - START;
    let day = 24 * 3600;
    for (second, now_is, said) in [
        (clock - 3600, "clock", "judged by this machine's clock"),
        (clock - 20 * day, "block", "as of the block: it is 20days "),
        (clock + 20 * day, "block", "ahead of this machine's clock"),
    ] {
        let second = u32::try_from(second).expect("before 2106");
        let trusted = chain().block_at(5, second - 60, "");
        let untrusted = chain().block_at(9, second, "");
        let output = folder.verify(&trusted, &untrusted, &["--json"]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let options = &json(&output)["options"];
        assert_eq!(options["now_is"], now_is);
        let age = options["block_age_s"].as_i64().expect("seconds");
        assert!(
            age.abs_diff(clock as i64 - i64::from(second)) < 600,
            "{age}"
        );
        let lines = text(&folder.verify(&trusted, &untrusted, &[]).stdout);
        assert!(lines.contains(said), "{lines}");
    }
    // Too old by the clock, though not as of the block: a machine's clock is not asked about it.
    let second = u32::try_from(clock - 3600).expect("before 2106");
    let trusted = chain().block_at(5, second - 15 * 24 * 3600, "");
    let untrusted = chain().block_at(9, second, "");
    let expired = folder.verify(&trusted, &untrusted, &[]);
    assert_fails(&expired, 1, "invalid: is_within_trust_period: ");
}

#[test]
fn too_little_trust_exits_with_3_and_a_block_in_between_has_it() {
    let folder = Folder::new();
    let others = Chain::new(4, Power::Equal, "others");
    let (trusted, untrusted) = (chain().block(5, ""), others.block(9, ""));
    let output = folder.verify(&trusted, &untrusted, &["--json"]);
    assert_fails(&output, 3, "update_client: not_enough_trust: 0 of 4000000 ");
    let report = json(&output);
    assert_eq!(report["verdict"], "not_enough_trust");
    assert_eq!(report["power_signed"], 4_000_000);
    assert_eq!(report["trusted_power_signed"], 0);
    // The block before it, which names these validators.
    let mut between = chain().block(8, "");
    let header = between.signed_header.header.as_mut().expect("a header");
    let of_others = untrusted.signed_header.header.as_ref().expect("a header");
    header.next_validators_hash = of_others.validators_hash.clone();
    let output = folder.verify(&between, &untrusted, &["--json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(json(&output)["trusted_power_signed"], Value::Null);
}

#[test]
fn a_trusted_block_that_contradicts_itself_is_warned_of() {
    let folder = Folder::new();
    let untrusted = chain().block(9, "");
    let mut trusted = chain().block(5, "");
    trusted.signed_header.commit = chain().block(6, "").signed_header.commit;
    trusted.validators.pop();
    let page = (VALIDATORS.write)(&untrusted);
    folder.write("next.json", page.to_string().replace("\"9\"", "\"6\""));
    let output = folder.verify(
        &trusted,
        &untrusted,
        &["--trusted-next-validators", "next.json", "--json"],
    );
    let reported = json(&output);
    let reported = reported["warnings"].as_array().expect("warnings");
    assert!(output.status.success(), "{}", text(&output.stderr));
    let warnings = text(&output.stderr);
    let warnings: Vec<_> = warnings.lines().collect();
    assert_eq!(warnings.len(), 3, "{warnings:?}");
    assert_eq!(reported.len(), 3, "{reported:?}");
    for (warning, about) in warnings.iter().zip([
        "its commit is of block ",
        "its commit is of height 6, its header of 5",
        "its validators have hash ",
    ]) {
        let expected = format!("warning: 1.json: {about}");
        assert!(warning.starts_with(&expected), "{warning}");
    }
}
