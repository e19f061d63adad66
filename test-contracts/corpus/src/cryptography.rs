//! Cryptography by the host: hashes, signatures, and sums, products and pairings of points.
//!
//! ```text
//! hashes {"text": "x"}
//! hashes {"text": ""}
//! ed25519 {"message": "aGVsbG8="}
//! bn128_sum {"points": 2}
//! bn128_sum {"points": 0}
//! bn128_bad {}
//! bn128_multiexp {"points": 3}
//! pairing {"pairs": 0}
//! pairing {"pairs": 1}
//! bls_sum {"points": 1}
//! bls_map {}
//! p256 {}
//! ```

use near_sdk::json_types::Base64VecU8;
use near_sdk::{env, near};

#[near(contract_state)]
#[derive(Default)]
pub struct Contract {}

/// The generator of alt_bn128's first group.
fn generator() -> Vec<u8> {
    let mut point = vec![0; 64];
    point[0] = 1;
    point[32] = 2;
    point
}

#[near]
impl Contract {
    pub fn hashes(text: String) -> Vec<Base64VecU8> {
        let bytes = text.as_bytes();
        let hashes = [
            env::sha256_array(bytes).to_vec(),
            env::keccak256_array(bytes).to_vec(),
            env::keccak512_array(bytes).to_vec(),
            env::ripemd160_array(bytes).to_vec(),
        ];
        hashes.map(Base64VecU8).to_vec()
    }

    pub fn ed25519(message: Base64VecU8) -> bool {
        env::ed25519_verify(&[1; 64], &message.0, &[2; 32])
    }

    pub fn bn128_sum(points: usize) -> Base64VecU8 {
        let point = [vec![0], generator()].concat();
        env::alt_bn128_g1_sum(point.repeat(points)).into()
    }

    pub fn bn128_bad() -> Base64VecU8 {
        env::alt_bn128_g1_sum([7; 65]).into()
    }

    pub fn bn128_multiexp(points: usize) -> Base64VecU8 {
        let term = [generator(), vec![9; 32]].concat();
        env::alt_bn128_g1_multiexp(term.repeat(points)).into()
    }

    pub fn pairing(pairs: usize) -> bool {
        let pair = [generator(), vec![0; 128]].concat();
        env::alt_bn128_pairing_check(pair.repeat(pairs))
    }

    pub fn bls_sum(points: usize) -> Option<Base64VecU8> {
        let mut infinity = [0; 97];
        infinity[1] = 0x40;
        env::bls12381_p1_sum(infinity.repeat(points)).map(Into::into)
    }

    pub fn bls_map() -> Option<Base64VecU8> {
        env::bls12381_map_fp_to_g1([3; 48]).map(Into::into)
    }

    pub fn p256() -> bool {
        env::p256_verify(&[1; 64], &[2; 32], &[3; 33])
    }
}
