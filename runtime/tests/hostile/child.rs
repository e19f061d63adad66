//! One job in its own process: a case on a backend, or a test of the limits.
#![allow(clippy::panic, reason = "a test fails by panicking")]

use crate::bound::MEMORY_MIB;
use crate::case::{Case, LIMITS, PAGE};
use crate::native_stack::Recursion;
use crate::table;
use near_primitives_core::hash::CryptoHash;
use near_runtime_ext::{Account, Backend, Runtime};
use serde::{Deserialize, Serialize};
use std::process::Output;
use test_support::everywhere::BACKENDS;
use test_support::outcome::everything;
use test_support::process::{Used, run_test};

/// Names the job of the test below.
const JOB: &str = "HOSTILE_JOB";

/// Behaviour that the limits must stop, or that the parent must notice.
#[derive(Clone, Copy, Debug)]
enum Control {
    Allocate,
    Spin,
    Abort,
    Panic,
}

impl Control {
    const ALL: [Self; 4] = [Self::Allocate, Self::Spin, Self::Abort, Self::Panic];

    fn run(self) {
        match self {
            Self::Allocate => {
                let mib = usize::try_from(MEMORY_MIB).expect("a size of memory") * 3 / 2;
                std::hint::black_box(vec![1_u8; mib << 20]);
            }
            Self::Spin => loop {
                std::hint::spin_loop();
            },
            Self::Abort => std::process::abort(),
            Self::Panic => panic!("as asked"),
        }
    }
}

#[derive(Serialize, Deserialize)]
pub(crate) struct Report {
    pub(crate) answers: Vec<Answer>,
    pub(crate) used: Used,
}

/// The outcome of one call.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Answer {
    /// The failure as nearcore's error; `None` if the call succeeded.
    pub(crate) failure: Option<String>,
    pub(crate) burnt_gas: u64,
    /// The whole outcome and account; hashes stand for long parts.
    pub(crate) everything: String,
}

/// Runs a case on a backend in its own process, with this limit of CPU time.
///
/// # Errors
///
/// How the process died.
pub(crate) fn run(backend: Backend, case: &Case, cpu_seconds: u64) -> Result<Report, String> {
    // nearcore's engine keeps the memories of this many runs mapped, even if they are unused.
    let kept = case.methods.len() as u64 * u64::from(LIMITS.initial_memory_pages) * PAGE;
    run_job(&name(backend, case), MEMORY_MIB + (kept >> 20), cpu_seconds)
}

/// The name of the job that calls a contract.
fn name(backend: Backend, case: &Case) -> String {
    format!("{backend}: {}", case.name)
}

fn run_job(job: &str, memory_mib: u64, cpu_seconds: u64) -> Result<Report, String> {
    let output = run_test("child::runs_one_job", (JOB, job), memory_mib, cpu_seconds);
    let stdout = String::from_utf8_lossy(&output.stdout);
    let report = stdout
        .lines()
        .find_map(|line| serde_json::from_str(line).ok());
    match report {
        Some(report) if output.status.success() => Ok(report),
        _ => Err(format!(
            "{}; it had {memory_mib} MiB and {cpu_seconds} s of CPU time",
            death(&output)
        )),
    }
}

/// How a process died, with its last line of output.
fn death(output: &Output) -> String {
    let said = String::from_utf8_lossy(&output.stderr);
    let last: Vec<_> = said.lines().rev().take(5).collect();
    let last: Vec<_> = last.into_iter().rev().collect();
    format!("died of {}: {}", output.status, last.join(" / "))
}

#[test]
#[ignore = "a job of another test's, in a process of its own"]
fn runs_one_job() {
    let job = std::env::var(JOB).expect("the variable names the job");
    if let Some(control) = Control::ALL
        .into_iter()
        .find(|control| format!("{control:?}") == job)
    {
        return control.run();
    }
    let cases: Vec<_> = table::groups()
        .into_iter()
        .flat_map(|group| group.cases)
        .collect();
    let asked = job.split_once(": ");
    let recursion = asked.and_then(|(_, name)| Recursion::named(name));
    let recursion = recursion.map(Recursion::case);
    let (backend, case) = BACKENDS
        .iter()
        .flat_map(|backend| {
            cases
                .iter()
                .chain(&recursion)
                .map(move |case| (*backend, case))
        })
        .find(|(backend, case)| name(*backend, case) == job)
        .expect("a case of the table, or a recursion");
    let report = Report {
        answers: answers(backend, case),
        used: Used::by_now(),
    };
    println!("\n{}", serde_json::to_string(&report).expect("JSON"));
}

fn answers(backend: Backend, case: &Case) -> Vec<Answer> {
    let runtime = Runtime::builder().backend(backend).trie_depth(0).build();
    let runtime = runtime.expect("a runtime");
    let name = "hostile.near".parse().expect("a name");
    let mut contract = runtime
        .deploy(name, case.contract())
        .expect("small enough to deploy");
    let input = vec![b'x'; usize::try_from(case.input).expect("a size of memory")];
    let answer = |method: &String| {
        let call = contract.call(method).args(input.clone()).gas(case.gas);
        let result = call.transact();
        match result {
            Ok(outcome) => Answer {
                failure: outcome.failure.as_ref().map(|error| format!("{error:?}")),
                burnt_gas: outcome.burnt_gas.as_gas(),
                everything: everything(&outcome) + &state(contract.account()),
            },
            Err(error) => Answer {
                failure: Some(format!("no outcome: {error:?}")),
                burnt_gas: 0,
                everything: String::new(),
            },
        }
    };
    case.methods.iter().map(answer).collect()
}

/// An account after a call, with its storage as a hash.
fn state(account: &Account) -> String {
    let storage = borsh::to_vec(&account.storage).expect("memory takes any bytes");
    format!(
        "\nstorage {}, balance {:?}, usage {}",
        CryptoHash::hash_bytes(&storage),
        account.balance,
        account.storage_usage,
    )
}

#[test]
fn the_limits_stop_what_grows_and_what_hangs_and_a_crash_is_noticed() {
    let death = |control: Control| {
        let died = run_job(&format!("{control:?}"), MEMORY_MIB, 1).err();
        died.unwrap_or_else(|| panic!("{control:?} went well"))
    };
    let allocated = death(Control::Allocate);
    assert!(allocated.contains("memory allocation of"), "{allocated}");
    let spun = death(Control::Spin);
    assert!(
        spun.contains("SIGKILL") || spun.contains("SIGXCPU"),
        "{spun}"
    );
    let aborted = death(Control::Abort);
    assert!(aborted.contains("SIGABRT"), "{aborted}");
    let panicked = death(Control::Panic);
    assert!(panicked.contains("as asked"), "{panicked}");
}
