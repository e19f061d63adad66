//! Either light client, on every backend.

use near_runtime_ext::{Account, Balance, Block, Gas, Outcome};
use serde_json::Value;
use test_contracts::{AnyBuild, ClientBuild, Contract};
use test_support::everywhere::{ACCOUNT, Everywhere, TGAS};

/// The builds whose signatures the host verifies: both refuse the same inputs in the same words.
pub const HOST_BUILDS: [ClientBuild; 2] = [ClientBuild::Host, ClientBuild::HostMany];

/// The most gas that can be attached: the Wasm-only builds need more than a transaction has.
pub const LIMIT: u64 = 1000 * TGAS;

/// A call that succeeded; unlike an outcome, it may be dropped.
pub struct Success(pub Outcome);

/// A call as it is sent.
#[derive(Clone, Copy)]
pub struct Sent<'a> {
    pub method: &'a str,
    pub args: &'a [u8],
    /// Whose call it is.
    pub caller: &'a str,
    pub deposit: Balance,
    /// Units of gas that are attached.
    pub gas: u64,
}

impl<'a> Sent<'a> {
    /// By the contract's own account, without a deposit and with all gas that there is.
    pub fn new(method: &'a str, args: &'a [u8]) -> Self {
        Self {
            method,
            args,
            caller: ACCOUNT,
            deposit: Balance::ZERO,
            gas: LIMIT,
        }
    }
}

/// The contract on every backend that can run it; the backends must agree.
pub struct Client {
    everywhere: Everywhere,
    block: Block,
}

impl Client {
    /// The contract, not yet initialised.
    pub fn nobodys(contract: &Contract, now_ns: u64) -> Self {
        let wasm = contract.wasm();
        let everywhere = match contract.build() {
            // nearcore's own runner does not have the function, unless it is patched: the overlay runs alone.
            AnyBuild::Client(ClientBuild::HostMany) => {
                let function = match contract.name() {
                    "randomness-beacon" => "ecvrf_verify_many",
                    _ => "ed25519_verify_many",
                };
                Everywhere::deploy_gated(wasm, function)
            }
            _ => Everywhere::deploy(wasm),
        };
        let block = Block {
            timestamp: now_ns,
            ..Block::default()
        };
        let mut client = Self { everywhere, block };
        client.set_block();
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
        self.block.timestamp = now_ns;
        self.set_block();
    }

    /// Sets the height.
    pub fn set_height(&mut self, height: u64) {
        self.block.height = height;
        self.set_block();
    }

    fn set_block(&mut self) {
        let Self { everywhere, block } = self;
        everywhere.each(|contract| *contract.block_mut() = block.clone());
    }

    /// Restores an earlier state of the account; time and height stay.
    pub fn restore(&mut self, account: &Account) {
        self.everywhere.restore(account);
        self.set_block();
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
        self.send(Sent::new(method, args))
    }

    /// Makes any call; as [`Self::call`].
    #[track_caller]
    pub fn send(&mut self, sent: Sent<'_>) -> Result<Success, String> {
        let before = self.account();
        let outcome = self.everywhere.run(|contract| {
            let call = contract.call(sent.method).args(sent.args);
            let call = call.predecessor(sent.caller.parse().expect("a name"));
            let call = call.deposit(sent.deposit).gas(Gas::from_gas(sent.gas));
            call.trace().transact()
        });
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
        let outcome = self.viewed(method, args.to_string().as_bytes());
        outcome.json().map_err(|error| error.to_string())
    }

    /// The outcome of a method called as a view.
    #[track_caller]
    pub fn viewed(&mut self, method: &str, args: &[u8]) -> Outcome {
        self.everywhere.view(method, args)
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
