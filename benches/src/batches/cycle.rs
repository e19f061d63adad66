//! The calls of `ed25519_verify` that build a key's tables: after some uses of the key, each call builds
//! a few, until the key has all.

use super::host::call;
use super::pool::signed;
use crate::contender::{Answer, Contender};
use crate::verification::{Network, named};
use anyhow::ensure;
use ed25519_lanes::{Backend, KeyTables, Layout, Rule, USES_BEFORE_TABLES, Verifier};
use near_runtime_ext::host::Verification;
use std::sync::Arc;
use std::time::Duration;

named! {
    /// The state of the cache.
    pub(crate) Cache:
    /// No key ever makes room, so that every table takes new memory.
    Roomy "";
    /// As large as by default, and full: the least recent keys make room, and leave their memory.
    Full ", full cache";
}

named! {
    /// The call that is timed.
    pub(crate) Part:
    /// It builds a key's first tables, and decodes the key.
    First "";
    /// It builds further tables.
    Between ", between";
    /// It builds the key's last tables.
    Last ", last";
}

/// Takes one key after another, each of them new, through all calls.
pub(super) struct Cycle {
    network: Network,
    verification: Arc<Verification>,
    /// The number of the next key.
    next: usize,
    /// The uses of a key, and the one that is timed.
    uses: u32,
    timed: u32,
}

impl Cycle {
    pub(super) fn new(backend: Backend, cache: Cache, part: Part) -> anyhow::Result<Self> {
        let verifier = Verifier::with_backend(backend)?;
        let uses = uses(verifier)?;
        let tables = match cache {
            Cache::Roomy => KeyTables::new(Layout::MEDIUM, usize::MAX),
            Cache::Full => Verification::default().tables,
        };
        let mut next = 0;
        if let Cache::Full = cache {
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
            timed: match part {
                Part::First => USES_BEFORE_TABLES,
                Part::Between => USES_BEFORE_TABLES.midpoint(uses),
                Part::Last => uses,
            },
        })
    }

    /// A contender that takes as many keys as there are signatures.
    pub(super) fn contender(mut self) -> Contender {
        Box::new(move |signed| {
            let mut answer = Answer {
                is_accepted: true,
                elapsed: Duration::ZERO,
                burnt_gas: None,
            };
            for _ in signed {
                let (is_accepted, elapsed) = self.key()?;
                answer.is_accepted &= is_accepted;
                answer.elapsed += elapsed;
            }
            Ok(answer)
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

/// The uses after which a key has all its tables.
fn uses(verifier: Verifier) -> anyhow::Result<u32> {
    let tables = KeyTables::new(Layout::MEDIUM, Layout::MEDIUM.bytes());
    let signed = signed(0);
    let mut uses = 0;
    while tables.is_empty() {
        let _ = verifier.verify_one_learning(&tables, &signed.item(), Rule::Nep364);
        uses += 1;
        ensure!(uses < 1_000, "no tables after {uses} uses");
    }
    Ok(uses)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::measure::{LANES, lacks};

    /// Otherwise no call would be between the first and the last.
    #[test]
    fn several_calls_build_the_tables_of_a_key() {
        let backends = LANES.into_iter().filter(|it| lacks(*it).is_none());
        for backend in backends.filter(|it| *it != Backend::Portable) {
            let verifier = Verifier::with_backend(backend).expect("a backend of this processor");
            let uses = uses(verifier).expect("tables");
            assert!(uses > USES_BEFORE_TABLES + 1, "{backend}: {uses}");
        }
    }
}
