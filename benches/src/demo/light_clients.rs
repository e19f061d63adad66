//! The main job's light clients: one header of a made-up chain each, the same in every run.

use crate::light_clients::{Phase, Update, grandpa, runtime, tendermint};
use anyhow::ensure;
use indicatif::ProgressBar;
use near_runtime_ext::Runtime;
use serde::Serialize;
use test_contracts::ClientBuild;
use test_contracts::grandpa::generate::{Authorities, Block};
use test_contracts::tendermint::Parameters;
use test_contracts::tendermint::generate::{CHAIN_ID, Chain, Power};

/// What the chains' keys and hashes are made of.
const SEED: &str = "gas";

/// One update, in one build.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LightClientRun {
    pub(crate) client: &'static str,
    /// Validators, or authorities.
    pub(crate) authorities: u32,
    /// How voting power is spread.
    pub(crate) power: &'static str,
    pub(crate) build: String,
    pub(crate) burnt_gas: u64,
    pub(crate) wall_ns: u128,
    pub(crate) signatures: u64,
    /// The host calls for these signatures one at a time, nothing else.
    pub(crate) floor_gas: u64,
    pub(crate) verdict: String,
    #[serde(skip)]
    pub(crate) phases: Vec<Phase>,
}

/// A header and who signed it.
struct Case {
    authorities: u32,
    power: &'static str,
    update: Update,
}

/// Every header; a new light client is one more line.
fn cases() -> anyhow::Result<Vec<Case>> {
    let tendermint = Power::ALL.into_iter().map(tendermint_case);
    let grandpa = Power::ALL.into_iter().map(|power| Ok(grandpa_case(power)));
    tendermint.chain(grandpa).collect()
}

/// As many authorities as Polkadot has, about; by as few votes as suffice.
fn grandpa_case(power: Power) -> Case {
    const AUTHORITIES: u16 = 300;
    let authorities = Authorities::new(7, &power.of(AUTHORITIES.into()), SEED);
    let justification = authorities.justify(3, &Block::new(1000, ""));
    Case {
        authorities: AUTHORITIES.into(),
        power: power.name(),
        update: grandpa::update(authorities.set(), &justification),
    }
}

/// As many validators as the Cosmos Hub had, and a skip of 200 blocks.
fn tendermint_case(power: Power) -> anyhow::Result<Case> {
    const VALIDATORS: u16 = 150;
    let chain = Chain::new(VALIDATORS.into(), power, SEED);
    let (trusted, untrusted) = (chain.block(100, ""), chain.block(300, ""));
    let parameters = Parameters {
        chain_id: CHAIN_ID.to_owned(),
        trust_level: (1, 3),
        trusting_period_ns: 14 * 24 * 3600 * 1_000_000_000,
        max_clock_drift_ns: 0,
    };
    let now_ns = tendermint::just_after(&untrusted)?;
    let next = chain.validators();
    Ok(Case {
        authorities: VALIDATORS.into(),
        power: power.name(),
        update: tendermint::update(&parameters, &trusted, &untrusted, &next, now_ns)?,
    })
}

/// Verifies every header in every build; also returns whether nearcore's runner burnt the same
/// gas, to the unit, where it has the functions that a build imports.
///
/// # Errors
///
/// The runtime fails, or a header is refused.
pub(super) fn measure(
    nearcore: &Runtime,
    progress: &ProgressBar,
) -> anyhow::Result<(Vec<LightClientRun>, bool)> {
    let wasmer = runtime()?;
    let mut runs = Vec::new();
    let mut agree = true;
    progress.set_message("signing headers");
    for case in cases()? {
        for build in ClientBuild::ALL {
            let Case {
                authorities,
                power,
                update,
            } = &case;
            let client = update.client.name;
            progress.set_message(format!("verifying a header: {client}, {power} ({build})"));
            let measured = update.measure(&wasmer, build)?;
            if build != ClientBuild::HostMany {
                let expected = update.outcome(nearcore, build)?;
                agree &= measured.burnt_gas == expected.burnt_gas.as_gas();
            }
            ensure!(
                measured.verdict.is_success(),
                "{client}, {power} ({build}): {}",
                measured.verdict
            );
            runs.push(LightClientRun {
                client,
                authorities: *authorities,
                power,
                build: build.to_string(),
                burnt_gas: measured.burnt_gas,
                wall_ns: measured.wall.as_nanos(),
                signatures: measured.signatures,
                floor_gas: measured.floor_gas,
                verdict: measured.verdict.verdict,
                phases: measured.phases,
            });
        }
    }
    Ok((runs, agree))
}
