//! The input of a verification: a key, a signature, and the message.

use super::arguments::{FORM, Verify};
use super::form;
use crate::input;
use anyhow::{Context as _, anyhow, ensure};
use near_sdk_ext::nep413::{Parts, Payload, SignedMessage};
use near_sdk_ext::{PublicKey, Signature};
use sha2::{Digest as _, Sha256};
use std::path::{Path, PathBuf};

/// Largest size of a message, which is the largest memory of a contract.
const MESSAGE_LIMIT: u64 = 128 << 20;

pub(super) struct Signed {
    pub(super) public_key: PublicKey,
    pub(super) signature: Signature,
    /// The verified bytes; for a wallet's message, the hash of its payload.
    pub(super) message: Vec<u8>,
    /// The payload of a wallet's message.
    pub(super) payload: Option<Payload>,
}

impl Signed {
    /// # Errors
    ///
    /// An input cannot be read; the error names the option or the file.
    pub(super) fn read(args: &Verify) -> anyhow::Result<Self> {
        if let Some(path) = &args.nep_413 {
            return Self::of_wallet(path, args.nep_413_request.as_ref());
        }
        // clap requires these options.
        let given = |option: &Option<String>| option.clone().unwrap_or_default();
        let public_key = form::public_key(&given(&args.public_key)).context("--public-key")?;
        let signature = form::signature(&given(&args.signature)).context("--signature")?;
        let message = match (&args.message, &args.message_hex, &args.message_file) {
            (Some(text), ..) => text.as_bytes().to_vec(),
            (_, Some(bytes), _) => bytes.0.clone(),
            (.., Some(path)) => input::read(path, MESSAGE_LIMIT, None)?,
            _ => return Err(anyhow!("no message")),
        };
        Ok(Self {
            public_key,
            signature,
            message,
            payload: None,
        })
    }

    /// From the answer's file, which may contain the request too, or from the files of both.
    fn of_wallet(answer: &PathBuf, request: Option<&PathBuf>) -> anyhow::Result<Self> {
        input::one_stdin([answer].into_iter().chain(request))?;
        let (mut parts, mut names) = (parts(answer)?, input::name(answer));
        if let Some(request) = request {
            names = format!("{names} and {}", input::name(request));
            let joined = parts.joined(self::parts(request)?);
            parts = joined.with_context(|| names.clone())?;
        }
        let missing = parts.missing().collect::<Vec<_>>().join(", ");
        ensure!(
            missing.is_empty(),
            "{names}: no {missing}: a wallet's message is {FORM}, or --nep-413-request names the file of what \
             the wallet was asked to sign"
        );
        let signed = SignedMessage::try_from(parts)?;
        Ok(Self {
            public_key: signed.public_key,
            signature: signed.signature,
            message: nep_413_hash(&signed.payload),
            payload: Some(signed.payload),
        })
    }
}

/// The parts of a wallet's message in a file.
fn parts(path: &Path) -> anyhow::Result<Parts> {
    input::parsed(path, chain_files::read_json)
}

/// The hash that a wallet signs, as `Payload::hash` computes it. That function calls the host, which
/// is a mock in builds of the workspace's tests.
pub(super) fn nep_413_hash(payload: &Payload) -> Vec<u8> {
    Sha256::digest(payload.tagged()).to_vec()
}
