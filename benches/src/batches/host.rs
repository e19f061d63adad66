//! `ed25519_verify` as an engine calls it, on our host, once for each signature: its time with each
//! verify backend.

use super::cycle::{Cache, Cycle, Part};
use crate::contender::{Answer, Contender};
use crate::library::Signed;
use crate::verification::Network;
use ed25519_lanes::{Backend, KeyTables, Layout, Verifier, densest_s, work};
use near_runtime_ext::host::Verification;
use std::collections::HashMap;
use std::fmt;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

/// Signatures that a search examines for one that takes long.
const SEARCHED: u64 = 4_096;

/// The kind of calls: the state of the keys, and the author of the signatures.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Calls {
    /// No key was seen before.
    New,
    /// The key was not seen before, and the signature is the slowest refused one that an attacker's
    /// search finds.
    Heaviest,
    /// Each call builds as much of a key's tables as one call may.
    Building(Cache, Part),
    /// Every key has tables.
    Known,
}

impl Calls {
    /// The kinds that differ for a backend: portable code builds no tables beside a verification,
    /// and dalek has none.
    pub(super) fn of(backend: Backend) -> impl Iterator<Item = Self> {
        let building = match backend {
            Backend::Portable | Backend::Dalek => Vec::new(),
            Backend::Ifma | Backend::Avx2 => Self::building().collect(),
        };
        let known = (backend != Backend::Dalek).then_some(Self::Known);
        let new = [Self::New, Self::Heaviest].into_iter();
        new.chain(building).chain(known)
    }

    /// The kinds that build tables.
    pub(super) fn building() -> impl Iterator<Item = Self> {
        let parts = |cache| Part::ALL.map(|part| Self::Building(cache, part));
        Cache::ALL.into_iter().flat_map(parts)
    }

    /// A contender that times the calls alone.
    pub(super) fn contender(self, backend: Backend) -> anyhow::Result<Contender> {
        if let Self::Building(cache, part) = self {
            return Ok(Cycle::new(backend, cache, part)?.contender());
        }
        let (network, verifier) = (Network::new(), Verifier::with_backend(backend)?);
        let keys = if self == Self::Known { 1_024 } else { 0 };
        let verification = Arc::new(Verification {
            verifier,
            tables: KeyTables::new(Layout::MEDIUM, keys * Layout::MEDIUM.bytes()),
            ..Verification::default()
        });
        let mut attackers: HashMap<_, Signed> = HashMap::new();
        Ok(Box::new(move |signed| {
            let mut answer = Answer {
                is_accepted: true,
                elapsed: Duration::ZERO,
                burnt_gas: None,
            };
            for signed in signed {
                let mut signed = signed;
                if self == Self::Heaviest {
                    let of_key = attackers.entry(signed.public_key);
                    signed = of_key.or_insert_with(|| heaviest(signed));
                }
                verifier.build(&verification.tables, &[signed.public_key]); // if there is room
                let (verdict, elapsed) = call(&network, Arc::clone(&verification), signed)?;
                answer.is_accepted &= verdict == u64::from(self != Self::Heaviest);
                answer.elapsed += elapsed;
            }
            Ok(answer)
        }))
    }
}

impl fmt::Display for Calls {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::New => f.write_str("new keys"),
            Self::Heaviest => f.write_str("an attacker's signatures"),
            Self::Building(cache, part) => write!(f, "building tables{part}{cache}"),
            Self::Known => f.write_str("keys seen before"),
        }
    }
}

/// A call with its inputs in memory.
pub(super) fn call(
    network: &Network,
    verification: Arc<Verification>,
    signed: &Signed,
) -> anyhow::Result<(u64, Duration)> {
    let mut memory = [&signed.signature[..], &signed.public_key, &signed.message].concat();
    let args = [64, 0, signed.message.len() as u64, 96, 32, 64];
    let memory = black_box(&mut memory);
    let (verdict, elapsed) = network.call("ed25519_verify", verification, memory, &args)?;
    Ok((verdict?, elapsed))
}

/// The slowest signature among those of messages like this one: `k` is the message's hash, and `s`
/// follows from it.
fn heaviest(signed: &Signed) -> Signed {
    let candidates = (0..SEARCHED).map(|number| {
        let mut signed = signed.clone();
        signed.message[..8].copy_from_slice(&number.to_le_bytes());
        signed
    });
    let heaviest = candidates.max_by_key(|signed| work(&signed.item()));
    let mut heaviest = heaviest.unwrap_or_else(|| signed.clone());
    if let Some(s) = densest_s(&heaviest.item()) {
        heaviest.signature[32..].copy_from_slice(&s);
    }
    heaviest
}
