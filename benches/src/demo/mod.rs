//! `near-ed25519 demo`, the default command: the NEP's benchmark call, signed messages, committees'
//! approvals, a beacon's proofs and the light clients' headers, in every build of each contract.

mod beacon;
mod committee;
mod contract;
mod messages;
mod print;

pub(crate) use beacon::Fulfilled;
pub(crate) use committee::{Approved, Created};
pub(crate) use contract::{ITERATIONS, Run, Verdict};
pub(crate) use messages::Taken;

use crate::amount::TRANSACTION;
use crate::light_clients::made_up::{Header, headers};
use crate::light_clients::{Measured, runtime};
use crate::measure::process;
use crate::stdout;
use anyhow::ensure;
use beacon::Proofs;
use committee::{SIZES, Signed};
use contract::Subject;
use near_runtime_ext::{Backend, Runtime};
use serde::{Serialize, Serializer};
use serde_json::json;
use std::collections::BTreeMap;
use test_contracts::signed_messages::Signers;
use test_contracts::{AnyBuild, Build, ClientBuild, VrfBuild};

#[derive(clap::Args, Default)]
#[command(
    after_help = "Examples:\n  near-ed25519 demo\n  near-ed25519 demo --json | jq .capacity_300_tgas"
)]
pub struct DemoArgs {
    /// Print JSON: every run, the capacity of 300 Tgas, and whether the backends agree
    #[arg(long)]
    json: bool,
}

/// Results of the command; serialized, they are the `--json` output.
#[derive(Default, Serialize)]
pub(crate) struct Demo {
    /// The NEP's call, and two that must fail, in every build.
    pub(crate) signature_verifier: Vec<Run>,
    /// Most verifications in one call of 300 Tgas, by build.
    pub(crate) capacity_300_tgas: BTreeMap<String, u32>,
    /// Gas that the newest protocol version lets a transaction attach.
    pub(crate) transaction_limit: u64,
    /// Most verifications in one call with `transaction_limit` gas, by build.
    pub(crate) capacity_of_limit: BTreeMap<String, u32>,
    /// Messages that users signed, of one signer and of many, in every build.
    pub(crate) signed_messages: Vec<Taken>,
    /// Approvals by committees of three sizes, in every build.
    pub(crate) committee: Vec<Approved>,
    /// Proofs of a beacon's randomness, in every build.
    pub(crate) randomness_beacon: Vec<Fulfilled>,
    /// Headers of each light client, and their updates in every build.
    #[serde(serialize_with = "updates")]
    pub(crate) light_clients: Vec<(Header, Vec<Measured>)>,
    /// Whether nearcore's runner burnt exactly the same gas in every run. It cannot run the build
    /// `host-many`, whose import it lacks.
    pub(crate) backends_agree: bool,
}

fn updates<S: Serializer>(of: &[(Header, Vec<Measured>)], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(of.iter().flat_map(|(header, updates)| {
        updates.iter().map(move |it| {
            json!({
                "client": header.update.client.name,
                "authorities": header.authorities,
                "power": header.power,
                "build": it.build.name(),
                "burnt_gas": it.burnt_gas,
                "wall_ns": it.wall.as_nanos(),
                "signatures": it.signatures,
                "floor_gas": it.floor_gas,
                "verdict": it.verdict.verdict,
            })
        })
    }))
}

pub(crate) fn run(args: &DemoArgs) -> anyhow::Result<()> {
    let demo = measure()?;
    match args.json {
        true => stdout::json(&demo)?,
        false => stdout::line(&print::text(&demo))?,
    }
    ensure!(demo.backends_agree, "the backends do not agree on gas");
    Ok(())
}

/// Runs the calls and headers.
///
/// # Errors
///
/// The runtime fails, or a call ends in an unexpected way.
pub(crate) fn measure() -> anyhow::Result<Demo> {
    let overlay = Runtime::new();
    let nearcore = Runtime::builder().backend(Backend::Nearcore).build()?;
    let limits = &overlay.config().wasm_config.limit_config;
    let limit = limits.max_total_prepaid_gas;
    let mut demo = Demo {
        transaction_limit: limit.as_gas(),
        backends_agree: true,
        ..Demo::default()
    };
    let headers = headers()?;
    let taken: Vec<_> = Signers::ALL
        .into_iter()
        .flat_map(|signers| AnyBuild::ALL.map(|build| (signers, build)))
        .collect();
    let clients = headers.len() + SIZES.len();
    let steps = Build::ALL.len() + taken.len() + VrfBuild::ALL.len();
    let steps = steps + clients * ClientBuild::ALL.len();
    let progress = process::progress(steps as u64, "");
    for build in Build::ALL {
        progress.set_message(format!("verifying signatures ({build})"));
        let mut subject = Subject::new(build, &overlay, &nearcore)?;
        demo.signature_verifier.extend(subject.runs()?);
        for (gas, capacity) in [
            (TRANSACTION, &mut demo.capacity_300_tgas),
            (limit, &mut demo.capacity_of_limit),
        ] {
            capacity.insert(build.to_string(), subject.capacity(gas)?);
        }
        demo.backends_agree &= subject.agree;
        progress.inc(1);
    }
    let overlay = runtime()?;
    for (signers, build) in taken {
        progress.set_message(format!("taking signed messages ({build})"));
        let taken = Taken::measure(signers, build, &overlay, &nearcore)?;
        demo.backends_agree &= taken.backends_agree;
        demo.signed_messages.push(taken);
        progress.inc(1);
    }
    for size in SIZES {
        let signed = Signed::new(size)?;
        for build in ClientBuild::ALL {
            progress.set_message(format!("approving by {} of {} ({build})", size.0, size.1));
            let approved = signed.measure(build, &overlay, &nearcore)?;
            demo.backends_agree &= approved.backends_agree;
            demo.committee.push(approved);
            progress.inc(1);
        }
    }
    let proofs = Proofs::new()?;
    for build in VrfBuild::ALL {
        progress.set_message(format!("fulfilling requests for randomness ({build})"));
        let fulfilled = proofs.measure(build, &overlay, &nearcore)?;
        demo.backends_agree &= fulfilled.backends_agree;
        demo.randomness_beacon.push(fulfilled);
        progress.inc(1);
    }
    for header in headers {
        let mut updates = Vec::new();
        for build in ClientBuild::ALL {
            let name = format!("{} ({build})", header.name());
            progress.set_message(format!("verifying a header: {name}"));
            let update = header.update.measure(&overlay, build)?;
            ensure!(update.verdict.is_success(), "{name}: {}", update.verdict);
            if build != ClientBuild::HostMany {
                let expected = header.update.outcome(&nearcore, build)?;
                demo.backends_agree &= update.burnt_gas == expected.burnt_gas.as_gas();
            }
            updates.push(update);
            progress.inc(1);
        }
        demo.light_clients.push((header, updates));
    }
    progress.finish_and_clear();
    Ok(demo)
}
