//! A case on a backend, in its own process.

use crate::bound::MEMORY_MIB;
use crate::case::Case;
use crate::contracts::groups;
use crate::native_stack::Recursion;
use near_primitives_core::hash::CryptoHash;
use near_runtime_ext::{Account, Backend, CallTree, Runtime};
use serde::{Deserialize, Serialize};
use test_support::everywhere::BACKENDS;
use test_support::outcome::everything;
use test_support::process::{Used, run_test};

/// Names the job of the test below.
const JOB: &str = "HOSTILE_JOB";

#[derive(Serialize, Deserialize)]
pub(crate) struct Report {
    pub(crate) answer: Answer,
    pub(crate) used: Used,
}

/// The outcome of the call.
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
    let job = format!("{backend}: {}", case.name);
    run_test("child::runs_one_job", (JOB, &job), MEMORY_MIB, cpu_seconds)
}

#[test]
#[ignore = "a job of another test's, in a process of its own"]
fn runs_one_job() {
    let job = std::env::var(JOB).expect("the variable names the job");
    let (backend, name) = job.split_once(": ").expect("a backend and a case");
    let mut backends = BACKENDS.into_iter();
    let backend = backends.find(|it| it.to_string() == backend);
    let backend = backend.expect("one of the backends");
    let cases = groups().into_iter().flat_map(|(_, cases)| cases);
    let mut cases = cases.chain(Recursion::named(name).map(Recursion::case));
    let case = cases.find(|case| case.name == name);
    let case = case.expect("a case of a row, or a recursion");
    let report = Report {
        answer: answer(backend, &case, false),
        used: Used::by_now(),
    };
    if backend == Backend::Overlay {
        assert_eq!(answer(backend, &case, true), report.answer, "recorded");
    }
    println!("\n{}", serde_json::to_string(&report).expect("JSON"));
}

/// The outcome; if the gas of functions is `recorded`, its sum is the burnt gas.
fn answer(backend: Backend, case: &Case, recorded: bool) -> Answer {
    let runtime = Runtime::builder().backend(backend).trie_depth(0).build();
    let runtime = runtime.expect("a runtime");
    let name = "hostile.near".parse().expect("a name");
    let mut contract = runtime
        .deploy(name, case.contract())
        .expect("small enough to deploy");
    if recorded {
        contract.profile_functions();
    }
    let input = vec![b'x'; usize::try_from(case.input).expect("a size of memory")];
    let call = contract.call("main").args(input).gas(case.gas);
    match call.transact() {
        Ok(outcome) => {
            let recorded = outcome.functions.as_ref().map(CallTree::gas);
            assert!(
                recorded.is_none_or(|gas| gas == outcome.burnt_gas),
                "{recorded:?}"
            );
            Answer {
                failure: outcome.failure.as_ref().map(|error| format!("{error:?}")),
                burnt_gas: outcome.burnt_gas.as_gas(),
                everything: everything(&outcome) + &state(contract.account()),
            }
        }
        Err(error) => Answer {
            failure: Some(format!("no outcome: {error:?}")),
            burnt_gas: 0,
            everything: String::new(),
        },
    }
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
