//! Randomness on request. An operator has the key of a verifiable random function (RFC 9381, suite
//! ELL2). Each request has one output, which the operator proves and nobody can choose.
//!
//! # What is random, and what is not
//! When it is executed, a request fixes its alpha: the account, the request's id, the block's height and random seed,
//! and the requester's own seed. Nobody has a proof of it before. Afterwards the operator can neither change it nor
//! prove another output. These ways to influence an output remain:
//!
//! - **The operator can stay silent** after it has seen the output, before anybody else. So each request is
//!   covered by [`PENALTY`] of the operator's bond, which is lost if no proof comes within [`TIMEOUT`]
//!   heights. Whatever depends on an output must be worth less to the operator than that. A late proof is
//!   refused, so that silence ends in a refund only.
//! - **Anybody can make requests**, even the operator. A contract that uses an output must have made the
//!   request itself: otherwise whoever names the id chooses among many outputs. A refund is only the deposit.
//!   Nobody gets the penalty: paid to the requester, it would return to an operator that made the request.
//!   Nor does a requester gain if a shard stands still, since its heights count.
//! - **The operator knows the output first.** Close all bets on it with the request.
//! - **A block's producer knows the random seed first**, and could leave the block out, or insert requests
//!   before another, whose id then changes. Together with the operator it can choose among outputs.
//! - **The secret key** gives every output in advance. The contract only checks that the operator has it.
//!
//! # Deploying
//! Whoever calls `new` first is the operator. The operator's account does all in one transaction: it creates an account
//! below its own name, sends the storage stake, deploys, and calls `new` with the bond. So nobody comes before it, and
//! the new account has no access key with which to take the bond. The account itself cannot be the operator: with an
//! access key its silence would cost nothing, and without one nobody could ever withdraw. Before you use a beacon,
//! check its `operator`, and that its account has no keys.
//!
//! Besides the bond, the account must own its storage stake, which is mostly for the code.
//!
//! One source, three builds by cargo feature, which decides how near-sdk-ext verifies: `host-many` in one call of
//! `ecvrf_verify_many` for all proofs; `wasm` and `wasm-best` by near-ecvrf in their own code.

#![forbid(unsafe_code)]
#![expect(
    missing_docs,
    reason = "near-sdk's macros write public items without documentation"
)]

pub mod alpha;
mod bond;
mod requests;

use near_sdk::json_types::{Base64VecU8, U64};
use near_sdk::{AccountId, NearToken, PanicOnDefault, env, near, require};
use near_sdk_ext::PublicKey;
use near_sdk_ext::env::{ecvrf_verify, ecvrf_verify_many, refuse_deposit};
use near_sdk_ext::vrf::{Item, Suite};
use std::num::NonZeroU64;

use alpha::{Fixed, Seed};
use bond::{Bond, exact};
pub use bond::{DEPOSIT, FEE, PENALTY};
use requests::Request;

/// A proof by [`SUITE`].
pub type Proof = [u8; 80];

/// RFC 9381's ELL2, which new contracts should use.
pub const SUITE: Suite = Suite::Ell2;

/// The number of heights after the request's own at which the operator may fulfil it; heights
/// without a block count too.
pub const TIMEOUT: u64 = 100;

/// The most numbers that a call draws: they burn half of the 300 Tgas that a transaction had for
/// years, and leave the other half to the caller.
pub const MOST_DRAWN: u32 = 50_000;

/// The state; each request has a storage key of its own.
#[near(contract_state)]
#[derive(PanicOnDefault)]
pub struct Beacon {
    key: PublicKey,
    bond: Bond,
    /// The id of the next request.
    next: u64,
}

#[near]
impl Beacon {
    /// Creates the caller's beacon, with the deposit as its bond. The arguments are the public key, and a
    /// proof of the alpha by [`alpha::of_operator`], which shows that the caller has the key's secret. Only
    /// once. Arguments are Borsh.
    ///
    /// # Panics
    /// The caller is the account itself; the key is of small order; the proof is refused; the account
    /// would need the bond for its storage.
    #[init]
    #[payable]
    pub fn new(#[serializer(borsh)] key: PublicKey, #[serializer(borsh)] proof: Proof) -> Self {
        let (account, operator) = (env::current_account_id(), env::predecessor_account_id());
        // Silence would cost such an operator nothing, or its bond would be locked for good.
        require!(
            operator != account,
            format!(
                "{operator} cannot be the operator of its own beacon: another account calls `new`"
            )
        );
        // Every proof of such a key would be refused.
        require!(
            !key.is_small_order(),
            format!("the key {key} is of small order")
        );
        let alpha = alpha::of_operator(&account, &operator);
        require!(
            ecvrf_verify(SUITE, key.as_bytes(), &alpha, &proof).is_some(),
            format!("the proof does not show that {operator} has the secret of {key}")
        );
        let bond = Bond::new(operator, env::attached_deposit());
        Self { key, bond, next: 0 }
    }

    /// Adds the deposit to the bond, whoever brings it. There are no arguments.
    #[payable]
    pub fn add_bond(&mut self) {
        self.bond.add(env::attached_deposit());
    }

    /// Pays the operator from the part of the bond that covers no open request. The JSON argument is in yoctoNEAR.
    ///
    /// # Panics
    /// The caller is not the operator; the amount is more than that part.
    pub fn withdraw(&mut self, amount: NearToken) {
        self.bond.withdraw(amount);
        pay(&self.bond.operator, amount);
    }

    /// Makes a request with a deposit of [`DEPOSIT`], and fixes its alpha; returns its id, a number. The
    /// argument is 32 bytes of Borsh, the seed.
    ///
    /// # Panics
    /// The deposit is not [`DEPOSIT`]; the bond does not cover one more request.
    #[payable]
    pub fn request(&mut self, #[serializer(borsh)] seed: Seed) -> u64 {
        let deposit = env::attached_deposit();
        require!(
            deposit == DEPOSIT,
            format!(
                "a request takes a deposit of {}, not {}",
                exact(DEPOSIT),
                exact(deposit)
            )
        );
        self.bond.cover();
        let id = self.next;
        let request = Request::Open {
            requester: env::predecessor_account_id(),
            fixed: Fixed {
                block_height: env::block_height(),
                random_seed: env::random_seed_array(),
                seed,
            },
        };
        requests::store(id, &request);
        self.next += 1;
        id
    }

    /// Takes proofs for requests, in ascending order of the ids, and returns for each whether it fulfils its
    /// request, in Borsh. Anybody may submit them: only the operator can make them. Arguments are Borsh.
    ///
    /// A proof is skipped, and the others count, if its request is not open or is too old, or if the proof is
    /// refused. If the call failed instead, anybody could copy one of its proofs and submit that first: the
    /// call would fail, and its other requests could run out of time at the operator's expense. All proofs
    /// are verified together, so aborting at a refused one would save no gas either; a proof for a request
    /// that is not open is not verified.
    ///
    /// # Panics
    /// The ids do not ascend: the caller's own mistake.
    #[result_serializer(borsh)]
    pub fn fulfil(&mut self, #[serializer(borsh)] proofs: Vec<(u64, Proof)>) -> Vec<bool> {
        let mut lowest = 0;
        // The index of each proof for a request that is open and in time, and the request's alpha.
        let mut alphas = Vec::with_capacity(proofs.len());
        for (at, (id, _)) in proofs.iter().enumerate() {
            require!(
                *id >= lowest,
                format!("item {at}: the request {id} is not above the one before")
            );
            lowest = id.saturating_add(1);
            if let Some(Request::Open { fixed, .. }) = requests::load(*id)
                && !is_late(fixed.block_height)
            {
                alphas.push((at, alpha_of(*id, &fixed)));
            }
        }
        let items = alphas.iter().map(|(at, alpha)| Item {
            public_key: self.key.as_bytes(),
            alpha,
            proof: &proofs[*at].1,
        });
        let outputs = ecvrf_verify_many(SUITE, items);
        let mut taken = vec![false; proofs.len()];
        for ((at, _), output) in alphas.iter().zip(outputs) {
            let Some(output) = output else {
                continue;
            };
            requests::store(proofs[*at].0, &Request::Fulfilled(*output.bytes()));
            self.bond.earn();
            taken[*at] = true;
        }
        taken
    }

    /// Pays back the deposit of a request that was not fulfilled within [`TIMEOUT`] heights, and takes
    /// [`PENALTY`] off the bond: the penalty stays in the account, and is nobody's. Anybody may call this.
    /// The JSON argument is the id.
    ///
    /// # Panics
    /// The request was never made, or it was fulfilled or refunded; the operator still has time.
    pub fn refund(&mut self, id: u64) {
        let Some(Request::Open { requester, fixed }) = requests::load(id) else {
            env::panic_str(&format!("no request {id} is open"))
        };
        let made = fixed.block_height;
        require!(
            is_late(made),
            format!(
                "the request {id} of block {made} may be fulfilled until block {}",
                made.saturating_add(TIMEOUT)
            )
        );
        requests::remove(id);
        self.bond.forfeit();
        // Should there be no such account any more, the tokens come back and stay.
        pay(&requester, DEPOSIT);
    }

    /// `k` different numbers below `n`, in the order drawn, each choice with the same probability: those of
    /// near-ecvrf's `Output::draw` on the request's output, or on that output labelled with `label`, which
    /// is optional. Arguments and answer are JSON, `n` and the numbers as strings.
    ///
    /// **The same arguments draw the same numbers**: to draw as many numbers below the same limit twice,
    /// such as the winners of two prizes, give each draw a label of its own.
    ///
    /// # Panics
    /// The request was not fulfilled; there are not that many numbers; `k` is above [`MOST_DRAWN`].
    pub fn draw(&self, id: u64, k: u32, n: U64, label: Option<String>) -> Vec<U64> {
        refuse_deposit("draw");
        let n = n.0;
        let Some(output) = requests::output(id) else {
            env::panic_str(&format!("the request {id} was not fulfilled"))
        };
        let output = label.map_or(output, |label| output.labelled(label.as_bytes()));
        let Some(draws) = NonZeroU64::new(n).and_then(|n| output.draws(k.into(), n).ok()) else {
            env::panic_str(&format!("{k} different numbers below {n} do not exist"))
        };
        require!(
            k <= MOST_DRAWN,
            format!("{k} numbers are more than the {MOST_DRAWN} that are drawn in a call")
        );
        draws.map(U64).collect()
    }

    /// The output of a request in base64, or null if it was not fulfilled. The JSON argument is the id.
    pub fn output(&self, id: u64) -> Option<Base64VecU8> {
        refuse_deposit("output");
        let output = requests::output(id)?;
        Some(output.bytes().to_vec().into())
    }

    /// The output of a proof by any key, in the suite with this number, or none if the proof is refused. It is
    /// verified like the proofs of requests; nothing is stored. Arguments and answer are Borsh.
    ///
    /// # Panics
    /// No suite has this number.
    #[result_serializer(borsh)]
    pub fn verify(
        #[serializer(borsh)] suite: u32,
        #[serializer(borsh)] key: [u8; 32],
        #[serializer(borsh)] alpha: Vec<u8>,
        #[serializer(borsh)] proof: Vec<u8>,
    ) -> Option<[u8; 64]> {
        refuse_deposit("verify");
        let Some(suite) = Suite::from_code(suite) else {
            env::panic_str(&format!("{suite} is no suite of VRF proofs"))
        };
        let output = ecvrf_verify(suite, &key, &alpha, &proof)?;
        Some(*output.bytes())
    }

    /// What the operator must prove for a request, in base64, or null if it is not open. The JSON argument
    /// is the id.
    pub fn alpha(&self, id: u64) -> Option<Base64VecU8> {
        refuse_deposit("alpha");
        match requests::load(id)? {
            Request::Open { fixed, .. } => Some(alpha_of(id, &fixed).into()),
            Request::Fulfilled(_) => None,
        }
    }

    /// The operator's account, as JSON. There are no arguments.
    pub fn operator(&self) -> AccountId {
        refuse_deposit("operator");
        self.bond.operator.clone()
    }

    /// The operator's public key, as JSON. There are no arguments.
    pub fn key(&self) -> PublicKey {
        refuse_deposit("key");
        self.key
    }

    /// The bond in yoctoNEAR, as JSON. There are no arguments.
    pub fn bond(&self) -> NearToken {
        refuse_deposit("bond");
        self.bond.tokens
    }

    /// How many requests are open, a number. There are no arguments.
    pub fn open_requests(&self) -> u64 {
        refuse_deposit("open_requests");
        self.bond.open
    }
}

/// Whether a request that was made at this height has expired: it can be refunded, and no longer fulfilled.
fn is_late(made: u64) -> bool {
    env::block_height() > made.saturating_add(TIMEOUT)
}

fn alpha_of(id: u64, fixed: &Fixed) -> Vec<u8> {
    alpha::of_request(&env::current_account_id(), id, fixed)
}

/// Sends tokens, without the SDK's `Promise`, whose code every call would pay for.
fn pay(receiver: &AccountId, amount: NearToken) {
    let promise = env::promise_batch_create(receiver);
    env::promise_batch_action_transfer(promise, amount);
}
