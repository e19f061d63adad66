//! The contract's view of the world: the caller, its account, the block.

use super::parse::{Bytes, Settled, parse_32_bytes, parse_settled, parse_validator};
use crate::amount;
use clap::Args;
use near_runtime_ext::{AccountId, Balance, Block, Call, PromiseResult, PublicKey};

#[derive(Args)]
#[command(next_help_heading = "What the contract sees")]
pub(crate) struct Seen {
    /// Account that the contract is deployed to [default: the state file's, or contract.near]
    #[arg(long, value_name = "ID")]
    pub(crate) account_id: Option<AccountId>,
    /// Account that signs the transaction [default: the contract's account]
    #[arg(long, value_name = "ID", conflicts_with = "view")]
    pub(crate) signer: Option<AccountId>,
    /// Public key that signs it, such as ed25519:6E8sCci9badyRkXb3JoRpBj5p8C6Tw41ELDZoiihKEtp [default: zeros]
    #[arg(long, value_name = "KEY", conflicts_with = "view")]
    signer_public_key: Option<PublicKey>,
    /// Account that sends the call, such as another contract [default: the signer]
    #[arg(long, value_name = "ID", conflicts_with = "view")]
    predecessor: Option<AccountId>,
    /// Balance of the account before the call [default: the state file's, or 100 NEAR]
    #[arg(long, value_name = "AMOUNT", value_parser = amount::parse_near)]
    pub(crate) balance: Option<Balance>,
    /// Tokens of the account that are locked as a validator's stake [default: the state file's, or 0 NEAR]
    #[arg(long, value_name = "AMOUNT", value_parser = amount::parse_near)]
    pub(crate) locked: Option<Balance>,
    /// Height of the block [default: 1]
    #[arg(long, value_name = "N")]
    block_height: Option<u64>,
    /// Time of the block: RFC 3339, or nanoseconds since 1970 [default: 2024-01-01T00:00:00Z]
    #[arg(long, value_name = "TIME", value_parser = amount::parse_timestamp)]
    block_timestamp: Option<u64>,
    /// Height of the epoch [default: 1]
    #[arg(long, value_name = "N")]
    epoch_height: Option<u64>,
    /// Random seed of the block, 32 bytes in hex [default: zeros]
    #[arg(long, value_name = "H", value_parser = parse_32_bytes)]
    random_seed: Option<[u8; 32]>,
    /// Validator of the epoch and its stake, such as 'validator.near=10000 NEAR'; may be repeated
    #[arg(long, value_name = "ID=STAKE", value_parser = parse_validator, conflicts_with = "view")]
    validator: Vec<(AccountId, Balance)>,
    /// Result of a promise, where this call is the callback: ok:TEXT, hex:BYTES, base64:BYTES or failed;
    /// may be repeated
    #[arg(long, value_name = "RESULT", value_parser = parse_settled, conflicts_with = "view")]
    promise_result: Vec<Settled>,
    /// Account that waits for the result of this call, which costs gas; may be repeated
    #[arg(long, value_name = "ID", conflicts_with = "view")]
    output_data_receiver: Vec<AccountId>,
}

impl Seen {
    /// Changes the default block as the options say.
    pub(crate) fn set_block(&self, block: &mut Block) {
        block.height = self.block_height.unwrap_or(block.height);
        block.timestamp = self.block_timestamp.unwrap_or(block.timestamp);
        block.epoch_height = self.epoch_height.unwrap_or(block.epoch_height);
        block.random_seed = self.random_seed.unwrap_or(block.random_seed);
        block.validators = self.validator.iter().cloned().collect();
    }

    /// Sets the call's signer, predecessor, promise results and receivers.
    pub(crate) fn set_call<'a>(&self, mut call: Call<'a>) -> Call<'a> {
        if let Some(signer) = &self.signer {
            call = call.signer(signer.clone());
        }
        if let Some(key) = &self.signer_public_key {
            call = call.signer_public_key(key.clone());
        }
        if let Some(predecessor) = &self.predecessor {
            call = call.predecessor(predecessor.clone());
        }
        let results = self.promise_result.iter().map(|settled| match settled {
            Some(Bytes(returned)) => PromiseResult::Successful(returned.as_slice().into()),
            None => PromiseResult::Failed,
        });
        call.promise_results(results.collect::<Vec<_>>())
            .output_data_receivers(self.output_data_receiver.clone())
    }
}
