//! The contract `randomness-beacon`, in every build and on every backend: proofs and draws, what an
//! operator gains from cheating or silence. The command `demo` measures the gas of a proof.
#![allow(clippy::panic, reason = "a test fails by panicking")]
#![allow(unreachable_pub, reason = "modules of one test")]

mod beacon;
#[path = "../light_clients/client.rs"]
#[allow(dead_code, reason = "the other suites call the rest")]
mod client;
mod draws;
mod keys;
mod operator;
mod refunds;
mod vectors;

use beacon::{Beacon, DEPOSIT, OPERATOR, PENALTY, REQUESTER, TIMEOUT, amount, creation, prove};
use near_runtime_ext::Balance;
use test_contracts::Build;
use test_contracts::randomness_beacon::{Proof, id_args};

/// The operator's fee, as the contract has it.
const FEE: Balance = Balance::from_millinear(8);

impl Beacon {
    /// Deploys every build on every backend that offers its imports; the bond covers this many
    /// requests.
    #[track_caller]
    fn new(covered: u32) -> Self {
        Self::nobodys(&Build::VRF).with_bond(covered)
    }

    /// Submits proofs; returns whether each fulfilled its request.
    #[track_caller]
    fn fulfil(&mut self, proofs: &[(u64, Proof)]) -> Vec<bool> {
        let answer = self.fulfilled(proofs).0.borsh();
        answer.expect("an answer for each")
    }

    fn view<T: serde::de::DeserializeOwned>(&mut self, method: &str, args: &[u8]) -> T {
        self.contract
            .viewed(method, args)
            .json()
            .expect("an answer")
    }

    /// The output of a request, if the contract has one.
    fn output(&mut self, id: u64) -> Option<Vec<u8>> {
        let text: Option<String> = self.view("output", &id_args(id));
        text.map(|text| from_base64(&text))
    }

    /// The bond, and the number of open requests.
    fn bond(&mut self) -> (Balance, u64) {
        (self.view("bond", b""), self.view("open_requests", b""))
    }
}

fn from_base64(text: &str) -> Vec<u8> {
    use base64::Engine as _;
    let bytes = base64::prelude::BASE64_STANDARD.decode(text);
    bytes.expect("base64")
}
