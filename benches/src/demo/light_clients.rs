//! The main job's light clients: headers of made-up chains, in every build.

use crate::light_clients::made_up::headers;
use crate::light_clients::{Phase, runtime};
use anyhow::ensure;
use indicatif::ProgressBar;
use near_runtime_ext::Runtime;
use serde::Serialize;
use test_contracts::ClientBuild;

/// One update, in one build.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct LightClientRun {
    /// The header, as tables have it.
    #[serde(skip)]
    pub(crate) header: String,
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
    let overlay = runtime()?;
    let mut runs = Vec::new();
    let mut agree = true;
    progress.set_message("signing headers");
    for header in headers()? {
        let (name, update) = (header.name(), &header.update);
        for build in ClientBuild::ALL {
            progress.set_message(format!("verifying a header: {name} ({build})"));
            let measured = update.measure(&overlay, build)?;
            if build != ClientBuild::HostMany {
                let expected = update.outcome(nearcore, build)?;
                agree &= measured.burnt_gas == expected.burnt_gas.as_gas();
            }
            let verdict = measured.verdict;
            ensure!(verdict.is_success(), "{name} ({build}): {verdict}");
            runs.push(LightClientRun {
                header: name.clone(),
                client: update.client.name,
                authorities: header.authorities,
                power: header.power,
                build: build.to_string(),
                burnt_gas: measured.burnt_gas,
                wall_ns: measured.wall.as_nanos(),
                signatures: measured.signatures,
                floor_gas: measured.floor_gas,
                verdict: verdict.verdict,
                phases: measured.phases,
            });
        }
    }
    Ok((runs, agree))
}
