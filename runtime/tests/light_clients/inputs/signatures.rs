//! The contracts that only verify signatures: of one key, of many, of users, and of a committee.

use super::{GAS, Method, Numbers, Subject};
use crate::client::{Client, HOST_BUILDS};
use ed25519_dalek::Signer as _;
use requirements::fuzzing::Target;
use serde_json::json;
use test_contracts::committee::{self, Action, Decision, member, members, signatures};
use test_contracts::fixtures::nep364::{PUBLIC_KEY, SIGNATURE};
use test_contracts::signed_messages::{Signers, borsh_args, json_args, json_of, messages};
use test_contracts::{Build, fixtures, signature_verifier};
use test_support::everywhere::{ACCOUNT, TGAS};

/// The host's error for inputs that no verification accepts.
const INVALID: &[&str] = &["ED25519 signature verification error: "];

/// A bad signature is an answer of this contract, not a refusal.
pub(super) fn verifier() -> Subject {
    let verify =
        |message: &[u8], _: &mut Numbers| fixtures::verify_args(&SIGNATURE, message, &PUBLIC_KEY);
    let verify_raw = |message: &[u8], _: &mut Numbers| {
        fixtures::verify_raw_args(&SIGNATURE, message, &PUBLIC_KEY)
    };
    let times = |seed: &[u8], numbers: &mut Numbers| {
        let iterations = u32::try_from(seed.len()).expect("few");
        fixtures::verify_ed25519_args(numbers.of(iterations))
    };
    let many_times = Method {
        gas: 20 * TGAS,
        ..Method::new("verify_ed25519", times).refused_by_the_host(&[GAS])
    };
    Subject {
        target: Target::new("signature_verifier", 500),
        client: Client::nobodys([signature_verifier(Build::Host)], 0),
        methods: vec![
            Method::new("verify", verify),
            Method::new("verify_raw", verify_raw).refused_by_the_host(INVALID),
            many_times,
            Method::bare("attempts"),
            Method::bare("noop"),
        ],
    }
}

/// The builds make one host call per item or one for all, and must give the same answers.
pub(super) fn many_verifier() -> Subject {
    let signed = |seed: &[u8], _: &mut Numbers| {
        let each = (PUBLIC_KEY, SIGNATURE, seed.to_vec());
        let all = vec![each; seed.len() % 4 + 1];
        borsh::to_vec(&all).expect("memory takes any bytes")
    };
    Subject {
        target: Target::new("many_verifier", 500),
        client: Client::nobodys(HOST_BUILDS.map(test_contracts::many_verifier), 0),
        methods: ["verdicts", "binding_verdicts"]
            .map(|name| Method::new(name, signed).refused_by_the_host(INVALID))
            .to_vec(),
    }
}

pub(super) fn signed_messages() -> Subject {
    let some = |seed: &[u8]| {
        let count = u32::try_from(seed.len() % 3).expect("few") + 1;
        messages(count, Signers::ALL[seed.len() % 2], ACCOUNT)
    };
    let is_used = |seed: &[u8], _: &mut Numbers| {
        let message = json_of(&messages(1, Signers::ALL[seed.len() % 2], ACCOUNT)[0]);
        let args = json!({
            "public_key": message["publicKey"],
            "nonce": message["payload"]["nonce"],
        });
        args.to_string().into_bytes()
    };
    Subject {
        target: Target::new("signed_messages", 500),
        client: Client::nobodys(HOST_BUILDS.map(test_contracts::signed_messages), 0),
        methods: vec![
            Method::new("take_borsh", move |seed, _| borsh_args(&some(seed))),
            Method::new("take", move |seed, _| json_args(&some(seed))),
            Method::new("is_nonce_used", is_used),
            Method::bare("noop"),
        ],
    }
}

/// A committee before `new`, and one that decides by its group, which is a single key here, or by
/// two of its members. The builds make many host calls or one, and must give the same answers.
pub(super) fn committees() -> [Subject; 2] {
    let group = || member(u16::MAX);
    // Made once, for a hundred thousand cases.
    let (group_key, members) = (group().verifying_key().to_bytes(), members(22));
    let create = move |seed: &[u8], numbers: &mut Numbers| {
        committee::new_args(&group_key, &members[..seed.len() + 2], numbers.of(2))
    };
    let action = |seed: &[u8], numbers: &mut Numbers| match seed {
        [_, ..] => Action::Transfer {
            receiver: hex::encode(seed),
            amount: numbers.of(1),
        },
        [] => Action::Attest([7; 32]),
    };
    let signed = |decision: &Decision| committee::signed_bytes(ACCOUNT, 0, decision);
    let by_group = move |bytes: &[u8]| group().sign(bytes).to_bytes();
    let approve_group = move |seed: &[u8], numbers: &mut Numbers| {
        let action = action(seed, numbers);
        let signature = by_group(&signed(&Decision::Approve(action.clone())));
        committee::approve_group_args(&action, &signature)
    };
    let approve_members = move |seed: &[u8], numbers: &mut Numbers| {
        let action = action(seed, numbers);
        let bytes = signed(&Decision::Approve(action.clone()));
        let signatures = signatures(&bytes, [0, 1]).into_iter();
        let signatures: Vec<_> = signatures
            .map(|(member, signature)| (numbers.of(member), signature))
            .collect();
        committee::approve_members_args(&action, &signatures)
    };
    // The key must not be a member's.
    let rotate = move |seed: &[u8], _: &mut Numbers| {
        let new = member(u16::try_from(seed.len()).expect("few") + 1000);
        let key = new.verifying_key().to_bytes();
        let bytes = signed(&Decision::Rotate(key));
        let by_new = new.sign(&bytes).to_bytes();
        committee::rotate_args(&key, &by_group(&bytes), &by_new)
    };
    let nobodys = || Client::nobodys(HOST_BUILDS.map(test_contracts::committee), 0);
    let new = Method::new("new", create);
    let mut client = nobodys();
    client.call("new", &new.good()).expect("created");
    const POOR: &[&str] = &["Exceeded the account balance."];
    let created = Subject {
        target: Target::new("committee", 500),
        client,
        methods: vec![
            Method::new("approve_group", approve_group).refused_by_the_host(POOR),
            Method::new("approve_members", approve_members).refused_by_the_host(POOR),
            Method::new("rotate", rotate),
            Method::bare("nonce"),
            Method::bare("group_key"),
            Method::bare("attested"),
        ],
    };
    let nobodys = Subject {
        target: Target::new("committee_new", 500),
        client: nobodys(),
        methods: vec![new],
    };
    [nobodys, created]
}

#[test]
fn a_signature_verifier_never_traps() {
    verifier().never_traps();
}

#[test]
fn a_verifier_of_many_signatures_never_traps() {
    many_verifier().never_traps();
}

#[test]
fn a_taker_of_signed_messages_never_traps() {
    signed_messages().never_traps();
}

#[test]
fn a_committee_never_traps() {
    committees().into_iter().for_each(Subject::never_traps);
}
