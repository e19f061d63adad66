//! What is known of one row: from the turns of all processes.

use super::row::Row;
use super::turn::Turn;
use crate::least::Least;
use anyhow::ensure;
use serde::{Deserialize, Serialize};

/// One row.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Measured {
    pub(crate) name: String,
    pub(crate) build: String,
    /// Why it could not be measured, if so.
    pub(crate) unavailable: Option<String>,
    /// None where it was not measured.
    pub(crate) headers: Vec<HeaderTime>,
}

/// One header.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct HeaderTime {
    pub(crate) header: String,
    pub(crate) burnt_gas: u64,
    #[serde(flatten)]
    pub(crate) time: Least,
}

impl HeaderTime {
    /// `None` where nobody got to it.
    ///
    /// # Errors
    ///
    /// Two turns say different gas.
    fn new(header: &str, launches: &[Vec<&Turn>]) -> anyhow::Result<Option<Self>> {
        let with_header = |turn: &&&Turn| turn.header == header;
        let mut gas = None;
        for turn in launches.iter().flatten().filter(with_header) {
            let before = *gas.get_or_insert(turn.burnt_gas);
            let now = turn.burnt_gas;
            ensure!(before == now, "{header}: {before} gas, then {now}");
        }
        let least = launches.iter().map(|turns| {
            let turns = turns.iter().filter(with_header);
            turns.map(|turn| turn.least_ns)
        });
        let time = Least::of(least);
        Ok(gas.zip(time).map(|(burnt_gas, time)| Self {
            header: header.to_owned(),
            burnt_gas,
            time,
        }))
    }
}

impl Measured {
    /// From the turns of each process.
    ///
    /// # Errors
    ///
    /// Two turns with one header say different gas.
    pub(super) fn new(
        row: &Row,
        headers: &[String],
        launches: &[Vec<Turn>],
    ) -> anyhow::Result<Self> {
        let launches: Vec<Vec<&Turn>> = launches
            .iter()
            .map(|turns| turns.iter().filter(|turn| turn.row == row.name).collect())
            .collect();
        let headers = headers
            .iter()
            .map(|header| HeaderTime::new(header, &launches));
        Ok(Self {
            name: row.name.clone(),
            build: row.build.to_string(),
            unavailable: row.unavailable.clone(),
            headers: headers
                .filter_map(anyhow::Result::transpose)
                .collect::<Result<_, _>>()?,
        })
    }

    pub(super) fn header(&self, name: &str) -> Option<&HeaderTime> {
        self.headers.iter().find(|header| header.header == name)
    }

    pub(super) fn compare_with(&mut self, unit: &Self) {
        for header in &mut self.headers {
            let unit = unit.header(&header.header).map(|header| &header.time);
            header.time.compare_with(unit);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::headers::row::{UNIT, rows};

    fn turn(header: &str, burnt_gas: u64, least_ns: u64) -> Turn {
        Turn {
            row: UNIT.to_owned(),
            header: header.to_owned(),
            burnt_gas,
            least_ns,
        }
    }

    fn unit(launches: &[Vec<Turn>]) -> anyhow::Result<Measured> {
        let rows = rows();
        let unit = rows.iter().find(|row| row.name == UNIT);
        let headers = ["a", "b"].map(str::to_owned);
        Measured::new(unit.expect("a row"), &headers, launches)
    }

    #[test]
    fn the_least_of_all_turns_and_processes_is_what_counts() {
        let measured = unit(&[
            vec![turn("a", 7, 30), turn("b", 8, 50), turn("a", 7, 20)],
            vec![turn("a", 7, 25)],
            vec![], // interrupted
        ])
        .expect("consistent");
        let found: Vec<_> = measured
            .headers
            .iter()
            .map(|header| {
                (
                    header.header.as_str(),
                    header.burnt_gas,
                    header.time.least_ns,
                )
            })
            .collect();
        assert_eq!(found, [("a", 7, 20), ("b", 8, 50)]);
        assert_eq!(measured.headers[0].time.launches_ns, [20, 25]);
    }

    #[test]
    fn everybody_is_beside_the_unit_with_the_same_header() {
        let base = unit(&[vec![turn("a", 7, 40), turn("b", 7, 80)]]).expect("consistent");
        let mut other = unit(&[vec![turn("a", 7, 30), turn("b", 7, 20)]]).expect("consistent");
        other.compare_with(&base);
        let times = [Some(0.75), Some(0.25)];
        assert_eq!([0, 1].map(|at| other.headers[at].time.times_unit), times);
    }

    #[test]
    fn gas_is_the_same_in_all_turns_or_an_error() {
        let error = unit(&[vec![turn("a", 7, 1)], vec![turn("a", 8, 1)]]).expect_err("two gases");
        assert!(error.to_string().contains("a: 7 gas, then 8"), "{error}");
        assert!(unit(&[]).expect("nothing").headers.is_empty());
    }
}
