//! Calls of `grandpa-client`; its messages and events, and that it stores what the rules say. `near-sdk-ext/tests/grandpa`
//! has each rule of the verifier and its name, compared with finality-grandpa, and every order of submissions.

use crate::client::{Client, HOST_BUILDS, Success, rule};
use chain_files::grandpa::{authority_set, justification};
use serde_json::json;
use test_contracts::grandpa::generate::{Authorities, Block};
use test_contracts::grandpa::{AuthoritySet, Justification, init_args, submit_finality_args};
use test_contracts::{Build, grandpa_client};

const SET_ID: u64 = 7;
const ROUND: u64 = 3;

impl Client {
    /// The GRANDPA client in these builds. It trusts this authority set, and block 0 with a made-up
    /// hash.
    #[track_caller]
    pub fn grandpa(builds: &[Build], authorities: &AuthoritySet) -> Self {
        let init = init_args(authorities, 0, &[1; 32]);
        let contracts = builds.iter().map(|build| grandpa_client(*build));
        Self::deploy(contracts, &init, 0)
    }

    #[track_caller]
    pub fn submit_finality(&mut self, justification: &Justification) -> Result<Success, String> {
        self.call("submit_finality", &submit_finality_args(justification))
    }

    #[track_caller]
    pub fn refuses(&mut self, justification: &Justification) -> String {
        self.refusal("submit_finality", &submit_finality_args(justification))
    }
}

/// Of Polkadot, Westend and Avail. `grandpa_properties` changes a generated one.
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
        // The round has 8 bytes, and the hash of the target follows.
        let hash = hex::encode(&justification.scale[8..40]);
        assert_eq!(client.status()["hash"], hash);
    }
}

#[test]
fn a_final_header_hands_over_once_to_the_next_authorities_and_events_tell() {
    let authorities = Authorities::equal(SET_ID, 4, "rules");
    let mut client = Client::grandpa(&HOST_BUILDS, authorities.set());
    let next = Authorities::new(SET_ID + 1, &[2, 3, 4], "next");
    let block = Block::new(8, "").child_with_change(next.set(), 0);
    let event = |event: &str, data: &str| {
        let standard = r#""standard":"grandpa-client","version":"1.0.0""#;
        format!(r#"EVENT_JSON:{{{standard},"event":"{event}","data":{data}}}"#)
    };
    let hash = hex::encode(block.hash);
    let data = format!(r#"{{"number":9,"hash":"{hash}","round":3,"set_id":7,"signatures":3}}"#);
    let finalized = event("finalized", &data);
    let success = client.submit_finality(&authorities.justify(ROUND, &block));
    assert_eq!(
        success.expect("final").0.logs,
        std::slice::from_ref(&finalized)
    );
    assert_eq!(client.status()["set_id"], SET_ID);
    let fork = authorities.justify(ROUND, &Block::new(9, "fork"));
    let refusal = client.refuses(&fork);
    assert_eq!(
        refusal,
        "invalid: conflicting_block: another block 9 is final"
    );
    // The votes of the next authorities are refused until the header is submitted.
    let after = next.justify(ROUND, &block.child(""));
    assert_eq!(rule(&client.refuses(&after)), "invalid: unknown_authority");
    let shown = Justification {
        headers: vec![block.header.clone()],
        ..authorities.justify(ROUND, &block)
    };
    let success = client.submit_finality(&shown);
    let changed = event("authority_set_changed", r#"{"set_id":8,"authorities":3}"#);
    assert_eq!(success.expect("final").0.logs, [finalized, changed]);
    let expected = json!({
        "set_id": SET_ID + 1, "authorities": 3, "total_weight": 9, "threshold": 7,
        "number": 9, "hash": hash,
    });
    assert_eq!(client.status(), expected);
    assert_eq!(rule(&client.refuses(&shown)), "invalid: known_block");
    client.submit_finality(&after).expect("final");
}
