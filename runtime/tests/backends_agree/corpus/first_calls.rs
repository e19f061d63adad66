//! Costs of a large contract's first call on each backend: mostly compilation.
//!
//! Measured by hand on a quiet machine, in processes of their own, and recorded in
//! `benches/recorded/first-calls.json` beside the costs in nearcore's runner.

use super::record;
use near_runtime_ext::{Backend, Runtime};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fs;
use std::time::Instant;
use test_contracts::CORPUS_LARGE;
use test_contracts::corpus::{self, CorpusContract};
use test_support::everywhere::{BACKENDS, deployed};
use test_support::process::{Used, run_test};

/// The environment variable that names the contract and backend of a launch.
const JOB: &str = "FIRST_CALL";
const FILE: &str = "first-calls.json";

/// Processes per contract and backend; the minimum of their costs counts.
const LAUNCHES: usize = 3;
/// Limits of a process, far above the expected costs.
const MEMORY_MIB: u64 = 8192;
const CPU_SECONDS: u64 = 300;

/// Costs of a first call: in one process, or the minimum over several.
#[derive(Clone, Serialize, Deserialize)]
struct FirstCall {
    backend: String,
    /// CPU time of all threads; Linux counts hundredths of a second.
    cpu_ms: u64,
    wall_ms: u128,
    /// The process's peak memory, the contract included.
    peak_mib: u64,
    burnt_gas: u64,
}

#[test]
#[ignore = "by hand, with CORPUS=all: it takes minutes, and a quiet machine"]
fn of_large_contracts_are_measured() {
    let is_large = |it: &&CorpusContract| CORPUS_LARGE.iter().any(|(name, _)| *name == it.name());
    let contracts: Vec<_> = corpus::built()
        .iter()
        .filter(is_large)
        .map(measure)
        .collect();
    let (all, count) = (CORPUS_LARGE.len(), contracts.len());
    assert_eq!(count, all, "not built: set CORPUS=all");
    let cpuinfo = fs::read_to_string("/proc/cpuinfo").expect("Linux");
    let mut lines = cpuinfo.lines();
    let model = lines.find_map(|line| line.strip_prefix("model name"));
    if record::is_wanted() {
        let record = json!({
            "of": record::current(),
            "cpu": model.unwrap_or_default().trim_matches([' ', '\t', ':']),
            "launches": LAUNCHES,
            "contracts": contracts,
        });
        record::write(FILE, &record);
    }
}

#[test]
fn the_record_is_of_these_sources_and_of_all_sizes() {
    let record: Value = record::read(FILE);
    let today = json!(record::current());
    assert_eq!(record["of"], today, "measure first calls again");
    let list = |of: &Value| of.as_array().expect("a list").clone();
    let contracts = list(&record["contracts"]).into_iter().map(|it| {
        let backends = list(&it["backends"]).into_iter();
        let backends: Vec<_> = backends.map(|it| it["backend"].clone()).collect();
        (it["name"].clone(), backends)
    });
    let backends = BACKENDS.map(|it| json!(it.to_string())).to_vec();
    let all = CORPUS_LARGE
        .iter()
        .map(|(name, _)| (json!(name), backends.clone()));
    assert!(contracts.eq(all), "{record}");
}

/// The least of each figure over the launches; the backends alternate.
fn measure(contract: &CorpusContract) -> Value {
    let launched = [(); LAUNCHES].map(|()| BACKENDS.map(|it| launch(contract, it)));
    let burnt_gas = launched[0][0].burnt_gas;
    let of_backend = |index: usize| {
        let calls = || launched.iter().map(|calls| &calls[index]);
        assert!(calls().all(|call| call.burnt_gas == burnt_gas));
        FirstCall {
            backend: BACKENDS[index].to_string(),
            cpu_ms: calls().map(|it| it.cpu_ms).min().expect("a launch"),
            wall_ms: calls().map(|it| it.wall_ms).min().expect("a launch"),
            peak_mib: calls().map(|it| it.peak_mib).min().expect("a launch"),
            burnt_gas,
        }
    };
    let backends: Vec<_> = (0..BACKENDS.len()).map(of_backend).collect();
    json!({"name": contract.name(), "bytes": contract.wasm().len(), "backends": backends})
}

fn job(contract: &CorpusContract, backend: Backend) -> String {
    format!("{backend}: {}", contract.name())
}

fn launch(contract: &CorpusContract, backend: Backend) -> FirstCall {
    let job = job(contract, backend);
    let child = "corpus::first_calls::makes_one_first_call";
    run_test(child, (JOB, &job), MEMORY_MIB, CPU_SECONDS).expect(&job)
}

#[test]
#[ignore = "one launch of the measurement above, in a process of its own"]
fn makes_one_first_call() {
    let wanted = std::env::var(JOB).expect("the variable names the contract and the backend");
    let mut all = corpus::built()
        .iter()
        .flat_map(|contract| BACKENDS.map(|backend| (contract, backend)));
    let found = all.find(|(contract, backend)| job(contract, *backend) == wanted);
    let (contract, backend) = found.expect("one of those built");
    let call = contract.calls().next().expect("a call");
    let runtime = Runtime::builder().backend(backend).build();
    let mut deployed = deployed(&runtime.expect("a runtime"), contract.wasm());
    let (before, start) = (Used::by_now(), Instant::now());
    let outcome = deployed.call(call.method).args(call.args).transact();
    let outcome = outcome.expect("an outcome");
    let wall_ms = start.elapsed().as_millis();
    let after = Used::by_now();
    let first_call = FirstCall {
        backend: backend.to_string(),
        wall_ms,
        cpu_ms: after.cpu_ms - before.cpu_ms,
        peak_mib: after.peak_mib,
        burnt_gas: outcome.burnt_gas.as_gas(),
    };
    assert!(outcome.is_success(), "{:?}", outcome.failure);
    println!("\n{}", serde_json::to_string(&first_call).expect("JSON"));
}
