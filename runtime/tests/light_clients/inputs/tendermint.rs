//! The Tendermint client.

use super::{Method, Numbers, Subject};
use crate::client::{Client, HOST_BUILDS};
use crate::tendermint_membership;
use prost::Message as _;
use requirements::fuzzing::Target;
use serde_json::json;
use tendermint_proto::google::protobuf::{Any, Timestamp};
use tendermint_proto::v0_38::types::{BlockId, ValidatorSet};
use test_contracts::Build;
use test_contracts::state::STORE;
use test_contracts::tendermint::generate::{CHAIN_ID, Chain, Power, time_ns};
use test_contracts::tendermint::{self, Parameters, verify_membership_args, wire};

/// An unknown field of a protobuf message; readers skip it.
fn unknown_field(content: &[u8]) -> Vec<u8> {
    const KEY: [u8; 2] = [0xc2, 0x3e]; // field 1000, with a length
    let length = u8::try_from(content.len()).expect("a varint of one byte");
    [&KEY, &[length][..], content].concat()
}

fn chain() -> Chain {
    Chain::new(4, Power::Equal, "inputs")
}

fn update_of(variant: &str) -> wire::Header {
    let chain = chain();
    chain.block(200, variant).update(100, &chain.validators())
}

fn update() -> Method {
    Method::new("update_client", |seed, numbers: &mut Numbers| {
        let mut header = update_of("");
        replace_all(&mut header, numbers);
        sent(seed, &header)
    })
}

/// A message as relayers send it: alone, or in an `Any`, whose URL may have a host.
fn sent<M: wire::Named>(seed: &[u8], message: &M) -> Vec<u8> {
    let value = message.encode_to_vec();
    let sent = match seed.len() % 3 {
        0 => value,
        1 => tendermint::any(message),
        _ => {
            let type_url = format!("type.googleapis.com/{}", M::NAME);
            Any { type_url, value }.encode_to_vec()
        }
    };
    [&sent[..], &unknown_field(seed)].concat()
}

/// Replaces every integer of a header.
fn replace_all(header: &mut wire::Header, numbers: &mut Numbers) {
    let time = |time: &mut Option<Timestamp>, numbers: &mut Numbers| {
        let time = time.get_or_insert_default();
        numbers.replace(&mut time.seconds);
        numbers.replace(&mut time.nanos);
    };
    let parts = |id: &mut Option<BlockId>, numbers: &mut Numbers| {
        let id = id.get_or_insert_default();
        numbers.replace(&mut id.part_set_header.get_or_insert_default().total);
    };
    let height = header.trusted_height.as_mut().expect("a height");
    numbers.replace(&mut height.revision_number);
    numbers.replace(&mut height.revision_height);
    let signed = header.signed_header.as_mut().expect("signed");
    let of_block = signed.header.as_mut().expect("a header");
    numbers.replace(&mut of_block.height);
    let version = of_block.version.as_mut().expect("a version");
    numbers.replace(&mut version.block);
    numbers.replace(&mut version.app);
    time(&mut of_block.time, numbers);
    let commit = signed.commit.as_mut().expect("a commit");
    numbers.replace(&mut commit.height);
    numbers.replace(&mut commit.round);
    parts(&mut commit.block_id, numbers);
    for vote in &mut commit.signatures {
        numbers.replace(&mut vote.block_id_flag);
        time(&mut vote.timestamp, numbers);
    }
    let powers = |set: &mut ValidatorSet, numbers: &mut Numbers| {
        numbers.replace(&mut set.total_voting_power);
        for validator in &mut set.validators {
            numbers.replace(&mut validator.voting_power);
            numbers.replace(&mut validator.proposer_priority);
        }
    };
    powers(header.validator_set.as_mut().expect("validators"), numbers);
    if let Some(encoded) = &mut header.trusted_validators {
        let mut set = ValidatorSet::decode(&encoded[..]).expect("validators");
        powers(&mut set, numbers);
        *encoded = set.encode_to_vec();
    }
}

/// A client that verifies headers, one that verifies proofs of state, and one before `init`.
pub(super) fn subjects() -> [Subject; 3] {
    let (client, [exists, absent, store]) = tendermint_membership::client_and_proofs();
    let proved = move |proof: Vec<u8>, key: &'static [u8], value: Option<&'static [u8]>| {
        let store = store.clone();
        move |seed: &[u8], numbers: &mut Numbers| {
            let proofs = vec![[&proof[..], &unknown_field(seed)].concat(), store.clone()];
            verify_membership_args(numbers.of(100), proofs, &[STORE, key], value)
        }
    };
    let of_state = Subject {
        target: Target::new("tendermint_proofs", 500),
        client,
        methods: vec![
            Method::new("verify_membership", proved(exists, b"a", Some(b"apple"))),
            Method::new("verify_non_membership", proved(absent, b"b", None)),
            Method::bare("client_state"),
            Method::bare("status"),
        ],
    };

    let client = Client::tendermint(&HOST_BUILDS, &chain().block(100, ""), time_ns(301));
    let misbehaviour = |seed: &[u8], numbers: &mut Numbers| {
        let headers = ["", "fork"].map(|variant| {
            let mut header = update_of(variant);
            replace_all(&mut header, numbers);
            Some(header)
        });
        let [header_1, header_2] = headers;
        let misbehaviour = wire::Misbehaviour { header_1, header_2 };
        // ibc-go's first field is a text too, but no URL.
        let of_client: &[u8] = match seed.len() % 6 {
            3 => b"\x0a\x0f07-tendermint-0",
            _ => b"",
        };
        [of_client, &sent(seed, &misbehaviour)].concat()
    };
    let height = |seed: &[u8], numbers: &mut Numbers| {
        let height = numbers.of(100_u64);
        let known = json!({ "unknown": hex::encode(seed), "height": height });
        known.to_string().into_bytes()
    };
    let of_headers = Subject {
        target: Target::new("tendermint_inputs", 500),
        client,
        methods: vec![
            update(),
            Method::new("submit_misbehaviour", misbehaviour),
            Method::new("consensus_state", height),
        ],
    };
    [of_headers, of_state, init()]
}

/// Creates a client, by JSON or by ibc-go's message.
fn init() -> Subject {
    let trusted = chain().block(100, "").header;
    let init = move |seed: &[u8], numbers: &mut Numbers| {
        let usual = Parameters::usual(CHAIN_ID);
        let parameters = Parameters {
            trust_level: (numbers.of(1), numbers.of(3)),
            trusting_period_ns: numbers.of(usual.trusting_period_ns),
            // ibc-go requires a clock drift.
            max_clock_drift_ns: numbers.of(1),
            ..usual
        };
        let mut trusted = trusted.clone();
        numbers.replace(&mut trusted.height);
        numbers.replace(&mut trusted.time.as_mut().expect("a time").seconds);
        if seed.len().is_multiple_of(2) {
            return tendermint::init_args(&parameters, &trusted);
        }
        let message = tendermint::create_client(&parameters, &trusted);
        [&message.encode_to_vec()[..], &unknown_field(seed)].concat()
    };
    let contract = test_contracts::tendermint_client(Build::Host);
    Subject {
        target: Target::new("tendermint_init", 500),
        client: Client::nobodys([contract], time_ns(301)),
        methods: vec![Method::new("init", init)],
    }
}

#[test]
fn a_tendermint_client_never_traps() {
    let [of_headers, of_state, init] = subjects();
    of_headers.never_traps();
    of_state.never_traps();
    init.never_traps_before(Some(&update()));
}
