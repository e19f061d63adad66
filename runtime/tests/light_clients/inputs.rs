//! Calls with good arguments in many forms, and with similar ones, of every method with arguments: a
//! contract accepts the former, refuses the latter with a message or accepts them, and never traps.

use crate::client::Client;
use crate::clients::Clients;
use crate::tendermint::{SECOND, header, parameters, time_ns};
use crate::tendermint_membership::{self, STORE};
use ed25519_dalek::Signer as _;
use fuzz::{Change, Target, changes, fuzz};
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::TestCaseError;
use prost::Message as _;
use serde_json::{Value, json};
use std::rc::Rc;
use tendermint_proto::v0_38::types::Header;
use test_contracts::committee::{self, Action, Decision, member, members, signatures};
use test_contracts::grandpa::generate::{Authorities, Block};
use test_contracts::grandpa::{self, AuthoritySet, submit_finality_args};
use test_contracts::signed_messages::{Signers, borsh_args, json_args, json_of, messages};
use test_contracts::tendermint::generate::{CHAIN_ID, Chain, Power};
use test_contracts::tendermint::{
    self, Parameters, update_client_args, verify_membership_args, wire,
};
use test_contracts::{AnyBuild, Build, ClientBuild, fixtures, signature_verifier};
use test_support::everywhere::ACCOUNT;

/// Calls that succeed in any order: a method, and its arguments, in another form for each seed.
type Calls = [(&'static str, Form)];
type Form = Rc<dyn Fn(&[u8]) -> Vec<u8>>;

fn form(args: impl Fn(&[u8]) -> Vec<u8> + 'static) -> Form {
    Rc::new(args)
}

/// A call in one of its forms.
#[derive(Debug)]
struct Call {
    method: &'static str,
    args: Vec<u8>,
    /// Whether bytes of the form were changed.
    is_changed: bool,
}

/// Calls in all forms; in half of the cases some bytes are changed.
fn similar(calls: &Calls) -> impl Strategy<Value = Call> + use<> {
    let calls = calls.to_vec();
    let seeds = prop::collection::vec(any::<u8>(), 0..20);
    let changes = prop_oneof![Just(vec![]), prop::collection::vec(changes(), 1..4)];
    (0..calls.len(), seeds, changes).prop_map(move |(call, seed, changes)| {
        let (method, form) = &calls[call];
        let good = form(&seed);
        let args = Change::apply_all(&changes, good.clone());
        Call {
            method,
            is_changed: args != good,
            args,
        }
    })
}

/// Makes the calls; the client starts anew each time.
#[track_caller]
fn check(target: Target, clients: impl Into<Clients>, calls: &Calls) {
    let mut client = clients.into();
    let start = client.accounts();
    let tally = fuzz!(target, similar(calls), |call: Call| {
        match client.call(call.method, &call.args) {
            Ok(_) => {
                client.restore(&start);
                Ok("accepted")
            }
            Err(refusal) => {
                prop_assert!(call.is_changed, "{refusal}");
                in_words(&refusal)?;
                Ok("refused")
            }
        }
    });
    tally.reaches(&["accepted", "refused"], 5);
}

/// A field of a protobuf message that no reader knows, and every reader passes over.
fn unknown_field(content: &[u8]) -> Vec<u8> {
    const KEY: [u8; 2] = [0xc2, 0x3e]; // field 1000, with a length
    let length = u8::try_from(content.len()).expect("a varint of one byte");
    [&KEY, &[length][..], content].concat()
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
    let changes = prop::collection::vec(changes(), 1..4);
    let changed = changes.prop_map(move |changes| Change::apply_all(&changes, init.clone()));
    let inits = prop_oneof![changed, edges];
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
    let proved = move |proof: Vec<u8>, key: &'static [u8], value: Option<&'static [u8]>| {
        let store = store.clone();
        form(move |seed| {
            let proofs = vec![[&proof[..], &unknown_field(seed)].concat(), store.clone()];
            verify_membership_args(100, proofs, &[STORE, key], value)
        })
    };
    check(
        Target::new("tendermint_proofs", 500),
        client,
        &[
            ("verify_membership", proved(exists, b"a", Some(b"apple"))),
            ("verify_non_membership", proved(absent, b"b", None)),
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
    let message =
        |encoded: Vec<u8>| form(move |seed| [&encoded[..], &unknown_field(seed)].concat());
    let height = |seed: &[u8]| {
        let known = json!({ "unknown": hex::encode(seed), "height": 100 });
        known.to_string().into_bytes()
    };
    check(
        Target::new("tendermint_inputs", 500),
        Clients::of_the_host(client),
        &[
            ("update_client", message(update_client_args(&update("")))),
            ("submit_misbehaviour", message(misbehaviour.encode_to_vec())),
            ("consensus_state", form(height)),
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
    let set = authorities.set().clone();
    // Nobody signs the order of the votes.
    let justification = move |seed: &[u8]| {
        let mut votes = [(0, &target), (1, &child), (2, &target)];
        votes.rotate_left(seed.len() % 3);
        let mut justification = authorities.justify_by(3, &target, &votes, &[&child]);
        justification.headers = vec![target.header.clone()];
        submit_finality_args(&justification)
    };
    let update = ("submit_finality", justification(&[]));
    check(
        Target::new("grandpa_inputs", 500),
        Clients::of_the_host(|build| Client::grandpa(build, &set)),
        &[("submit_finality", form(justification))],
    );

    check_init(
        Target::new("grandpa_init", 500),
        Client::nobodys(test_contracts::grandpa_client(ClientBuild::Host), 0),
        grandpa::init_args(&set, 0, &[1; 32]),
        grandpa_inits(set),
        update,
    );
}

#[test]
fn a_signature_verifier_never_traps() {
    use fixtures::nep364::{PUBLIC_KEY, SIGNATURE};
    // Whether the signature is good is an answer, not a refusal.
    let verify = |message: &[u8]| fixtures::verify_args(&SIGNATURE, message, &PUBLIC_KEY);
    let verify_raw = |message: &[u8]| fixtures::verify_raw_args(&SIGNATURE, message, &PUBLIC_KEY);
    let times = |seed: &[u8]| {
        let iterations = u32::try_from(seed.len()).expect("few");
        fixtures::verify_ed25519_args(iterations)
    };
    check(
        Target::new("signature_verifier", 500),
        Client::nobodys(signature_verifier(Build::Host), 0),
        &[
            ("verify", form(verify)),
            ("verify_raw", form(verify_raw)),
            ("verify_ed25519", form(times)),
        ],
    );
}

/// In one call or one for each, with the same answers.
#[test]
fn a_taker_of_signed_messages_never_traps() {
    let some = |seed: &[u8]| {
        let count = u32::try_from(seed.len() % 3).expect("few") + 1;
        messages(count, Signers::ALL[seed.len() % 2], ACCOUNT)
    };
    let is_used = |seed: &[u8]| {
        let message = json_of(&messages(1, Signers::ALL[seed.len() % 2], ACCOUNT)[0]);
        let args = json!({
            "public_key": message["publicKey"],
            "nonce": message["payload"]["nonce"],
        });
        args.to_string().into_bytes()
    };
    check(
        Target::new("signed_messages", 500),
        Clients::of_the_host(|build| {
            Client::nobodys(test_contracts::signed_messages(AnyBuild::Client(build)), 0)
        }),
        &[
            ("take_borsh", form(move |seed| borsh_args(&some(seed)))),
            ("take", form(move |seed| json_args(&some(seed)))),
            ("is_nonce_used", form(is_used)),
        ],
    );
}

/// By its group, whose key is one key here, or by two of its members; by many host calls or one, with
/// the same answers.
#[test]
fn a_committee_never_traps() {
    let group = || member(u16::MAX);
    let create = move |seed: &[u8]| {
        let count = u16::try_from(seed.len()).expect("few") + 2;
        let key = group().verifying_key().to_bytes();
        committee::new_args(&key, &members(count), 2)
    };
    let action = |seed: &[u8]| match seed {
        [] => Action::Attest([7; 32]),
        _ => Action::Transfer {
            receiver: hex::encode(seed),
            amount: 1,
        },
    };
    let signed = |decision: &Decision| committee::signed_bytes(ACCOUNT, 0, decision);
    let by_group = move |bytes: &[u8]| group().sign(bytes).to_bytes();
    let approve_group = move |seed: &[u8]| {
        let action = action(seed);
        let signature = by_group(&signed(&Decision::Approve(action.clone())));
        committee::approve_group_args(&action, &signature)
    };
    let approve_members = move |seed: &[u8]| {
        let action = action(seed);
        let signatures = signatures(&signed(&Decision::Approve(action.clone())), [0, 1]);
        committee::approve_members_args(&action, &signatures)
    };
    let rotate = move |seed: &[u8]| {
        let new = committee::member(u16::try_from(seed.len()).expect("few"));
        let key = new.verifying_key().to_bytes();
        let bytes = signed(&Decision::Rotate(key));
        let by_new = new.sign(&bytes).to_bytes();
        committee::rotate_args(&key, &by_group(&bytes), &by_new)
    };
    let nobodys = |build| Client::nobodys(test_contracts::committee(build), 0);
    check(
        Target::new("committee_new", 500),
        Clients::of_the_host(nobodys),
        &[("new", form(create))],
    );
    let created = |build| {
        let mut client = nobodys(build);
        client.call("new", &create(&[])).expect("created");
        client
    };
    check(
        Target::new("committee", 500),
        Clients::of_the_host(created),
        &[
            ("approve_group", form(approve_group)),
            ("approve_members", form(approve_members)),
            ("rotate", form(rotate)),
        ],
    );
}
