//! `near-ed25519 vrf prove`.

use super::arguments::Prove;
use super::secret;
use crate::exit::Failure;
use near_ed25519_benches::stdout::{self, named};
use near_sdk_ext::PublicKey;
use serde_json::json;

pub(super) fn run(args: &Prove) -> Result<(), Failure> {
    let key = secret::key(&args.secret_key_file).map_err(Failure::input)?;
    let (suite, alpha) = (args.about.suite, args.about.alpha());
    let proof = key.prove(suite, alpha);
    let output = near_ecvrf::verify(suite, key.public_key(), alpha, &proof)?;
    let public_key = PublicKey::from(*key.public_key());
    let (proof, output) = (hex::encode(proof), hex::encode(output.bytes()));
    if args.json {
        let report = json!({
            "suite": suite.to_string(),
            "public_key": public_key,
            "alpha": hex::encode(alpha),
            "proof": proof,
            "output": output,
        });
        return Ok(stdout::json(&report)?);
    }
    let text = named([
        ("proof", proof),
        ("output", output),
        ("public key", public_key.to_string()),
    ]);
    Ok(stdout::line(text.trim_end())?)
}
