//! `near-ed25519 demo`, the default command: the NEP's benchmark call, signed messages, committees'
//! approvals, a beacon's proofs and the light clients' headers, in every build of each contract.

mod beacon;
mod committee;
mod messages;
mod profiles;
mod run;
mod verifier;

pub use profiles::profiles;
pub use run::Run;
pub use verifier::ITERATIONS;

use crate::light_clients::made_up::{Header, headers};
use crate::light_clients::{Measured, OUT_OF_GAS};
use crate::output::format::{TRANSACTION, format_gas, format_ms, format_ratio, format_tgas};
use crate::output::{self, Reported, Table, bar};
use anyhow::ensure;
use beacon::Proofs;
use committee::SIZES;
use messages::COUNT;
use run::Backends;
use serde::{Serialize, Serializer};
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Display;
use test_contracts::Build;
use test_contracts::signed_messages::Signers;

/// Arguments of the command.
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
pub struct Demo {
    /// The NEP's call, and two that must fail, in every build.
    pub signature_verifier: Vec<Run>,
    /// The most verifications in one call of 300 Tgas, by build.
    pub capacity_300_tgas: BTreeMap<String, u32>,
    /// Gas that the newest protocol version lets a transaction attach.
    pub transaction_limit: u64,
    /// The most verifications in one call with `transaction_limit` gas, by build.
    pub capacity_of_limit: BTreeMap<String, u32>,
    /// Messages that users signed, of one signer and of many, in every build; in Borsh and in JSON.
    pub signed_messages: Vec<[Run; 2]>,
    /// Approvals by committees of three sizes, in every build; by the group and by members.
    pub committee: Vec<[Run; 2]>,
    /// Proofs of a beacon's randomness, in every build.
    pub randomness_beacon: Vec<Run>,
    /// Headers of each light client, and their updates in every build.
    #[serde(serialize_with = "updates")]
    pub light_clients: Vec<(Header, Vec<Measured>)>,
    /// Whether nearcore's runner burnt exactly the same gas in every run. It cannot run the build
    /// `host-many`, because it lacks that import.
    pub backends_agree: bool,
}

impl Demo {
    /// The tables of contracts that documents also have, by their names there.
    pub fn tables(&self) -> [(&'static str, Table); 3] {
        [
            ("signed messages", messages::table(&self.signed_messages)),
            ("committee", committee::table(&self.committee)),
            ("randomness beacon", beacon::table(&self.randomness_beacon)),
        ]
    }

    /// Whether the backends agree in every run, apart from light clients.
    fn runs_agree(&self) -> bool {
        let pairs = self.signed_messages.iter().chain(&self.committee);
        let runs = self.signature_verifier.iter().chain(pairs.flatten());
        let mut runs = runs.chain(&self.randomness_beacon);
        runs.all(|run| run.backends_agree != Some(false))
    }
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

/// Runs the command. If the backends disagree, it is an error, which the printed report states too.
pub fn run(args: &DemoArgs) -> anyhow::Result<()> {
    let demo = measure()?;
    output::report(args.json, &demo, &text(&demo))?;
    let differ = Reported("the backends do not agree on gas".to_owned());
    ensure!(demo.backends_agree, differ);
    Ok(())
}

/// Runs the calls and headers.
pub fn measure() -> anyhow::Result<Demo> {
    let backends = Backends::new()?;
    let limits = &backends.overlay.config().wasm_config.limit_config;
    let limit = limits.max_total_prepaid_gas;
    let mut demo = Demo {
        transaction_limit: limit.as_gas(),
        ..Demo::default()
    };
    let headers = headers();
    let clients = headers.len() + SIZES.len();
    let steps = Build::SINGLE.len() + Signers::ALL.len() * Build::ALL.len() + Build::VRF.len();
    let steps = steps + clients * Build::CLIENT.len();
    let progress = output::progress(steps as u64, "");
    let step = |what: String| {
        progress.inc(1);
        progress.set_message(what);
    };
    for build in Build::SINGLE {
        step(format!("verifying signatures ({build})"));
        let contract = test_contracts::signature_verifier(build);
        demo.signature_verifier
            .extend(verifier::runs(&backends, contract)?);
        for (gas, capacity) in [
            (TRANSACTION, &mut demo.capacity_300_tgas),
            (limit, &mut demo.capacity_of_limit),
        ] {
            let most = verifier::capacity(&backends, contract, gas)?;
            capacity.insert(build.to_string(), most);
        }
    }
    for signers in Signers::ALL {
        for build in Build::ALL {
            step(format!("taking signed messages ({build})"));
            let contract = test_contracts::signed_messages(build);
            let runs = messages::runs(&backends, contract, signers)?;
            demo.signed_messages.push(runs);
        }
    }
    for size in SIZES {
        let runs = committee::runs(&backends, size, step)?;
        demo.committee.extend(runs);
    }
    let proofs = Proofs::new()?;
    for build in Build::VRF {
        step(format!("fulfilling requests for randomness ({build})"));
        let run = proofs.run(&backends, test_contracts::randomness_beacon(build))?;
        demo.randomness_beacon.push(run);
    }
    demo.backends_agree = demo.runs_agree();
    for header in headers {
        let mut updates = Vec::new();
        for build in Build::CLIENT {
            let name = format!("{} ({build})", header.name());
            step(format!("verifying a header: {name}"));
            let update = header.update.measure(&backends.overlay, build)?;
            ensure!(update.verdict.is_success(), "{name}: {}", update.verdict);
            if build != Build::HostMany {
                let expected = header.update.outcome(&backends.nearcore, build)?;
                demo.backends_agree &= update.burnt_gas == expected.burnt_gas.as_gas();
            }
            updates.push(update);
        }
        demo.light_clients.push((header, updates));
    }
    progress.finish_and_clear();
    Ok(demo)
}

/// The output as text.
fn text(demo: &Demo) -> String {
    let mut runs = Table::titled("build | verifications | Tgas | of 300 Tgas | ms | verdict");
    for run in &demo.signature_verifier {
        let (count, verdict) = match (run.case["valid"].as_u64(), run.verdict.as_str()) {
            (Some(count), OUT_OF_GAS) => (count, "out of gas"),
            (Some(count), _) => (count, "verified"),
            (None, "refused") => (1, "forged signature refused"),
            (None, _) => (1, "63-byte signature aborted, state untouched"),
        };
        let (tgas, ms) = (format_tgas(run.burnt_gas), format_ms(run.wall_ns));
        let of_300 = bar(run.burnt_gas);
        runs.line(&run.build, &[&count, &tgas, &of_300, &ms, &verdict]);
    }
    let limit = format_gas(demo.transaction_limit);
    let that_fit = format!("that fit {limit}");
    let mut capacity = Table::new(["build", "verifications that fit 300 Tgas", &that_fit]);
    let of_limit = demo.capacity_of_limit.values();
    for ((build, most), of_limit) in demo.capacity_300_tgas.iter().zip(of_limit) {
        capacity.line(build, &[most, of_limit]);
    }
    let mut headers = Table::titled(
        "light client | power | build | Tgas | of 300 Tgas | ms | signatures | times signatures alone \
         | times host | fits 300 Tgas",
    );
    for (header, updates) in &demo.light_clients {
        let client = format!("{}, {}", header.update.client.name, header.authorities);
        let host = updates.first().map_or(0, |host| host.burnt_gas);
        for it in updates {
            let (tgas, ms) = (format_tgas(it.burnt_gas), format_ms(it.wall.as_nanos()));
            let of_floor = format_ratio(it.burnt_gas, it.floor_gas);
            let of_host = format_ratio(it.burnt_gas, host);
            let fits = match it.burnt_gas <= TRANSACTION.as_gas() {
                true => "yes",
                false => "no",
            };
            let (power, build, count) = (header.power, it.build, it.signatures);
            let bar = bar(it.burnt_gas);
            let cells: [&dyn Display; 9] = [
                &power, &build, &tgas, &bar, &ms, &count, &of_floor, &of_host, &fits,
            ];
            headers.line(&client, &cells);
        }
    }
    let agreement = match demo.backends_agree {
        true => {
            "the overlay and nearcore's own runner burnt the same gas, to the unit, in every run except \
             host-many's: nearcore has neither ed25519_verify_many nor ecvrf_verify_many"
        }
        false => "the overlay and nearcore's own runner DISAGREE on gas",
    };
    let [(_, messages), (_, committee), (_, beacon)] = demo.tables();
    format!(
        "NEP-364's benchmark call, 300 Tgas attached\n{}\n{}\n\n\
         {COUNT} messages that users signed by NEP-413, in one call\n{}\n\n\
         An approval by a committee, {limit} attached\n{}\n\n\
         A proof of a randomness beacon's output (RFC 9381), among others in one call\n{}\n\n\
         A header in a light client, 1000 Tgas attached\n{}\n{agreement}",
        runs.text(),
        capacity.text(),
        messages.text(),
        committee.text(),
        beacon.text(),
        headers.text()
    )
}
