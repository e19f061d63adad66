//! Hashes by the host, a Merkle tree of them, and a hash of its own.
//!
//! ```text
//! all {"text": "x"}
//! all {"text": ""}
//! root {"leaves": ["a", "b", "c", "d", "e"]}
//! root {"leaves": []}
//! fnv {"text": "hello", "rounds": 200}
//! ```

use near_sdk::json_types::{Base64VecU8, U64};
use near_sdk::{CryptoHash, env, near};

#[near(contract_state)]
#[derive(Default)]
pub struct Contract {}

#[near]
impl Contract {
    pub fn all(text: String) -> Vec<Base64VecU8> {
        let bytes = text.as_bytes();
        let hashes = [
            env::sha256_array(bytes).to_vec(),
            env::keccak256_array(bytes).to_vec(),
            env::keccak512_array(bytes).to_vec(),
            env::ripemd160_array(bytes).to_vec(),
        ];
        hashes.map(Base64VecU8).to_vec()
    }

    pub fn root(leaves: Vec<String>) -> Option<Base64VecU8> {
        let mut level: Vec<CryptoHash> = leaves.iter().map(env::sha256_array).collect();
        while level.len() > 1 {
            let pair = |pair: &[CryptoHash]| env::sha256_array(pair.concat());
            level = level.chunks(2).map(pair).collect();
        }
        Some(level.first()?.to_vec().into())
    }

    pub fn fnv(text: String, rounds: u32) -> U64 {
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for _ in 0..rounds {
            for byte in text.bytes() {
                hash = (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
            }
        }
        U64(hash)
    }
}
