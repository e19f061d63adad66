//! A signature in two rounds: commitments, then shares; and again without the cheaters.

use super::keys::Keys;
use super::number;
use anyhow::{bail, ensure};
use frost_ed25519::Identifier;
use frost_ed25519::round1::commit;
use frost_ed25519::round2::SignatureShare;
use near_ed25519::output::progress;
use near_frost::{CheaterDetection, Commitments, Error, Session};
use rand_core::{OsRng, RngCore as _};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

/// A signature, and its times.
pub(super) struct Signed {
    pub(super) signature: [u8; 64],
    /// The attempts that cheaters spoilt: the cheaters' numbers, and the time to find them.
    pub(super) spoilt: Vec<(Vec<u16>, Duration)>,
    /// The longest time of a signer for each round: to commit, and to read all commitments and
    /// sign.
    pub(super) longest_round: [Duration; 2],
    /// The time from the commitments and shares in wire format to the signature.
    pub(super) aggregated: Duration,
}

/// Signs `message` by the first `signers` members. Each of `cheaters` sends a wrong share, and the
/// next member replaces it.
pub(super) fn sign(
    keys: &Keys,
    signers: u16,
    message: &[u8],
    cheaters: &BTreeSet<Identifier>,
) -> anyhow::Result<Signed> {
    let key = keys.key()?;
    let mut honest: BTreeSet<_> = keys.of_members.keys().copied().collect();
    let mut spoilt = Vec::new();
    loop {
        let chosen: Vec<_> = honest.iter().copied().take(signers.into()).collect();
        ensure!(
            chosen.len() == usize::from(signers),
            "{} members are left, and {signers} must sign",
            honest.len()
        );
        let mut longest_round = [Duration::ZERO; 2];
        let mut nonces = BTreeMap::new();
        let mut wire = Vec::new();
        for signer in &chosen {
            let start = Instant::now();
            let (its_nonces, commitments) =
                commit(keys.of_members[signer].signing_share(), &mut OsRng);
            wire.push(Commitments::of(signer, &commitments)?);
            nonces.insert(*signer, its_nonces);
            longest_round[0] = longest_round[0].max(start.elapsed());
        }

        let bar = progress(signers.into(), "signers sign");
        let mut shares = BTreeMap::new();
        for (signer, nonces) in nonces {
            let start = Instant::now();
            let session = Session::from_wire(&key, message, &wire)?;
            let mut share = session.sign(nonces, &keys.of_members[&signer])?;
            longest_round[1] = longest_round[1].max(start.elapsed());
            if cheaters.contains(&signer) {
                share = wrong_share()?;
            }
            shares.insert(signer, share);
            bar.inc(1);
        }
        bar.finish_and_clear();

        let start = Instant::now();
        let session = Session::from_wire(&key, message, &wire)?;
        let all = CheaterDetection::AllCheaters;
        match session.aggregate(&shares, &keys.public, all) {
            Ok(signature) => {
                return Ok(Signed {
                    signature,
                    spoilt,
                    longest_round,
                    aggregated: start.elapsed(),
                });
            }
            Err(Error::InvalidSignatureShare { culprits }) if !culprits.is_empty() => {
                let took = start.elapsed();
                honest.retain(|member| !culprits.contains(member));
                spoilt.push((culprits.iter().map(number).collect(), took));
            }
            Err(error) => bail!(error),
        }
    }
}

/// A scalar that is unrelated to the signature.
fn wrong_share() -> anyhow::Result<SignatureShare> {
    let mut scalar = [0; 32];
    OsRng.fill_bytes(&mut scalar[..31]); // below the order
    Ok(SignatureShare::deserialize(&scalar)?)
}
