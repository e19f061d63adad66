//! `calibrate run`: measure, then fit.

use super::callgrind::Valgrind;
use super::launch::Launch;
use super::metric::Metric;
use super::output::{self, Derived, Measured};
use super::plan::{COUNTED_ROUNDS, Effort};
use super::sample::Sample;
use super::summary::{Run, SCHEMA_VERSION};
use super::{cases, print};
use crate::calibrate::arguments as cli;
use crate::machine::Machine;
use crate::process;
use anyhow::{Context as _, anyhow, bail};
use std::collections::BTreeMap;
use std::path::Path;

/// Intervals rest on whole processes: with twelve they are narrow, and it takes under a minute.
const LAUNCHES: u32 = 12;
const ROUNDS: u32 = 10;

const QUICK_LAUNCHES: u32 = 6;
const QUICK_ROUNDS: u32 = 5;

pub(crate) fn run(args: &cli::Run) -> anyhow::Result<()> {
    let (launches, rounds) = match args.quick {
        true => (QUICK_LAUNCHES, QUICK_ROUNDS),
        false => (LAUNCHES, ROUNDS),
    };
    let effort = Effort {
        launches: args.launches.unwrap_or(launches).max(1),
        rounds: args.rounds.unwrap_or(rounds).max(1),
        is_quick: args.quick,
    };
    // What is missing is said before anything is measured.
    let valgrind = match args.no_instructions {
        true => None,
        false => Some(Valgrind::find()?),
    };
    let machine = Machine::this();
    process::keep_on_interrupt()?;

    let cells = effort.cells();
    let searching = process::progress(cells.len() as u64, "searching for signatures");
    let cases = cases::to_csv(&cases::build(&cells, || searching.inc(1))?)?;
    searching.finish_and_clear();
    output::write(&args.out, "cases.csv", &cases)?;
    let path = args.out.join("cases.csv");

    let mut samples = Vec::new();
    if let Some(valgrind) = &valgrind {
        samples.extend(count(valgrind, &path, args.quick)?);
    }
    let timing = process::progress(
        effort.samples(Metric::Time) * u64::from(effort.launches),
        "measuring time",
    );
    let mut failed = None;
    for number in 0..effort.launches {
        if process::is_interrupted() {
            break;
        }
        let launch = Launch {
            cases: &path,
            number,
            rounds: effort.rounds,
            seed: args.seed,
            is_quick: args.quick,
        };
        match launch.time(&timing) {
            Ok(more) => samples.extend(more),
            Err(error) => {
                failed = Some(error);
                break;
            }
        }
    }
    timing.finish_and_clear();
    let is_interrupted = process::is_interrupted() || failed.is_some();
    if samples.is_empty() {
        let nothing = || anyhow!("interrupted before anything was measured");
        return Err(failed.unwrap_or_else(nothing));
    }

    let measured = Measured {
        run: Run {
            schema_version: SCHEMA_VERSION,
            machine,
            effort,
            seed: args.seed,
            safety_factor: args.pricing.safety_factor,
            valgrind: valgrind.map(|valgrind| valgrind.version),
            is_interrupted,
        },
        samples,
    };
    measured.write(&args.out)?;
    let derived = Derived::new(&measured, args.pricing.safety_factor)?;
    derived.write(&args.out)?;
    print::summary(&derived.summary, &args.out, args.pricing.json)?;
    if is_interrupted {
        // Whatever ended it, nothing that was measured is lost.
        let error = failed.unwrap_or_else(|| anyhow!("interrupted"));
        let kept = measured.samples.len();
        bail!(
            "{error:#}: {} holds the {kept} samples taken until then",
            args.out.display()
        );
    }
    Ok(())
}

/// `calibrate fit`: the same from samples that are there.
pub(crate) fn fit(args: &cli::Fit) -> anyhow::Result<()> {
    let measured = Measured::read(&args.from)?;
    let derived = Derived::new(&measured, args.pricing.safety_factor)?;
    let out = args.out.as_ref().unwrap_or(&args.from);
    if out != &args.from {
        measured.write(out)?;
    }
    derived.write(out)?;
    print::summary(&derived.summary, out, args.pricing.json)
}

/// Counts instructions, in one process; none if interrupted.
///
/// # Errors
///
/// A count is another the second time.
pub(crate) fn count(
    valgrind: &Valgrind,
    cases: &Path,
    is_quick: bool,
) -> anyhow::Result<Vec<Sample>> {
    let effort = Effort {
        launches: 1,
        rounds: COUNTED_ROUNDS,
        is_quick,
    };
    let counting = process::progress(
        effort.samples(Metric::Instructions),
        "counting instructions",
    );
    let launch = Launch {
        cases,
        number: 0,
        rounds: COUNTED_ROUNDS,
        seed: 0,
        is_quick,
    };
    let samples = launch.instructions(valgrind, &counting)?;
    counting.finish_and_clear();
    let mut counts = BTreeMap::new();
    for sample in &samples {
        let first = counts.entry(sample.cell()).or_insert(sample.value);
        if *first != sample.value {
            let cell = sample.cell();
            let Sample { value, .. } = sample;
            bail!("instructions do not repeat: {first} and {value} for {cell:?}");
        }
    }
    Ok(samples)
}

/// Counts what `check` compares with what was recorded.
pub(crate) fn recount(is_quick: bool) -> anyhow::Result<Vec<Sample>> {
    let valgrind = Valgrind::find()?;
    let effort = Effort {
        launches: 1,
        rounds: COUNTED_ROUNDS,
        is_quick,
    };
    let folder = tempfile::tempdir().context("a temporary folder")?;
    let cases = cases::build(&effort.counted_cells(), || ())?;
    output::write(folder.path(), "cases.csv", &cases::to_csv(&cases)?)?;
    count(&valgrind, &folder.path().join("cases.csv"), is_quick)
}
