//! Scenarios of the Tendermint client that `chain_and_client` makes. The first comment of `tendermint_states.txt`
//! explains their commands and blocks.

use crate::client::{Client, Success, rule};
use crate::tendermint::{chain_and_client, votes};
use expect_test::{ExpectFile, expect_file};
use serde_json::json;
use test_contracts::tendermint::generate::{CHAIN_ID, Chain, Power, honestly, time_ns};
use test_contracts::tendermint::wire::{self, Misbehaviour, Named as _};
use test_contracts::tendermint::{Parameters, any, verify_membership_args};
use test_support::scenarios::replayed;

/// The height of the block that the client trusts from the start.
const TRUSTED: &str = "100";

struct Scenario {
    chain: Chain,
    few: Chain,
    others: Chain,
    client: Client,
}

fn number<N: std::str::FromStr<Err: std::fmt::Debug>>(text: &str) -> N {
    text.parse().expect(text)
}

fn moment(text: &str) -> u64 {
    let at = text.find(['+', '-']).unwrap_or(text.len());
    let (second, ns) = text.split_at(at);
    let ns = if ns.is_empty() { 0 } else { number(ns) };
    let second = time_ns(number(second));
    second.checked_add_signed(ns).expect("after 1970")
}

fn said(result: Result<Success, String>) -> String {
    match result {
        Ok(success) => success.text().trim_matches('"').to_owned(),
        Err(refusal) if refusal.starts_with("invalid: ") => rule(&refusal),
        Err(refusal) => refusal,
    }
}

fn trusted_height(header: &mut wire::Header) -> &mut wire::Height {
    header.trusted_height.as_mut().expect("a height")
}

impl Scenario {
    fn header(&self, trusted: &str, block: &str) -> wire::Header {
        let (of, block) = block.split_once(':').unwrap_or(("", block));
        let chain = match of {
            "few" => &self.few,
            "others" => &self.others,
            _ => &self.chain,
        };
        let unmarked = block.trim_end_matches(['!', '*', '^', '-', '?', '<']);
        let (block, mark) = block.split_at(unmarked.len());
        let (block, wrong) = block.split_once('&').unwrap_or((block, ""));
        let (block, variant) = block.split_once('~').unwrap_or((block, ""));
        let (height, second) = block.split_once('@').unwrap_or((block, block));
        let mut header = chain.header(number(height), number(second), variant);
        match wrong.split_once('=') {
            Some(("chain", id)) => header.chain_id = number(id),
            Some(("protocol", protocol)) => header.version.block = number(protocol),
            Some(("app", app)) => header.version.app = number(app),
            _ => {}
        }
        let block = chain.sealed(header, variant, &honestly);
        let mut header = block.update(number(trusted), &self.chain.validators());
        match mark {
            "!" => votes(&mut header)[0].signature[0] ^= 1,
            "*" => header = block.update(number(trusted), &chain.validators()),
            "^" => header.trusted_validators = None,
            "-" => header.trusted_height = None,
            "?" => trusted_height(&mut header).revision_height += 1,
            "<" => trusted_height(&mut header).revision_number -= 1,
            _ => {}
        }
        header
    }

    /// Whether the client has a state of this height, which is the chain's own block's.
    fn has(&mut self, height: &str) -> bool {
        let height: u32 = number(height);
        let state = self
            .client
            .view("consensus_state", &json!({ "height": height }));
        let root = hex::encode_upper(&self.chain.block(height, "").header.app_hash);
        match &state {
            Ok(state) => assert_eq!(state["root"], root, "{height}"),
            Err(refusal) => assert!(refusal.contains("known_height"), "{refusal}"),
        }
        state.is_ok()
    }

    fn run(&mut self, command: &[&str]) -> String {
        match command {
            ["now", at] => self.client.set_time(moment(at)),
            ["expiry", at] => {
                let period = Parameters::usual(CHAIN_ID).trusting_period_ns;
                self.client.set_time(moment(at) + period);
            }
            ["update", trusted, block] => {
                let header = self.header(trusted, block);
                return said(self.client.update(&header));
            }
            ["told", trusted, block] => {
                let header = self.header(trusted, block);
                let told = self.client.update(&header);
                return told.map_or_else(|refusal| refusal, |it| it.0.logs.join(" "));
            }
            ["evidence", one, other] => {
                let [one, other] = [one, other].map(|block| self.header(TRUSTED, block));
                let before = self.client.account();
                let said = said(self.client.submit(one, other));
                assert!(said != "Unchanged" || self.client.account() == before);
                return said;
            }
            ["membership", height] => {
                let args = verify_membership_args(number(height), vec![], &[], Some(b""));
                return said(self.client.call("verify_membership", &args));
            }
            ["status"] => {
                let of_client = self.client.view("client_state", &json!({}));
                let of_client = of_client.expect("a state");
                let [latest, frozen] = ["latest_height", "frozen_height"].map(|it| &of_client[it]);
                let status = self.client.status();
                let status = status.as_str().expect("text");
                return format!("{status}, latest {latest}, frozen {frozen}");
            }
            ["stored", heights @ ..] => {
                let stored = heights.iter().filter(|height| self.has(height));
                return stored.copied().collect::<Vec<_>>().join(" ");
            }
            _ => panic!("{command:?}"),
        }
        String::new()
    }
}

fn replay(text: &str, file: &ExpectFile) {
    let (chain, client) = chain_and_client();
    let start = client.account();
    let mut scenario = Scenario {
        few: chain.first(4),
        others: Chain::new(7, Power::CosmosLike, "others"),
        chain,
        client,
    };
    let found = replayed(text, |command| {
        if command != ["start"] {
            return scenario.run(command);
        }
        scenario.client.restore(&start);
        scenario.client.set_time(time_ns(501));
        String::new()
    });
    file.assert_eq(&found);
}

/// Rules beyond verifying one header: conflicts and time.
#[test]
fn states_are_stored_in_any_order_within_their_times_unless_they_contradict() {
    let text = include_str!("tendermint_states.txt");
    replay(text, &expect_file!["tendermint_states.txt"]);
}

/// By ibc-go's `checkMisbehaviourHeader`, `CheckForMisbehaviour` and `Misbehaviour.ValidateBasic`.
#[test]
fn headers_that_contradict_each_other_freeze_the_client() {
    let text = include_str!("tendermint_misbehaviour.txt");
    replay(text, &expect_file!["tendermint_misbehaviour.txt"]);
}

/// `inputs` has messages in an `Any` of their type, and `init` other types in its place.
#[test]
fn an_any_of_another_type_is_refused_by_name() {
    let (chain, mut client) = chain_and_client();
    let update = chain.block(300, "").update(100, &chain.validators());
    let evidence = any(&Misbehaviour {
        header_1: Some(update.clone()),
        header_2: None,
    });
    let [header, misbehaviour] = [wire::Header::NAME, Misbehaviour::NAME];
    let said = client.refusal("update_client", &evidence);
    let expected = format!("invalid: malformed_header: this is /{misbehaviour}, not {header}");
    assert_eq!(said, expected);
    let said = client.refusal("submit_misbehaviour", &any(&update));
    let found = format!("this is /{header}, not {misbehaviour}");
    assert_eq!(said, format!("invalid: malformed_misbehaviour: {found}"));
}
