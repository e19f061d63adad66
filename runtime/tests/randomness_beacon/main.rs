//! The contract `randomness-beacon`, in every build and on every backend: proofs and draws, what an
//! operator gains from cheating or silence. The command `demo` measures the gas of a proof.
#![allow(clippy::panic, reason = "a test fails by panicking")]
#![allow(unreachable_pub, reason = "modules of one test")]

#[path = "../light_clients/client.rs"]
#[allow(dead_code, reason = "the other suites call the rest")]
mod client;
mod draws;
mod keys;
mod operator;
mod refunds;
mod vectors;

use client::{Client, Success};
use near_ecvrf::{Output, SecretKey, Suite};
use near_runtime_ext::Balance;
use test_contracts::randomness_beacon::{
    Fixed, Proof, alpha_of_operator, alpha_of_request, fulfil_args, id_args, new_args,
};
use test_contracts::{VrfBuild, randomness_beacon};
use test_support::everywhere::{ACCOUNT, Sent};

const OPERATOR: &str = "op.near";
const REQUESTER: &str = "ann.near";

/// The contract's own constants.
const DEPOSIT: Balance = Balance::from_millinear(10);
const FEE: Balance = Balance::from_millinear(8);
const PENALTY: Balance = Balance::from_near(1);
const TIMEOUT: u64 = 100;

/// A beacon in several builds, its operator, and what its requests fixed.
struct Beacon {
    contract: Client,
    operator: SecretKey,
    fixed: Vec<Fixed>,
}

impl Beacon {
    /// Deploys every build on every backend that offers its imports; the bond covers this many
    /// requests.
    #[track_caller]
    fn new(covered: u32) -> Self {
        Self::nobodys(&VrfBuild::ALL).with_bond(covered)
    }

    /// A beacon before `new`, in these builds.
    fn nobodys(builds: &[VrfBuild]) -> Self {
        Self {
            contract: Client::nobodys(builds.iter().map(|it| randomness_beacon(*it)), 0),
            operator: SecretKey::from_seed([7; 32]),
            fixed: Vec::new(),
        }
    }

    /// The beacon after `new`; the bond covers this many requests.
    #[track_caller]
    fn with_bond(mut self, covered: u32) -> Self {
        let bond = PENALTY.saturating_mul(covered.into());
        self.call(OPERATOR, bond, "new", &creation(&self.operator));
        self
    }

    /// A call with a deposit and 1,000 Tgas, which must succeed.
    #[track_caller]
    fn call(&mut self, caller: &str, deposit: Balance, method: &str, args: &[u8]) -> Success {
        let sent = sent(caller, deposit, method, args);
        self.contract.send(sent).expect(method)
    }

    /// The reason for a refusal.
    #[track_caller]
    fn refusal(&mut self, caller: &str, deposit: Balance, method: &str, args: &[u8]) -> String {
        let sent = sent(caller, deposit, method, args);
        self.contract.send(sent).err().expect("refused")
    }

    /// Moves to the block of this height, which has its own random seed.
    fn at(&mut self, height: u64) {
        self.contract.set_block(|block| {
            block.height = height;
            block.random_seed = random_seed(height);
        });
    }

    /// Makes a request in the block of this height; returns its id.
    #[track_caller]
    fn request(&mut self, height: u64, seed: [u8; 32]) -> u64 {
        self.at(height);
        let made = self.call(REQUESTER, DEPOSIT, "request", &seed);
        let id: u64 = made.0.json().expect("an id");
        assert_eq!(id, self.fixed.len() as u64);
        self.fixed.push(Fixed {
            block_height: height,
            random_seed: random_seed(height),
            seed,
        });
        id
    }

    /// Makes this many requests in one block.
    #[track_caller]
    fn requests(&mut self, count: u64, height: u64) {
        for _ in 0..count {
            self.request(height, [9; 32]);
        }
    }

    fn alpha(&self, id: u64) -> Vec<u8> {
        let fixed = &self.fixed[usize::try_from(id).expect("few")];
        alpha_of_request(ACCOUNT, id, fixed)
    }

    /// The id of a request, and its proof.
    fn proved(&self, id: u64) -> (u64, Proof) {
        (id, prove(&self.operator, &self.alpha(id)))
    }

    fn output_of_operator(&self, id: u64) -> Output {
        let (_, proof) = self.proved(id);
        let key = self.operator.public_key();
        near_ecvrf::verify(Suite::Ell2, key, &self.alpha(id), &proof).expect("valid")
    }

    /// Submits proofs; returns whether each fulfilled its request.
    #[track_caller]
    fn fulfil(&mut self, proofs: &[(u64, Proof)]) -> Vec<bool> {
        let answer = self.fulfilled(proofs).0.borsh();
        answer.expect("an answer for each")
    }

    #[track_caller]
    fn fulfilled(&mut self, proofs: &[(u64, Proof)]) -> Success {
        self.call(
            "anybody.near",
            Balance::ZERO,
            "fulfil",
            &fulfil_args(proofs),
        )
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

fn sent<'a>(caller: &'a str, deposit: Balance, method: &'a str, args: &'a [u8]) -> Sent<'a> {
    Sent {
        caller,
        deposit,
        ..Sent::new(method, args)
    }
}

/// The random seed of the block of this height.
fn random_seed(height: u64) -> [u8; 32] {
    let seed = [height.to_le_bytes(); 4].concat();
    seed.try_into().expect("four times 8 bytes")
}

fn prove(key: &SecretKey, alpha: &[u8]) -> Proof {
    let proof = key.prove(Suite::Ell2, alpha);
    proof.try_into().expect("80 bytes")
}

/// Arguments that create a beacon whose operator is [`OPERATOR`], with this key.
fn creation(key: &SecretKey) -> Vec<u8> {
    let proof = prove(key, &alpha_of_operator(ACCOUNT, OPERATOR));
    new_args(key.public_key(), &proof)
}

/// The receiver and the amount of a call's only transfer.
#[track_caller]
fn transfer(Success(outcome): &Success) -> (&str, Balance) {
    let [receipt] = outcome.receipts.as_slice() else {
        panic!("{:?}", outcome.receipts);
    };
    let [action] = receipt.actions.as_slice() else {
        panic!("{receipt:?}");
    };
    (receipt.receiver_id.as_str(), action.deposit)
}

fn amount(amount: Balance) -> Vec<u8> {
    let yocto = amount.as_yoctonear();
    format!(r#"{{"amount":"{yocto}"}}"#).into_bytes()
}

fn from_base64(text: &str) -> Vec<u8> {
    use base64::Engine as _;
    let bytes = base64::prelude::BASE64_STANDARD.decode(text);
    bytes.expect("base64")
}
