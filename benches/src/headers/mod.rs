//! `near-ed25519 headers`: the time of a header in a light client, by build and verify backend.

mod host;

use crate::measure::bound::Bound;
use crate::measure::clock::Clock;
use crate::measure::experiment::{Bench, Experiment, Findings, ready};
use crate::measure::process::Effort;
use crate::measure::recording::Recording;
use crate::measure::row::Row;
use crate::verification::placement::at_place;
use anyhow::{Context as _, ensure};
use ed25519_lanes::{ITEMS_FOR_TABLES, USES_BEFORE_TABLES};
use host::{UNIT, hosts};
use near_ed25519::light_clients::made_up::{Header, headers};
use near_runtime_ext::{Outcome, Runtime};
use std::path::Path;
use std::rc::Rc;
use std::time::Duration;
use test_contracts::ClientBuild;

/// End of the command's help.
pub(crate) const EXAMPLES: &str = "Times depend on the machine: close other programs. `demo` prints the gas.\n\n\
    Examples:\n  near-ed25519 headers --only 'host: dalek' --out headers\n  \
    near-ed25519 headers --quick --json | jq '.rows[] | {name, ms: (.columns[0].least_ns / 1e6)}'";

/// With IFMA and known keys a header takes much less time than with dalek.
const PROMISED: &str = "host: ifma, keys seen before";
const PROMISED_HEADER: &str = "tendermint, 150 of equal power";

/// Timings of a header in one turn: until `TURN` has passed, at most `TIMES`.
const TURN: Duration = Duration::from_millis(20);
const TIMES: u32 = 10;

/// A header of each made-up chain, verified by every host.
pub(crate) struct Headers;

impl Experiment for Headers {
    const NAME: &'static str = "headers";
    /// Enough turns that each row is timed at a good place of the stack.
    const USUAL: Effort = Effort::new(8, 6);
    const QUICK: Effort = Effort::new(2, 2);

    fn rows() -> Vec<Row> {
        hosts().into_iter().map(|(row, _)| row).collect()
    }

    fn columns() -> anyhow::Result<Vec<String>> {
        Ok(headers()?.iter().map(Header::name).collect())
    }

    fn bench(rows: &[Row], cache: &Path) -> anyhow::Result<Box<dyn Bench>> {
        let headers: Rc<[_]> = headers()?.into();
        ready(rows, hosts(), |host| {
            let runtime = host.runtime(cache)?;
            // Enough for all keys to have tables: each use of a header of n signatures builds the
            // tables of at least n / 32 keys, and n / 32 rounded down is at least n / 64.
            let learnt = USES_BEFORE_TABLES as usize + 2 * ITEMS_FOR_TABLES;
            let uses = if host.has_tables() { learnt } else { 1 };
            for header in headers.iter() {
                for _ in 0..uses {
                    let outcome = verify(header, &runtime, host.build);
                    let _: Outcome = outcome.with_context(|| header.name())?;
                }
            }
            let headers = Rc::clone(&headers);
            Ok(move |column: &str, clock: &mut Clock| {
                let header = headers.iter().find(|header| header.name() == column);
                let header = header.context("a header of this name")?;
                let verify = || verify(header, &runtime, host.build);
                let outcome = verify()?; // other rows have left the caches cold
                clock.gas(outcome.burnt_gas.as_gas())?;
                clock.repeatedly(TURN, TIMES, |clock| {
                    let stack = clock.any_place();
                    clock.time(1, stack, at_place(stack, verify)?.wall)
                })
            })
        })
    }

    fn findings(recording: &Recording) -> anyhow::Result<Findings> {
        let columns = &recording.run.columns;
        let titles = columns.iter().map(|header| header.replacen(", ", "\n", 1));
        let titles = [format!("ms (times {UNIT})")].into_iter().chain(titles);
        let name = |name: &str| Some(name.to_owned());
        let table = recording.table(titles, name, |Row { name, .. }| {
            let cell = |header: &String| {
                let times = recording.times(name, header)?;
                let ms = times.least_ns / 1e6;
                Some(match recording.ratio(name, UNIT, header) {
                    Some(ratio) => format!("{ms:.3} ({ratio:.3})"),
                    None => format!("{ms:.3}"),
                })
            };
            let cells = columns.iter().map(cell);
            Ok(cells.map(Option::unwrap_or_default).collect())
        })?;
        Ok(Findings {
            caption: format!(
                "A header in a light client, from handing the call to the VM until its outcome: the least \
                 of {} processes",
                recording.run.effort.launches
            ),
            bounds: vec![Bound::new(
                format!("{PROMISED_HEADER}: {PROMISED}, times {UNIT}"),
                0.45,
                recording.ratio(PROMISED, UNIT, PROMISED_HEADER),
            )],
            blocks: vec![
                ("header times", table.markdown()),
                ("header times on", recording.measured_on()),
            ],
            table,
            json: recording.rows_json(UNIT)?,
            ..Findings::default()
        })
    }
}

/// Verifies by a newly deployed client: an update changes the state that the next one depends on.
fn verify(header: &Header, runtime: &Runtime, build: ClientBuild) -> anyhow::Result<Outcome> {
    let outcome = header.update.outcome(runtime, build)?;
    ensure!(outcome.is_success(), "{:?}", outcome.failure);
    Ok(outcome)
}
