//! One call on every backend; the backends must agree on everything a validator could see.

use crate::outcome::everything;
use near_runtime_ext::{
    Account, AccountId, Backend, Balance, Block, Contract, Gas, Gates, Outcome, Runtime,
    RuntimeBuilder,
};
use std::sync::Mutex;
use wasmparser::{Parser, Payload};

/// The oracle, then the backend compared with it.
pub const BACKENDS: [Backend; 2] = [Backend::Nearcore, Backend::Overlay];

/// One unit of gas, for arithmetic.
pub const GAS: u64 = 1;
/// A teragas, in units of gas.
pub const TGAS: u64 = 1_000_000_000_000;

/// Account name of the contracts under test.
pub const ACCOUNT: &str = "contract.near";

/// A call as it is sent.
#[derive(Clone, Copy)]
pub struct Sent<'a> {
    /// The method.
    pub method: &'a str,
    /// Its arguments.
    pub args: &'a [u8],
    /// The caller.
    pub caller: &'a str,
    /// The deposit.
    pub deposit: Balance,
    /// Attached gas, in units.
    pub gas: u64,
}

impl<'a> Sent<'a> {
    /// A call by the contract's own account, with no deposit and the most gas that can be attached.
    pub fn new(method: &'a str, args: &'a [u8]) -> Self {
        Self {
            method,
            args,
            caller: ACCOUNT,
            deposit: Balance::ZERO,
            gas: 1000 * TGAS,
        }
    }
}

/// The same contract on every backend, or on those that have its extension.
pub struct Everywhere {
    runtimes: Vec<Runtime>,
    /// One on each runtime, and a last one, on the last runtime, that records the gas of its functions.
    contracts: Vec<Contract>,
}

impl Everywhere {
    /// Deploys on all backends that have what it imports.
    pub fn deploy(wasm: &[u8]) -> Self {
        let runtimes = offering(extension(wasm)).map(|(backend, gate)| shared(backend, gate));
        Self::deploy_in(runtimes, wasm)
    }

    /// Deploys a contract in the text format.
    pub fn deploy_wat(wat: &str) -> Self {
        Self::deploy(&wat::parse_str(wat).expect("valid WAT"))
    }

    /// Deploys on all backends that have what it imports. Patched nearcore ignores the settings.
    pub fn deploy_with(wasm: &[u8], settings: impl Fn(RuntimeBuilder) -> RuntimeBuilder) -> Self {
        let extension = extension(wasm);
        let runtimes = offering(extension).map(|(backend, gate)| {
            let builder = builder(backend, gate);
            let builder = match gate == extension {
                true => settings(builder),
                false => builder,
            };
            builder.build().expect("a runtime")
        });
        Self::deploy_in(runtimes, wasm)
    }

    fn deploy_in(runtimes: impl Iterator<Item = Runtime>, wasm: &[u8]) -> Self {
        let mut everywhere = Self {
            runtimes: runtimes.collect(),
            contracts: Vec::new(),
        };
        everywhere.replace(wasm);
        everywhere
    }

    /// Deploys another contract on the same runtimes, in a new account.
    pub fn replace(&mut self, wasm: &[u8]) {
        let deploy = |runtime: &Runtime| deployed(runtime, wasm);
        self.contracts = self.runtimes.iter().map(deploy).collect();
        let mut recording = self.runtimes.last().map(deploy).expect("a runtime");
        recording.profile_functions();
        self.contracts.push(recording);
    }

    /// Resets the account to this state, and the block.
    pub fn restore(&mut self, account: &Account) {
        self.each(|contract| {
            contract.set_account(account.clone());
            *contract.block_mut() = Block::default();
        });
    }

    /// The account, which is the same on every backend.
    pub fn account(&self) -> &Account {
        self.contracts[0].account()
    }

    /// Makes a call everywhere; returns the outcome common to all backends.
    #[track_caller]
    pub fn send(&mut self, sent: Sent<'_>) -> Outcome {
        let caller = id(sent.caller);
        let gas = Gas::from_gas(sent.gas);
        self.run(|contract| {
            let call = contract.call(sent.method).args(sent.args).gas(gas);
            let call = call.predecessor(caller.clone());
            call.deposit(sent.deposit).trace().transact()
        })
    }

    /// Calls a method with this much gas.
    #[track_caller]
    pub fn call(&mut self, method: &str, args: &[u8], gas: u64) -> Outcome {
        self.send(Sent {
            gas,
            ..Sent::new(method, args)
        })
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
        for outcome in outcomes {
            let [backend, oracles] = [&outcome, &oracle].map(|it| it.backend);
            let [found, expected] = [&outcome, &oracle].map(everything);
            assert_eq!(found, expected, "{backend} and {oracles}");
            // nearcore's runner records no trace; all other traces must be equal.
            if !oracle.host_calls.is_empty() {
                assert_eq!(outcome.host_calls, oracle.host_calls, "{backend}");
            }
            oracle.host_calls = outcome.host_calls;
            if let Some(functions) = outcome.functions {
                let all = functions.gas();
                assert_eq!(all, oracle.burnt_gas, "the gas of all functions");
                oracle.functions = Some(functions);
            }
        }
        let mut accounts = self.contracts.windows(2);
        let are_equal = accounts.all(|pair| pair[0].account() == pair[1].account());
        assert!(are_equal, "accounts differ");
        oracle
    }
}

/// The account with this name.
pub fn id(name: &str) -> AccountId {
    name.parse().expect("a valid name")
}

/// A contract of [`ACCOUNT`] on this runtime alone.
pub fn deployed(runtime: &Runtime, wasm: &[u8]) -> Contract {
    runtime
        .deploy(id(ACCOUNT), wasm.to_vec())
        .expect("deployed")
}

/// Why a call failed, in the contract's own words if it has any.
pub fn refusal(outcome: &Outcome) -> Option<String> {
    let text = outcome.failure.as_ref()?.to_string();
    let own = text.strip_prefix("Smart contract panicked: ");
    Some(own.unwrap_or(&text).to_owned())
}

/// The extension that a contract imports.
fn extension(wasm: &[u8]) -> Option<&'static str> {
    let mut sections = Parser::new(0).parse_all(wasm).map_while(Result::ok);
    let imports = sections.find_map(|section| match section {
        Payload::ImportSection(imports) => Some(imports),
        _ => None,
    })?;
    let mut names = imports.into_iter().map_while(Result::ok);
    names.find_map(|import| Gates::extensions().find(|it| *it == import.name))
}

/// The backends that have an extension, each with the gate to open: the overlay, and for
/// `ed25519_verify_many` also patched nearcore, which needs no gate. Without an extension, all.
fn offering(
    extension: Option<&'static str>,
) -> impl Iterator<Item = (Backend, Option<&'static str>)> {
    let patched = cfg!(feature = "patched-nearcore").then_some("ed25519_verify_many");
    let has_nearcore = extension.is_none() || extension == patched;
    let nearcore = has_nearcore.then_some((Backend::Nearcore, None));
    nearcore.into_iter().chain([(Backend::Overlay, extension)])
}

fn builder(backend: Backend, gate: Option<&str>) -> RuntimeBuilder {
    let gates = gate.into_iter().fold(Gates::default(), Gates::open);
    // With depth 0, gas does not depend on which other keys exist.
    let builder = Runtime::builder().trie_depth(0);
    builder.backend(backend).gates(gates)
}

/// A backend's runtime with default settings. All tests of the process share it: otherwise each
/// would compile the same contracts again.
fn shared(backend: Backend, gate: Option<&'static str>) -> Runtime {
    type Key = (Backend, Option<&'static str>);
    static RUNTIMES: Mutex<Vec<(Key, Runtime)>> = Mutex::new(Vec::new());
    let key = (backend, gate);
    let mut runtimes = RUNTIMES.lock().expect("no panic while it is locked");
    if let Some((_, runtime)) = runtimes.iter().find(|(its, _)| *its == key) {
        return runtime.clone();
    }
    let mut builder = builder(backend, gate);
    if backend == Backend::Nearcore {
        // Without a cache folder nearcore keeps no loaded module: each call loads native code again.
        // The target directory has one that outlives the tests.
        let test = std::env::current_exe().expect("a test's path");
        builder = builder.cache_folder(test.with_file_name("nearcore"));
    }
    let runtime = builder.build().expect("a runtime");
    runtimes.push((key, runtime.clone()));
    runtime
}

/// The outcome with the overlay's profile names for charges of `ed25519_verify_many`; patched
/// nearcore has its own names.
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
