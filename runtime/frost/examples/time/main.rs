//! Prints times beside frost-core's: `cargo run --release -p near-frost --example time`.
//!
//! Ours and frost-core's are measured in turns, on every backend; of each the least time counts.
//! `time 5` takes five turns of the longest; more give steadier results.
#![allow(
    missing_docs,
    clippy::panic,
    reason = "an example stops where it is wrong"
)]

mod generation;
mod signing;

use ed25519_lanes::{Backend, Verifier};
use frost_ed25519::Identifier;
use frost_ed25519::rand_core::{CryptoRng, Error, RngCore};
use generation::generation;
use signing::signing;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

type Map<T> = BTreeMap<Identifier, T>;

/// Seeded, so that every run measures the same work.
struct Seeded(fastrand::Rng);

impl RngCore for Seeded {
    fn next_u32(&mut self) -> u32 {
        self.0.u32(..)
    }

    fn next_u64(&mut self) -> u64 {
        self.0.u64(..)
    }

    fn fill_bytes(&mut self, bytes: &mut [u8]) {
        self.0.fill(bytes);
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Error> {
        self.0.fill(bytes);
        Ok(())
    }
}

impl CryptoRng for Seeded {}

fn main() {
    let turns = std::env::args().nth(1);
    let turns = turns.map_or(5, |turns| turns.parse().expect("a number of turns"));
    let verifiers: Vec<_> = Backend::ALL
        .iter()
        .filter(|it| **it != Backend::Dalek)
        .collect();
    let verifiers: Vec<_> = verifiers
        .into_iter()
        .filter_map(|backend| Verifier::with_backend(*backend).ok())
        .collect();
    print!("| us | frost-core |");
    for verifier in &verifiers {
        print!(" {} | ratio |", verifier.backend());
    }
    println!("\n|---|---|{}", "---|---|".repeat(verifiers.len()));
    let table = Table { turns, verifiers };
    for (signers, members) in [(2, 3), (7, 10), (67, 100), (667, 1000)] {
        signing(&table, signers, members);
    }
    generation(&table, 67, 100);
}

struct Table {
    turns: u32,
    verifiers: Vec<Verifier>,
}

impl Table {
    /// A row: the least time of each, measured in turns.
    fn row(&self, name: &str, theirs: impl Fn(), ours: impl Fn(Verifier)) {
        let time = |work: &dyn Fn()| {
            let start = Instant::now();
            work();
            start.elapsed()
        };
        let once = time(&theirs);
        let turns = self
            .turns
            .max(u32::try_from(200_000 / (once.as_micros() + 1)).unwrap_or(0));
        let mut least = vec![Duration::MAX; 1 + self.verifiers.len()];
        for _ in 0..turns {
            least[0] = least[0].min(time(&theirs));
            for (least, verifier) in least[1..].iter_mut().zip(&self.verifiers) {
                *least = (*least).min(time(&|| ours(*verifier)));
            }
        }
        let us = |time: Duration| time.as_secs_f64() * 1e6;
        print!("| {name} | {:.1} |", us(least[0]));
        for ours in &least[1..] {
            print!(" {:.1} | {:.3} |", us(*ours), us(*ours) / us(least[0]));
        }
        println!();
    }
}
