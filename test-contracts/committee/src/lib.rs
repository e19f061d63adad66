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
//! that have signed for it**: old signatures could be submitted once more. The same holds for an account of the same
//! name on another network, such as an implicit account.

#![expect(
    missing_docs,
    reason = "near-sdk's macros write public items without documentation"
)]

mod decision;
mod members;
mod verify;

use near_sdk::json_types::Base58CryptoHash;
use near_sdk::{PanicOnDefault, env, near};
use near_sdk_ext::env::refuse_deposit;
use near_sdk_ext::{Items, PublicKey, Signature};

pub use decision::{Action, DOMAIN, Decision, signed_bytes};

/// The largest number of members: of signatures in a batch call.
pub const MOST: usize = Items::MAX;

/// Why a call is refused; it changes nothing then. Members and signatures count from 0.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// There are more than [`MOST`].
    #[error("{0} members, above {MOST}")]
    TooManyMembers(usize),
    /// The threshold is 0, or more than there are members.
    #[error("a threshold of {threshold}, with {members} members")]
    Threshold {
        /// The signatures that an approval would need.
        threshold: u16,
        /// The number of members.
        members: usize,
    },
    /// Such a key binds nobody.
    #[error("the group's key {0} is of small order")]
    SmallOrderOfGroup(PublicKey),
    /// Such a key binds nobody.
    #[error("member {at}: the key {key} is of small order")]
    SmallOrderOfMember {
        /// The member.
        at: usize,
        /// Its key.
        key: PublicKey,
    },
    /// A member that counts as two could approve twice.
    #[error("member {at}: the key {key} is another member's")]
    Twice {
        /// The second one of them.
        at: usize,
        /// The key of both.
        key: PublicKey,
    },
    /// One member would approve alone.
    #[error("the group's key {key} is that of member {member}")]
    GroupIsMember {
        /// The key of both.
        key: PublicKey,
        /// The member.
        member: usize,
    },
    /// The group's key has not signed this decision with this nonce.
    #[error("the group {0} did not sign this")]
    Group(PublicKey),
    /// There are fewer signatures than the threshold.
    #[error("{signatures} signatures, below the threshold of {threshold}")]
    TooFew {
        /// The number of signatures.
        signatures: usize,
        /// The required number.
        threshold: u16,
    },
    /// Members' numbers must ascend, so that none occurs twice.
    #[error("signature {at}: member {member} is not above the one before")]
    Unsorted {
        /// The signature.
        at: usize,
        /// Its member.
        member: u16,
    },
    /// No member has this number.
    #[error("signature {at}: there is no member {member}")]
    Unknown {
        /// The signature.
        at: usize,
        /// Its member.
        member: u16,
    },
    /// The member's key has not signed this decision with this nonce.
    #[error("signature {at}: member {member} did not sign this")]
    Member {
        /// The signature.
        at: usize,
        /// Its member.
        member: u16,
    },
}

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
    /// Creates the committee: the key of its group, those of its members, whose numbers are their
    /// places, and the number of members who may approve an action without the group's key. Only
    /// once, and only by the account itself. Arguments are Borsh.
    ///
    /// # Panics
    /// [`Fault`], as text.
    #[init]
    #[private]
    pub fn new(
        #[serializer(borsh)] group_key: PublicKey,
        #[serializer(borsh)] members: Vec<PublicKey>,
        #[serializer(borsh)] threshold: u16,
    ) -> Self {
        or_abort(Self::create(group_key, &members, threshold))
    }

    /// Carries out an action that the group has signed. Arguments are Borsh.
    ///
    /// # Panics
    /// [`Fault::Group`], as text; or the account has less than it would send.
    pub fn approve_group(
        &mut self,
        #[serializer(borsh)] action: Action,
        #[serializer(borsh)] signature: Signature,
    ) {
        let decision = Decision::Approve(&action);
        or_abort(self.check_group(&self.group_key, decision, &signature));
        self.carry_out(action);
    }

    /// Carries out an action that as many members as the threshold, or more, have signed: each
    /// member's number with its signature, in ascending order of the numbers. Arguments are Borsh.
    ///
    /// # Panics
    /// [`Fault`], as text; or the account has less than it would send.
    pub fn approve_members(
        &mut self,
        #[serializer(borsh)] action: Action,
        #[serializer(borsh)] signatures: Vec<(u16, Signature)>,
    ) {
        or_abort(self.check_members(Decision::Approve(&action), &signatures));
        self.carry_out(action);
    }

    /// Has another group key from now on, by a signature of today's, and one of the new key for the same bytes:
    /// nobody could sign by a key that is mistyped, and the group could not decide anything any more. The
    /// new key is no member's. Arguments are Borsh.
    ///
    /// # Panics
    /// [`Fault::SmallOrderOfGroup`], [`Fault::GroupIsMember`], [`Fault::Group`], as text.
    pub fn rotate(
        &mut self,
        #[serializer(borsh)] new_key: PublicKey,
        #[serializer(borsh)] signature: Signature,
        #[serializer(borsh)] by_new_key: Signature,
    ) {
        or_abort(binding(&new_key));
        or_abort(members::lack(&new_key, &members::load()));
        for (key, signature) in [(&self.group_key, &signature), (&new_key, &by_new_key)] {
            or_abort(self.check_group(key, Decision::Rotate(&new_key), signature));
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
    fn create(group_key: PublicKey, members: &[PublicKey], threshold: u16) -> Result<Self, Fault> {
        binding(&group_key)?;
        if threshold == 0 || usize::from(threshold) > members.len() {
            let members = members.len();
            return Err(Fault::Threshold { threshold, members });
        }
        members::store(members, &group_key)?;
        Ok(Self {
            group_key,
            nonce: 0,
            threshold,
            attested: None,
        })
    }

    /// The signed bytes of this decision, if it is the next one.
    fn signed(&self, decision: Decision<'_>) -> Vec<u8> {
        signed_bytes(&env::current_account_id(), self.nonce, decision)
    }

    fn check_group(
        &self,
        key: &PublicKey,
        decision: Decision<'_>,
        signature: &Signature,
    ) -> Result<(), Fault> {
        let signed = [(key.as_bytes(), signature.as_bytes())];
        let verified = verify::verify(&self.signed(decision), &signed);
        verified.map_err(|_| Fault::Group(*key))
    }

    fn check_members(
        &self,
        decision: Decision<'_>,
        signatures: &[(u16, Signature)],
    ) -> Result<(), Fault> {
        if signatures.len() < usize::from(self.threshold) {
            return Err(Fault::TooFew {
                signatures: signatures.len(),
                threshold: self.threshold,
            });
        }
        let keys = members::load();
        let keyed = members::keyed(&keys, signatures)?;
        verify::verify(&self.signed(decision), &keyed).map_err(|at| Fault::Member {
            at,
            member: signatures[at].0,
        })
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

fn binding(group_key: &PublicKey) -> Result<(), Fault> {
    match group_key.is_small_order() {
        true => Err(Fault::SmallOrderOfGroup(*group_key)),
        false => Ok(()),
    }
}

fn or_abort<T>(result: Result<T, Fault>) -> T {
    result.unwrap_or_else(|fault| env::panic_str(&fault.to_string()))
}
