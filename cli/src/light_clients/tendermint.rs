//! A header of a Tendermint chain, in the forms of its nodes and tools.

use super::blocks::{Blocks, TendermintBlocks};
use super::client::Options;
use super::report;
use crate::amount::time_ns;
use crate::exit::Failure;
use crate::light_clients::{TENDERMINT, Update, runtime};
use crate::output;
use crate::output::Fields;
use anyhow::{Context as _, Error, ensure};
use chain_files::tendermint::check::{self, Power};
use chain_files::tendermint::{LightBlock, Parameters};
use clap::Args;
use serde_json::json;
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

const SECOND_NS: u64 = 1_000_000_000;
const DAY_NS: u64 = 24 * 3600 * SECOND_NS;

#[derive(Args)]
#[command(
    after_help = "Files are JSON, recognised by their fields; - reads standard input. From a node:\n  \
    curl 'localhost:26657/commit?height=8619996' > commit.json\n  \
    curl 'localhost:26657/validators?height=8619996&per_page=100&page=1' > page1.json\n\
    A LightBlock of tendermint-rs and Celestia's /signed_block contain the validators.\n\n\
    Exit codes: 0 verified; 1 refused by the rules; 2 bad usage, or input that cannot be read; \
    3 too few of the trusted validators have signed: verify a block in between first (bisect).\n\nExamples:\n  \
    near-ed25519 tendermint --trusted-commit 1.json \\\n      --trusted-validators 1a.json 1b.json \\\n    \
    --untrusted-commit 2.json --untrusted-validators 2a.json 2b.json\n  \
    near-ed25519 tendermint --trusted-commit light-block.json \\\n    \
    --trusted-hash 9669894A5112615DC741134B2096BD9A67757FB293A825077324A1DDABBF2455 \\\n    \
    --untrusted-commit signed-block.json --trusting-period 10d\n\n\
    Calls of the contract, whose path `near-ed25519 contracts` prints:\n  \
    near-ed25519 tendermint --trusted-commit light-block.json \\\n    \
    --untrusted-commit signed-block.json --arguments .\n  \
    near-ed25519 call tendermint-client-host.wasm init \\\n    \
    --args-file init.json --state client.json\n  \
    near-ed25519 call tendermint-client-host.wasm update_client \\\n    \
    --args-file update_client.bin --state client.json \\\n    \
    --block-timestamp 2021-12-08T01:52:00Z"
)]
pub(crate) struct Tendermint {
    #[command(flatten)]
    blocks: TendermintBlocks,
    /// Folder for init.json and update_client.bin, the arguments of these methods of the contract
    /// tendermint-client, as --args-file of `near-ed25519 call` takes them [default: none]
    #[arg(long, value_name = "FOLDER")]
    arguments: Option<PathBuf>,
    #[command(flatten)]
    options: Options,
}

pub(crate) fn run(args: &Tendermint) -> Result<(), Failure> {
    let blocks = Blocks::read(&args.blocks).map_err(Failure::input)?;
    let now = Now::of(&args.blocks, &blocks.untrusted).map_err(Failure::input)?;
    for warning in &blocks.warnings {
        output::complain(&format!("warning: {warning}"));
    }
    let [trusted, untrusted] = [&blocks.trusted, &blocks.untrusted];
    let parameters = Parameters {
        chain_id: trusted.header.chain_id.clone(),
        trust_level: args.blocks.trust_level,
        trusting_period_ns: args.blocks.trusting_period,
        max_clock_drift_ns: args.blocks.max_clock_drift,
    };
    let subject = subject(&blocks, &parameters, &now).map_err(Failure::input)?;
    let next = &blocks.next_validators;
    let update = Update::of_tendermint(&parameters, trusted, untrusted, next, now.ns);
    if let Some(folder) = &args.arguments {
        for (name, args) in [
            ("init.json", &update.init),
            ("update_client.bin", &update.args),
        ] {
            output::file(&folder.join(name), args)?;
        }
    }
    let measured = update.measure(&runtime()?, args.options.build)?;
    report::print(TENDERMINT, subject, &measured, args.options.json)
}

/// The time that decides expiry.
struct Now {
    /// In nanoseconds since 1970.
    ns: u64,
    /// Its source: `given`, by `--now`; the machine's `clock`; or a second after the `block` to
    /// verify.
    is: &'static str,
    /// The source as text.
    expiry: String,
    /// Age by the machine's clock, in seconds; negative for a block from the future.
    block_age_s: i64,
}

impl Now {
    fn of(args: &TendermintBlocks, untrusted: &LightBlock) -> anyhow::Result<Self> {
        let (period, drift) = (args.trusting_period, args.max_clock_drift);
        ensure!(
            drift < period,
            "--max-clock-drift {} is not below --trusting-period {}: a block from the future would \
             outlast its trust",
            duration(drift),
            duration(period)
        );
        let clock = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let clock = clock.context("the machine's clock is before 1970")?;
        let clock = u64::try_from(clock.as_nanos()).context("the machine's clock is after 2554")?;
        let block = time_ns(check::header(&untrusted.header)?.time).map_err(Error::msg)?;
        // Old blocks verify then.
        let after_block = block.saturating_add(SECOND_NS);
        let is_recent = clock < block.saturating_add(period) && block < clock.saturating_add(drift);
        let [clock_s, block_s] = [clock, block].map(|ns| i64::try_from(ns / SECOND_NS));
        let block_age_s = clock_s?.saturating_sub(block_s?);
        let age = duration(block_age_s.unsigned_abs().saturating_mul(SECOND_NS));
        let ahead_or_old = match block_age_s {
            ..0 => "ahead of this machine's clock",
            _ => "old",
        };
        let as_of_block = format!("as of the block: it is {age} {ahead_or_old}");
        let (ns, is, by) = match args.now {
            Some(now) => (now, "given", "as of --now"),
            None if is_recent => (clock, "clock", "by this machine's clock"),
            None => (after_block, "block", as_of_block.as_str()),
        };
        Ok(Self {
            ns,
            is,
            expiry: format!("judged {by}"),
            block_age_s,
        })
    }
}

/// The report on the block, the trusted block, and the rules.
fn subject(blocks: &Blocks, rules: &Parameters, now: &Now) -> anyhow::Result<Fields> {
    let [trusted, untrusted] = [&blocks.trusted, &blocks.untrusted];
    let own = check::header(&untrusted.header)?;
    let trusting = check::header(&trusted.header)?;
    let [trusted_hash, hash] = [&trusting, &own].map(|it| it.hash().to_string());
    let [trusted_time, time] = [&trusting, &own].map(|it| it.time.to_rfc3339());
    let [trusted_height, height] = [trusted, untrusted].map(LightBlock::height);
    let commit = &untrusted.commit;
    // The flags of votes decide: the client checks only as many signatures as it needs.
    let power = check::power(&untrusted.validators, commit);
    // The trusted block names the validators of the next one.
    let skips = height != trusted_height.saturating_add(1);
    let of_trusted = skips.then(|| check::power(&blocks.next_validators, commit));
    let validators = untrusted.validators.len();
    let trust_level = format!("{}/{}", rules.trust_level.0, rules.trust_level.1);
    let (period, drift) = (rules.trusting_period_ns, rules.max_clock_drift_ns);
    let options = json!({
        "now": rfc3339(now.ns),
        "now_is": now.is,
        "block_age_s": now.block_age_s,
        "trusting_period_ns": period,
        "trust_level": trust_level,
        "max_clock_drift_ns": drift,
    });
    Ok(Fields::default()
        .both("chain_id", "chain", Some(own.chain_id.to_string()))
        .both("trusted_height", "trusted block", Some(trusted_height))
        .both("trusted_hash", "  hash", Some(trusted_hash))
        .both("trusted_time", "  time", Some(trusted_time))
        .json("height", height)
        .line("block", [format!("{height}, {validators} validators")])
        .both("hash", "  hash", Some(hash))
        .both("time", "  time", Some(time))
        .json("validators", validators)
        .json("power_signed", power.signed)
        .json("power_total", power.total)
        .line("  power signed", [share(power)])
        .json("trusted_power_signed", of_trusted.map(|power| power.signed))
        .json("trusted_power_total", of_trusted.map(|power| power.total))
        .line("  of trusted", of_trusted.map(share))
        .line("now", [rfc3339(now.ns)])
        .line("expiry", [now.expiry.clone()])
        .line("trusting period", [duration(period)])
        .line("trust level", [format!("more than {trust_level}")])
        .line("clock drift", [duration(drift)])
        .json("options", options)
        .json("warnings", blocks.warnings.clone())) // also on standard error
}

/// A share of a total, with its percentage, rounded down.
fn share(Power { signed, total }: Power) -> String {
    let parts = u128::from(signed) * 10_000;
    let parts = parts.checked_div(total.into()).unwrap_or(0);
    format!("{signed} of {total}, {}.{:02} %", parts / 100, parts % 100)
}

/// Formats a duration, from 100 days on in whole days.
fn duration(ns: u64) -> String {
    match ns >= 100 * DAY_NS {
        true => format!("{} days", ns / DAY_NS),
        false => humantime::format_duration(Duration::from_nanos(ns)).to_string(),
    }
}

fn rfc3339(ns: u64) -> String {
    humantime::format_rfc3339(SystemTime::UNIX_EPOCH + Duration::from_nanos(ns)).to_string()
}
