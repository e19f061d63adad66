//! Bytes as base64 and base58, keys and hashes.
//!
//! ```text
//! base64 {"bytes": "AAEC/w=="}
//! base64 {"bytes": "AAEC/w"}
//! base64 {"bytes": "****"}
//! hash {"hash": "4reLvkAWfqk5fsqio1KLudk46cqRz9erQdaHkWZKMJDZ"}
//! hash {"hash": "l0"}
//! key {"key": "ed25519:DcA2MzgpJbrUATQLLceocVckhhAqrkingax4oJ9kZ847"}
//! key {"key": "secp256k1:KBJsFeebTxsXX8evm7LLtjMP63qdAeZw4hKC3pX75gKC5F7oB2iXTAGjgijJbW6rYoV2QgRYMDPH7wZbvFdkDQx"}
//! key {"key": "ed25519:x"}
//! account {"account": "a-b.c_d.near"}
//! account {"account": "A.near"}
//! ```

use near_sdk::json_types::{Base58CryptoHash, Base64VecU8};
use near_sdk::{AccountId, CryptoHash, PublicKey, env, near};

#[near(contract_state)]
#[derive(Default)]
pub struct Contract {}

#[near]
impl Contract {
    pub fn base64(bytes: Base64VecU8) -> (usize, Base64VecU8) {
        let doubled = bytes.0.repeat(2);
        (bytes.0.len(), doubled.into())
    }

    pub fn hash(hash: Base58CryptoHash) -> Base58CryptoHash {
        let mut bytes = CryptoHash::from(hash);
        bytes.reverse();
        bytes.into()
    }

    pub fn key(key: PublicKey) -> (String, usize) {
        (String::from(&key), key.as_bytes().len())
    }

    pub fn account(account: AccountId) -> (bool, usize) {
        let top = account.is_top_level() || account.is_sub_account_of(env::current_account_id());
        (top, account.len())
    }
}
