//! Published proofs through the contract in every build.

use crate::Beacon;
use requirements::peers::vrf::vectors;
use test_contracts::Build;
use test_contracts::randomness_beacon::verify_args;

#[test]
fn published_proofs_have_their_outputs_and_others_none() {
    let Some(vectors) = vectors() else {
        return;
    };
    let mut contract = Beacon::nobodys(&Build::VRF).contract;
    for it in &vectors {
        let other = [&it.alpha[..], b"!"].concat();
        for (alpha, expected) in [(&it.alpha, it.output.as_ref()), (&other, None)] {
            let args = verify_args(it.suite, &it.public_key, alpha, &it.proof);
            let output = contract.viewed("verify", &args).borsh::<Option<[u8; 64]>>();
            let output = output.expect("an answer").map(Vec::from);
            assert_eq!(output.as_ref(), expected, "{it:?}");
        }
    }
    let said = contract.refusal("verify", &verify_args(5, &[1; 32], b"", &[0; 80]));
    assert_eq!(said, "5 is no suite of VRF proofs");
}
