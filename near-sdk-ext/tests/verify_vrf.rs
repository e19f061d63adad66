//! Many proofs: the same outputs as one at a time, in order, however many calls they need.

use near_ecvrf::{SecretKey, verify};
use near_sdk_ext::env::{ecvrf_verify, ecvrf_verify_many};
use near_sdk_ext::vrf::{Item, Suite};

/// A call has room for 4,096 items; the items around each limit keep their own outputs. Proofs of
/// another length are in no call, and shift no other item's output.
#[test]
fn outputs_are_in_order_and_those_of_single_verification_however_many_calls_they_take() {
    let key = SecretKey::from_seed([5; 32]);
    for suite in Suite::ALL {
        let alphas = [&b"a"[..], &[7; 300]];
        let [good, other] = alphas.map(|alpha| (alpha.to_vec(), key.prove(suite, alpha)));
        // Most proofs are refused at once, so that the test is quick.
        let refused = (Vec::new(), vec![0xff; suite.proof_len()]);
        let mut proved = vec![refused; 2 * 4096 + 6];
        let around_limits = [0..2, 4094..4100, 8190..8198];
        for place in around_limits.into_iter().flatten() {
            proved[place] = [&good, &other][place % 2].clone();
        }
        // Proofs of another alpha, and of other lengths.
        proved[2] = (good.0.clone(), other.1.clone());
        proved[3].1.clear();
        for (place, length) in [(2000, suite.proof_len() - 1), (5000, suite.proof_len() + 1)] {
            proved[place].1.resize(length, 0);
        }
        let items = proved.iter().map(|(alpha, proof)| Item {
            public_key: key.public_key(),
            alpha,
            proof,
        });
        let outputs = ecvrf_verify_many(suite, items);
        let one_by_one = proved
            .iter()
            .map(|(alpha, proof)| verify(suite, key.public_key(), alpha, proof).ok());
        assert!(outputs.iter().copied().eq(one_by_one), "{suite}");
        assert_eq!(outputs.iter().flatten().count(), 16);
        for ((alpha, proof), output) in proved.iter().zip(outputs).take(4) {
            let alone = ecvrf_verify(suite, key.public_key(), alpha, proof);
            assert_eq!(alone, output);
        }
    }
    assert_eq!(ecvrf_verify_many(Suite::Ell2, []), []);
}
