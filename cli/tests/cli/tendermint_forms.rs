//! `near-ed25519 tendermint` on every form of a block, for generated chains: accepted forms, the
//! clock that decides expiry, and the reported trust.

use crate::tendermint::assert_phases_add_up;
use chain_files::tendermint::forms::{COMMIT, FORMS, LIGHT_BLOCK, VALIDATORS, enveloped};
use chain_files::tendermint::generate::{Chain, Power};
use chain_files::tendermint::{LightBlock, check};
use serde_json::{Value, json};
use std::time::SystemTime;
use test_support::command::{Folder, assert_has, json, text};

const VERIFY: &str = "tendermint --trusted-commit trusted.json --untrusted-commit untrusted.json";

const TRUSTED: &str = "tendermint --trusted-commit trusted.json --untrusted-commit";

/// A folder with the blocks that [`VERIFY`] names.
fn blocks(trusted: &LightBlock, untrusted: &LightBlock) -> Folder {
    let files = [("trusted.json", trusted), ("untrusted.json", untrusted)];
    Folder::with(files.map(|(name, block)| (name, (LIGHT_BLOCK.write)(block).to_string())))
}

pub(crate) fn chain() -> Chain {
    Chain::new(4, Power::Equal, "forms")
}

fn hash(block: &LightBlock) -> String {
    let header = check::header(&block.signed_header).expect("a header");
    header.hash().to_string()
}

#[test]
fn every_form_of_the_table_is_read_from_a_file_from_standard_input_and_in_pages() {
    let (trusted, untrusted) = (chain().block(5, ""), chain().block(9, ""));
    let folder = blocks(&trusted, &untrusted);
    folder.write("commit.json", (COMMIT.write)(&untrusted).to_string());
    let validators = (VALIDATORS.write)(&untrusted);
    folder.write("validators.json", validators.to_string());
    for form in FORMS {
        let answer = (form.write)(&untrusted);
        for (file, answer) in [("file.json", enveloped(&answer)), ("-", answer)] {
            folder.write("file.json", answer.to_string());
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
            "trusting_period_ns": u64::from(14 * DAY) * 1_000_000_000,
            "trust_level": "2/3",
            "max_clock_drift_ns": 10_000_000_000_u64,
        },
    });
    assert_has(&report, &expected);
    let lines = folder.prints(&format!("{VERIFY} {options} 2>said"));
    assert_eq!(folder.read("said"), "");
    let parts = "success|generated-4|9, 4 validators|4000000 of 4000000, 100.00 %|14days|2/3|10s| \
                 fits|decode";
    let told = [&hash(&trusted), &hash(&untrusted), time, now];
    for part in parts.split('|').chain(told) {
        assert!(lines.contains(part), "{part}: {lines}");
    }
}

/// Start of the generated chains, in seconds since 1970.
const START: u64 = 1_700_000_000;
const DAY: u32 = 24 * 3600;

#[test]
fn a_recent_block_is_judged_by_the_clock_and_others_as_of_themselves() {
    let clock = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let clock = clock.expect("after 1970").as_secs() - START;
    let clock = u32::try_from(clock).expect("before 2159");
    let block_at = |height, second| chain().block_at(height, second, "");
    let blocks_at = |trusted, untrusted| blocks(&block_at(5, trusted), &block_at(9, untrusted));
    for (second, now_is, said) in [
        (clock - 3600, "clock", "judged by this machine's clock"),
        (clock - 20 * DAY, "block", "as of the block: it is 20days "),
        (clock + 20 * DAY, "block", "ahead of this machine's clock"),
    ] {
        let folder = blocks_at(second - 60, second);
        let options = &folder.report(VERIFY)["options"];
        assert_eq!(options["now_is"], now_is);
        let age = options["block_age_s"].as_i64().expect("seconds");
        let expected = i64::from(clock) - i64::from(second);
        assert!(age.abs_diff(expected) < 600, "{age}");
        let lines = folder.prints(VERIFY);
        assert!(lines.contains(said), "{lines}");
    }
    let ahead = blocks_at(0, 60);
    let before = format!("{VERIFY} --now 2023-11-14T22:13:40Z --max-clock-drift");
    let early = "invalid: is_header_from_past";
    let refused = ahead.refuses(&format!("{before} 1500ms"), 1, early);
    assert_has(&refused, &json!({ "verdict": early, "signatures": 0 }));
    assert!(refused["detail"].is_string());
    assert_phases_add_up(&refused);
    ahead.report(&format!("{before} 1h"));
    // The trusted block has expired by the clock, and also at the other block's time.
    let expired = blocks_at(clock - 3600 - 15 * DAY, clock - 3600);
    expired.refuses(VERIFY, 1, "invalid: is_within_trust_period: ");
}

#[test]
fn too_little_trust_exits_with_3_and_a_block_in_between_has_it() {
    let others = Chain::new(4, Power::Equal, "others");
    let (trusted, untrusted) = (chain().block(5, ""), others.block(9, ""));
    let reason = "update_client: not_enough_trust: 0 of 4000000 ";
    let refused = blocks(&trusted, &untrusted).refuses(VERIFY, 3, reason);
    let expected = json!({
        "verdict": "not_enough_trust",
        "power_signed": 4_000_000,
        "trusted_power_signed": 0,
    });
    assert_has(&refused, &expected);
    assert_phases_add_up(&refused);
    // The preceding block names these validators.
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
    let reported = report["warnings"].as_array().expect("warnings").iter();
    let reported = reported.map(|it| format!("warning: {}\n", it.as_str().expect("a line")));
    assert_eq!(error, reported.collect::<String>());
    let about = "commit is of block |commit is of height 6, its header of 5|validators have hash ";
    assert_eq!(error.lines().count(), 3, "{error}");
    for (warning, about) in error.lines().zip(about.split('|')) {
        let expected = format!("warning: trusted.json: its {about}");
        assert!(warning.starts_with(&expected), "{warning}");
    }
}
