//! Justifications of Polkadot, Westend and Avail verify. `grandpa_properties` changes a generated one.

use crate::client::Client;
use chain_files::grandpa::{authority_set, justification};
use test_contracts::Build;

/// Bytes of the round, which the target's hash follows.
const ROUND: usize = 8;

#[test]
fn real_justifications_verify_in_every_build() {
    // Avail's has votes for descendants.
    const POLKADOT: &str = "polkadot_4635975_set450";
    for file in [POLKADOT, "westend_512_set0", "avail_ancestry"] {
        let Some(text) = requirements::peers::read(&format!("grandpa/{file}.json")) else {
            continue;
        };
        let set = authority_set(text.as_bytes(), None).expect("authorities");
        let (mut set, justification) = (set.value, justification(text.as_bytes()));
        if file == POLKADOT {
            // Only the 199 signers are known; 98 more authorities of weight 1 complete the set of
            // 297, for which 199 just reach the threshold.
            assert_eq!(set.authorities.len(), 199);
            set.authorities
                .extend((0..98).map(|index| ([index; 32], 1)));
        }
        let justification = justification.expect("a justification").value;
        let mut client = Client::grandpa(&Build::CLIENT, &set);
        client.submit_finality(&justification).expect("final");
        let hash = hex::encode(&justification.scale[ROUND..ROUND + 32]);
        assert_eq!(client.status()["hash"], hash);
    }
}
