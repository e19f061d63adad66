//! `ed25519_verify` as an engine calls it, on our host, once for each signature: its time with each
//! verify backend.

use super::cycle::{Cache, Cycle, Part};
use crate::contender::{Answer, Contender};
use crate::library::Signed;
use crate::verification::named::named;
use crate::verification::network::Network;
use ed25519_lanes::{Backend, KeyTables, Layout, Verifier, densest_s, work};
use near_runtime_ext::host::Verification;
use std::collections::HashMap;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

/// Signatures that a search examines for one that takes long.
const SEARCHED: u64 = 4_096;

named! {
    /// The kind of calls: the state of the keys, and the author of the signatures.
    pub(crate) Calls:
    /// No key was seen before.
    New "new keys";
    /// The key was not seen before, and the signature is the slowest refused one that an attacker's
    /// search finds.
    Heaviest "an attacker's signatures";
    /// The call builds a key's first tables, in memory that no table had before; the key is decoded.
    Begins "building tables";
    /// It builds further tables.
    Continues "building tables, between";
    /// It builds the key's last tables.
    Completes "building tables, last";
    /// The same where the least recent keys make room, and leave their memory.
    BeginsFull "building tables, full cache";
    ContinuesFull "building tables, between, full cache";
    CompletesFull "building tables, last, full cache";
    /// Every key has tables.
    Known "keys seen before";
}

impl Calls {
    /// The kinds that differ for a backend: portable code builds no tables beside a verification,
    /// and dalek has none.
    pub(super) fn of(backend: Backend) -> impl Iterator<Item = Self> {
        let lacks = move |calls: &Self| {
            matches!(
                (backend, calls.part_of_cycle(), calls),
                (Backend::Portable | Backend::Dalek, Some(_), _) | (Backend::Dalek, _, Self::Known)
            )
        };
        Self::ALL.into_iter().filter(move |calls| !lacks(calls))
    }

    /// Which call of the cycle that builds a key's tables, and with which cache.
    pub(super) fn part_of_cycle(self) -> Option<(Part, Cache)> {
        Some(match self {
            Self::Begins => (Part::First, Cache::Roomy),
            Self::Continues => (Part::Between, Cache::Roomy),
            Self::Completes => (Part::Last, Cache::Roomy),
            Self::BeginsFull => (Part::First, Cache::Full),
            Self::ContinuesFull => (Part::Between, Cache::Full),
            Self::CompletesFull => (Part::Last, Cache::Full),
            Self::New | Self::Heaviest | Self::Known => return None,
        })
    }

    /// A contender that times the calls alone.
    pub(super) fn contender(self, backend: Backend) -> anyhow::Result<Contender> {
        if let Some((part, cache)) = self.part_of_cycle() {
            return Ok(Cycle::new(backend, part, cache)?.contender());
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
