//! `near-ed25519 vrf verify`.

use super::arguments::Verify;
use super::gas::{Gas, gas_by_build};
use crate::exit::{FAILED, Failure};
use crate::output::Fields;
use crate::verify::form;
use anyhow::Context as _;
use near_ecvrf::Suite;
use serde_json::Map;

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
    let in_json = gas.iter().map(|it| (it.build.to_owned(), it.burnt.into()));
    let said = refusal.clone().unwrap_or_else(|| "accepted".to_owned());
    let mut fields = Fields::default()
        .json("gas", in_json.collect::<Map<_, _>>())
        .json("suite", suite.to_string())
        .json("accepted", refusal.is_none())
        .json("refusal", refusal.clone())
        .line("verdict", [said])
        .both("output", "output", output)
        .json("holds_for", holds_for.clone())
        .line("it holds for", holds_for)
        .both("public_key", "public key", Some(public_key.to_string()))
        .json("alpha", hex::encode(alpha));
    for (build, gas) in gas.iter().map(Gas::line) {
        fields = fields.line(build, [gas]);
    }
    fields.print(args.json, "")?;
    match refusal {
        None => Ok(()),
        Some(why) => Err(Failure::refused(FAILED, why)),
    }
}
