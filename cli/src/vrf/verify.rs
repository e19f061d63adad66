//! `near-ed25519 vrf verify`.

use super::arguments::Verify;
use super::gas::{Gas, gas_by_build};
use crate::exit::{FAILED, Failure};
use crate::verify::form;
use anyhow::Context as _;
use near_ecvrf::Suite;
use near_ed25519_benches::stdout::{self, named};
use serde_json::json;
use std::collections::BTreeMap;

pub(super) fn run(args: &Verify) -> Result<(), Failure> {
    let public_key = form::public_key(&args.public_key).context("--public-key");
    let public_key = public_key.map_err(Failure::input)?;
    let (suite, alpha, proof) = (args.about.suite, args.about.alpha(), &args.proof.0);
    let verify = |suite| near_ecvrf::verify(suite, public_key.as_bytes(), alpha, proof);
    let verdict = verify(suite);
    let refusal = verdict.err().map(|why| format!("refused: {why}"));
    let output = verdict.map(|output| hex::encode(output.bytes())).ok();
    // People mistake one suite for another.
    let others = Suite::ALL.into_iter().filter(|other| *other != suite);
    let holds_for: Vec<String> = match refusal {
        Some(_) => others
            .filter(|other| verify(*other).is_ok())
            .map(|other| other.to_string())
            .collect(),
        None => Vec::new(),
    };
    let gas = gas_by_build(suite, public_key.as_bytes(), alpha, proof)?;
    if args.json {
        let gas = gas.iter().map(|it| (it.build, it.burnt));
        stdout::json(&json!({
            "gas": gas.collect::<BTreeMap<_, _>>(),
            "suite": suite.to_string(),
            "accepted": refusal.is_none(),
            "refusal": refusal,
            "output": output,
            "holds_for": holds_for,
            "public_key": public_key,
            "alpha": hex::encode(alpha),
        }))?;
    } else {
        let verdict = refusal.clone().unwrap_or_else(|| "accepted".to_owned());
        let mut lines = vec![("verdict", verdict)];
        lines.extend(output.map(|output| ("output", output)));
        lines.extend(holds_for.into_iter().map(|suite| ("it holds for", suite)));
        lines.push(("public key", public_key.to_string()));
        lines.extend(gas.iter().map(Gas::line));
        stdout::line(named(lines).trim_end())?;
    }
    match refusal {
        None => Ok(()),
        Some(why) => Err(Failure::refused(FAILED, why)),
    }
}
