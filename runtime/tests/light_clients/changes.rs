//! Random changes of encoded messages.

use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::{Config, TestRunner};
use std::cell::RefCell;

/// Changes tried in CI; `PROPTEST_CASES` tries more.
const CASES: u32 = 5000;

/// A change of a message's bytes.
#[derive(Clone, Debug)]
pub enum Change {
    /// Of one bit.
    Flip(Index),
    /// Of one byte.
    Set(Index, u8),
    /// Some bytes are gone.
    Cut(Index, usize),
    /// Some bytes are there twice.
    Double(Index, usize),
    /// Others are put in.
    Insert(Index, Vec<u8>),
    /// Two places exchange their bytes.
    Exchange(Index, Index, usize),
    /// Nothing comes after.
    Truncate(Index),
}

pub fn changes() -> impl Strategy<Value = Change> {
    let at = any::<Index>;
    prop_oneof![
        6 => at().prop_map(Change::Flip),
        3 => (at(), any::<u8>()).prop_map(|(at, byte)| Change::Set(at, byte)),
        1 => (at(), 1..64_usize).prop_map(|(at, length)| Change::Cut(at, length)),
        1 => (at(), 1..200_usize).prop_map(|(at, length)| Change::Double(at, length)),
        1 => (at(), prop::collection::vec(any::<u8>(), 1..8)).prop_map(|(at, bytes)| Change::Insert(at, bytes)),
        1 => (at(), at(), 1..64_usize).prop_map(|(one, other, length)| Change::Exchange(one, other, length)),
        1 => at().prop_map(Change::Truncate),
    ]
}

impl Change {
    pub fn apply(&self, bytes: &mut Vec<u8>) {
        let total = bytes.len();
        let up_to = |at: usize, length: usize| at..(at + length).min(total);
        match self {
            Self::Flip(at) => {
                let bit = at.index(8 * total);
                bytes[bit / 8] ^= 1 << (bit % 8);
            }
            Self::Set(at, byte) => bytes[at.index(total)] = *byte,
            Self::Cut(at, length) => drop(bytes.drain(up_to(at.index(total), *length))),
            Self::Double(at, length) => {
                let range = up_to(at.index(total), *length);
                let twice = bytes[range.clone()].to_vec();
                bytes.splice(range.start..range.start, twice);
            }
            Self::Insert(at, new) => {
                let at = at.index(total);
                bytes.splice(at..at, new.iter().copied());
            }
            Self::Exchange(one, other, length) => {
                for offset in 0..*length {
                    bytes.swap(
                        (one.index(total) + offset) % total,
                        (other.index(total) + offset) % total,
                    );
                }
            }
            Self::Truncate(at) => bytes.truncate(at.index(total)),
        }
    }
}

/// Hands changed copies of a message to `check`, and prints how many it says were accepted.
///
/// # Panics
/// `check` fails.
pub fn check_changed(original: &[u8], check: impl FnMut(&[u8]) -> Result<bool, TestCaseError>) {
    let check = RefCell::new(check);
    let accepted = RefCell::new(0_u32);
    let mut config = Config {
        failure_persistence: None,
        ..Config::default()
    };
    config.cases = config.cases.max(CASES);
    let cases = config.cases;
    TestRunner::new(config)
        .run(&prop::collection::vec(changes(), 1..3), |changes| {
            let mut changed = original.to_vec();
            for change in changes {
                if !changed.is_empty() {
                    change.apply(&mut changed);
                }
            }
            *accepted.borrow_mut() += u32::from((check.borrow_mut())(&changed)?);
            Ok(())
        })
        .unwrap_or_else(|error| panic!("{error}"));
    println!(
        "accepted, with nothing signed changed: {} of {cases}",
        accepted.borrow()
    );
}
