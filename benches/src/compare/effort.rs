//! How much is measured.

use super::row::ROWS;
use serde::{Deserialize, Serialize};

/// Verifications of a contender before another has its turn: a millisecond natively.
const CHUNK: u32 = 25;

/// How much is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Effort {
    /// Processes, one after the other.
    pub(crate) launches: u32,
    /// Turns of each contender in each process.
    pub(crate) rounds: u32,
    /// Verifications in each turn.
    pub(crate) chunk: u32,
}

impl Effort {
    /// At least so many verifications of each contender.
    pub(crate) fn new(verifications: u32, launches: u32) -> Self {
        let each = verifications.div_ceil(launches.max(1)).max(1);
        let rounds = each.div_ceil(CHUNK);
        Self {
            launches,
            rounds,
            chunk: each.div_ceil(rounds),
        }
    }

    /// Of all contenders, in all processes.
    pub(super) fn verifications(self) -> u64 {
        let available = ROWS.iter().filter(|row| row.unavailable().is_none());
        let each = [self.launches, self.rounds, self.chunk].map(u64::from);
        available.count() as u64 * each.iter().product::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effort_is_at_least_what_is_asked_for_and_hardly_more() {
        let made = |verifications, launches| {
            let effort = Effort::new(verifications, launches);
            assert!(effort.chunk <= CHUNK);
            u64::from(effort.launches) * u64::from(effort.rounds) * u64::from(effort.chunk)
        };
        assert_eq!(made(10_000, 8), 10_000);
        for (verifications, launches) in [(1, 1), (1, 8), (20, 1), (26, 1), (1_000, 3)] {
            let made = made(verifications, launches);
            let most = u64::from(verifications) + u64::from(launches * CHUNK);
            assert!((verifications.into()..most).contains(&made), "{made}");
        }
    }
}
