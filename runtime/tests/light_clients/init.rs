//! Starting a light client: by whom, and with which parameters.

use crate::client::Client;
use crate::tendermint::{SECOND, header, parameters, time_ns};
use near_runtime_ext::{Account, Gas, Runtime};
use prost::Message as _;
use serde_json::{Value, json};
use std::sync::{LazyLock, Mutex, MutexGuard, PoisonError};
use tendermint_proto::google::protobuf::Any;
use test_contracts::grandpa;
use test_contracts::grandpa::generate::{Authorities, Block};
use test_contracts::tendermint::generate::{CHAIN_ID, Chain, Power};
use test_contracts::tendermint::{self, Parameters, update_client_args, wire};
use test_contracts::{ClientBuild, Contract, grandpa_client, tendermint_client};
use test_support::everywhere::ACCOUNT;

/// Arguments that start a Tendermint client.
fn tendermint_init() -> Vec<u8> {
    let trusted = Chain::new(4, Power::Equal, "init").block(100, "");
    tendermint::init_args(&parameters(CHAIN_ID), header(&trusted))
}

/// Arguments that start a GRANDPA client.
fn grandpa_init() -> Vec<u8> {
    grandpa::init_args(Authorities::equal(7, 4, "init").set(), 0, &[1; 32])
}

#[test]
fn only_the_account_itself_starts_its_client() {
    let clients: [(&Contract, Vec<u8>); 2] = [
        (tendermint_client(ClientBuild::Host), tendermint_init()),
        (grandpa_client(ClientBuild::Host), grandpa_init()),
    ];
    for (contract, init) in clients {
        let deployed =
            Runtime::new().deploy(ACCOUNT.parse().expect("a name"), contract.wasm().to_vec());
        let mut deployed = deployed.expect("deployed");
        let mut init_by = |signer: &str| {
            let call = deployed.call("init").args(init.as_slice());
            let call = call.signer(signer.parse().expect("a name"));
            let outcome = call.gas(Gas::from_teragas(100)).transact();
            outcome
                .expect("an outcome")
                .failure
                .map(|failure| failure.to_string())
        };
        let refused = init_by("mallory.near").expect("refused");
        assert!(refused.contains("Method init is private"), "{refused}");
        assert_eq!(init_by(ACCOUNT), None);
    }
}

/// A Tendermint client before `init`, just after block 300 of a chain.
struct Unstarted {
    chain: Chain,
    client: Client,
    start: Account,
}

/// The client, for one test at a time: compiling the contract takes longer than the tests.
fn unstarted() -> MutexGuard<'static, Unstarted> {
    static CLIENT: LazyLock<Mutex<Unstarted>> = LazyLock::new(|| {
        let chain = Chain::new(4, Power::Equal, "init");
        let now = time_ns(header(&chain.block(300, ""))) + SECOND;
        let client = Client::nobodys(tendermint_client(ClientBuild::Host), now);
        Mutex::new(Unstarted {
            start: client.account(),
            chain,
            client,
        })
    });
    // Each `init` starts it anew, so a poisoned lock does not matter.
    CLIENT.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Unstarted {
    /// Starts it anew at block 100 with these parameters, and the arguments changed.
    fn init(
        &mut self,
        parameters: &Parameters,
        change: impl FnOnce(&mut Value),
    ) -> Result<(), String> {
        self.client.restore(&self.start);
        let init = tendermint::init_args(parameters, header(&self.chain.block(100, "")));
        let mut init = serde_json::from_slice(&init).expect("JSON");
        change(&mut init);
        self.client
            .call("init", init.to_string().as_bytes())
            .map(drop)
    }

    /// Starts it anew with these arguments.
    fn start(&mut self, args: &[u8]) -> Result<(), String> {
        self.client.restore(&self.start);
        self.client.call("init", args).map(drop)
    }

    /// Skips to block 300.
    fn skip(&mut self) -> Result<(), String> {
        self.follow(300)
    }

    /// Verifies a block by the state of block 100.
    fn follow(&mut self, height: u32) -> Result<(), String> {
        let update = self
            .chain
            .block(height, "")
            .update(100, &self.chain.validators());
        self.client
            .call("update_client", &update_client_args(&update))
            .map(drop)
    }
}

/// What becomes of a client with a trust level, of which everybody signs.
#[derive(Debug)]
enum Trust {
    /// It verifies a skip.
    Enough,
    /// More than all power is wanted.
    NeverEnough,
    /// The power times the denominator does not fit 64 bits.
    TooLarge,
    /// There is no such client.
    Refused,
}

/// CometBFT's `ValidateTrustLevel` (light/verifier.go) takes every fraction from 1/3 to 1, and
/// `VerifyCommitLightTrusting` (types/validation.go) refuses a header where a product overflows.
#[test]
fn every_trust_level_from_a_third_to_one_is_taken_and_none_overflows() {
    use Trust::{Enough, NeverEnough, Refused, TooLarge};
    let mut client = unstarted();
    let third = u64::MAX / 3;
    let power: i64 = client
        .chain
        .validators()
        .iter()
        .map(|it| it.voting_power)
        .sum();
    let largest = u64::MAX / power.unsigned_abs();
    for (trust_level, expected) in [
        ((1, 3), Enough),
        ((15, 16), Enough),
        ((6, 16), Enough),
        ((8, 17), Enough),
        ((999_999, 1_000_000), Enough),
        ((1 << 32, 3 << 32), Enough),
        ((1, 1), NeverEnough),
        ((17, 17), NeverEnough),
        ((largest / 2, largest), Enough),
        ((largest, largest), NeverEnough),
        ((largest / 2 + 1, largest + 1), TooLarge),
        ((largest + 1, largest + 1), TooLarge),
        ((1 << 62, 3 << 62), TooLarge),
        // Three times the numerator is just below 2^64, or not.
        ((third, u64::MAX), TooLarge),
        ((third, third), TooLarge),
        ((third + 1, u64::MAX), Refused),
        ((u64::MAX, u64::MAX), Refused),
        ((1 << 63, 1 << 63), Refused),
        ((5, 16), Refused),
        ((333_333, 1_000_000), Refused),
        ((2, 1), Refused),
        ((u64::MAX, 1), Refused),
        ((0, u64::MAX), Refused),
        ((0, 0), Refused),
    ] {
        let parameters = Parameters {
            trust_level,
            ..parameters(CHAIN_ID)
        };
        let refusal = match client.init(&parameters, |_| ()) {
            Err(refusal) => refusal,
            // The next block needs no share of the trusted validators.
            Ok(()) => match client.follow(101).and_then(|()| client.follow(300)) {
                Err(refusal) => refusal,
                Ok(()) => "verified".to_owned(),
            },
        };
        let start = match expected {
            Enough => "verified",
            NeverEnough => "not_enough_trust: ",
            TooLarge => "invalid: trust_level_fits: ",
            Refused => "invalid: parameters: trust_level: ",
        };
        assert!(refusal.starts_with(start), "{trust_level:?}: {refusal}");
    }
}

/// Either state in an `Any` or alone, and the message too.
#[test]
fn a_tendermint_client_starts_with_ibc_gos_states() {
    let mut client = unstarted();
    let parameters = Parameters {
        max_clock_drift_ns: 10_500_000_000,
        ..parameters(CHAIN_ID)
    };
    client.init(&parameters, |_| ()).expect("started");
    let by_json = client.client.account();
    let trusted = client.chain.block(100, "");
    let both = tendermint::create_client(&parameters, header(&trusted));
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
}

/// A change of a message.
type Change<T> = fn(&mut T);

/// ibc-go's `ClientState.Validate` and `ConsensusState.ValidateBasic`, and what this client lacks.
#[test]
fn ibc_gos_states_are_refused_as_by_ibc_go() {
    let mut client = unstarted();
    let trusted = client.chain.block(100, "");
    let parameters = Parameters {
        max_clock_drift_ns: 1,
        ..parameters(CHAIN_ID)
    };
    let good = tendermint::create_client(&parameters, header(&trusted));
    let value = |any: &[u8]| Any::decode(any).expect("an Any").value;
    let own = wire::ClientState::decode(&*value(&good.client_state)).expect("a state");
    let consensus = wire::ConsensusState::decode(&*value(&good.consensus_state)).expect("a state");
    let mut refuses = |message: &wire::MsgCreateClient, expected: &str| {
        let refusal = client.start(&message.encode_to_vec()).expect_err(expected);
        let expected = format!("invalid: {expected}");
        assert!(refusal.starts_with(&expected), "{refusal}");
    };
    let changes: [(&str, Change<wire::ClientState>); 13] = [
        ("parameters: chain_id", |it| {
            it.chain_id = "gener/ated-4".to_owned()
        }),
        ("parameters: latest_height", |it| {
            it.chain_id = "generated-5".to_owned()
        }),
        ("parameters: trust_level", |it| it.trust_level = None),
        ("parameters: trusting_period_ns", |it| {
            it.trusting_period = None
        }),
        ("parameters: trusting_period", |it| {
            it.unbonding_period = it.trusting_period
        }),
        ("parameters: trusting_period", |it| {
            it.unbonding_period = None
        }),
        ("parameters: unbonding_period", |it| {
            it.unbonding_period.as_mut().expect("a period").seconds *= -1;
        }),
        ("parameters: max_clock_drift", |it| {
            it.max_clock_drift = None
        }),
        ("parameters: height", |it| {
            it.latest_height.as_mut().expect("a height").revision_height = 0;
        }),
        ("parameters: frozen_height", |it| {
            it.frozen_height.as_mut().expect("a height").revision_height = 1;
        }),
        ("parameters: proof_specs", |it| it.proof_specs.clear()),
        ("parameters: proof_specs", |it| it.proof_specs.reverse()),
        ("parameters: latest_height", |it| {
            it.latest_height.as_mut().expect("a height").revision_number = 0;
        }),
    ];
    for (expected, change) in changes {
        let mut changed = own.clone();
        change(&mut changed);
        let message = wire::MsgCreateClient {
            client_state: tendermint::any(&changed),
            ..good.clone()
        };
        refuses(&message, expected);
    }
    let changes: [(&str, Change<wire::ConsensusState>); 5] = [
        ("parameters: consensus_state", |it| it.root = None),
        ("malformed_consensus_state", |it| {
            it.root.as_mut().expect("a root").hash.pop();
        }),
        ("parameters: consensus_state", |it| {
            it.next_validators_hash.clear()
        }),
        ("parameters: timestamp", |it| it.timestamp = None),
        ("malformed_consensus_state", |it| {
            it.timestamp.as_mut().expect("a time").nanos = -1;
        }),
    ];
    for (expected, change) in changes {
        let mut changed = consensus.clone();
        change(&mut changed);
        let message = wire::MsgCreateClient {
            consensus_state: tendermint::any(&changed),
            ..good.clone()
        };
        refuses(&message, expected);
    }
    // Another type is named.
    let swapped = wire::MsgCreateClient {
        client_state: good.consensus_state.clone(),
        consensus_state: good.client_state.clone(),
    };
    let refusal = client.start(&swapped.encode_to_vec()).expect_err("swapped");
    let name = "ibc.lightclients.tendermint.v1";
    let expected = format!(
        "invalid: malformed_client_state: this is /{name}.ConsensusState, not {name}.ClientState"
    );
    assert_eq!(refusal, expected);
    client.start(&good.encode_to_vec()).expect("started");
}

#[test]
fn a_height_that_no_block_can_follow_is_refused() {
    let mut client = unstarted();
    let last = i64::MAX.unsigned_abs();
    for (height, is_good) in [
        (0, false),
        (1, true),
        (last - 1, true),
        (last, false),
        (last + 1, false),
        (u64::MAX, false),
    ] {
        let started = client.init(&parameters(CHAIN_ID), |init| init["height"] = json!(height));
        match (started, is_good) {
            (Ok(()), true) => {}
            (Err(refusal), false) => {
                let expected = "invalid: parameters: height: ";
                assert!(refusal.starts_with(expected), "{height}: {refusal}");
            }
            (started, _) => panic!("{height}: {started:?}"),
        }
    }
}

#[test]
fn the_longest_periods_and_the_latest_time_overflow_nothing() {
    let mut client = unstarted();
    let longest = Parameters {
        trusting_period_ns: u64::MAX,
        max_clock_drift_ns: u64::MAX,
        ..parameters(CHAIN_ID)
    };
    client.init(&longest, |_| ()).expect("started");
    client.skip().expect("verified");
    let set_time = |init: &mut Value, time: &str| {
        init["consensus_state"]["timestamp"] = json!(time);
    };
    // 2^64 - 1 nanoseconds after 1970, and one more.
    let latest = "2554-07-21T23:34:33.709551615Z";
    client
        .init(&longest, |init| set_time(init, latest))
        .expect("started");
    let refusal = client.skip().expect_err("older than what is trusted");
    assert!(refusal.starts_with("invalid: "), "{refusal}");
    let status = client.client.view("status", &json!({}));
    assert_eq!(status.expect("a status"), "Active");
    for time in [
        "2554-07-21T23:34:33.709551616Z",
        "1969-12-31T23:59:59.999999999Z",
    ] {
        let refusal = client.init(&longest, |init| set_time(init, time));
        let refusal = refusal.expect_err("out of range");
        assert!(refusal.starts_with("invalid: "), "{refusal}");
    }
}

#[test]
fn authorities_whose_weight_is_the_greatest_overflow_nothing() {
    // Of 2^64 - 1, more than two thirds are needed: all three but one unit of weight.
    let third = u64::MAX / 3;
    let authorities = Authorities::new(u64::MAX, &[third, third, third], "init");
    let mut client = Client::grandpa(ClientBuild::Host, authorities.set());
    let status = client.view("status", &json!({})).expect("a status");
    assert_eq!(status["total_weight"], u64::MAX);
    assert_eq!(status["threshold"], 2 * third + 1);
    let block = Block::new(9, "");
    client.would_accept(&authorities.justify(1, &block));
    let two = authorities.justify_by(1, &block, &[(0, &block), (1, &block)], &[]);
    let refusal = client.refuses(&two);
    let expected = format!("not_enough_weight: {} of {}", 2 * third, 2 * third + 1);
    assert_eq!(refusal, expected);
}
