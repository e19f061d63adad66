//! `init` of the Tendermint client: its parameters and its trusted state. `inputs` tests who may call it, and that
//! nothing overflows in either client.

use crate::client::Client;
use expect_test::expect_file;
use near_runtime_ext::Account;
use prost::Message as _;
use serde_json::Value;
use tendermint_proto::google::protobuf::{Any, Duration, Timestamp};
use test_contracts::tendermint::generate::{CHAIN_ID, Chain, Power, time_ns};
use test_contracts::tendermint::{self, Parameters, wire};
use test_contracts::{Build, tendermint_client};
use test_support::scenarios::replayed;

/// A Tendermint client before `init`, just after block 300 of a chain.
struct Unstarted {
    chain: Chain,
    client: Client,
    start: Account,
}

fn unstarted() -> Unstarted {
    let chain = Chain::new(4, Power::Equal, "init");
    let client = Client::nobodys([tendermint_client(Build::Host)], time_ns(301));
    Unstarted {
        start: client.account(),
        chain,
        client,
    }
}

impl Unstarted {
    /// Starts the client again, at block 100 with these parameters, and with these values at places of
    /// the arguments.
    fn init(&mut self, parameters: &Parameters, changes: &[(&str, Value)]) -> Result<(), String> {
        let init = tendermint::init_args(parameters, &self.chain.block(100, "").header);
        let mut init: Value = serde_json::from_slice(&init).expect("JSON");
        for (at, value) in changes {
            *init.pointer_mut(at).expect("a field") = value.clone();
        }
        self.start(init.to_string().as_bytes())
    }

    /// Starts the client again with these arguments.
    fn start(&mut self, args: &[u8]) -> Result<(), String> {
        self.client.restore(&self.start);
        self.client.call("init", args).map(drop)
    }

    /// Verifies a block, with the state of block 100 as the trusted one.
    fn follow(&mut self, height: u32) -> Result<(), String> {
        let block = self.chain.block(height, "");
        let update = block.update(100, &self.chain.validators());
        self.client.update(&update).map(drop)
    }
}

/// CometBFT's `ValidateTrustLevel` (light/verifier.go) allows every fraction from 1/3 to 1, and
/// `VerifyCommitLightTrusting` (types/validation.go) refuses a header if a product overflows. All
/// validators have signed.
#[test]
fn every_trust_level_from_a_third_to_one_is_taken_and_none_overflows() {
    let mut client = unstarted();
    let validators = client.chain.validators();
    let power: i64 = validators.iter().map(|it| it.voting_power).sum();
    let largest = u64::MAX / power.unsigned_abs();
    // tendermint-rs multiplies the numerator by 3.
    let third = u64::MAX / 3;
    let numbers = [0, 1, 3, 4, 15, 16, 17, 333_333, 1_000_000, 1 << 32, 3 << 32];
    let large = [largest / 2, largest, largest + 1, 1 << 62, third, third + 1];
    let numbers = [&numbers[..], &large, &[3 << 62, u64::MAX]].concat();
    let levels = numbers
        .iter()
        .flat_map(|it| numbers.iter().map(|of| (*it, *of)));
    for (numerator, denominator) in levels {
        let is_allowed = (denominator.div_ceil(3)..=denominator).contains(&numerator);
        let expected = if denominator == 0 || !is_allowed || numerator > third {
            "invalid: parameters: trust_level: "
        } else if denominator > largest {
            "invalid: trust_level_fits: "
        } else if numerator == denominator {
            "not_enough_trust: " // more than all power is needed
        } else {
            "verified"
        };
        let parameters = Parameters {
            trust_level: (numerator, denominator),
            ..Parameters::usual(CHAIN_ID)
        };
        // The next block needs no share of the trusted validators, so it verifies.
        let started = client.init(&parameters, &[]);
        let followed = started.and_then(|()| client.follow(101));
        let skipped = followed.and_then(|()| client.follow(300));
        let said = skipped.err().unwrap_or_else(|| "verified".to_owned());
        assert!(
            said.starts_with(expected),
            "{numerator}/{denominator}: {said}"
        );
    }
}

const BEFORE: Duration = Duration {
    seconds: -1,
    nanos: 0,
};
const EARLY: Timestamp = Timestamp {
    seconds: 1,
    nanos: -1,
};

type Change = fn(&mut wire::ClientState, &mut wire::ConsensusState);

const fn height(revision_number: u64, revision_height: u64) -> Option<wire::Height> {
    Some(wire::Height {
        revision_number,
        revision_height,
    })
}

/// Each state and the message may come in an `Any` or alone. They are refused where ibc-go's
/// `ClientState.Validate` and `ConsensusState.ValidateBasic` refuse them, and with options that this client lacks.
#[test]
fn a_tendermint_client_starts_with_ibc_gos_states() {
    let mut client = unstarted();
    let parameters = Parameters {
        max_clock_drift_ns: 10_500_000_000,
        ..Parameters::usual(CHAIN_ID)
    };
    client.init(&parameters, &[]).expect("started");
    let by_json = client.client.account();
    let trusted = client.chain.block(100, "");
    let both = tendermint::create_client(&parameters, &trusted.header);
    let value = |any: &[u8]| Any::decode(any).expect("an Any").value;
    let bare = wire::MsgCreateClient {
        client_state: value(&both.client_state),
        consensus_state: value(&both.consensus_state),
    };
    for args in [
        both.encode_to_vec(),
        bare.encode_to_vec(),
        tendermint::any(&both),
    ] {
        client.start(&args).expect("started");
        assert!(client.client.account() == by_json);
    }
    let own = wire::ClientState::decode(&*bare.client_state).expect("a state");
    let consensus = wire::ConsensusState::decode(&*bare.consensus_state).expect("a state");
    let changes: [(&str, Change); 15] = [
        ("chain_id", |it, _| it.chain_id = "gener/ated-4".into()),
        ("latest_height", |it, _| it.latest_height = height(0, 100)),
        ("height", |it, _| it.latest_height = height(4, 0)),
        ("frozen_height", |it, _| it.frozen_height = height(0, 1)),
        ("trust_level", |it, _| it.trust_level = None),
        ("trusting_period_ns", |it, _| it.trusting_period = None),
        ("trusting_period", |it, _| {
            it.unbonding_period = it.trusting_period
        }),
        ("unbonding_period", |it, _| {
            it.unbonding_period = Some(BEFORE)
        }),
        ("max_clock_drift", |it, _| it.max_clock_drift = None),
        ("proof_specs", |it, _| it.proof_specs.reverse()),
        ("consensus_state", |_, it| it.root = None),
        ("malformed_consensus_state", |_, it| {
            it.root = Some(wire::MerkleRoot { hash: vec![1; 31] });
        }),
        ("consensus_state", |_, it| it.next_validators_hash.clear()),
        ("timestamp", |_, it| it.timestamp = None),
        ("malformed_consensus_state", |_, it| {
            it.timestamp = Some(EARLY)
        }),
    ];
    for (expected, change) in changes {
        let (mut own, mut consensus) = (own.clone(), consensus.clone());
        change(&mut own, &mut consensus);
        let message = wire::MsgCreateClient {
            client_state: tendermint::any(&own),
            consensus_state: tendermint::any(&consensus),
        };
        let refusal = client.start(&message.encode_to_vec()).expect_err(expected);
        let said = refusal.strip_prefix("invalid: ").expect("a rule");
        let said = said.strip_prefix("parameters: ").unwrap_or(said);
        assert!(said.starts_with(expected), "{refusal}");
    }
    // The `Any` names another type.
    let swapped = wire::MsgCreateClient {
        client_state: both.consensus_state,
        consensus_state: both.client_state,
    };
    let refusal = client.start(&swapped.encode_to_vec()).expect_err("swapped");
    let name = "ibc.lightclients.tendermint.v1";
    let expected = format!(
        "invalid: malformed_client_state: this is /{name}.ConsensusState, not {name}.ClientState"
    );
    assert_eq!(refusal, expected);
}

/// Each step changes fields of good arguments, or verifies a block.
#[test]
fn what_makes_no_sense_is_refused_by_name_and_nothing_overflows() {
    let mut client = unstarted();
    let found = replayed(include_str!("init.txt"), |words| {
        let result = match words {
            ["start"] => return String::new(),
            ["init", changes @ ..] => {
                let changes = changes.iter().map(|text| {
                    let (at, value) = text.split_once('=').expect("a value");
                    (at, serde_json::from_str(value).expect("JSON"))
                });
                let changes: Vec<_> = changes.collect();
                client.init(&Parameters::usual(CHAIN_ID), &changes)
            }
            ["follow", height] => client.follow(height.parse().expect("a height")),
            _ => panic!("{words:?}"),
        };
        let name = |refusal: String| {
            let parts: Vec<_> = refusal.splitn(4, ": ").take(3).collect();
            parts.join(": ")
        };
        result.map_or_else(name, |()| "accepted".to_owned())
    });
    expect_file!["init.txt"].assert_eq(&found);
}
