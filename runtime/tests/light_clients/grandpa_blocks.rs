//! Justifications of Westend and Avail verify. `grandpa_properties` changes a generated one.

use crate::client::{Client, HOST_BUILDS, rule};
use chain_files::grandpa::{AuthoritySet, Justification, authority_set, justification};
use test_contracts::ClientBuild;

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

    fn client(&self, builds: &[ClientBuild]) -> Client {
        Client::grandpa(builds, &self.authorities)
    }

    /// The justification verifies in every build.
    fn verifies(&self) {
        let mut client = self.client(&ClientBuild::ALL);
        client.submit_finality(&self.justification).expect("final");
        let hash = hex::encode(&self.justification.scale[ROUND..ROUND + 32]);
        assert_eq!(client.status()["hash"], hash);
    }
}

#[test]
fn real_justifications_verify_in_every_build() {
    // Avail's has votes for descendants.
    for file in ["westend_512_set0", "avail_ancestry"] {
        if let Some(case) = Case::read(file) {
            case.verifies();
        }
    }
}

#[test]
fn a_missing_header_only_matters_where_its_vote_is_needed() {
    if let Some(case) = Case::read("avail_ancestry_missing_link_works") {
        case.verifies();
    }
    if let Some(case) = Case::read("avail_ancestry_missing_link_no_majority") {
        let refusal = case.client(&HOST_BUILDS).refuses(&case.justification);
        assert_eq!(rule(&refusal), "invalid: missing_header", "{refusal}");
    }
}
