//! One call on every backend; the backends must agree on everything a validator could see.

use crate::outcome::everything;
use near_runtime_ext::{Account, Backend, Contract, Gas, Gates, Outcome, Runtime, RuntimeBuilder};
use std::sync::Mutex;

/// The oracle, then the backend compared with it.
pub const BACKENDS: [Backend; 2] = [Backend::Nearcore, Backend::Overlay];

/// One unit of gas, for arithmetic.
pub const GAS: u64 = 1;
/// A teragas, in units of gas.
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
    /// Deploys on all backends.
    pub fn deploy(wasm: &[u8]) -> Self {
        let runtimes = BACKENDS.iter().map(|backend| shared(*backend, None));
        Self::deploy_in(runtimes, wasm)
    }

    /// Deploys a contract in the text format on all backends.
    pub fn deploy_wat(wat: &str) -> Self {
        Self::deploy(&wat::parse_str(wat).expect("valid WAT"))
    }

    /// Deploys on all backends, with these settings.
    pub fn deploy_with(wasm: &[u8], settings: impl Fn(RuntimeBuilder) -> RuntimeBuilder) -> Self {
        Self::deploy_on(&BACKENDS, wasm, settings)
    }

    /// Deploys on the backends that have the function of this gate.
    pub fn deploy_gated(wasm: &[u8], gate: &'static str) -> Self {
        let runtimes = gated(gate).map(|(backend, gate)| shared(backend, gate));
        Self::deploy_in(runtimes, wasm)
    }

    /// Deploys likewise, with these settings, which patched nearcore does not take.
    pub fn deploy_gated_with(
        wasm: &[u8],
        gate: &'static str,
        settings: impl Fn(RuntimeBuilder) -> RuntimeBuilder,
    ) -> Self {
        let builders = gated(gate).map(|(backend, gate)| {
            let builder = builder(backend, gate);
            match gate {
                Some(_) => settings(builder),
                None => builder,
            }
        });
        Self::deploy_by(builders, wasm)
    }

    /// Deploys on these backends only; the first of them is the oracle.
    pub fn deploy_on(
        backends: &[Backend],
        wasm: &[u8],
        settings: impl Fn(RuntimeBuilder) -> RuntimeBuilder,
    ) -> Self {
        let builders = backends
            .iter()
            .map(|backend| settings(builder(*backend, None)));
        Self::deploy_by(builders, wasm)
    }

    fn deploy_by(builders: impl Iterator<Item = RuntimeBuilder>, wasm: &[u8]) -> Self {
        Self::deploy_in(builders.map(built), wasm)
    }

    fn deploy_in(runtimes: impl Iterator<Item = Runtime>, wasm: &[u8]) -> Self {
        let account = Account::new(ACCOUNT.parse().expect("a name"));
        let mut everywhere = Self {
            runtimes: runtimes.collect(),
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

    /// Why a call with 1,000 Tgas is refused, in the contract's own words if it has any.
    ///
    /// # Panics
    /// It succeeds, or it changes the state all the same.
    #[track_caller]
    pub fn refusal(&mut self, method: &str, args: &[u8]) -> String {
        let before = self.account().clone();
        let outcome = self.call(method, args, 1000 * TGAS);
        let failure = outcome.failure.expect("refused").to_string();
        assert!(
            *self.account() == before,
            "{failure}, and it has changed the state"
        );
        let own = failure.strip_prefix("Smart contract panicked: ");
        own.unwrap_or(&failure).to_owned()
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
            .map(|contract| call(contract).unwrap_or_else(|error| panic!("no outcome: {error}")))
            .map(booked_as_by_the_overlay);
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

/// The backends that can open a gate, and nearcore's own runner once it is patched, which needs none.
fn gated(gate: &'static str) -> impl Iterator<Item = (Backend, Option<&'static str>)> {
    let patched = patched().map(|nearcore| (nearcore, None));
    let overlays = BACKENDS[1..].iter();
    let overlays = overlays.map(move |backend| (*backend, Some(gate)));
    patched.into_iter().chain(overlays)
}

fn builder(backend: Backend, gate: Option<&str>) -> RuntimeBuilder {
    let gates = gate.into_iter().fold(Gates::default(), Gates::open);
    // Gas that does not depend on which other keys exist.
    let builder = Runtime::builder().trie_depth(0);
    builder.backend(backend).gates(gates)
}

fn built(builder: RuntimeBuilder) -> Runtime {
    builder.build().expect("a runtime")
}

/// nearcore's own runner, if it has the extensions.
fn patched() -> Option<Backend> {
    cfg!(feature = "patched-nearcore").then_some(Backend::Nearcore)
}

/// The runtime of a backend without further settings, one for all tests of the process, which would
/// compile the same contracts again and again.
fn shared(backend: Backend, gate: Option<&'static str>) -> Runtime {
    type Key = (Backend, Option<&'static str>);
    static RUNTIMES: Mutex<Vec<(Key, Runtime)>> = Mutex::new(Vec::new());
    let key = (backend, gate);
    let mut runtimes = RUNTIMES.lock().expect("no panic while it is locked");
    if let Some((_, runtime)) = runtimes.iter().find(|(its, _)| *its == key) {
        return runtime.clone();
    }
    let runtime = built(builder(backend, gate));
    runtimes.push((key, runtime.clone()));
    runtime
}

/// The outcome with the profile's names that the overlay has for charges of `ed25519_verify_many`;
/// patched nearcore has names of its own.
fn booked_as_by_the_overlay(mut outcome: Outcome) -> Outcome {
    for (name, overlays) in [
        ("ed25519_verify_many_base", "ed25519_verify_base"),
        ("ed25519_verify_many_item", "ed25519_verify_base"),
        ("ed25519_verify_many_byte", "ed25519_verify_byte"),
    ] {
        if let Some(gas) = outcome.profile.remove(name) {
            let booked = outcome.profile.entry(overlays.to_owned()).or_default();
            *booked = booked.saturating_add(gas);
        }
    }
    outcome
}

/// A module with a memory and a `main` with this body.
pub fn main_body(body: &str) -> String {
    format!(r#"(module (memory 1) (func (export "main") {body}))"#)
}
