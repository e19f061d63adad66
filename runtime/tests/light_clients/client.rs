//! A contract in one or several builds, each on every backend that can run it: all must give the
//! same answers and store the same state.

use near_runtime_ext::{Account, Balance, Block, Outcome};
use serde_json::{Value, json};
use test_contracts::{Build, Contract};
use test_support::everywhere::{Everywhere, Sent, TGAS, refusal};

/// The builds whose signatures the host verifies.
pub const HOST_BUILDS: [Build; 2] = [Build::Host, Build::HostMany];

/// The most gas that can be attached: Wasm-only builds need more than a transaction has.
pub const LIMIT: u64 = 1000 * TGAS;

/// A successful call of the first build; unlike an outcome, it may be dropped.
pub struct Success(pub Outcome);

impl Success {
    /// The answer, as JSON.
    pub fn text(&self) -> &str {
        str::from_utf8(self.0.return_bytes()).expect("JSON")
    }

    /// The receiver and the amount of the call's only action, a transfer.
    #[track_caller]
    pub fn transfer(&self) -> (&str, Balance) {
        let [receipt] = self.0.receipts.as_slice() else {
            panic!("{:?}", self.0.receipts);
        };
        let [action] = receipt.actions.as_slice() else {
            panic!("{receipt:?}");
        };
        assert_eq!(action.name, "Transfer");
        (receipt.receiver_id.as_str(), action.deposit)
    }
}

/// The builds of a contract.
pub struct Client {
    builds: Vec<Everywhere>,
    block: Block,
}

impl Client {
    /// The contract before `init`.
    pub fn nobodys<'a>(contracts: impl IntoIterator<Item = &'a Contract>, now_ns: u64) -> Self {
        let deploy = |contract: &Contract| Everywhere::deploy(contract.wasm());
        let mut client = Self {
            builds: contracts.into_iter().map(deploy).collect(),
            block: Block::default(),
        };
        client.set_time(now_ns);
        client
    }

    /// The contract just after `init`.
    #[track_caller]
    pub fn deploy<'a>(
        contracts: impl IntoIterator<Item = &'a Contract>,
        init: &[u8],
        now_ns: u64,
    ) -> Self {
        let mut client = Self::nobodys(contracts, now_ns);
        client.call("init", init).expect("created");
        client
    }

    /// Sets the time, in nanoseconds since 1970.
    pub fn set_time(&mut self, now_ns: u64) {
        self.set_block(|block| block.timestamp = now_ns);
    }

    /// Changes the block of the next calls.
    pub fn set_block(&mut self, change: impl FnOnce(&mut Block)) {
        change(&mut self.block);
        for build in &mut self.builds {
            build.each(|contract| *contract.block_mut() = self.block.clone());
        }
    }

    /// Restores an earlier state of the account; time and height stay.
    pub fn restore(&mut self, account: &Account) {
        for build in &mut self.builds {
            build.restore(account);
        }
        self.set_block(|_| ());
    }

    /// The account, the same in every build and on every backend.
    pub fn account(&self) -> Account {
        self.builds[0].account().clone()
    }

    /// Calls a method; a refusal returns the contract's message.
    ///
    /// # Panics
    /// If a refused call changed the account.
    #[track_caller]
    pub fn call(&mut self, method: &str, args: &[u8]) -> Result<Success, String> {
        self.send(Sent::new(method, args))
    }

    /// Makes any call; see [`Self::call`].
    #[track_caller]
    pub fn send(&mut self, sent: Sent<'_>) -> Result<Success, String> {
        let before = self.account();
        let mut outcomes = self.builds.iter_mut().map(|build| build.send(sent));
        let first = outcomes.next().expect("at least one build");
        let said = |it: &Outcome| (refusal(it), it.return_bytes().to_vec(), it.logs.clone());
        for other in outcomes {
            assert_eq!(said(&first), said(&other), "a build differs");
        }
        let result = refusal(&first).map_or(Ok(Success(first)), Err);
        let expected = match &result {
            Ok(_) => self.account(),
            Err(_) => before,
        };
        let mut accounts = self.builds.iter().map(Everywhere::account);
        let are_right = accounts.all(|account| *account == expected);
        assert!(are_right, "the state differs after {}", sent.method);
        result
    }

    /// Makes a call that must be refused; returns the contract's message.
    #[track_caller]
    pub fn refusal(&mut self, method: &str, args: &[u8]) -> String {
        self.call(method, args).err().expect("refused")
    }

    /// The JSON answer of a view.
    #[track_caller]
    pub fn view(&mut self, method: &str, args: &Value) -> Result<Value, String> {
        let outcome = self.viewed(method, args.to_string().as_bytes());
        outcome.json().map_err(|error| error.to_string())
    }

    #[track_caller]
    pub fn status(&mut self) -> Value {
        self.view("status", &json!({})).expect("a status")
    }

    #[track_caller]
    pub fn viewed(&mut self, method: &str, args: &[u8]) -> Outcome {
        let mut views = self.builds.iter_mut().map(|build| build.view(method, args));
        let first = views.next().expect("at least one build");
        for other in views {
            assert_eq!(other.return_bytes(), first.return_bytes(), "{method}");
            assert_eq!(other.failure, first.failure, "{method}");
        }
        first
    }
}

/// The rule that refused a call: the text before the colon-separated detail.
pub fn rule(refusal: &str) -> String {
    let parts = 1 + usize::from(refusal.starts_with("invalid: "));
    let rule: Vec<_> = refusal.split(": ").take(parts).collect();
    rule.join(": ")
}

/// A key, as the contracts print it.
pub fn text(key: &[u8; 32]) -> String {
    near_sdk_ext::PublicKey::from(*key).to_string()
}
