//! What a comparison finds; serialized, it is the `--json` output and the file of `--out`.

use super::effort::Effort;
use super::measured::Measured;
use super::row::{BASELINE, PROMISED, ROWS};
use super::sample::Sample;
use crate::machine::Machine;
use crate::process::Launches;
use crate::record::Findings as _;
use serde::{Deserialize, Serialize};

/// All contenders, measured in one run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Comparison {
    schema_version: u32,
    pub(crate) machine: Machine,
    pub(crate) effort: Effort,
    seed: u64,
    /// Whether less was measured than the effort says.
    pub(crate) is_interrupted: bool,
    pub(crate) rows: Vec<Measured>,
}

impl Comparison {
    /// From the samples of each process.
    ///
    /// # Errors
    ///
    /// Two processes say different gas.
    pub(crate) fn new(
        machine: Machine,
        effort: Effort,
        seed: u64,
        launches: &Launches<Sample>,
    ) -> anyhow::Result<Self> {
        let rows = ROWS.iter().map(|row| Measured::new(row, &launches.samples));
        let mut rows = rows.collect::<Result<Vec<_>, _>>()?;
        let baseline = rows.iter().find(|row| row.name == BASELINE);
        let native = baseline.and_then(|row| row.least_ns_of_10000);
        if let Some(native) = native {
            for row in &mut rows {
                row.compare_with(native);
            }
        }
        Ok(Self {
            schema_version: Self::SCHEMA_VERSION,
            machine,
            effort,
            seed,
            is_interrupted: launches.is_interrupted,
            rows,
        })
    }

    /// The host function through Wasm, on the default backend, beside the baseline.
    pub(crate) fn promised(&self) -> Option<f64> {
        let row = self.rows.iter().find(|row| row.name == PROMISED)?;
        row.times_native
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare::sample::Quantity;
    use std::fs;

    /// One process, in which the host function is a third slower than the baseline.
    fn comparison() -> Comparison {
        let sample = |row: &str, value| Sample {
            row: row.to_owned(),
            quantity: Quantity::Time,
            verifications: 10,
            value,
        };
        let samples = vec![sample(BASELINE, 300_000), sample(PROMISED, 400_000)];
        let effort = Effort::new(10, 1);
        let launches = Launches {
            samples: vec![samples],
            is_interrupted: false,
        };
        Comparison::new(Machine::this(), effort, 1, &launches).expect("consistent")
    }

    #[test]
    fn everybody_is_compared_with_the_baseline() {
        let comparison = comparison();
        assert_eq!(comparison.rows.len(), ROWS.len());
        assert_eq!(comparison.promised(), Some(1.333));
        let others = comparison.rows.iter().filter(|row| row.name != PROMISED);
        for row in others {
            let expected = (row.name == BASELINE).then_some(1.0);
            assert_eq!(row.times_native, expected, "{}", row.name);
        }
    }

    #[test]
    fn a_comparison_survives_its_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("comparison.json");
        let comparison = comparison();
        fs::write(&path, serde_json::to_vec(&comparison).expect("JSON")).expect("written");
        assert_eq!(Comparison::read(&path).expect("read"), comparison);
    }

    #[test]
    fn what_is_no_comparison_is_refused_by_name() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("other.json");
        let refusal = |text: &str| {
            fs::write(&path, text).expect("written");
            format!("{:#}", Comparison::read(&path).expect_err("refused"))
        };
        for (text, reason) in [
            ("{", "EOF"),
            ("[]", "invalid"),
            ("{}", "missing field `schema_version`"),
            (r#"{"schema_version": 1}"#, "missing field `machine`"),
            (
                r#"{"schema_version": 2}"#,
                "its schema version is 2, and 1 is understood",
            ),
        ] {
            let said = refusal(text);
            assert!(
                said.contains(reason) && said.contains("other.json"),
                "{said}"
            );
        }
        fs::remove_file(&path).expect("removed");
        let said = format!("{:#}", Comparison::read(&path).expect_err("absent"));
        assert!(
            said.contains("cannot read") && said.contains("other.json"),
            "{said}"
        );
    }
}
