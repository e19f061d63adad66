//! `near-ed25519 tendermint` on every form of a block, on generated chains: what it reads, by which
//! clock it judges, and what it tells of trust.

use crate::command::{Folder, assert_fails, assert_has, json, text};
use serde_json::{Value, json};
use std::time::SystemTime;
use test_contracts::tendermint::forms::{COMMIT, FORMS, LIGHT_BLOCK, VALIDATORS, enveloped};
use test_contracts::tendermint::generate::{Chain, Power};
use test_contracts::tendermint::{LightBlock, check};

const VERIFY: &str = "tendermint --trusted-commit trusted.json --untrusted-commit untrusted.json";

const TRUSTED: &str = "tendermint --trusted-commit trusted.json --untrusted-commit";

/// A folder with the blocks that [`VERIFY`] names.
fn blocks(trusted: &LightBlock, untrusted: &LightBlock) -> Folder {
    let folder = Folder::new();
    for (name, block) in [("trusted.json", trusted), ("untrusted.json", untrusted)] {
        folder.write(name, (LIGHT_BLOCK.write)(block).to_string());
    }
    folder
}

pub(crate) fn chain() -> Chain {
    Chain::new(4, Power::Equal, "forms")
}

fn hash(block: &LightBlock) -> String {
    let hash = check::header_hash(&block.signed_header);
    hash.expect("a header").to_string()
}

#[test]
fn every_form_of_the_table_is_read_from_a_file_from_standard_input_and_in_pages() {
    let (trusted, untrusted) = (chain().block(5, ""), chain().block(9, ""));
    let folder = blocks(&trusted, &untrusted);
    folder.write("commit.json", (COMMIT.write)(&untrusted).to_string());
    let validators = (VALIDATORS.write)(&untrusted);
    folder.write("validators.json", validators.to_string());
    for form in FORMS {
        let answer = enveloped(&(form.write)(&untrusted));
        folder.write("file.json", answer.to_string());
        for file in ["file.json", "-"] {
            let files = match form.name {
                "/commit" => format!("{file} --untrusted-validators validators.json"),
                "/validators" => format!("commit.json --untrusted-validators {file}"),
                _ => file.to_owned(),
            };
            let report = folder.report(&format!("{TRUSTED} {files} <file.json"));
            assert_eq!(report["hash"], hash(&untrusted), "{}", form.name);
        }
    }
    for (name, range) in [("0.json", 0..3), ("3.json", 3..4)] {
        let mut page = validators.clone();
        page["validators"] = validators["validators"].as_array().expect("a list")[range].into();
        folder.write(name, page.to_string());
    }
    let pages = "--untrusted-validators 0.json --untrusted-validators 3.json";
    folder.report(&format!("{TRUSTED} commit.json {pages}"));
}

#[test]
fn a_report_names_the_block_the_power_and_the_rules() {
    let (trusted, untrusted) = (chain().block(5, ""), chain().block(9, ""));
    let folder = blocks(&trusted, &untrusted);
    let now = "2023-11-15T00:00:00Z";
    let lower = hash(&trusted).to_lowercase();
    let options = format!("--now {now} --trust-level 2/3 --trusted-hash {lower}");
    let commit = untrusted.signed_header.commit.as_ref().expect("a commit");
    let power = check::power(&untrusted.validators, commit);
    assert_eq!((power.signed, power.total), (4_000_000, 4_000_000));
    let mut report = folder.report(&format!("{VERIFY} {options}"));
    report["options"]["block_age_s"].take();
    let time = "2023-11-14T22:13:29.123456789Z";
    let expected = json!({
        "chain_id": "generated-4",
        "trusted_height": 5,
        "trusted_hash": hash(&trusted),
        "trusted_time": "2023-11-14T22:13:25.123456789Z",
        "height": 9, "hash": hash(&untrusted), "time": time, "validators": 4,
        "power_signed": power.signed, "power_total": power.total,
        "trusted_power_signed": power.signed, "trusted_power_total": power.total,
        "options": {
            "now": now, "now_is": "given", "block_age_s": null,
            "trusting_period_ns": 14 * DAY * 1_000_000_000,
            "trust_level": "2/3",
            "max_clock_drift_ns": 10_000_000_000_u64,
        },
    });
    assert_has(&report, &expected);
    let printed = folder.run(&format!("{VERIFY} {options}"));
    assert!(printed.stderr.is_empty(), "{}", text(&printed.stderr));
    let lines = text(&printed.stdout);
    let parts = "success|generated-4|9, 4 validators|4000000 of 4000000, 100.00 %|14days|2/3|10s| \
                 fits|decode";
    let told = [&hash(&trusted), &hash(&untrusted), time, now];
    for part in parts.split('|').chain(told) {
        assert!(lines.contains(part), "{part}: {lines}");
    }
}

/// Generated chains begin then.
const START: u64 = 1_700_000_000;
const DAY: u64 = 24 * 3600;

#[test]
fn a_recent_block_is_judged_by_the_clock_and_others_as_of_themselves() {
    let clock = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let clock = clock.expect("after 1970").as_secs() - START;
    let blocks_at = |trusted: u64, untrusted: u64| {
        let block_at = |height: u32, second: u64| {
            let second = u32::try_from(second).expect("before 2106");
            chain().block_at(height, second, "")
        };
        blocks(&block_at(5, trusted), &block_at(9, untrusted))
    };
    for (second, now_is, said) in [
        (clock - 3600, "clock", "judged by this machine's clock"),
        (clock - 20 * DAY, "block", "as of the block: it is 20days "),
        (clock + 20 * DAY, "block", "ahead of this machine's clock"),
    ] {
        let folder = blocks_at(second - 60, second);
        let options = &folder.report(VERIFY)["options"];
        assert_eq!(options["now_is"], now_is);
        let age = options["block_age_s"].as_i64().expect("seconds");
        assert!(age.abs_diff(clock as i64 - second as i64) < 600, "{age}");
        let lines = folder.prints(VERIFY);
        assert!(lines.contains(said), "{lines}");
    }
    // Too old by the clock, though not as of the block: a machine's clock is not asked about it.
    let expired = blocks_at(clock - 3600 - 15 * DAY, clock - 3600).run(VERIFY);
    assert_fails(&expired, 1, "invalid: is_within_trust_period: ");
}

#[test]
fn too_little_trust_exits_with_3_and_a_block_in_between_has_it() {
    let others = Chain::new(4, Power::Equal, "others");
    let (trusted, untrusted) = (chain().block(5, ""), others.block(9, ""));
    let output = blocks(&trusted, &untrusted).run(&format!("{VERIFY} --json"));
    assert_fails(&output, 3, "update_client: not_enough_trust: 0 of 4000000 ");
    let expected = json!({
        "verdict": "not_enough_trust",
        "power_signed": 4_000_000,
        "trusted_power_signed": 0,
    });
    assert_has(&json(&output), &expected);
    // The block before it, which names these validators.
    let mut between = chain().block(8, "");
    let header = between.signed_header.header.as_mut().expect("a header");
    let of_others = untrusted.signed_header.header.as_ref().expect("a header");
    header.next_validators_hash = of_others.validators_hash.clone();
    let report = blocks(&between, &untrusted).report(VERIFY);
    assert_eq!(report["trusted_power_signed"], Value::Null);
}

#[test]
fn a_trusted_block_that_contradicts_itself_is_warned_of() {
    let untrusted = chain().block(9, "");
    let mut trusted = chain().block(5, "");
    trusted.signed_header.commit = chain().block(6, "").signed_header.commit;
    trusted.validators.pop();
    let folder = blocks(&trusted, &untrusted);
    let page = (VALIDATORS.write)(&untrusted).to_string();
    folder.write("next.json", page.replace("\"9\"", "\"6\""));
    let next = "--trusted-next-validators next.json";
    let output = folder.run(&format!("{VERIFY} {next} --json"));
    let (error, report) = (text(&output.stderr), json(&output));
    assert!(output.status.success(), "{error}");
    let warnings: Vec<_> = error.lines().collect();
    let about = [
        "its commit is of block ",
        "its commit is of height 6, its header of 5",
        "its validators have hash ",
    ];
    assert_eq!(warnings.len(), about.len(), "{warnings:?}");
    let reported = report["warnings"].as_array().map(Vec::len);
    assert_eq!(reported, Some(about.len()), "{report}");
    for (warning, about) in warnings.iter().zip(about) {
        let expected = format!("warning: trusted.json: {about}");
        assert!(warning.starts_with(&expected), "{warning}");
    }
}
