//! One chain on both backends, every version: the same receipts, tokens conserved.

use near_crypto::PublicKey;
use near_primitives::errors::{ActionErrorKind, InvalidTxError, TxExecutionError};
use near_primitives_core::account::{AccessKey, AccessKeyPermission, FunctionCallPermission};
use near_runtime_ext::{
    Backend, Balance, Chain, ChainError, Executed, Gas, Runtime, Succeeded, Transaction,
};
use std::fmt::Debug;
use std::sync::Mutex;
pub(crate) use test_support::everywhere::id;

/// The same chain on the overlay and on nearcore's own runner.
pub(crate) struct Chains(Vec<(Runtime, Chain)>);

/// An access key for accounts that need another than their own.
pub(crate) fn key() -> PublicKey {
    let key = "ed25519:DcA2MzgpJbrUATQLLceocVckhhAqrkingax4oJ9kZ847".parse();
    key.expect("a valid key")
}

/// The versions that have rules of their own.
pub(crate) const VERSIONS: [u32; 5] = [84, 85, 86, 87, 88];

/// A network of this version, built once.
fn runtime(backend: Backend, version: u32) -> Runtime {
    static BUILT: Mutex<Vec<((Backend, u32), Runtime)>> = Mutex::new(vec![]);
    let mut built = BUILT.lock().expect("no builder panics");
    if let Some((_, runtime)) = built.iter().find(|(key, _)| *key == (backend, version)) {
        return runtime.clone();
    }
    let builder = Runtime::builder().backend(backend);
    let runtime = builder.protocol_version(version).build();
    let runtime = runtime.expect("a supported version");
    built.push(((backend, version), runtime.clone()));
    runtime
}

/// The error of the one receipt that failed.
pub(crate) fn refusal(executed: &Executed) -> ActionErrorKind {
    let failures: Vec<_> = executed.failures().collect();
    match &failures[..] {
        [failure] => match &*failure.error {
            TxExecutionError::ActionError(error) => error.kind.clone(),
            other => panic!("an action failed: {other:?}"),
        },
        other => panic!("one receipt failed: {other:?}"),
    }
}

/// Checks that the error's Debug text begins like this.
#[track_caller]
pub(crate) fn is(error: &impl Debug, begins: &str) {
    let text = format!("{error:?}");
    assert!(text.starts_with(begins), "{text}");
}

/// Access for calls of these methods.
pub(crate) fn calls(
    receiver: &str,
    method_names: Vec<String>,
    allowance: Option<Balance>,
) -> AccessKey {
    AccessKey {
        nonce: 0,
        permission: AccessKeyPermission::FunctionCall(FunctionCallPermission {
            allowance,
            receiver_id: receiver.to_owned(),
            method_names,
        }),
    }
}

/// A call of this method.
pub(crate) fn called<'a>(transaction: Transaction<'a>, method: &str) -> Transaction<'a> {
    transaction.function_call(method, [], Gas::from_teragas(5), Balance::ZERO)
}

type Sent = Result<Executed, InvalidTxError>;

/// Fills a transaction with actions and settings.
pub(crate) trait Build: for<'a> Fn(Transaction<'a>) -> Transaction<'a> {}

impl<F: for<'a> Fn(Transaction<'a>) -> Transaction<'a>> Build for F {}

pub(crate) const ALICE: &str = "alice.near";
pub(crate) const BOB: &str = "bob.near";

impl Chains {
    /// Chains of this version with these accounts, each with its contract if it has one.
    pub(crate) fn new(version: u32, accounts: &[(&str, Option<Vec<u8>>)]) -> Self {
        let chain = |backend| {
            let runtime = runtime(backend, version);
            let mut chain = runtime.chain();
            for (name, wasm) in accounts {
                chain.add(&id(name)).expect("a new account");
                if let Some(wasm) = wasm {
                    chain.deploy(&id(name), wasm.clone()).expect("an account");
                }
            }
            (runtime, chain)
        };
        Self([Backend::Overlay, Backend::Nearcore].map(chain).into())
    }

    /// Does the same on both; the results are equal, and no token is lost.
    pub(crate) fn run<T: PartialEq + Debug>(&mut self, act: impl Fn(&mut Chain) -> T) -> T {
        let mut results = self.0.iter_mut().map(|(_, chain)| {
            let result = act(chain);
            let supply = chain.supply().expect("no overflow");
            assert!(supply.is_conserved(), "{supply:?}");
            result
        });
        let first = results.next().expect("two backends");
        for other in results {
            assert_eq!(first, other, "nearcore's runner gives the same");
        }
        first
    }

    /// Sends a transaction, and runs all receipts that follow.
    fn transact(&mut self, from: &str, to: &str, build: impl Build) -> Sent {
        self.run(|chain| {
            let transaction = chain.transaction(&id(from), &id(to));
            match build(transaction).transact() {
                Err(ChainError::Transaction(refused)) => Err(refused),
                executed => Ok(executed.expect("it is accepted or refused")),
            }
        })
    }

    /// Sends a transaction that must be accepted.
    pub(crate) fn sends(&mut self, from: &str, to: &str, build: impl Build) -> Executed {
        let sent = self.transact(from, to, build);
        sent.expect("an accepted transaction")
    }

    /// Sends a transaction whose receipts must all succeed.
    pub(crate) fn succeeds(&mut self, from: &str, to: &str, build: impl Build) -> Succeeded {
        let executed = self.sends(from, to, build);
        executed.into_result().expect("no receipt fails")
    }

    /// Sends a transaction that must be refused.
    pub(crate) fn refuses(&mut self, from: &str, to: &str, build: impl Build) -> InvalidTxError {
        let sent = self.transact(from, to, build);
        sent.expect_err("a refused transaction")
    }

    /// Sends two transactions in one block.
    pub(crate) fn together(
        &mut self,
        from: &str,
        to: &str,
        both: [impl Build; 2],
    ) -> [Executed; 2] {
        self.run(|chain| {
            let hashes = both.each_ref().map(|build| {
                let transaction = chain.transaction(&id(from), &id(to));
                build(transaction).submit().expect("a good transaction")
            });
            chain.settle().expect("all ends");
            hashes.map(|hash| chain.executed(&hash).expect("it was taken").clone())
        })
    }

    /// One of the chains.
    pub(crate) fn chain(&self) -> &Chain {
        &self.0[0].1
    }

    /// Saves a chain to a file and loads it again, on the same network.
    pub(crate) fn saved_and_loaded(&self, chain: &Chain) -> Chain {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("chain.json");
        chain.save(&path).expect("saved");
        Chain::load(&path, &self.0[0].0).expect("loaded")
    }
}
