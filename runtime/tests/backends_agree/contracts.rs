//! The project's own contracts, in every build, on every backend.

use near_runtime_ext::{Failure, FunctionCallError, HostError, Outcome};
use test_contracts::fixtures::{verify_args, verify_ed25519_args};
use test_contracts::{Build, signature_verifier};
use test_support::everywhere::{Everywhere, TGAS};

const LIMIT: u64 = 300 * TGAS;

#[track_caller]
fn answer(outcome: &Outcome) -> bool {
    outcome.borsh().expect("a verdict")
}

fn in_every_build(check: impl Fn(Build, &mut Everywhere)) {
    for build in Build::ALL {
        check(
            build,
            &mut Everywhere::deploy(signature_verifier(build).wasm()),
        );
    }
}

#[test]
fn the_neps_own_call_with_any_count() {
    in_every_build(|build, contract| {
        for iterations in [0, 1, 10] {
            let args = verify_ed25519_args(iterations);
            let outcome = contract.call("verify_ed25519", &args, LIMIT);
            assert!(outcome.is_success(), "{build}: {:?}", outcome.failure);
        }
        let outcome = contract.call("verify_ed25519", &verify_ed25519_args(1), TGAS / 2);
        let out_of_gas = Failure::Call(FunctionCallError::HostError(HostError::GasExceeded));
        match build {
            Build::Host => assert!(outcome.is_success(), "{:?}", outcome.failure),
            _ => assert_eq!(outcome.failure, Some(out_of_gas), "{build}"),
        }
    });
}

#[test]
fn messages_of_any_length() {
    use ed25519_dalek::{Signer, SigningKey};
    let key = SigningKey::from_bytes(&[7; 32]);
    in_every_build(|build, contract| {
        for length in [0, 1, 111, 10_000] {
            let mut message = vec![0x5a; length];
            let signature = key.sign(&message).to_bytes();
            let public_key = key.verifying_key().to_bytes();
            let args = verify_args(&signature, &message, &public_key);
            assert!(
                answer(&contract.call("verify", &args, LIMIT)),
                "{build}, {length}"
            );
            message.push(0);
            let args = verify_args(&signature, &message, &public_key);
            assert!(
                !answer(&contract.call("verify", &args, LIMIT)),
                "{build}, {length}"
            );
            assert!(
                !answer(&contract.view("verify", &args)),
                "{build}, {length}"
            );
        }
    });
}
