//! One call on every backend; the backends must agree on everything a validator could see.
#![allow(dead_code, unreachable_pub, reason = "each test binary uses its part")]
#![allow(clippy::panic, reason = "a test fails by panicking")]

use near_runtime_ext::{
    Account, Backend, Compiler, Contract, Failure, FunctionCallError, Gas, HostError, Outcome,
    Runtime, RuntimeBuilder,
};
use std::fmt::Write as _;

/// The oracle, then the backends compared with it.
pub const BACKENDS: [Backend; 4] = [
    Backend::Nearcore,
    Backend::Overlay(Compiler::Winch),
    Backend::Overlay(Compiler::Cranelift),
    Backend::Overlay(Compiler::Singlepass),
];

/// Units of gas, for arithmetic.
pub const GAS: u64 = 1;
pub const TGAS: u64 = 1_000_000_000_000;

/// Account name of the contracts under test.
pub const ACCOUNT: &str = "contract.near";

/// The same contract on every backend, or on some.
pub struct Everywhere {
    runtimes: Vec<Runtime>,
    contracts: Vec<Contract>,
    wasm: Vec<u8>,
}

impl Everywhere {
    pub fn deploy(wasm: &[u8]) -> Self {
        Self::deploy_with(wasm, |builder| builder)
    }

    pub fn deploy_wat(wat: &str) -> Self {
        Self::deploy(&wat::parse_str(wat).expect("valid WAT"))
    }

    pub fn deploy_with(wasm: &[u8], settings: impl Fn(RuntimeBuilder) -> RuntimeBuilder) -> Self {
        Self::deploy_on(&BACKENDS, wasm, settings)
    }

    /// Deploys on these backends only; the first of them is the oracle.
    pub fn deploy_on(
        backends: &[Backend],
        wasm: &[u8],
        settings: impl Fn(RuntimeBuilder) -> RuntimeBuilder,
    ) -> Self {
        let runtime = |backend: &Backend| {
            let builder = settings(Runtime::builder().backend(*backend));
            builder.build().expect("a runtime")
        };
        let runtimes = backends.iter().map(runtime).collect();
        let account = Account::new(ACCOUNT.parse().expect("a name"));
        let mut everywhere = Self {
            runtimes,
            contracts: Vec::new(),
            wasm: wasm.to_vec(),
        };
        everywhere.restore(&account);
        everywhere
    }

    /// Deploys another contract on the same runtimes, in a new account.
    pub fn replace(&mut self, wasm: &[u8]) {
        self.wasm = wasm.to_vec();
        self.restore(&Account::new(ACCOUNT.parse().expect("a name")));
    }

    /// Resets the account to this state.
    pub fn restore(&mut self, account: &Account) {
        let deploy = |runtime: &Runtime| {
            let deployed = runtime.deploy_to(account.clone(), self.wasm.clone());
            deployed.expect("deployed")
        };
        self.contracts = self.runtimes.iter().map(deploy).collect();
    }

    /// The account, which is the same on every backend.
    pub fn account(&self) -> &Account {
        self.contracts[0].account()
    }

    /// Calls a method everywhere; returns the outcome common to all backends.
    #[track_caller]
    pub fn call(&mut self, method: &str, args: &[u8], gas: u64) -> Outcome {
        let gas = Gas::from_gas(gas);
        self.run(|contract| contract.call(method).args(args).gas(gas).trace().transact())
    }

    /// Calls a method everywhere as a view.
    #[track_caller]
    pub fn view(&mut self, method: &str, args: &[u8]) -> Outcome {
        self.run(|contract| contract.call(method).args(args).trace().view())
    }

    /// Changes the contract on each backend.
    pub fn each(&mut self, change: impl FnMut(&mut Contract)) {
        self.contracts.iter_mut().for_each(change);
    }

    /// Makes any call everywhere; returns the outcome common to all backends.
    #[track_caller]
    pub fn run<E: std::fmt::Display>(
        &mut self,
        mut call: impl FnMut(&mut Contract) -> Result<Outcome, E>,
    ) -> Outcome {
        let mut outcomes = self
            .contracts
            .iter_mut()
            .map(|contract| call(contract).unwrap_or_else(|error| panic!("no outcome: {error}")));
        let mut oracle = outcomes.next().expect("the oracle");
        let [first, others @ ..] = self.runtimes.as_slice() else {
            unreachable!("there is an oracle")
        };
        for (outcome, runtime) in outcomes.zip(others) {
            let (backend, oracles) = (runtime.backend(), first.backend());
            assert_eq!(
                everything(&outcome),
                everything(&oracle),
                "{backend} and {oracles}"
            );
            // nearcore's runner has no trace; all other traces are equal.
            if !oracle.host_calls.is_empty() {
                assert_eq!(outcome.host_calls, oracle.host_calls, "{backend}");
            }
            oracle.host_calls = outcome.host_calls;
        }
        let accounts: Vec<_> = self.contracts.iter().map(Contract::account).collect();
        assert!(
            accounts.windows(2).all(|pair| pair[0] == pair[1]),
            "accounts differ"
        );
        oracle
    }
}

/// A module with a memory and a `main` with this body.
pub fn main_body(body: &str) -> String {
    format!(r#"(module (memory 1) (func (export "main") {body}))"#)
}

/// All of an outcome except the time it took.
fn everything(outcome: &Outcome) -> String {
    let Outcome {
        backend: _,
        burnt_gas,
        receipt_gas,
        used_gas,
        return_data,
        logs,
        failure,
        profile,
        compute_usage,
        receipts,
        actions,
        subsidized,
        host_calls: _,
        wall: _,
    } = outcome;
    format!(
        "burnt {burnt_gas:?}\naround {receipt_gas:?}\nused {used_gas:?}\nreturned {return_data:?}\nlogs {logs:#?}\n\
         failure {failure:?}\nprofile {profile:#?}\ncompute {compute_usage}\nactions {actions:#?}\n\
         receipts {receipts:#?}\nsubsidized {subsidized}"
    )
}

/// The outcome of a call, in a few words.
pub fn end(outcome: &Outcome) -> &'static str {
    let failure = match &outcome.failure {
        None => return "succeeded",
        Some(Failure::LackBalanceForState { .. }) => return "lacked a stake for their storage",
        Some(Failure::Call(failure)) => failure,
    };
    match failure {
        FunctionCallError::HostError(HostError::GasExceeded | HostError::GasLimitExceeded) => {
            "ran out of gas"
        }
        FunctionCallError::HostError(HostError::GuestPanic { .. }) => "panicked",
        FunctionCallError::HostError(_) => "were stopped by a host function",
        FunctionCallError::WasmTrap(_) => "trapped",
        FunctionCallError::CompilationError(_) => "did not compile",
        FunctionCallError::LinkError { .. } => "did not link",
        FunctionCallError::MethodResolveError(_) => "found no method",
        _ => "ended otherwise",
    }
}

/// The parts of an outcome that snapshots show.
pub fn summary(outcome: &Outcome) -> String {
    let mut text = format!("burnt {}\n", outcome.burnt_gas.as_gas());
    if outcome.used_gas != outcome.burnt_gas {
        writeln!(text, "used {}", outcome.used_gas.as_gas()).expect("a string grows");
    }
    if !outcome.return_bytes().is_empty() {
        writeln!(text, "returned {}", hex::encode(outcome.return_bytes())).expect("grows");
    }
    for log in &outcome.logs {
        writeln!(text, "log {log:?}").expect("a string grows");
    }
    if let Some(failure) = &outcome.failure {
        writeln!(text, "failure {failure:?}").expect("a string grows");
    }
    text
}
