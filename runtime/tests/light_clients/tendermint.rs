//! `tendermint-client` as these tests drive it.

use crate::support::{Everywhere, TGAS};
use near_runtime_ext::Outcome;
use prost::Message;
use tendermint_proto::v0_38::types::Header;
use test_contracts::tendermint::{Parameters, init_args, update_client_args};
use test_contracts::{Build, tendermint_client};

/// As much as may be attached: the Wasm-only builds need more than a transaction has.
pub const LIMIT: u64 = 1000 * TGAS;

/// The client on every backend, which must agree.
pub struct Client(pub Everywhere);

impl Client {
    /// The contract, following a chain from this header on.
    #[track_caller]
    pub fn new(build: Build, parameters: &Parameters, trusted: &Header, now_ns: u64) -> Self {
        let mut client = Self(Everywhere::deploy(tendermint_client(build).wasm()));
        client.set_time(now_ns);
        let outcome = client
            .0
            .call("init", &init_args(parameters, trusted), LIMIT);
        assert!(outcome.is_success(), "{:?}", outcome.failure);
        client
    }

    /// From now on, it is this time.
    pub fn set_time(&mut self, now_ns: u64) {
        self.0
            .each(|contract| contract.block_mut().timestamp = now_ns);
    }

    /// Verifies a header.
    #[track_caller]
    pub fn update(&mut self, header: &impl Message) -> Outcome {
        self.0
            .call("update_client", &update_client_args(header), LIMIT)
    }
}

/// What became of a call: `success`, or what the contract says.
pub fn verdict(outcome: &Outcome) -> String {
    match &outcome.failure {
        None => "success".to_owned(),
        Some(failure) => {
            let text = failure.to_string();
            let text = text
                .strip_prefix("Smart contract panicked: ")
                .unwrap_or(&text);
            text.to_owned()
        }
    }
}
