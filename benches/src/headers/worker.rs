//! One measuring process. Every row has a turn with every header in each round, in an order of its
//! own for each round, so that what is slow for a while is slow for all alike.

use super::row::{Row, rows};
use super::turn::Turn;
use crate::cli::headers::Worker;
use crate::light_clients::made_up::{Header, headers};
use crate::process;
use anyhow::{Context as _, ensure};
use ed25519_lanes::{ITEMS_FOR_TABLES, USES_BEFORE_TABLES};
use near_ed25519::verification::placement::{at_place, places};
use near_runtime_ext::{Outcome, Runtime};
use std::io;
use std::path::Path;
use std::time::{Duration, Instant};

/// How often a header is timed in one turn: until this has passed, and no oftener than this.
const TURN: Duration = Duration::from_millis(20);
const TIMES: u32 = 10;

pub(super) fn run(args: &Worker) -> anyhow::Result<()> {
    let mut output = csv::WriterBuilder::new()
        .has_headers(false)
        .from_writer(io::stdout().lock());
    let headers = headers()?;
    let mut hosts = Vec::new();
    for row in rows().into_iter().filter(|row| row.unavailable.is_none()) {
        hosts.push(Host::new(row, &headers, &args.cache)?);
    }
    process::pin(); // and no sooner: compilers use all processors there are
    let places: Vec<_> = places().collect();
    let mut random = fastrand::Rng::with_seed(args.seed);
    let mut turns: Vec<_> = hosts
        .iter()
        .flat_map(|host| headers.iter().map(move |header| (host, header)))
        .collect();
    for _ in 0..args.rounds {
        random.shuffle(&mut turns);
        for (host, header) in &turns {
            let mut place = || random.choice(&places).copied().unwrap_or_default();
            output.serialize(host.turn(header, &mut place)?)?;
            output.flush()?;
        }
    }
    Ok(())
}

/// A row whose contracts are compiled, and whose tables are built.
struct Host {
    row: Row,
    runtime: Runtime,
}

impl Host {
    fn new(row: Row, headers: &[Header], cache: &Path) -> anyhow::Result<Self> {
        let runtime = row.runtime(cache).context(row.name.clone())?;
        let host = Self { row, runtime };
        // Then all keys have tables: a header of n signatures has those of n / 32 keys built, or
        // more, and n / 32 rounded down is at least n / 64.
        let learnt = USES_BEFORE_TABLES as usize + 2 * ITEMS_FOR_TABLES;
        let uses = if host.row.has_tables() { learnt } else { 1 };
        for header in headers {
            for _ in 0..uses {
                let _: Outcome = host.verify(header)?;
            }
        }
        Ok(host)
    }

    /// Has the header verified, always where the stack lies at another `place`.
    fn turn(&self, header: &Header, place: &mut impl FnMut() -> usize) -> anyhow::Result<Turn> {
        let mut least = self.verify(header)?; // the others have left the caches cold
        let mut times = 0;
        let begin = Instant::now();
        while times == 0 || times < TIMES && begin.elapsed() < TURN {
            let outcome = at_place(place(), || self.verify(header))?;
            if outcome.wall < least.wall {
                least = outcome;
            }
            times += 1;
        }
        Ok(Turn {
            row: self.row.name.clone(),
            header: header.name(),
            burnt_gas: least.burnt_gas.as_gas(),
            least_ns: u64::try_from(least.wall.as_nanos())?,
        })
    }

    /// By a newly deployed client: an update changes what the next one is measured against.
    fn verify(&self, header: &Header) -> anyhow::Result<Outcome> {
        let name = || format!("{}, {}", self.row.name, header.name());
        let outcome = header.update.outcome(&self.runtime, self.row.build);
        let outcome = outcome.with_context(name)?;
        ensure!(outcome.is_success(), "{}: {:?}", name(), outcome.failure);
        Ok(outcome)
    }
}
