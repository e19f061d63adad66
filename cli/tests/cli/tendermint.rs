//! `near-ed25519 tendermint` on generated chains: every form of a block, the clock that decides
//! expiry, and a session.

use crate::session::assert_session;
use chain_files::tendermint::forms::{COMMIT, FORMS, LIGHT_BLOCK, VALIDATORS, enveloped};
use chain_files::tendermint::generate::{Chain, Power, time_ns};
use chain_files::tendermint::{LightBlock, check};
use expect_test::expect_file;
use serde_json::Value;
use std::time::SystemTime;
use test_support::command::Folder;

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
    let header = check::header(&block.header).expect("a header");
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

const DAY: u32 = 24 * 3600;

#[test]
fn a_recent_block_is_judged_by_the_clock_and_others_as_of_themselves() {
    let clock = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let clock = clock.expect("after 1970").as_secs() - time_ns(0) / 1_000_000_000;
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
    // The trusted block has expired by the clock, and also at the other block's time.
    let expired = blocks_at(clock - 3600 - 15 * DAY, clock - 3600);
    expired.refuses(VERIFY, 1, "invalid: is_within_trust_period: ");
}

/// The runtime's `tendermint_blocks` verifies blocks of the Cosmos Hub.
#[test]
fn tendermint_prints_its_session() {
    let (trusted, untrusted) = (chain().block(5, ""), chain().block(9, ""));
    let folder = blocks(&trusted, &untrusted);
    let of_others = Chain::new(4, Power::Equal, "others").block(9, "");
    let mut before_others = chain().block(8, "");
    let next = &of_others.header.validators_hash;
    before_others.header.next_validators_hash = next.clone();
    let mut contradicts_itself = trusted.clone();
    contradicts_itself.commit = chain().block(6, "").commit;
    contradicts_itself.validators.pop();
    for (name, block) in [
        ("others.json", &of_others),
        ("before-others.json", &before_others),
        ("contradicts-itself.json", &contradicts_itself),
        ("minute-later.json", &chain().block_at(9, 65, "")),
    ] {
        folder.write(name, (LIGHT_BLOCK.write)(block).to_string());
    }
    let page = (VALIDATORS.write)(&untrusted).to_string();
    folder.write("next.json", page.replace("\"9\"", "\"6\""));
    assert_session(&expect_file!["sessions/tendermint.txt"], &folder);
    let host = reports(&folder, VERIFY).remove(0);
    assert_eq!(host["phases"][4]["gas"], host["floor_gas"]);
}

/// The reports of every build, the host function's first; the gas of the phases adds up to the burnt gas.
pub(crate) fn reports(folder: &Folder, verify: &str) -> Vec<Value> {
    let builds = ["host", "host-many", "wasm", "wasm-best"];
    let report = |build| {
        let report = folder.report(&format!("{verify} --build {build}"));
        let phases = report["phases"].as_array().expect("phases").iter();
        let gas: Option<u64> = phases.map(|phase| phase["gas"].as_u64()).sum();
        assert!(
            gas > Some(0) && gas == report["burnt_gas"].as_u64(),
            "{report}"
        );
        report
    };
    builds.map(report).into()
}
