//! `near-ed25519 vrf prove`.

use super::arguments::Prove;
use super::secret;
use crate::exit::Failure;
use crate::output::Fields;
use near_sdk_ext::PublicKey;

pub(super) fn run(args: &Prove) -> Result<(), Failure> {
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
