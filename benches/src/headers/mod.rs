//! `near-ed25519 headers`: how long a header takes in a light client, by who verifies signatures.

mod host;

use crate::light_clients::made_up::{Header, headers};
use crate::measure::experiment::{Bench, Experiment, Findings, Row};
use crate::measure::recording::Recording;
use crate::measure::worker::Clock;
use crate::process::Effort;
use crate::verification::placement::at_place;
use anyhow::{Context as _, ensure};
use ed25519_lanes::{ITEMS_FOR_TABLES, USES_BEFORE_TABLES};
use host::{Host, UNIT, hosts};
use near_runtime_ext::{Outcome, Runtime};
use std::collections::HashMap;
use std::path::Path;
use std::time::{Duration, Instant};

/// What the help of the command ends with.
pub(crate) const EXAMPLES: &str = "Times are worth what the machine is: close what else runs. Gas, which is the same everywhere, is\n\
    in the output of `demo`.\n\n\
    Examples:\n  \
    near-ed25519 headers\n  \
    near-ed25519 headers --quick --json | jq '.rows[] | {name, ms: (.columns[0].least_ns / 1e6)}'\n  \
    near-ed25519 headers --only host --out headers\n  \
    near-ed25519 headers --from headers";

/// How often a header is timed in one turn: until this has passed, and no oftener than this.
const TURN: Duration = Duration::from_millis(20);
const TIMES: u32 = 10;

/// A header of each made-up chain, verified by every host.
pub(crate) struct Headers;

impl Experiment for Headers {
    const NAME: &'static str = "headers";
    /// Turns enough that each has been where the stack lies well.
    const USUAL: Effort = Effort {
        launches: 8,
        rounds: 6,
    };
    const QUICK: Effort = Effort {
        launches: 2,
        rounds: 2,
    };

    fn rows() -> Vec<Row> {
        hosts().into_iter().map(|host| host.row).collect()
    }

    fn columns() -> anyhow::Result<Vec<String>> {
        Ok(headers()?.iter().map(Header::name).collect())
    }

    fn bench(rows: &[Row], cache: &Path) -> anyhow::Result<Box<dyn Bench>> {
        let headers = headers()?;
        let hosts = hosts().into_iter().filter(|host| rows.contains(&host.row));
        let hosts = hosts.map(|host| {
            let name = host.row.name.clone();
            let ready = Ready::new(host, &headers, cache).with_context(|| name.clone())?;
            anyhow::Ok((name, ready))
        });
        Ok(Box::new(Hosts {
            hosts: hosts.collect::<Result<_, _>>()?,
            headers: headers.into_iter().map(|it| (it.name(), it)).collect(),
        }))
    }

    fn findings(&self, recording: &Recording) -> anyhow::Result<Findings> {
        let columns = &recording.run.columns;
        let titles = columns.iter().map(|header| header.replacen(", ", "\n", 1));
        let titles = ["ms (times host)".to_owned()].into_iter().chain(titles);
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
            Ok(columns
                .iter()
                .map(|it| cell(it).unwrap_or_default())
                .collect())
        })?;
        Ok(Findings {
            caption: format!(
                "A header in a light client, from handing the call to the VM until its outcome: the least \
                 of {} processes",
                recording.run.effort.launches
            ),
            bounds: Vec::new(),
            blocks: vec![
                ("header times", table.markdown()),
                ("header times on", recording.measured_on()),
            ],
            table,
            files: Vec::new(),
            json: recording.rows_json(UNIT)?,
        })
    }
}

struct Hosts {
    hosts: HashMap<String, Ready>,
    headers: HashMap<String, Header>,
}

/// A host whose contracts are compiled, and whose tables are built.
struct Ready {
    host: Host,
    runtime: Runtime,
}

impl Ready {
    fn new(host: Host, headers: &[Header], cache: &Path) -> anyhow::Result<Self> {
        let runtime = host.runtime(cache)?;
        let ready = Self { host, runtime };
        // Then all keys have tables: a header of n signatures has those of n / 32 keys built, or
        // more, and n / 32 rounded down is at least n / 64.
        let learnt = USES_BEFORE_TABLES as usize + 2 * ITEMS_FOR_TABLES;
        let uses = if ready.host.has_tables() { learnt } else { 1 };
        for header in headers {
            for _ in 0..uses {
                let outcome = ready.verify(header);
                let _: Outcome = outcome.with_context(|| header.name())?;
            }
        }
        Ok(ready)
    }

    /// By a newly deployed client: an update changes what the next one is measured against.
    fn verify(&self, header: &Header) -> anyhow::Result<Outcome> {
        let outcome = header.update.outcome(&self.runtime, self.host.build)?;
        ensure!(outcome.is_success(), "{:?}", outcome.failure);
        Ok(outcome)
    }
}

impl Bench for Hosts {
    fn turn(&mut self, row: &str, column: &str, clock: &mut Clock) -> anyhow::Result<()> {
        let host = self.hosts.get(row).context("a host of this name")?;
        let header = self.headers.get(column).context("a header of this name")?;
        let _: Outcome = host.verify(header)?; // the others have left the caches cold
        let (mut times, begin) = (0, Instant::now());
        while times == 0 || times < TIMES && begin.elapsed() < TURN {
            let stack = clock.any_place();
            let outcome = at_place(stack, || host.verify(header))?;
            clock.time(1, stack, outcome.wall)?;
            if times == 0 {
                clock.gas(outcome.burnt_gas.as_gas())?;
            }
            times += 1;
        }
        Ok(())
    }
}
