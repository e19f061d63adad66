//! A header of a Tendermint chain, as its nodes and tools give it.

use super::blocks::Blocks;
use super::model_based;
use super::report::{self, Subject};
use crate::arguments;
use crate::exit::{Failure, OrInput as _};
use anyhow::{Context as _, ensure};
use near_ed25519_benches::light_clients::{
    TENDERMINT, Update, Verdict, header, just_after, runtime,
};
use near_ed25519_benches::stdout;
use serde::Serialize;
use std::time::{Duration, SystemTime};
use test_contracts::tendermint::check::{self, Power};
use test_contracts::tendermint::{LightBlock, Parameters};

const SECOND_NS: u64 = 1_000_000_000;

pub(crate) fn run(args: &arguments::Tendermint) -> Result<(), Failure> {
    if !args.mbt.is_empty() {
        return model_based::run(args);
    }
    let blocks = Blocks::read(&args.blocks).or_input()?;
    let options = Options::of(&args.blocks, &blocks.untrusted).or_input()?;
    for warning in &blocks.warnings {
        stdout::complain(&format!("warning: {warning}"));
    }
    let subject = Subjects::of(&blocks, options).or_input()?;
    let mut measured = blocks
        .update(&subject.options)?
        .measure(&runtime()?, args.build)?;
    explain(&mut measured.verdict, &blocks)?;
    report::print(TENDERMINT, subject, &measured, args.json)
}

/// The rules that a header is verified by.
#[derive(Serialize)]
struct Options {
    #[serde(serialize_with = "as_time")]
    now: u64,
    now_is: NowIs,
    /// By the machine's clock, in seconds; negative for a block from the future.
    block_age_s: i64,
    trusting_period_ns: u64,
    trust_level: String,
    max_clock_drift_ns: u64,
    #[serde(skip)]
    level: (u64, u64),
}

/// Where the time comes from that expiry is judged by.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum NowIs {
    /// `--now`.
    Given,
    /// The machine's clock.
    Clock,
    /// A second after the block to verify.
    Block,
}

impl Options {
    fn of(args: &arguments::TendermintBlocks, untrusted: &LightBlock) -> anyhow::Result<Self> {
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
        let block = just_after(untrusted)?.saturating_sub(SECOND_NS);
        let is_recent = clock < block.saturating_add(period) && block < clock.saturating_add(drift);
        let (now, now_is) = match args.now {
            Some(now) => (now, NowIs::Given),
            None if is_recent => (clock, NowIs::Clock),
            None => (block.saturating_add(SECOND_NS), NowIs::Block),
        };
        let seconds = |ns: u64| i64::try_from(ns / SECOND_NS).unwrap_or(i64::MAX);
        let level = (args.trust_level.numerator(), args.trust_level.denominator());
        Ok(Self {
            now,
            now_is,
            block_age_s: seconds(clock).saturating_sub(seconds(block)),
            trusting_period_ns: period,
            trust_level: format!("{}/{}", level.0, level.1),
            max_clock_drift_ns: drift,
            level,
        })
    }

    fn lines(&self) -> Vec<(&'static str, String)> {
        let age = duration(self.block_age_s.unsigned_abs().saturating_mul(SECOND_NS));
        let expiry = match self.now_is {
            NowIs::Given => "judged as of --now".to_owned(),
            NowIs::Clock => "judged by this machine's clock".to_owned(),
            NowIs::Block if self.block_age_s < 0 => {
                format!("judged as of the block: it is {age} ahead of this machine's clock")
            }
            NowIs::Block => format!("judged as of the block: it is {age} old"),
        };
        vec![
            ("now", rfc3339(self.now)),
            ("expiry", expiry),
            ("trusting period", duration(self.trusting_period_ns)),
            ("trust level", format!("more than {}", self.trust_level)),
            ("clock drift", duration(self.max_clock_drift_ns)),
        ]
    }
}

/// What is reported: the block, the one it is trusted by, and how.
#[derive(Serialize)]
struct Subjects {
    chain_id: String,
    trusted_height: u64,
    trusted_hash: String,
    trusted_time: String,
    height: u64,
    hash: String,
    time: String,
    validators: usize,
    /// By flags: the client checks as many signatures as it needs.
    power_signed: u64,
    power_total: u64,
    /// Of the trusted validators; `null` where the block is the next one, whose validators the
    /// trusted block names.
    trusted_power_signed: Option<u64>,
    trusted_power_total: Option<u64>,
    options: Options,
    /// What of the trusted block contradicts itself; also on standard error.
    warnings: Vec<String>,
}

impl Subjects {
    fn of(blocks: &Blocks, options: Options) -> anyhow::Result<Self> {
        let Blocks {
            trusted, untrusted, ..
        } = blocks;
        let own = check::header(&untrusted.signed_header)?;
        let trusting = check::header(&trusted.signed_header)?;
        let commit = untrusted.signed_header.commit.as_ref();
        let commit = commit.context("the block has no commit")?;
        let Power { signed, total } = check::power(&untrusted.validators, commit);
        let skips = untrusted.height() != trusted.height().saturating_add(1);
        let of_trusted = skips.then(|| check::power(&blocks.next_validators, commit));
        Ok(Self {
            chain_id: own.chain_id.to_string(),
            trusted_height: trusted.height(),
            trusted_hash: trusting.hash().to_string(),
            trusted_time: trusting.time.to_rfc3339(),
            height: untrusted.height(),
            hash: own.hash().to_string(),
            time: own.time.to_rfc3339(),
            validators: untrusted.validators.len(),
            power_signed: signed,
            power_total: total,
            trusted_power_signed: of_trusted.map(|power| power.signed),
            trusted_power_total: of_trusted.map(|power| power.total),
            options,
            warnings: blocks.warnings.clone(),
        })
    }
}

impl Subject for Subjects {
    fn lines(&self) -> Vec<(&'static str, String)> {
        let mut lines = vec![
            ("chain", self.chain_id.clone()),
            ("trusted block", self.trusted_height.to_string()),
            ("  hash", self.trusted_hash.clone()),
            ("  time", self.trusted_time.clone()),
            (
                "block",
                format!("{}, {} validators", self.height, self.validators),
            ),
            ("  hash", self.hash.clone()),
            ("  time", self.time.clone()),
            ("  power signed", share(self.power_signed, self.power_total)),
        ];
        let of_trusted = self.trusted_power_signed.zip(self.trusted_power_total);
        lines.extend(of_trusted.map(|(signed, total)| ("  of trusted", share(signed, total))));
        lines.extend(self.options.lines());
        lines
    }
}

/// Part of a total, and how much that is, rounded down.
fn share(part: u64, total: u64) -> String {
    let parts = u128::from(part) * 10_000;
    let parts = parts.checked_div(total.into()).unwrap_or(0);
    format!("{part} of {total}, {}.{:02} %", parts / 100, parts % 100)
}

/// Names both chains where they are not the same: the client knows one, and says so of a revision
/// alone.
fn explain(verdict: &mut Verdict, blocks: &Blocks) -> anyhow::Result<()> {
    let trusted = &header(&blocks.trusted)?.chain_id;
    let untrusted = &header(&blocks.untrusted)?.chain_id;
    if let Some(detail) = verdict.detail.as_mut().filter(|_| trusted != untrusted) {
        *detail = format!(
            "{detail} (the trusted block is of chain {trusted}, the block of chain {untrusted})"
        );
    }
    Ok(())
}

/// In whole days, where it is more than some.
fn duration(ns: u64) -> String {
    const DAY_NS: u64 = 24 * 3600 * SECOND_NS;
    if ns >= 100 * DAY_NS {
        return format!("{} days", ns / DAY_NS);
    }
    humantime::format_duration(Duration::from_nanos(ns)).to_string()
}

fn rfc3339(ns: u64) -> String {
    humantime::format_rfc3339(SystemTime::UNIX_EPOCH + Duration::from_nanos(ns)).to_string()
}

fn as_time<S: serde::Serializer>(ns: &u64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&rfc3339(*ns))
}

impl Blocks {
    fn update(&self, options: &Options) -> anyhow::Result<Update> {
        let parameters = Parameters {
            chain_id: header(&self.trusted)?.chain_id.clone(),
            trust_level: options.level,
            trusting_period_ns: options.trusting_period_ns,
            max_clock_drift_ns: options.max_clock_drift_ns,
        };
        let (trusted, next) = (&self.trusted, &self.next_validators);
        Update::of_tendermint(&parameters, trusted, &self.untrusted, next, options.now)
    }
}
