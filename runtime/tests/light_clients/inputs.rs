//! Calls with arguments like good ones, of every method that takes any: a contract refuses them in
//! words or does as asked, and never traps.

use crate::client::Client;
use crate::clients::Clients;
use crate::tendermint::{SECOND, header, parameters, time_ns};
use crate::tendermint_membership::{self, STORE};
use fuzz::{Change, Target, changes, fuzz};
use proptest::prelude::*;
use proptest::sample::select;
use prost::Message as _;
use serde_json::json;
use test_contracts::grandpa::generate::{Authorities, Block};
use test_contracts::grandpa::{self, submit_finality_args};
use test_contracts::tendermint::generate::{CHAIN_ID, Chain, Power};
use test_contracts::tendermint::{self, update_client_args, verify_membership_args, wire};
use test_contracts::{Build, ClientBuild, fixtures, signature_verifier};

/// Calls that succeed, in any order: method and arguments.
type Calls = Vec<(&'static str, Vec<u8>)>;

/// One of the calls, its arguments changed in places.
fn changed(calls: &Calls) -> impl Strategy<Value = (&'static str, Vec<u8>)> + use<> {
    let changes = prop::collection::vec(changes(), 1..4);
    (select(calls.clone()), changes)
        .prop_map(|((method, args), changes)| (method, Change::apply_all(&changes, args)))
}

/// Makes the calls as they are, then changed; the client starts anew each time.
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
                prop_assert!(!refusal.starts_with("WebAssembly trap"), "{refusal}");
                Ok("refused")
            }
        }
    });
    // Where all of it is signed, nothing that has changed is accepted.
    tally.reaches(&["refused"], 2);
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
    let client = Client::nobodys(contract, now);
    let init = tendermint::init_args(&parameters, header(&trusted));
    check(
        Target::new("tendermint_init", 500),
        client,
        &vec![("init", init)],
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

    let client = Client::nobodys(test_contracts::grandpa_client(ClientBuild::Host), 0);
    let init = grandpa::init_args(authorities.set(), 0, &[1; 32]);
    check(
        Target::new("grandpa_init", 500),
        client,
        &vec![("init", init)],
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
