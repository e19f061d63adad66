//! `ed25519_verify` as an engine calls it, on our host, once for each signature: its time with each
//! verify backend. After some uses of a key, each call also builds a few of the key's tables, until all
//! are built.

use super::pool::signed;
use crate::contender::{Contender, each};
use crate::library::Signed;
use crate::verification::{Network, named};
use anyhow::ensure;
use ed25519_lanes::{
    Backend, KeyTables, Layout, Rule, USES_BEFORE_TABLES, Verifier, densest_s, work,
};
use near_runtime_ext::host::Verification;
use std::collections::HashMap;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

/// Signatures among which a search finds a slow one.
const SEARCHED: u64 = 4_096;

named! {
    /// The kind of calls: the state of the keys, and the author of the signatures.
    pub(crate) Calls:
    /// No key was seen before.
    New "new keys";
    /// The key was not seen before, and the signature is the slowest refused one that an attacker's
    /// search finds.
    Heaviest "an attacker's signatures";
    /// Each call builds as many of a key's tables as one call may: the first ones, for which it decodes
    /// the key; further ones; or the last. No key is evicted, so every table takes new memory.
    First "building tables";
    Between "building tables, between";
    Last "building tables, last";
    /// The same with a full cache of the default size: the least recently used keys are evicted, which
    /// frees their memory.
    FirstOfFull "building tables, full cache";
    BetweenOfFull "building tables, between, full cache";
    LastOfFull "building tables, last, full cache";
    /// Every key has tables.
    Known "keys seen before";
}

/// The kinds that build tables; older recordings have only the first.
pub(super) const BUILDING: [Calls; 6] = [
    Calls::First,
    Calls::Between,
    Calls::Last,
    Calls::FirstOfFull,
    Calls::BetweenOfFull,
    Calls::LastOfFull,
];

impl Calls {
    /// The kinds to measure for a backend: portable code builds no tables in these calls, and dalek has none.
    pub(super) fn of(backend: Backend) -> impl Iterator<Item = Self> {
        let has = move |it: &Self| match backend {
            Backend::Ifma | Backend::Avx2 => true,
            Backend::Portable => !it.builds(),
            Backend::Dalek => matches!(it, Self::New | Self::Heaviest),
        };
        Self::ALL.into_iter().filter(has)
    }

    /// Whether these calls build tables.
    pub(super) fn builds(self) -> bool {
        BUILDING.contains(&self)
    }

    /// A contender that times only the calls.
    pub(super) fn contender(self, backend: Backend) -> anyhow::Result<Contender> {
        if self.builds() {
            let mut cycle = Cycle::new(backend, self)?;
            return Ok(each(move |_| cycle.key())); // as many keys as there are signatures
        }
        let (network, verifier) = (Network::new(), Verifier::with_backend(backend)?);
        let keys = if self == Self::Known { 1_024 } else { 0 };
        let verification = Arc::new(Verification {
            verifier,
            tables: KeyTables::new(Layout::MEDIUM, keys * Layout::MEDIUM.bytes()),
            ..Verification::default()
        });
        let mut attackers: HashMap<_, Signed> = HashMap::new();
        Ok(each(move |signed: &Signed| {
            let mut signed = signed;
            if self == Self::Heaviest {
                let of_key = attackers.entry(signed.public_key);
                signed = of_key.or_insert_with(|| heaviest(signed));
            }
            verifier.build(&verification.tables, &[signed.public_key]); // if there is room
            let (verdict, elapsed) = call(&network, Arc::clone(&verification), signed)?;
            Ok((verdict == u64::from(self != Self::Heaviest), elapsed))
        }))
    }
}

/// A call with its inputs in memory.
fn call(
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

/// The slowest signature that an attacker finds by varying the message, which changes `k`, and by
/// choosing the densest `s` for that `k`.
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

/// Takes new keys, one after another, through all calls.
struct Cycle {
    network: Network,
    verification: Arc<Verification>,
    /// The number of the next key.
    next: usize,
    /// The number of calls with each key, and which of them is timed.
    uses: u32,
    timed: u32,
}

impl Cycle {
    fn new(backend: Backend, calls: Calls) -> anyhow::Result<Self> {
        let verifier = Verifier::with_backend(backend)?;
        let uses = uses(verifier)?;
        let mut tables = KeyTables::new(Layout::MEDIUM, usize::MAX);
        let mut next = 0;
        if calls >= Calls::FirstOfFull {
            tables = Verification::default().tables;
            next = tables.capacity();
            let keys: Vec<_> = (0..next).map(|it| signed(it).public_key).collect();
            verifier.build(&tables, &keys);
        }
        Ok(Self {
            network: Network::new(),
            verification: Arc::new(Verification {
                verifier,
                tables,
                ..Verification::default()
            }),
            next,
            uses,
            timed: match calls {
                Calls::Between | Calls::BetweenOfFull => USES_BEFORE_TABLES.midpoint(uses),
                Calls::Last | Calls::LastOfFull => uses,
                _ => USES_BEFORE_TABLES,
            },
        })
    }

    /// The verdict and the time of the timed call for the next key.
    fn key(&mut self) -> anyhow::Result<(bool, Duration)> {
        let (signed, verification) = (signed(self.next), &self.verification);
        let (verifier, tables) = (verification.verifier, &verification.tables);
        self.next += 1;
        let mut result = (false, Duration::ZERO);
        for number in 1..=self.uses {
            if number == self.timed {
                let (verdict, elapsed) = call(&self.network, Arc::clone(verification), &signed)?;
                result = (verdict == 1, elapsed);
            } else {
                let _ = verifier.verify_one_learning(tables, &signed.item(), Rule::Nep364);
            }
        }
        let kept = self.next.min(tables.capacity());
        ensure!(tables.len() == kept, "a key has no tables yet");
        Ok(result)
    }
}

/// The number of uses after which a key has all its tables.
fn uses(verifier: Verifier) -> anyhow::Result<u32> {
    let tables = KeyTables::new(Layout::MEDIUM, Layout::MEDIUM.bytes());
    let signed = signed(0);
    let mut uses = 0;
    while tables.is_empty() {
        let _ = verifier.verify_one_learning(&tables, &signed.item(), Rule::Nep364);
        uses += 1;
        ensure!(uses < 1_000, "no tables after {uses} uses");
    }
    let are_several = uses > USES_BEFORE_TABLES + 1;
    ensure!(are_several, "no call is between the first and the last");
    Ok(uses)
}
