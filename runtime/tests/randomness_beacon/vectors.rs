//! Published proofs through the contract in every build.

use crate::Beacon;
use requirements::peers::vrf::vectors;
use test_contracts::VrfBuild;
use test_contracts::randomness_beacon::verify_args;

impl Beacon {
    /// The contract's answer to a proof.
    fn verified(
        &mut self,
        suite: u32,
        key: &[u8; 32],
        alpha: &[u8],
        proof: &[u8],
    ) -> Option<Vec<u8>> {
        let args = verify_args(suite, key, alpha, proof);
        let outcome = self.contract.view("verify", &args);
        let output = outcome.borsh::<Option<[u8; 64]>>().expect("an answer");
        output.map(Vec::from)
    }
}

#[test]
fn published_proofs_have_their_outputs_and_others_none() {
    let Some(vectors) = vectors() else {
        return;
    };
    for build in VrfBuild::ALL {
        let mut beacon = Beacon::nobodys(build);
        for it in &vectors {
            let output = beacon.verified(it.suite, &it.public_key, &it.alpha, &it.proof);
            assert_eq!(output.as_ref(), Some(&it.output), "{build}: {it:?}");
            let other = [&it.alpha[..], b"!"].concat();
            let output = beacon.verified(it.suite, &it.public_key, &other, &it.proof);
            assert_eq!(output, None, "{build}: {it:?}");
        }
        let refused = beacon
            .contract
            .view("verify", &verify_args(5, &[1; 32], b"", &[0; 80]));
        let said = refused.failure.expect("refused").to_string();
        assert!(said.ends_with("5 is no suite of VRF proofs"), "{said}");
    }
}
