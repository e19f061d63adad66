//! Signatures that FROST's authors published: to the contract `signature-verifier` they are signatures like any other.

use requirements::frost::published;
use serde_json::Value;
use test_contracts::fixtures::verify_args;
use test_contracts::{Build, signature_verifier};
use test_support::everywhere::{Everywhere, TGAS};

fn bytes(value: &Value) -> Vec<u8> {
    hex::decode(value.as_str().expect("a string")).expect("hex")
}

#[test]
fn published_signatures_of_groups_are_accepted_by_the_host_function() {
    let mut contract = Everywhere::deploy(signature_verifier(Build::Host).wasm());
    for file in ["vectors.json", "vectors-big-identifier.json"] {
        let vector = published(file);
        let key = bytes(&vector["inputs"]["verifying_key_key"]);
        let key: [u8; 32] = key.try_into().expect("32 bytes");
        let signature = bytes(&vector["final_output"]["sig"]);
        let signature: [u8; 64] = signature.try_into().expect("64 bytes");
        let mut message = bytes(&vector["inputs"]["message"]);
        let mut verify = |message: &[u8]| {
            let args = verify_args(&signature, message, &key);
            let outcome = contract.call("verify", &args, 300 * TGAS);
            outcome.borsh::<bool>().expect("a verdict")
        };
        assert!(verify(&message), "{file}");
        message[0] ^= 1;
        assert!(!verify(&message), "{file}");
    }
}
