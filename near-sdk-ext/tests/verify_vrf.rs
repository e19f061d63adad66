//! Many proofs: the same outputs as one at a time, in order, however many calls they need.

use near_ecvrf::{SecretKey, verify};
use near_sdk_ext::env::{ecvrf_verify, ecvrf_verify_many};
use near_sdk_ext::vrf::{Item, Output, Suite};

/// An alpha and its proof, which may be damaged.
type Proved = (Vec<u8>, Vec<u8>);

/// Proofs by one key, of alphas of different lengths. The third is for another alpha, the fourth is
/// too long and the fifth is empty.
fn some(key: &SecretKey, suite: Suite) -> Vec<Proved> {
    let prove = |number: usize| {
        let alpha = vec![7; number * 50];
        let proof = key.prove(suite, &alpha);
        (alpha, proof)
    };
    let mut some: Vec<Proved> = (0..7).map(prove).collect();
    some[2].0.push(0);
    some[3].1.push(0);
    some[4].1.clear();
    some
}

fn many(suite: Suite, key: &SecretKey, proved: &[Proved]) -> Vec<Option<Output>> {
    let items = proved.iter().map(|(alpha, proof)| Item {
        public_key: key.public_key(),
        alpha,
        proof,
    });
    ecvrf_verify_many(suite, items)
}

#[test]
fn outputs_are_in_order_and_those_of_single_verification() {
    let key = SecretKey::from_seed([5; 32]);
    for suite in Suite::ALL {
        let some = some(&key, suite);
        let outputs = many(suite, &key, &some);
        let accepted: Vec<_> = outputs.iter().map(Option::is_some).collect();
        assert_eq!(accepted, [true, true, false, false, false, true, true]);
        for ((alpha, proof), output) in some.iter().zip(outputs) {
            let public_key = key.public_key();
            assert_eq!(ecvrf_verify(suite, public_key, alpha, proof), output);
            assert_eq!(verify(suite, public_key, alpha, proof).ok(), output);
        }
    }
}

#[test]
fn nothing_is_verified_without_a_call() {
    assert_eq!(ecvrf_verify_many(Suite::Ell2, []), []);
}

/// A call has room for 4,096 items; the items around each limit keep their own outputs. Proofs of
/// another length are in no call, and shift no other item's output.
#[test]
fn more_proofs_than_a_call_has_room_for_take_several() {
    let key = SecretKey::from_seed([5; 32]);
    let suite = Suite::Ell2;
    let [good, other] = [b"a", b"b"].map(|alpha| (alpha.to_vec(), key.prove(suite, alpha)));
    let outputs = [&good, &other].map(|(alpha, proof)| {
        let output = verify(suite, key.public_key(), alpha, proof);
        output.ok()
    });
    // Most proofs are refused at once, so that the test is quick.
    let refused = (Vec::new(), vec![0xff; suite.proof_len()]);
    let mut proved = vec![refused; 2 * 4096 + 2];
    let mut expected = vec![None; proved.len()];
    for place in [0, 4095, 4096, 4097, 8191, 8192, 8193] {
        proved[place] = [&good, &other][place % 2].clone();
        expected[place] = outputs[place % 2];
    }
    assert!(many(suite, &key, &proved) == expected);
    for shorter in [1, 2000, 5000] {
        proved[shorter].1.pop();
    }
    assert!(many(suite, &key, &proved) == expected);
}
