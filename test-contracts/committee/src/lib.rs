//! A committee of hundreds (of a bridge, a DAO or a custodian) approves actions, by one signature
//! of the group or by a threshold of members' signatures.
//!
//! A group's signature is a plain Ed25519 signature, which threshold schemes such as FROST (RFC
//! 9591) make; this contract does not care how the members share their key. Its call burns the same
//! gas for any number of members: it reads and writes only the contract's state, which does not
//! contain the members' keys.
//!
//! One source, four builds by cargo feature: `host` verifies in a call of `ed25519_verify` for each
//! signature; `host-many` in one batch call of `ed25519_verify_many` for all; `wasm` and `wasm-best`
//! carry dalek in their own code.
//!
//! # Deploying
//! Only the account itself may call `new`, so deploy and call it in one transaction: until then
//! there is no committee. `new` and `rotate` refuse keys of small order, so that every signature
//! that NEP-364 accepts binds its signer. They also refuse a group's key that is a member's, who
//! could then approve alone. The members never change.
//!
//! The signed bytes name the account and a nonce, which `new` starts at 0. **Never create a committee again with keys
//! that have signed for it**: old signatures could be submitted again. The same holds for an account of the same
//! name on another network, such as an implicit account.

#![expect(
    missing_docs,
    reason = "near-sdk's macros write public items without documentation"
)]

mod decision;
mod members;
mod verify;

use near_sdk::json_types::Base58CryptoHash;
use near_sdk::{PanicOnDefault, env, near, require};
use near_sdk_ext::env::refuse_deposit;
use near_sdk_ext::{Items, PublicKey, Signature};

pub use decision::{Action, DOMAIN, Decision, signed_bytes};

/// The largest number of members, which is that of signatures in a batch call.
pub const MOST: usize = Items::MAX;

/// The state; the members have a storage key of their own.
#[near(contract_state)]
#[derive(PanicOnDefault)]
pub struct Committee {
    group_key: PublicKey,
    nonce: u64,
    threshold: u16,
    attested: Option<Base58CryptoHash>,
}

#[near]
impl Committee {
    /// Creates the committee: its group's key, its members' keys (a member's number is its index), and how
    /// many members may approve an action without the group's key. Only once, and only by the account
    /// itself. Arguments are Borsh.
    ///
    /// # Panics
    /// A key is of small order; two members have one key, or a member has the group's; the threshold is 0 or
    /// above the number of members; there are more than [`MOST`] members.
    #[init]
    #[private]
    pub fn new(
        #[serializer(borsh)] group_key: PublicKey,
        #[serializer(borsh)] members: Vec<PublicKey>,
        #[serializer(borsh)] threshold: u16,
    ) -> Self {
        require_binding(&group_key);
        let count = members.len();
        require!(
            (1..=count).contains(&threshold.into()),
            format!("a threshold of {threshold}, with {count} members")
        );
        members::store(&members, &group_key);
        Self {
            group_key,
            nonce: 0,
            threshold,
            attested: None,
        }
    }

    /// Carries out an action that the group has signed. Arguments are Borsh.
    ///
    /// # Panics
    /// The group's key has not signed this action with this nonce; the account has less than it would send.
    pub fn approve_group(
        &mut self,
        #[serializer(borsh)] action: Action,
        #[serializer(borsh)] signature: Signature,
    ) {
        self.require_group(&self.group_key, Decision::Approve(&action), &signature);
        self.carry_out(action);
    }

    /// Carries out an action that at least the threshold of members have signed: each member's number
    /// with its signature, in ascending order of the numbers. Arguments are Borsh.
    ///
    /// # Panics
    /// There are fewer signatures than the threshold; a number is no member's, or not above the one before;
    /// a member's key has not signed this action with this nonce; the account has less than it would send.
    pub fn approve_members(
        &mut self,
        #[serializer(borsh)] action: Action,
        #[serializer(borsh)] signatures: Vec<(u16, Signature)>,
    ) {
        let (count, threshold) = (signatures.len(), self.threshold);
        require!(
            count >= threshold.into(),
            format!("{count} signatures, below the threshold of {threshold}")
        );
        let keys = members::load();
        let keyed = members::keyed(&keys, &signatures);
        let message = self.signed(Decision::Approve(&action));
        if let Some(at) = verify::first_refused(&message, &keyed) {
            let (member, _) = signatures[at];
            env::panic_str(&format!(
                "signature {at}: member {member} did not sign this"
            ));
        }
        self.carry_out(action);
    }

    /// Replaces the group's key. Today's key and the new one sign the same bytes: after a change to a
    /// mistyped key, which nobody has, the group could never decide anything again. The new key must not
    /// be a member's. Arguments are Borsh.
    ///
    /// # Panics
    /// The new key is of small order, or a member's; either key has not signed this with this nonce.
    pub fn rotate(
        &mut self,
        #[serializer(borsh)] new_key: PublicKey,
        #[serializer(borsh)] signature: Signature,
        #[serializer(borsh)] by_new_key: Signature,
    ) {
        require_binding(&new_key);
        members::require_lack(&new_key, &members::load());
        for (key, signature) in [(&self.group_key, &signature), (&new_key, &by_new_key)] {
            self.require_group(key, Decision::Rotate(&new_key), signature);
        }
        self.group_key = new_key;
        self.nonce += 1;
    }

    /// The nonce of the next decision, a number. There are no arguments.
    pub fn nonce(&self) -> u64 {
        refuse_deposit("nonce");
        self.nonce
    }

    /// The group's key, as JSON. There are no arguments.
    pub fn group_key(&self) -> PublicKey {
        refuse_deposit("group_key");
        self.group_key
    }

    /// The digest that the committee attested to last, in base58, or null. There are no arguments.
    pub fn attested(&self) -> Option<Base58CryptoHash> {
        refuse_deposit("attested");
        self.attested
    }
}

impl Committee {
    /// The signed bytes of this decision, if it is the next one.
    fn signed(&self, decision: Decision<'_>) -> Vec<u8> {
        signed_bytes(&env::current_account_id(), self.nonce, decision)
    }

    fn require_group(&self, key: &PublicKey, decision: Decision<'_>, signature: &Signature) {
        let signed = [(key.as_bytes(), signature.as_bytes())];
        let refused = verify::first_refused(&self.signed(decision), &signed);
        require!(
            refused.is_none(),
            format!("the group {key} did not sign this")
        );
    }

    /// Increments the nonce, and carries out the approved action.
    fn carry_out(&mut self, action: Action) {
        self.nonce += 1;
        match action {
            Action::Attest(digest) => self.attested = Some(digest),
            Action::Transfer { receiver, amount } => {
                // Not with the SDK's `Promise`, whose code every call would pay for.
                let promise = env::promise_batch_create(&receiver);
                env::promise_batch_action_transfer(promise, amount);
            }
        }
    }
}

/// A key of small order binds nobody.
fn require_binding(group_key: &PublicKey) {
    require!(
        !group_key.is_small_order(),
        format!("the group's key {group_key} is of small order")
    );
}
