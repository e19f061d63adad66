//! Calls with arguments similar to good ones, of every method with arguments: a contract refuses
//! them with a message or succeeds, and never traps.

use crate::client::Client;
use crate::clients::Clients;
use crate::tendermint::{SECOND, header, parameters, time_ns};
use crate::tendermint_membership::{self, STORE};
use fuzz::{Change, Target, changes, fuzz};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::TestCaseError;
use prost::Message as _;
use serde_json::{Value, json};
use tendermint_proto::v0_38::types::Header;
use test_contracts::grandpa::generate::{Authorities, Block};
use test_contracts::grandpa::{self, AuthoritySet, submit_finality_args};
use test_contracts::tendermint::generate::{CHAIN_ID, Chain, Power};
use test_contracts::tendermint::{
    self, Parameters, update_client_args, verify_membership_args, wire,
};
use test_contracts::{Build, ClientBuild, fixtures, signature_verifier};

/// Calls that succeed in any order: method and arguments.
type Calls = Vec<(&'static str, Vec<u8>)>;

/// One of the calls, with some bytes of its arguments changed.
fn changed(calls: &Calls) -> impl Strategy<Value = (&'static str, Vec<u8>)> + use<> {
    let changes = prop::collection::vec(changes(), 1..4);
    (select(calls.clone()), changes)
        .prop_map(|((method, args), changes)| (method, Change::apply_all(&changes, args)))
}

/// Makes the calls unchanged, then changed; the client starts anew each time.
#[track_caller]
fn check(target: Target, clients: impl Into<Clients>, calls: &Calls) {
    let mut client = clients.into();
    let start = client.accounts();
    for (method, args) in calls {
        let accepted = client.call(method, args);
        assert!(accepted.is_ok(), "{method}: {:?}", accepted.err());
        client.restore(&start);
    }
    let tally = fuzz!(target, changed(calls), |(method, args): (&str, Vec<u8>)| {
        match client.call(method, &args) {
            Ok(_) => {
                client.restore(&start);
                Ok("accepted")
            }
            Err(refusal) => {
                in_words(&refusal)?;
                Ok("refused")
            }
        }
    });
    // If all of it is signed, no change is accepted.
    tally.reaches(&["refused"], 2);
}

/// Starts a client with `init` changed and with arguments of `edges`; a started client gets an
/// update, which it may refuse.
#[track_caller]
fn check_init(
    target: Target,
    client: Client,
    init: Vec<u8>,
    edges: impl Strategy<Value = Vec<u8>>,
    (update, update_args): (&str, Vec<u8>),
) {
    let mut client = Clients::from(client);
    let start = client.accounts();
    let inits = prop_oneof![
        changed(&vec![("init", init)]).prop_map(|(_, args)| args),
        edges,
    ];
    let tally = fuzz!(target, inits, |args: Vec<u8>| {
        if let Err(refusal) = client.call("init", &args) {
            in_words(&refusal)?;
            return Ok("refused");
        }
        let updated = client.call(update, &update_args);
        client.restore(&start);
        match updated {
            Ok(_) => Ok("accepted, and updated"),
            Err(refusal) => {
                in_words(&refusal)?;
                Ok("accepted")
            }
        }
    });
    tally.reaches(&["accepted", "accepted, and updated", "refused"], 50);
}

/// A refusal is the contract's or near-sdk's decision, neither a trap nor a Rust panic.
fn in_words(refusal: &str) -> Result<(), TestCaseError> {
    let out_of_hand = refusal.starts_with("WebAssembly trap") || refusal.starts_with("panicked at");
    prop_assert!(!out_of_hand, "{refusal}");
    Ok(())
}

/// Numbers near which arithmetic overflows: a power of two or a third of one, and neighbours.
fn edges() -> impl Strategy<Value = u64> {
    (0..=64_u32, select(vec![1, 3]), 0..5_u64).prop_map(|(exponent, part, offset)| {
        let power = (1_u128 << exponent) / part;
        u64::try_from(power)
            .unwrap_or(0)
            .wrapping_add(offset)
            .wrapping_sub(2)
    })
}

/// The usual value, or an edge.
fn or_edge(usual: u64) -> impl Strategy<Value = u64> {
    prop_oneof![2 => Just(usual), 1 => edges()]
}

/// Arguments of the Tendermint client's `init`, numbers at their edges.
fn tendermint_inits(trusted: Header) -> impl Strategy<Value = Vec<u8>> {
    let usual = parameters(CHAIN_ID);
    let seconds = trusted.time.expect("a time").seconds.unsigned_abs();
    let height = trusted.height.unsigned_abs();
    let level = prop_oneof![
        3 => Just(usual.trust_level),
        1 => edges().prop_map(|all| (all, all)),
        1 => edges().prop_map(|third| (third, third.saturating_mul(3))),
        1 => (edges(), edges()),
    ];
    let periods = (
        or_edge(usual.trusting_period_ns),
        or_edge(usual.max_clock_drift_ns),
    );
    let revision = prop_oneof![2 => Just(CHAIN_ID.to_owned()), 1 => edges().prop_map(|revision| format!("generated-{revision}"))];
    (revision, level, periods, or_edge(height), or_edge(seconds)).prop_map(
        move |(
            chain_id,
            trust_level,
            (trusting_period_ns, max_clock_drift_ns),
            height,
            seconds,
        )| {
            let parameters = Parameters {
                chain_id,
                trust_level,
                trusting_period_ns,
                max_clock_drift_ns,
            };
            let mut trusted = trusted.clone();
            trusted.time.as_mut().expect("a time").seconds = seconds.cast_signed();
            let init = tendermint::init_args(&parameters, &trusted);
            let mut init: Value = serde_json::from_slice(&init).expect("JSON");
            // The header's own height has 63 bits.
            init["height"] = height.into();
            init.to_string().into_bytes()
        },
    )
}

/// Arguments of the GRANDPA client's `init`: numbers at their edges, authorities that are missing,
/// duplicated, or of an edge's weight.
fn grandpa_inits(usual: AuthoritySet) -> impl Strategy<Value = Vec<u8>> {
    let (set_id, usual) = (usual.set_id, usual.authorities);
    let authority = (select(usual.clone()), edges()).prop_map(|((key, _), weight)| (key, weight));
    let authorities = prop_oneof![Just(usual), prop::collection::vec(authority, 0..4),];
    (or_edge(set_id), authorities, or_edge(0)).prop_map(|(set_id, authorities, number)| {
        let number = u32::try_from(number).unwrap_or(u32::MAX);
        let set = AuthoritySet {
            set_id,
            authorities,
        };
        grandpa::init_args(&set, number, &[1; 32])
    })
}

#[test]
fn a_tendermint_client_never_traps() {
    let (client, proofs) = tendermint_membership::client_and_proofs();
    let [exists, absent, store] = proofs;
    let path: &[&[u8]] = &[STORE, b"a"];
    let member = verify_membership_args(100, vec![exists, store.clone()], path, Some(b"apple"));
    let path: &[&[u8]] = &[STORE, b"b"];
    let no_member = verify_membership_args(100, vec![absent, store], path, None);
    check(
        Target::new("tendermint_proofs", 500),
        client,
        &vec![
            ("verify_membership", member),
            ("verify_non_membership", no_member),
        ],
    );

    let chain = Chain::new(4, Power::Equal, "inputs");
    let trusted = chain.block(100, "");
    let now = time_ns(header(&chain.block(300, ""))) + SECOND;
    let parameters = parameters(CHAIN_ID);
    let client = |build| Client::tendermint(build, &parameters, header(&trusted), now);
    let update = |variant| chain.block(200, variant).update(100, &chain.validators());
    let misbehaviour = wire::Misbehaviour {
        header_1: Some(update("")),
        header_2: Some(update("fork")),
    };
    let height = json!({ "height": 100 }).to_string().into_bytes();
    check(
        Target::new("tendermint_inputs", 500),
        Clients::of_the_host(client),
        &vec![
            ("update_client", update_client_args(&update(""))),
            ("submit_misbehaviour", misbehaviour.encode_to_vec()),
            ("consensus_state", height),
        ],
    );

    let contract = test_contracts::tendermint_client(ClientBuild::Host);
    check_init(
        Target::new("tendermint_init", 500),
        Client::nobodys(contract, now),
        tendermint::init_args(&parameters, header(&trusted)),
        tendermint_inits(header(&trusted).clone()),
        ("update_client", update_client_args(&update(""))),
    );
}

#[test]
fn a_grandpa_client_never_traps() {
    let authorities = Authorities::new(7, &[2, 1, 1, 1], "inputs");
    let target = Block::new(9, "");
    let child = target.child("");
    let mut justification = authorities.justify_by(
        3,
        &target,
        &[(0, &target), (1, &child), (2, &target)],
        &[&child],
    );
    justification.headers = vec![target.header.clone()];
    check(
        Target::new("grandpa_inputs", 500),
        Clients::of_the_host(|build| Client::grandpa(build, authorities.set())),
        &vec![("submit_finality", submit_finality_args(&justification))],
    );

    check_init(
        Target::new("grandpa_init", 500),
        Client::nobodys(test_contracts::grandpa_client(ClientBuild::Host), 0),
        grandpa::init_args(authorities.set(), 0, &[1; 32]),
        grandpa_inits(authorities.set().clone()),
        ("submit_finality", submit_finality_args(&justification)),
    );
}

#[test]
fn a_signature_verifier_never_traps() {
    use fixtures::nep364::{MESSAGE, PUBLIC_KEY, SIGNATURE};
    check(
        Target::new("signature_verifier", 500),
        Client::nobodys(signature_verifier(Build::Host), 0),
        &vec![
            (
                "verify",
                fixtures::verify_args(&SIGNATURE, &MESSAGE, &PUBLIC_KEY),
            ),
            (
                "verify_raw",
                fixtures::verify_raw_args(&SIGNATURE, &MESSAGE, &PUBLIC_KEY),
            ),
            ("verify_ed25519", fixtures::verify_ed25519_args(1)),
        ],
    );
}
