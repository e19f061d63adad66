//! Justifications of Polkadot, Westend and Avail verify. `grandpa_properties` changes a generated one.

use crate::client::Client;
use chain_files::grandpa::{AuthoritySet, Justification, authority_set, justification};
use test_contracts::Build;

/// Bytes of the round, which the target's hash follows.
const ROUND: usize = 8;

/// A justification, and the authorities that signed it.
struct Case {
    authorities: AuthoritySet,
    justification: Justification,
}

impl Case {
    fn read(file: &str) -> Option<Self> {
        let text = requirements::peers::read(&format!("grandpa/{file}.json"))?;
        Some(Self {
            authorities: authority_set(text.as_bytes(), None)
                .expect("authorities")
                .value,
            justification: justification(text.as_bytes())
                .expect("a justification")
                .value,
        })
    }

    /// The justification verifies in every build.
    fn verifies(&self) {
        let mut client = Client::grandpa(&Build::CLIENT, &self.authorities);
        client.submit_finality(&self.justification).expect("final");
        let hash = hex::encode(&self.justification.scale[ROUND..ROUND + 32]);
        assert_eq!(client.status()["hash"], hash);
    }
}

/// Block 4635975. Only the 199 signers are known; 98 more authorities of weight 1 complete the set
/// of 297, for which 199 just reach the threshold.
fn polkadot() -> Option<Case> {
    let mut case = Case::read("polkadot_4635975_set450")?;
    let authorities = &mut case.authorities.authorities;
    assert_eq!(authorities.len(), 199);
    authorities.extend((0..98).map(|index| ([index; 32], 1)));
    Some(case)
}

#[test]
fn real_justifications_verify_in_every_build() {
    // Avail's has votes for descendants.
    let others = ["westend_512_set0", "avail_ancestry"].map(Case::read);
    for case in others.into_iter().chain([polkadot()]).flatten() {
        case.verifies();
    }
}
