//! Files of every form with random damage: none parses to a justification that makes the client
//! accept another block or hand over to another set.

use crate::client::Client;
use chain_files::grandpa::forms::{AUTHORITIES, Example, HEADERS, JUSTIFICATIONS};
use chain_files::grandpa::{authority_set, header, justification};
use proptest::prelude::*;
use proptest::sample::Index;
use requirements::fuzzing::{CaseResult, Change, Target, changes, fuzz};
use serde_json::Value;
use test_contracts::grandpa::init_args;
use test_contracts::{ClientBuild, grandpa_client};

/// The damage to a file.
#[derive(Clone, Debug)]
enum Damage {
    /// Changes of its bytes.
    Bytes(Vec<Change>),
    /// Changes of its structure: one value replaces another, or the two are exchanged.
    Values(Index, Index, bool),
}

fn damages() -> impl Strategy<Value = Damage> {
    let values = (any::<Index>(), any::<Index>(), any::<bool>());
    prop_oneof![
        3 => prop::collection::vec(changes(), 1..4).prop_map(Damage::Bytes),
        1 => values.prop_map(|(one, other, both)| Damage::Values(one, other, both)),
    ]
}

/// JSON pointers to the values in a value; for bytes, to the first few.
fn places(value: &Value, at: &str, places: &mut Vec<String>) {
    places.push(at.to_owned());
    match value {
        Value::Array(items) => {
            let items = items.iter().enumerate().take(8);
            items.for_each(|(index, item)| self::places(item, &format!("{at}/{index}"), places));
        }
        Value::Object(members) => {
            let members = members.iter();
            members.for_each(|(name, value)| self::places(value, &format!("{at}/{name}"), places));
        }
        _ => {}
    }
}

impl Damage {
    fn done_to(&self, file: Vec<u8>) -> Vec<u8> {
        match (self, serde_json::from_slice::<Value>(&file)) {
            (Self::Bytes(changes), _) => Change::apply_all(changes, file),
            // The form has no JSON structure.
            (Self::Values(..), Err(_)) => file,
            (Self::Values(one, other, both), Ok(mut value)) => {
                let mut all = Vec::new();
                places(&value, "", &mut all);
                let [one, other] = [one, other].map(|index| index.get(&all));
                let values = [one, other].map(|at| value.pointer(at).cloned());
                let [Some(first), Some(second)] = values else {
                    return file;
                };
                // The first replacement may have removed the second place.
                if let Some(place) = value.pointer_mut(one) {
                    *place = second;
                }
                if *both && let Some(place) = value.pointer_mut(other) {
                    *place = first;
                }
                value.to_string().into_bytes()
            }
        }
    }
}

/// Damages the example of a form. The file must not parse, parse to the same value, or pass
/// `tried`, where a client refuses it or stores nothing wrong. At least one in `one_of` cases does
/// not parse, and at least one is refused.
fn damaged<T: PartialEq>(
    (target, one_of): (Target, u32),
    (forms, example): (usize, impl Fn(usize) -> Vec<u8>),
    read: impl Fn(&[u8]) -> Option<T>,
    mut tried: impl FnMut(T) -> CaseResult,
) {
    let cases = (0..forms, damages());
    let tally = fuzz!(target, cases, |(form, damage): (usize, Damage)| {
        let original = example(form);
        let before = read(&original).expect("an example");
        match read(&damage.done_to(original)) {
            None => Ok("not read"),
            Some(read) if read == before => Ok("the same"),
            Some(read) => tried(read),
        }
    });
    tally.reaches(&["not read", "refused"], one_of);
}

#[test]
fn no_changed_file_of_a_justification_proves_anything_else() {
    let example = Example::default();
    let mut client = Client::grandpa(&[ClientBuild::Host], &example.authorities);
    let before = client.account();
    damaged(
        (Target::new("grandpa_forms", 500 * 10), 20),
        (JUSTIFICATIONS.len(), |form| {
            JUSTIFICATIONS[form].example(&example)
        }),
        |file| Some(justification(file).ok()?.value),
        |read| {
            let (sent, _) = read.without_second_votes();
            let Ok(_) = client.submit_finality(&sent) else {
                return Ok("refused");
            };
            let status = client.status();
            prop_assert_eq!(&status["hash"], &hex::encode(example.block.hash));
            prop_assert_eq!(&status["number"], example.block.number);
            // The client hands over as the block's own header announces, or not at all without the
            // header.
            let next = if sent.headers.is_empty() { 5 } else { 6 };
            prop_assert_eq!(&status["set_id"], next);
            client.restore(&before);
            Ok("of the same block")
        },
    );
}

#[test]
fn no_changed_file_of_authorities_proves_anything_else() {
    let example = Example::default();
    let id = example.authorities.set_id;
    let submitted = justification(&example.justification).expect("SCALE").value;
    let mut client = Client::nobodys([grandpa_client(ClientBuild::Host)], 0);
    let before = client.account();
    damaged(
        (Target::new("grandpa_authority_forms", 500 * 4), 50),
        (AUTHORITIES.len(), |form| {
            AUTHORITIES[form].example(&example)
        }),
        |file| Some(authority_set(file, Some(id)).ok()?.value),
        |read| {
            prop_assert_eq!(read.set_id, id);
            // The caller chooses the trusted set, which must prove the same block or none.
            client.restore(&before);
            let Ok(_) = client.call("init", &init_args(&read, 0, &[1; 32])) else {
                return Ok("no set");
            };
            let Ok(_) = client.submit_finality(&submitted) else {
                return Ok("refused");
            };
            let hash = hex::encode(example.block.hash);
            prop_assert_eq!(&client.status()["hash"], &hash);
            Ok("of the same block")
        },
    );
}

#[test]
fn no_changed_file_of_a_header_is_taken_for_the_blocks() {
    let example = Example::default();
    let mut client = Client::grandpa(&[ClientBuild::Host], &example.authorities);
    let submitted = justification(&example.justification).expect("SCALE").value;
    damaged(
        (Target::new("grandpa_header_forms", 500 * 2), 20),
        (HEADERS.len(), |form| HEADERS[form].example(&example)),
        |file| Some(header(file).ok()?.value),
        |read| {
            let mut sent = submitted.clone();
            sent.headers = vec![read];
            prop_assert!(client.submit_finality(&sent).is_err());
            Ok("refused")
        },
    );
}
