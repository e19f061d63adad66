//! What is known of one contender: from the turns of all processes.

use super::SIZES;
use super::row::{Group, Row};
use super::turn::Turn;
use crate::compare::Rule;
use crate::least::{Least, ratio};
use ed25519_lanes::Layout;
use serde::{Deserialize, Serialize};

/// One contender.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Measured {
    pub(crate) name: String,
    pub(crate) group: Group,
    pub(crate) accepts: Rule,
    /// Bytes of the tables of a key, where there are tables.
    pub(crate) table_bytes: Option<usize>,
    /// Why it could not be measured, if so.
    pub(crate) unavailable: Option<String>,
    /// By the number of signatures, the least first; none where it was not measured.
    pub(crate) sizes: Vec<Size>,
}

/// So many signatures at once; where tables are built, so many keys.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Size {
    pub(crate) signatures: usize,
    /// How often that was timed.
    pub(crate) times: u32,
    /// All signatures; the unit is as many by dalek.
    #[serde(flatten)]
    pub(crate) time: Least,
}

impl Size {
    /// `None` where nobody got to it.
    fn new(signatures: usize, launches: &[Vec<&Turn>]) -> Option<Self> {
        let of_size = |turn: &&&Turn| turn.signatures == signatures;
        let least = launches.iter().map(|turns| {
            let turns = turns.iter().filter(of_size);
            turns.map(|turn| turn.least_ns)
        });
        let turns = launches.iter().flatten().filter(of_size);
        Some(Self {
            signatures,
            times: turns.map(|turn| turn.times).sum(),
            time: Least::of(least)?,
        })
    }

    /// Nanoseconds of one signature.
    pub(super) fn each_ns(&self) -> f64 {
        ratio(self.time.least_ns, self.signatures as u64)
    }
}

impl Measured {
    /// From the turns of each process.
    pub(super) fn new(row: &Row, launches: &[Vec<Turn>]) -> Self {
        let own = |turn: &&Turn| turn.row == row.name;
        let launches = launches
            .iter()
            .map(|turns| turns.iter().filter(own).collect());
        let launches: Vec<Vec<&Turn>> = launches.collect();
        Self {
            name: row.name.clone(),
            group: row.group,
            accepts: row.accepts,
            table_bytes: row.layout().map(Layout::bytes),
            unavailable: row.unavailable.clone(),
            sizes: SIZES
                .iter()
                .filter_map(|signatures| Size::new(*signatures, &launches))
                .collect(),
        }
    }

    pub(super) fn size(&self, signatures: usize) -> Option<&Size> {
        self.sizes.iter().find(|size| size.signatures == signatures)
    }

    pub(super) fn compare_with(&mut self, unit: &Self) {
        for size in &mut self.sizes {
            let unit = unit.size(size.signatures).map(|size| &size.time);
            size.time.compare_with(unit);
        }
    }

    /// The slowest process beside the fastest, less 1, for the most signatures.
    pub(super) fn spread(&self) -> Option<f64> {
        self.sizes.last()?.time.spread()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::many::row::{UNIT, rows};

    fn turn(signatures: usize, times: u32, least_ns: u64) -> Turn {
        Turn {
            row: UNIT.to_owned(),
            signatures,
            times,
            least_ns,
        }
    }

    fn unit(launches: &[Vec<Turn>]) -> Measured {
        let rows = rows();
        let unit = rows.iter().find(|row| row.name == UNIT);
        Measured::new(unit.expect("a row"), launches)
    }

    #[test]
    fn the_least_of_all_turns_and_processes_is_what_counts() {
        let measured = unit(&[
            vec![
                turn(1, 10, 41_000),
                turn(8, 3, 320_000),
                turn(1, 10, 40_000),
            ],
            vec![turn(1, 10, 44_000), turn(8, 2, 312_000)],
            vec![], // interrupted
        ]);
        let found: Vec<_> = measured
            .sizes
            .iter()
            .map(|size| (size.signatures, size.times, size.time.least_ns))
            .collect();
        assert_eq!(found, [(1, 30, 40_000), (8, 5, 312_000)]);
        assert_eq!(measured.sizes[0].time.launches_ns, [40_000, 44_000]);
        assert_eq!(measured.sizes[1].each_ns(), 39_000.0);
        assert_eq!(measured.spread(), Some(320.0 / 312.0 - 1.0));
    }

    #[test]
    fn everybody_is_beside_the_unit_with_as_many_signatures() {
        let base = unit(&[vec![turn(1, 1, 40_000), turn(2, 1, 80_000)]]);
        let mut other = unit(&[vec![turn(1, 1, 30_000), turn(2, 1, 20_000), turn(4, 1, 1)]]);
        other.compare_with(&base);
        let times: Vec<_> = other
            .sizes
            .iter()
            .map(|size| size.time.times_unit)
            .collect();
        assert_eq!(times, [Some(0.75), Some(0.25), None]);
    }

    #[test]
    fn who_was_not_measured_has_no_times() {
        let measured = unit(&[]);
        assert!(measured.sizes.is_empty());
        assert_eq!(measured.spread(), None);
    }
}
