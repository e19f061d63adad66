//! Either light client, on every backend.

use near_runtime_ext::{Account, Outcome};
use serde_json::Value;
use test_contracts::{AnyBuild, ClientBuild, Contract};
use test_support::everywhere::{Everywhere, TGAS};

/// The builds whose signatures the host verifies: both refuse the same inputs in the same words.
pub const HOST_BUILDS: [ClientBuild; 2] = [ClientBuild::Host, ClientBuild::HostMany];

/// The most gas that can be attached: the Wasm-only builds need more than a transaction has.
pub const LIMIT: u64 = 1000 * TGAS;

/// A call that succeeded; unlike an outcome, it may be dropped.
pub struct Success(pub Outcome);

/// The contract on every backend that can run it; the backends must agree.
pub struct Client {
    everywhere: Everywhere,
    now_ns: u64,
}

impl Client {
    /// The contract, not yet initialised.
    pub fn nobodys(contract: &Contract, now_ns: u64) -> Self {
        let wasm = contract.wasm();
        let everywhere = match contract.build() {
            // nearcore's own runner does not have the function, unless it is patched: the overlay runs alone.
            AnyBuild::Client(ClientBuild::HostMany) => {
                Everywhere::deploy_gated(wasm, "ed25519_verify_many")
            }
            _ => Everywhere::deploy(wasm),
        };
        let mut client = Self { everywhere, now_ns };
        client.set_time(now_ns);
        client
    }

    /// The contract, just initialised.
    #[track_caller]
    pub fn deploy(contract: &Contract, init: &[u8], now_ns: u64) -> Self {
        let mut client = Self::nobodys(contract, now_ns);
        client.call("init", init).expect("created");
        client
    }

    /// Sets the time, in nanoseconds since 1970.
    pub fn set_time(&mut self, now_ns: u64) {
        self.now_ns = now_ns;
        self.everywhere
            .each(|contract| contract.block_mut().timestamp = now_ns);
    }

    /// Restores an earlier state of the account; time stays.
    pub fn restore(&mut self, account: &Account) {
        self.everywhere.restore(account);
        self.set_time(self.now_ns);
    }

    /// The account, the same on every backend.
    pub fn account(&self) -> Account {
        self.everywhere.account().clone()
    }

    /// Calls a method; a refusal returns the contract's message.
    ///
    /// # Panics
    /// A refused call changed the account.
    #[track_caller]
    pub fn call(&mut self, method: &str, args: &[u8]) -> Result<Success, String> {
        let before = self.account();
        let outcome = self.everywhere.call(method, args, LIMIT);
        match &outcome.failure {
            None => Ok(Success(outcome)),
            Some(failure) => {
                assert!(
                    self.account() == before,
                    "{failure}, and the state has changed"
                );
                let text = failure.to_string();
                let own = text.strip_prefix("Smart contract panicked: ");
                Err(own.unwrap_or(&text).to_owned())
            }
        }
    }

    /// The JSON answer of a view.
    #[track_caller]
    pub fn view(&mut self, method: &str, args: &Value) -> Result<Value, String> {
        let outcome = self.everywhere.view(method, args.to_string().as_bytes());
        outcome.json().map_err(|error| error.to_string())
    }
}

/// The rule that refused a call: the text before the detail.
pub fn rule(refusal: &str) -> String {
    let parts: Vec<_> = refusal.split(": ").collect();
    match parts.as_slice() {
        ["invalid", rule, ..] => format!("invalid: {rule}"),
        [kind, ..] => (*kind).to_owned(),
        [] => String::new(),
    }
}
