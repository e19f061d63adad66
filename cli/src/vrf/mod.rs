//! `near-ed25519 vrf`: proofs of a verifiable random function (RFC 9381), made and verified.

mod arguments;
mod gas;
mod secret;

pub(crate) use arguments::VrfCommand;

use crate::exit::{self, Failure};
use crate::output::Fields;
use crate::verify::form;
use anyhow::Context as _;
use arguments::{Prove, Verify};
use gas::{gas_by_build, in_words};
use near_ecvrf::Suite;
use near_sdk_ext::PublicKey;
use serde_json::Map;

pub(crate) fn run(command: &VrfCommand) -> Result<(), Failure> {
    match command {
        VrfCommand::Prove(args) => prove(args),
        VrfCommand::Verify(args) => verify(args),
    }
}

fn prove(args: &Prove) -> Result<(), Failure> {
    let key = secret::key(&args.secret_key_file).map_err(Failure::input)?;
    let (suite, alpha) = (args.about.suite, args.about.alpha());
    let proof = key.prove(suite, alpha);
    let output = near_ecvrf::verify(suite, key.public_key(), alpha, &proof)?;
    let public_key = PublicKey::from(*key.public_key());
    let fields = Fields::default()
        .json("suite", suite.to_string())
        .both("proof", "proof", Some(hex::encode(proof)))
        .both("output", "output", Some(hex::encode(output.bytes())))
        .both("public_key", "public key", Some(public_key.to_string()))
        .json("alpha", hex::encode(alpha));
    Ok(fields.print(args.json, "")?)
}

fn verify(args: &Verify) -> Result<(), Failure> {
    let public_key = form::public_key(&args.public_key).context("--public-key");
    let public_key = public_key.map_err(Failure::input)?;
    let (suite, alpha, proof) = (args.about.suite, args.about.alpha(), &args.proof.0);
    let verdict_of = |suite| near_ecvrf::verify(suite, public_key.as_bytes(), alpha, proof);
    let verdict = verdict_of(suite);
    let refusal = verdict.err().map(|why| format!("refused: {why}"));
    let output = verdict.map(|output| hex::encode(output.bytes())).ok();
    // People confuse the suites.
    let mut others = Suite::ALL.to_vec();
    others.retain(|other| refusal.is_some() && verdict_of(*other).is_ok());
    let holds_for: Vec<_> = others.iter().map(Suite::to_string).collect();
    let gas = gas_by_build(suite, public_key.as_bytes(), alpha, proof)?;
    let in_json = gas
        .iter()
        .map(|(build, burnt)| ((*build).to_owned(), (*burnt).into()));
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
    for (build, burnt) in gas {
        fields = fields.line(build, [in_words(burnt)]);
    }
    fields.print(args.json, "")?;
    exit::unless(refusal)
}
