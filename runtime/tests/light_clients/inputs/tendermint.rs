//! The Tendermint client.

use super::numbers::{any_of, or_any};
use super::{Method, Numbers, Subject, in_words};
use crate::client::{Client, HOST_BUILDS};
use crate::tendermint::{SECOND, header, parameters, time_ns};
use crate::tendermint_membership;
use proptest::prelude::*;
use prost::Message as _;
use requirements::fuzzing::{Change, Target, changes, fuzz};
use serde_json::{Value, json};
use tendermint_proto::google::protobuf::{Any, Timestamp};
use tendermint_proto::v0_38::types::{BlockId, Header, ValidatorSet};
use test_contracts::ClientBuild;
use test_contracts::state::STORE;
use test_contracts::tendermint::generate::{CHAIN_ID, Chain, Power};
use test_contracts::tendermint::{
    self, Parameters, update_client_args, verify_membership_args, wire,
};

/// An unknown field of a protobuf message; readers skip it.
fn unknown_field(content: &[u8]) -> Vec<u8> {
    const KEY: [u8; 2] = [0xc2, 0x3e]; // field 1000, with a length
    let length = u8::try_from(content.len()).expect("a varint of one byte");
    [&KEY, &[length][..], content].concat()
}

/// Arguments of `init` in both forms, with any numbers.
fn inits(trusted: Header) -> impl Strategy<Value = Vec<u8>> {
    let usual = parameters(CHAIN_ID);
    let seconds = trusted.time.expect("a time").seconds.unsigned_abs();
    let height = trusted.height.unsigned_abs();
    let level = prop_oneof![
        3 => Just(usual.trust_level),
        1 => any_of::<u64>().prop_map(|all| (all, all)),
        1 => any_of::<u64>().prop_map(|third| (third, third.saturating_mul(3))),
        1 => (any_of::<u64>(), any_of::<u64>()),
    ];
    let periods = (
        or_any(usual.trusting_period_ns),
        or_any(usual.max_clock_drift_ns),
    );
    let revision = prop_oneof![2 => Just(CHAIN_ID.to_owned()), 1 => any_of::<u64>().prop_map(|revision| format!("generated-{revision}"))];
    let form = (
        any::<bool>(),
        or_any(parameters(CHAIN_ID).trusting_period_ns.cast_signed()),
    );
    (
        revision,
        level,
        periods,
        or_any(height),
        or_any(seconds),
        form,
    )
        .prop_map(
            move |(
                chain_id,
                trust_level,
                (trusting_period_ns, max_clock_drift_ns),
                height,
                seconds,
                (is_json, unbonding_seconds),
            )| {
                let parameters = Parameters {
                    chain_id,
                    trust_level,
                    trusting_period_ns,
                    max_clock_drift_ns,
                };
                let mut trusted = trusted.clone();
                trusted.time.as_mut().expect("a time").seconds = seconds.cast_signed();
                if !is_json {
                    return create_client(&parameters, &trusted, height, unbonding_seconds);
                }
                let init = tendermint::init_args(&parameters, &trusted);
                let mut init: Value = serde_json::from_slice(&init).expect("JSON");
                // A header's own height has 63 bits.
                init["height"] = height.into();
                init.to_string().into_bytes()
            },
        )
}

/// ibc-go's message, with a 64-bit height and this unbonding period, in seconds.
fn create_client(
    parameters: &Parameters,
    trusted: &Header,
    height: u64,
    unbonding_seconds: i64,
) -> Vec<u8> {
    let parameters = Parameters {
        // ibc-go requires a clock drift.
        max_clock_drift_ns: parameters.max_clock_drift_ns.max(1),
        ..parameters.clone()
    };
    let mut message = tendermint::create_client(&parameters, trusted);
    let state = Any::decode(&message.client_state[..])
        .expect("an Any")
        .value;
    let mut state = wire::ClientState::decode(&state[..]).expect("a state");
    state
        .latest_height
        .as_mut()
        .expect("a height")
        .revision_height = height;
    state.unbonding_period.as_mut().expect("a period").seconds = unbonding_seconds;
    message.client_state = tendermint::any(&state);
    message.encode_to_vec()
}

/// Creates clients with changed or other arguments. Each client that was created gets an update,
/// which it may refuse.
pub(super) struct Init {
    pub(super) target: Target,
    pub(super) client: Client,
    pub(super) init: Method,
    pub(super) update: Method,
}

impl Init {
    #[track_caller]
    pub(super) fn never_traps(self, others: impl Strategy<Value = Vec<u8>>) {
        let mut client = self.client;
        let start = client.account();
        let (init, update) = (self.init.good(), self.update.good());
        let changes = prop::collection::vec(changes(), 1..4);
        let changed = changes.prop_map(move |changes| Change::apply_all(&changes, init.clone()));
        let inits = prop_oneof![changed, others];
        let tally = fuzz!(self.target, inits, |args: Vec<u8>| {
            if let Err(refusal) = client.call(self.init.name, &args) {
                return in_words(&refusal, self.init.hosts);
            }
            let updated = client.call(self.update.name, &update);
            client.restore(&start);
            match updated {
                Ok(_) => Ok("accepted, and updated"),
                Err(refusal) => in_words(&refusal, &[]).map(|_| "accepted"),
            }
        });
        tally.reaches(&["accepted", "accepted, and updated", "refused"], 50);
    }

    /// The same method as a subject like any other.
    pub(super) fn subject(self) -> Subject {
        Subject {
            target: self.target,
            client: self.client,
            methods: vec![self.init],
        }
    }
}

fn chain() -> Chain {
    Chain::new(4, Power::Equal, "inputs")
}

/// A second after block 300.
fn now() -> u64 {
    time_ns(header(&chain().block(300, ""))) + SECOND
}

fn update_of(variant: &str) -> wire::Header {
    let chain = chain();
    chain.block(200, variant).update(100, &chain.validators())
}

fn update() -> Method {
    Method::new("update_client", |seed, numbers: &mut Numbers| {
        let mut header = update_of("");
        replace_all(&mut header, numbers);
        let message = match seed.len() % 2 {
            0 => update_client_args(&header),
            _ => tendermint::any(&header),
        };
        [&message[..], &unknown_field(seed)].concat()
    })
}

/// Every integer of a header.
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

/// A client that verifies headers, and one that verifies proofs of state.
pub(super) fn clients() -> [Subject; 2] {
    let (client, [exists, absent, store]) = tendermint_membership::client_and_proofs();
    let proved = move |proof: Vec<u8>, key: &'static [u8], value: Option<&'static [u8]>| {
        let store = store.clone();
        move |seed: &[u8], numbers: &mut Numbers| {
            let proofs = vec![[&proof[..], &unknown_field(seed)].concat(), store.clone()];
            verify_membership_args(numbers.of(100), proofs, &[STORE, key], value)
        }
    };
    let (exists, absent) = (
        proved(exists, b"a", Some(b"apple")),
        proved(absent, b"b", None),
    );
    let of_state = Subject {
        target: Target::new("tendermint_proofs", 500),
        client,
        methods: vec![
            Method::new("verify_membership", exists),
            Method::new("verify_non_membership", absent),
            Method::bare("client_state"),
            Method::bare("status"),
        ],
    };

    let trusted = chain().block(100, "");
    let parameters = parameters(CHAIN_ID);
    let client = Client::tendermint(&HOST_BUILDS, &parameters, header(&trusted), now());
    let misbehaviour = |seed: &[u8], numbers: &mut Numbers| {
        let headers = ["", "fork"].map(|variant| {
            let mut header = update_of(variant);
            replace_all(&mut header, numbers);
            Some(header)
        });
        let [header_1, header_2] = headers;
        let misbehaviour = wire::Misbehaviour { header_1, header_2 };
        [&misbehaviour.encode_to_vec()[..], &unknown_field(seed)].concat()
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
    [of_state, of_headers]
}

/// Creates a client.
pub(super) fn init() -> Init {
    let contract = test_contracts::tendermint_client(ClientBuild::Host);
    let trusted = header(&chain().block(100, "")).clone();
    Init {
        target: Target::new("tendermint_init", 500),
        client: Client::nobodys([contract], now()),
        init: Method::new("init", move |_, _| {
            tendermint::init_args(&parameters(CHAIN_ID), &trusted)
        }),
        update: update(),
    }
}

#[test]
fn a_tendermint_client_never_traps() {
    clients().into_iter().for_each(Subject::never_traps);
    init().never_traps(inits(header(&chain().block(100, "")).clone()));
}
