//! `near-ed25519 vrf prove`.

use super::arguments::Prove;
use crate::exit::Failure;
use crate::input;
use anyhow::anyhow;
use near_ecvrf::SecretKey;
use near_ed25519_benches::stdout::{self, named};
use near_sdk_ext::PublicKey;
use serde_json::json;
use std::path::Path;

/// Largest size of a file with a secret key: its digits, and space around them.
const SECRET_KEY_LIMIT: u64 = 1024;

pub(super) fn run(args: &Prove) -> Result<(), Failure> {
    let key = secret_key(&args.secret_key_file).map_err(Failure::input)?;
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

/// # Errors
///
/// The file cannot be read, or is something else; the error does not repeat what may be a secret.
fn secret_key(path: &Path) -> anyhow::Result<SecretKey> {
    let text = input::read(path, SECRET_KEY_LIMIT, ": a secret key is 32 bytes in hex")?;
    let mut seed = [0; 32];
    hex::decode_to_slice(text.trim_ascii(), &mut seed).map_err(|_| {
        let name = input::name(path);
        anyhow!("{name}: a secret key is 32 bytes in hex, an Ed25519 seed")
    })?;
    Ok(SecretKey::from_seed(seed))
}
