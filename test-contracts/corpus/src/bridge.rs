//! A bridge's token: minted here for tokens that were sent on a Tendermint chain, as a light client on
//! this chain proves it.
//!
//! What is sent is a packet of IBC (ICS-04) with a transfer (ICS-20): the other chain's state has a
//! commitment to it, under its number. Whoever brings it attaches a deposit for storage; what is not
//! used of it goes back, and all of it where nothing is minted. The way back is left out.
//!
//! ```text
//! bob.near new {"client": "client.near", "channel": "channel-7", "denom": "uatom"}
//! new {"client": "client.near", "channel": "channel-7", "denom": "uatom"}
//! deposit {}
//! alice.near +1 receive {"packet": {"sequence": "1", "timeout": "9", "data": ""}, "height": "2", "proof": ""}
//! alice.near +10000000000000000000000 receive {"packet": {"sequence": "1", "timeout": "9", "data": ""}, "height": "2", "proof": ""}
//! alice.near +10000000000000000000000 receive {"packet": {"sequence": "1", "timeout": "9", "data": "{\"amount\":\"5\",\"denom\":\"uosmo\",\"receiver\":\"bob.near\"}"}, "height": "2", "proof": ""}
//! alice.near +10000000000000000000000 receive {"packet": {"sequence": "1", "timeout": "9", "data": "{\"amount\":\"5\",\"denom\":\"uatom\",\"receiver\":\"bob.near\"}"}, "height": "2", "proof": "AAAA"}
//! alice.near @9 +10000000000000000000000 receive {"packet": {"sequence": "1", "timeout": "9", "data": "{\"amount\":\"5\",\"denom\":\"uatom\",\"receiver\":\"bob.near\"}"}, "height": "2", "proof": "AAAA"}
//! settle {"sequence": "1", "timeout": "9", "transfer": {"amount": "5", "denom": "uatom", "receiver": "bob.near"}, "relayer": "alice.near", "deposit": "7"}
//! +1250000000000000000000 storage_deposit {"account_id": "bob.near"}
//! storage_balance_of {"account_id": "bob.near"}
//! bob.near +1 ft_transfer {"receiver_id": "alice.near", "amount": "5"}
//! ft_total_supply {}
//! ```

#![expect(
    deprecated,
    reason = "the macro that most deployed tokens are made with"
)]

use near_contract_standards::fungible_token::FungibleToken;
use near_contract_standards::fungible_token::events::FtMint;
use near_contract_standards::impl_fungible_token_core;
use near_sdk::collections::LookupSet;
use near_sdk::json_types::{Base64VecU8, U64, U128};
use near_sdk::{
    AccountId, Gas, NearToken, PanicOnDefault, Promise, PromiseOrValue, env, ext_contract, near,
    require, serde_json,
};

/// Of the callback: set aside, so that a proof that burns all the rest leaves it.
const SETTLE: Gas = Gas::from_tgas(10);

/// Storage of a packet's number: the key, and what nearcore adds to each.
const PACKET_BYTES: u64 = (MINTED.len() + size_of::<u64>()) as u64 + 40;

/// Prefixes of keys in storage.
const MINTED: &[u8] = b"m";
const TOKEN: &[u8] = b"t";

/// The store of the other chain's application that has IBC's commitments.
const STORE: &[u8] = b"ibc";

#[ext_contract(light_client)]
pub trait LightClient {
    /// Fails unless `path` has this `value` in the other chain's state.
    fn verify_membership(
        &self,
        #[serializer(borsh)] height: u64,
        #[serializer(borsh)] proof: Vec<u8>,
        #[serializer(borsh)] path: Vec<Vec<u8>>,
        #[serializer(borsh)] value: Vec<u8>,
    );
}

/// A packet as the other chain has sent it, without a timeout by height.
#[near(serializers = [json])]
pub struct Packet {
    sequence: U64,
    /// From this time on, in nanoseconds, the sender may take the tokens back.
    timeout: U64,
    /// ICS-20's JSON.
    data: String,
}

/// What is read of a packet's data.
#[near(serializers = [json])]
pub struct Transfer {
    amount: U128,
    denom: String,
    receiver: AccountId,
}

#[near(contract_state)]
#[derive(PanicOnDefault)]
pub struct Contract {
    token: FungibleToken,
    client: AccountId,
    channel: String,
    denom: String,
    /// Numbers of packets whose tokens were minted.
    minted: LookupSet<u64>,
}

#[near]
impl Contract {
    /// A bridge for this token of the other chain, which that sends on a channel of its own.
    #[init]
    #[private]
    pub fn new(client: AccountId, channel: String, denom: String) -> Self {
        Self {
            token: FungibleToken::new(TOKEN),
            client,
            channel,
            denom,
            minted: LookupSet::new(MINTED),
        }
    }

    /// Has the light client verify a packet at a height of the other chain, and then mints its tokens.
    #[payable]
    pub fn receive(&mut self, packet: Packet, height: U64, proof: Base64VecU8) -> Promise {
        let (deposit, sequence) = (env::attached_deposit(), packet.sequence);
        require!(deposit >= self.deposit(), "the deposit is too small");
        require!(in_time(packet.timeout), "the packet has timed out");
        require!(!self.minted.contains(&sequence.0), "minted already");
        let transfer: Transfer = serde_json::from_str(&packet.data)
            .unwrap_or_else(|error| env::panic_str(&format!("no transfer: {error}")));
        require!(transfer.denom == self.denom, "another token");
        let (channel, number) = (&self.channel, sequence.0);
        let key = format!("commitments/ports/transfer/channels/{channel}/sequences/{number}");
        let path = vec![STORE.to_vec(), key.into_bytes()];
        let relayer = env::predecessor_account_id();
        light_client::ext(self.client.clone())
            .verify_membership(height.0, proof.into(), path, packet.commitment())
            .then(
                Self::ext(env::current_account_id())
                    .with_static_gas(SETTLE)
                    .with_unused_gas_weight(0)
                    .settle(sequence, packet.timeout, transfer, relayer, deposit),
            )
    }

    /// Mints if the packet is proved, and gives back what is left of the deposit; says whether it
    /// minted. A panic would keep the deposit, so there is none.
    #[private]
    pub fn settle(
        &mut self,
        sequence: U64,
        timeout: U64,
        transfer: Transfer,
        relayer: AccountId,
        deposit: NearToken,
    ) -> bool {
        let cost = match is_proved() && in_time(timeout) {
            true => self.mint(sequence.0, &transfer),
            false => None,
        };
        let rest = deposit.saturating_sub(cost.unwrap_or_default());
        if !rest.is_zero() {
            Promise::new(relayer).transfer(rest).detach();
        }
        cost.is_some()
    }

    /// What [`Self::receive`] needs: for the packet's number, and an account of the receiver.
    pub fn deposit(&self) -> NearToken {
        storage_cost(PACKET_BYTES.saturating_add(self.token.account_storage_usage))
    }
}

impl Contract {
    /// Mints, and returns the cost of storage; `None` if it has minted for this packet before, or
    /// would have more tokens than can be counted.
    fn mint(&mut self, sequence: u64, transfer: &Transfer) -> Option<NearToken> {
        let (receiver, amount) = (&transfer.receiver, transfer.amount);
        self.token.total_supply.checked_add(amount.0)?;
        if !self.minted.insert(&sequence) {
            return None;
        }
        let mut bytes = PACKET_BYTES;
        if !self.token.accounts.contains_key(receiver) {
            self.token.internal_register_account(receiver);
            bytes = bytes.saturating_add(self.token.account_storage_usage);
        }
        self.token.internal_deposit(receiver, amount.0);
        FtMint {
            owner_id: receiver,
            amount,
            memo: None,
        }
        .emit();
        Some(storage_cost(bytes))
    }
}

impl Packet {
    /// What the other chain's state has for it, as ibc-go computes it.
    fn commitment(&self) -> Vec<u8> {
        let no_height = [0; 16];
        let data = env::sha256_array(self.data.as_bytes());
        let timeout = self.timeout.0.to_be_bytes();
        env::sha256([&timeout[..], &no_height, &data].concat())
    }
}

/// Whether the light client has verified: it fails if it has not, and answers nothing, as JSON, if it
/// has. A client that answered `false` is not believed either.
fn is_proved() -> bool {
    let answer = env::promise_result_checked(0, b"null".len());
    matches!(answer.as_deref(), Ok(b"" | b"null" | b"true"))
}

fn in_time(timeout: U64) -> bool {
    env::block_timestamp() < timeout.0
}

fn storage_cost(bytes: u64) -> NearToken {
    env::storage_byte_cost().saturating_mul(bytes.into())
}

impl_fungible_token_core!(Contract, token);
impl_storage_management!(Contract, token);
