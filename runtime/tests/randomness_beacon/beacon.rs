//! The beacon of this suite, and of `light_clients::inputs`.

use crate::client::{Client, Success};
use near_ecvrf::{SecretKey, Suite};
use near_runtime_ext::Balance;
use test_contracts::randomness_beacon::{
    Fixed, Proof, alpha_of_operator, alpha_of_request, fulfil_args, new_args,
};
use test_contracts::{Build, randomness_beacon};
use test_support::everywhere::{ACCOUNT, Sent};

pub const OPERATOR: &str = "op.near";
pub const REQUESTER: &str = "ann.near";

/// The contract's own constants.
pub const DEPOSIT: Balance = Balance::from_millinear(10);
pub const PENALTY: Balance = Balance::from_near(1);
pub const TIMEOUT: u64 = 100;

/// A beacon in several builds, its operator, and what its requests fixed.
pub struct Beacon {
    pub contract: Client,
    pub operator: SecretKey,
    pub fixed: Vec<Fixed>,
}

impl Beacon {
    /// A beacon before `new`, in these builds.
    pub fn nobodys(builds: &[Build]) -> Self {
        Self {
            contract: Client::nobodys(builds.iter().map(|it| randomness_beacon(*it)), 0),
            operator: SecretKey::from_seed([7; 32]),
            fixed: Vec::new(),
        }
    }

    /// The beacon after `new`; the bond covers this many requests.
    #[track_caller]
    pub fn with_bond(mut self, covered: u32) -> Self {
        let bond = PENALTY.saturating_mul(covered.into());
        self.call(OPERATOR, bond, "new", &creation(&self.operator));
        self
    }

    /// A call with a deposit and 1,000 Tgas, which must succeed.
    #[track_caller]
    pub fn call(&mut self, caller: &str, deposit: Balance, method: &str, args: &[u8]) -> Success {
        let sent = sent(caller, deposit, method, args);
        self.contract.send(sent).expect(method)
    }

    #[track_caller]
    pub fn refusal(&mut self, caller: &str, deposit: Balance, method: &str, args: &[u8]) -> String {
        let sent = sent(caller, deposit, method, args);
        self.contract.send(sent).err().expect("refused")
    }

    /// Moves to the block of this height, which has its own random seed.
    pub fn at(&mut self, height: u64) {
        self.contract.set_block(|block| {
            block.height = height;
            block.random_seed = random_seed(height);
        });
    }

    /// Makes a request in the block of this height.
    #[track_caller]
    pub fn request(&mut self, height: u64, seed: [u8; 32]) {
        self.at(height);
        let made = self.call(REQUESTER, DEPOSIT, "request", &seed);
        let id: u64 = made.0.json().expect("an id");
        assert_eq!(id, self.fixed.len() as u64);
        self.fixed.push(Fixed {
            block_height: height,
            random_seed: random_seed(height),
            seed,
        });
    }

    /// Makes this many requests in one block.
    #[track_caller]
    pub fn requests(&mut self, count: u64, height: u64) {
        for _ in 0..count {
            self.request(height, [9; 32]);
        }
    }

    pub fn alpha(&self, id: u64) -> Vec<u8> {
        let fixed = &self.fixed[usize::try_from(id).expect("few")];
        alpha_of_request(ACCOUNT, id, fixed)
    }

    /// The id of a request, and its proof.
    pub fn proved(&self, id: u64) -> (u64, Proof) {
        (id, prove(&self.operator, &self.alpha(id)))
    }

    #[track_caller]
    pub fn fulfilled(&mut self, proofs: &[(u64, Proof)]) -> Success {
        self.call(
            "anybody.near",
            Balance::ZERO,
            "fulfil",
            &fulfil_args(proofs),
        )
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

pub fn prove(key: &SecretKey, alpha: &[u8]) -> Proof {
    let proof = key.prove(Suite::Ell2, alpha);
    proof.try_into().expect("80 bytes")
}

/// JSON arguments of `withdraw`.
pub fn amount(amount: Balance) -> Vec<u8> {
    let yocto = amount.as_yoctonear();
    format!(r#"{{"amount":"{yocto}"}}"#).into_bytes()
}

/// Arguments that create a beacon whose operator is [`OPERATOR`], with this key.
pub fn creation(key: &SecretKey) -> Vec<u8> {
    let proof = prove(key, &alpha_of_operator(ACCOUNT, OPERATOR));
    new_args(key.public_key(), &proof)
}
