//! `near-ed25519 headers`: how long a header takes in a light client, by who verifies signatures.

mod host;

use crate::light_clients::made_up::{Header, headers};
use crate::measure::command::Measuring;
use crate::measure::experiment::{Bench, Experiment, Findings, Row};
use crate::measure::recording::Recording;
use crate::measure::table::Table;
use crate::measure::worker::Clock;
use crate::process::Effort;
use crate::verification::placement::at_place;
use anyhow::{Context as _, ensure};
use ed25519_lanes::{ITEMS_FOR_TABLES, USES_BEFORE_TABLES};
use host::{Host, UNIT, hosts};
use near_runtime_ext::{Outcome, Runtime};
use serde_json::json;
use std::path::Path;
use std::time::{Duration, Instant};

#[derive(clap::Args)]
#[command(
    after_help = "Times are worth what the machine is: close what else runs. Gas, which is the same everywhere, is\n\
    in the output of `demo`.\n\n\
    Examples:\n  \
    near-ed25519 headers\n  \
    near-ed25519 headers --quick --json | jq '.rows[] | {name, ms: (.headers[0].least_ns / 1e6)}'\n  \
    near-ed25519 headers --only host --out headers\n  \
    near-ed25519 headers --from headers"
)]
pub struct HeadersArgs {
    #[command(flatten)]
    pub(crate) measuring: Measuring,
}

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
        let row = |host: Host| Row {
            name: host.name,
            group: String::new(),
            unavailable: host.unavailable,
        };
        hosts().into_iter().map(row).collect()
    }

    fn columns() -> anyhow::Result<Vec<String>> {
        Ok(headers()?.iter().map(Header::name).collect())
    }

    fn bench(rows: &[Row], cache: &Path) -> anyhow::Result<Box<dyn Bench>> {
        let headers = headers()?;
        let is_asked_for = |host: &Host| rows.iter().any(|row| row.name == host.name);
        let hosts = hosts().into_iter().filter(is_asked_for);
        let hosts = hosts.map(|host| Ready::new(host, &headers, cache));
        Ok(Box::new(Hosts {
            hosts: hosts.collect::<Result<_, _>>()?,
            headers,
        }))
    }

    fn findings(&self, recording: &Recording) -> anyhow::Result<Findings> {
        let run = &recording.run;
        let titles = run
            .columns
            .iter()
            .map(|header| header.replacen(", ", "\n", 1));
        let mut table = Table::new(["ms (times host)".to_owned()].into_iter().chain(titles));
        let mut rows = Vec::new();
        let build = |name: &str| hosts().into_iter().find(|host| host.name == name);
        for Row {
            name, unavailable, ..
        } in &run.rows
        {
            let (mut cells, mut found) = (Vec::new(), Vec::new());
            for header in &run.columns {
                let Some(times) = recording.times(name, header) else {
                    cells.push(String::new());
                    continue;
                };
                let unit = recording.times(UNIT, header);
                let unit = unit.map(|unit| times.beside(&unit));
                let ms = times.least_ns / 1e6;
                cells.push(match unit {
                    Some(unit) => format!("{ms:.3} ({unit:.3})"),
                    None => format!("{ms:.3}"),
                });
                found.push(json!({
                    "header": header,
                    "burnt_gas": recording.gas(name, header)?,
                    "launches_ns": times.launches_ns,
                    "least_ns": times.least_ns,
                    "times_unit": unit,
                }));
            }
            match found.is_empty() {
                false => table.row("", name, cells),
                true => table.missing("", name, unavailable.as_deref().unwrap_or("not measured")),
            }
            rows.push(json!({
                "name": name,
                "build": build(name).map(|host| host.build.to_string()),
                "unavailable": unavailable,
                "headers": found,
            }));
        }
        Ok(Findings {
            caption: format!(
                "A header in a light client, from handing the call to the VM until its outcome: the least \
                 of {} processes",
                run.effort.launches
            ),
            bounds: Vec::new(),
            blocks: vec![
                ("header times", table.markdown()),
                ("header times on", recording.measured_on()),
            ],
            table,
            files: Vec::new(),
            json: json!({ "headers": run.columns, "rows": rows }),
        })
    }
}

struct Hosts {
    hosts: Vec<Ready>,
    headers: Vec<Header>,
}

/// A host whose contracts are compiled, and whose tables are built.
struct Ready {
    host: Host,
    runtime: Runtime,
}

impl Ready {
    fn new(host: Host, headers: &[Header], cache: &Path) -> anyhow::Result<Self> {
        let runtime = host.runtime(cache).context(host.name.clone())?;
        let ready = Self { host, runtime };
        // Then all keys have tables: a header of n signatures has those of n / 32 keys built, or
        // more, and n / 32 rounded down is at least n / 64.
        let learnt = USES_BEFORE_TABLES as usize + 2 * ITEMS_FOR_TABLES;
        let uses = if ready.host.has_tables() { learnt } else { 1 };
        for header in headers {
            for _ in 0..uses {
                let _: Outcome = ready.verify(header)?;
            }
        }
        Ok(ready)
    }

    /// By a newly deployed client: an update changes what the next one is measured against.
    fn verify(&self, header: &Header) -> anyhow::Result<Outcome> {
        let name = || format!("{}, {}", self.host.name, header.name());
        let outcome = header.update.outcome(&self.runtime, self.host.build);
        let outcome = outcome.with_context(name)?;
        ensure!(outcome.is_success(), "{}: {:?}", name(), outcome.failure);
        Ok(outcome)
    }
}

impl Bench for Hosts {
    fn turn(&mut self, row: &str, column: &str, clock: &mut Clock) -> anyhow::Result<()> {
        let host = self.hosts.iter().find(|ready| ready.host.name == row);
        let host = host.context("a host of this name")?;
        let header = self.headers.iter().find(|header| header.name() == column);
        let header = header.context("a header of this name")?;
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
