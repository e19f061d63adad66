//! `near-ed25519-bench frost demo`: a group makes keys and a signature in real rounds, and a
//! contract approves an action with the signature.

mod approval;
mod keys;
mod rounds;

use anyhow::ensure;
use approval::Approval;
use frost_ed25519::Identifier;
use keys::Keys;
use near_ed25519::output;
use near_ed25519::output::Table;
use near_ed25519::output::format::{format_ratio, format_tgas};
use rounds::Signed;
use serde_json::json;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// Examples at the end of the command's help.
const EXAMPLES: &str = "Keys are in memory alone, and gone afterwards.\n\n\
    Examples:\n  near-ed25519-bench frost demo\n  near-ed25519-bench frost demo --signers 667 --of 1000 --cheater 5\n  \
    near-ed25519-bench frost demo --signers 7 --of 10 --dkg --json | jq .builds";

/// The size of the group, and what happens in it.
#[derive(clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct DemoArgs {
    /// Members who must sign
    #[arg(long, value_name = "NUMBER", default_value_t = 67, value_parser = clap::value_parser!(u16).range(2..))]
    signers: u16,
    /// Members of the group
    #[arg(long, value_name = "NUMBER", default_value_t = 100, value_parser = clap::value_parser!(u16).range(2..=1_000))]
    of: u16,
    /// Let the members generate the keys together, instead of a dealer whom all must trust
    #[arg(long)]
    dkg: bool,
    /// The number of a member who sends a wrong share; may be given again
    #[arg(long, value_name = "MEMBER")]
    cheater: Vec<u16>,
    /// Print JSON: times in microseconds, and the gas of each build
    #[arg(long)]
    json: bool,
}

/// The identifier of the member with this number.
fn identifier(number: u16) -> anyhow::Result<Identifier> {
    Ok(Identifier::try_from(number)?)
}

/// A member's number, of at most two bytes.
fn number(identifier: &Identifier) -> u16 {
    let [low, high, ..] = identifier.to_scalar().to_bytes();
    u16::from_le_bytes([low, high])
}

pub(crate) fn run(args: &DemoArgs) -> anyhow::Result<()> {
    let (signers, members) = (args.signers, args.of);
    ensure!(
        signers <= members,
        "--signers {signers} is above --of {members}"
    );
    let cheaters = args.cheater.iter().map(|cheater| {
        ensure!(
            (1..=members).contains(cheater),
            "--cheater {cheater}: members have the numbers 1 to {members}"
        );
        identifier(*cheater)
    });
    let cheaters: BTreeSet<_> = cheaters.collect::<anyhow::Result<_>>()?;
    // The next member replaces one that cheats.
    let able = usize::from(signers)
        .saturating_add(cheaters.len())
        .min(members.into());
    let able = (1..=members).take(able).map(identifier);
    let able: Vec<_> = able.collect::<anyhow::Result<_>>()?;

    let start = Instant::now();
    let keys = match args.dkg {
        true => Keys::generated(signers, members, &able)?,
        false => Keys::dealt(signers, members)?,
    };
    let made = start.elapsed();
    let message = approval::message();
    let signed = rounds::sign(&keys, signers, &message, &cheaters)?;
    let key: [u8; 32] = keys.key()?;
    let approvals = approval::of_every_build(&key, &signed.signature, signers, members)?;
    let demo = Demo {
        args,
        made,
        key,
        signed,
        approvals,
    };
    match args.json {
        true => output::json(&demo.json()),
        false => output::line(&demo.text()),
    }
}

/// The output of the command.
struct Demo<'a> {
    args: &'a DemoArgs,
    /// The time until all members had their keys.
    made: Duration,
    key: [u8; 32],
    signed: Signed,
    approvals: Vec<Approval>,
}

impl Demo<'_> {
    /// Where the keys came from.
    fn keys_from(&self) -> &'static str {
        match self.args.dkg {
            true => "all members together",
            false => "a trusted dealer, who knew the group's secret key meanwhile",
        }
    }

    fn text(&self) -> String {
        let DemoArgs { signers, of, .. } = self.args;
        let mut steps = Table::titled("step | by whom | ms");
        let mut step = |what: &str, who: &str, time: Duration| {
            steps.line(what, &[&who, &format!("{:.2}", time.as_secs_f64() * 1e3)]);
        };
        step("keys", self.keys_from(), self.made);
        let [commit, sign] = self.signed.longest_round;
        for (cheaters, time) in &self.signed.spoilt {
            let cheaters: Vec<_> = cheaters.iter().map(u16::to_string).collect();
            let found = format!("cheaters found: {}", cheaters.join(", "));
            step(
                &found,
                "the coordinator; others sign in their places",
                *time,
            );
        }
        step("round 1: commit", "each signer, the longest", commit);
        step("round 2: sign", "each signer, the longest", sign);
        let aggregated = self.signed.aggregated;
        step("aggregate", "the coordinator", aggregated);
        let mut gas = Table::titled(
            "build | Tgas, one group signature | Tgas, a signature of each signer | times",
        );
        for it in &self.approvals {
            let (of_members, times) = match it.of_members {
                Some(gas) => (format_tgas(gas), format_ratio(gas, it.of_group)),
                None => ("out of gas".to_owned(), String::new()),
            };
            gas.line(
                it.build.name(),
                &[&format_tgas(it.of_group), &of_members, &times],
            );
        }
        format!(
            "{signers} of {of} members sign as one\n{}\n\ngroup key  ed25519:{}\nsignature  ed25519:{}\n\n\
             The contract `committee` approves an action\n{}",
            steps.text(),
            bs58::encode(self.key).into_string(),
            bs58::encode(self.signed.signature).into_string(),
            gas.text()
        )
    }

    fn json(&self) -> serde_json::Value {
        let us = |time: &Duration| time.as_micros();
        let spoilt = self.signed.spoilt.iter();
        let [commit, sign] = &self.signed.longest_round;
        json!({
            "signers": self.args.signers,
            "of": self.args.of,
            "keys_from": if self.args.dkg { "dkg" } else { "trusted dealer" },
            "keys_us": us(&self.made),
            "cheaters": spoilt.map(|(members, time)| json!({
                "members": members,
                "found_us": us(time),
            })).collect::<Vec<_>>(),
            "commit_us": us(commit),
            "sign_us": us(sign),
            "aggregate_us": us(&self.signed.aggregated),
            "group_key": format!("ed25519:{}", bs58::encode(self.key).into_string()),
            "signature": format!("ed25519:{}", bs58::encode(self.signed.signature).into_string()),
            "builds": self.approvals.iter().map(|it| json!({
                "build": it.build.name(),
                "approve_group_gas": it.of_group,
                "approve_members_gas": it.of_members,
            })).collect::<Vec<_>>(),
        })
    }
}
