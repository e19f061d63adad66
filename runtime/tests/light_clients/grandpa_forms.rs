//! Files of every form changed at random: none is read as a justification that makes the client accept another
//! block, or hand over to another set.

use crate::client::Client;
use chain_files::grandpa::forms::{AUTHORITIES, Example, HEADERS, JUSTIFICATIONS};
use chain_files::grandpa::{authority_set, header, justification};
use proptest::prelude::*;
use proptest::sample::Index;
use requirements::fuzzing::{Change, Target, changes, fuzz};
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
            // Forms without structure.
            (Self::Values(..), Err(_)) => file,
            (Self::Values(one, other, both), Ok(mut value)) => {
                let mut all = Vec::new();
                places(&value, "", &mut all);
                let [one, other] = [one, other].map(|index| index.get(&all));
                let values = [one, other].map(|at| value.pointer(at).cloned());
                let [Some(first), Some(second)] = values else {
                    return file;
                };
                // One value may be within the other, and gone with it.
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

#[test]
fn no_changed_file_of_a_justification_proves_anything_else() {
    let example = Example::default();
    let mut client = Client::grandpa(&[ClientBuild::Host], &example.authorities);
    let before = client.account();
    let forms = (0..JUSTIFICATIONS.len(), damages());
    let target = Target::new("grandpa_forms", 500 * 10);
    let original = |form: usize| {
        let file = JUSTIFICATIONS[form].example(&example);
        justification(&file).expect("an example").value
    };
    let set_id = |client: &mut Client| client.status()["set_id"].clone();
    let tally = fuzz!(target, forms, |(form, damage): (usize, Damage)| {
        let changed = damage.done_to(JUSTIFICATIONS[form].example(&example));
        let Ok(read) = justification(&changed) else {
            return Ok("not read");
        };
        if read.value == original(form) {
            return Ok("the same");
        }
        let (sent, _) = read.value.clone().without_second_votes();
        let Ok(_) = client.submit_finality(&sent) else {
            return Ok("refused");
        };
        let status = client.status();
        prop_assert_eq!(&status["hash"], &hex::encode(example.block.hash));
        prop_assert_eq!(&status["number"], example.block.number);
        // It hands over as the block's own header announces, or not at all without the header.
        let next = if sent.headers.is_empty() { 5 } else { 6 };
        prop_assert_eq!(set_id(&mut client), next);
        client.restore(&before);
        Ok("of the same block")
    });
    tally.reaches(&["not read", "refused"], 20);
}

#[test]
fn no_changed_file_of_authorities_proves_anything_else() {
    let example = Example::default();
    let target = Target::new("grandpa_authority_forms", 500 * 4);
    let forms = (0..AUTHORITIES.len(), damages());
    let set = &example.authorities;
    let hash = hex::encode(example.block.hash);
    let submitted = justification(&example.justification).expect("SCALE").value;
    let mut client = Client::nobodys([grandpa_client(ClientBuild::Host)], 0);
    let before = client.account();
    let tally = fuzz!(target, forms, |(form, damage): (usize, Damage)| {
        let changed = damage.done_to(AUTHORITIES[form].example(&example));
        let Ok(read) = authority_set(&changed, Some(set.set_id)) else {
            return Ok("not read");
        };
        let read = read.value;
        prop_assert_eq!(read.set_id, set.set_id);
        if read == *set {
            return Ok("the same");
        }
        // The caller chooses the trusted set: it proves the same block, or none.
        client.restore(&before);
        let init = init_args(&read, 0, &[1; 32]);
        let Ok(_) = client.call("init", &init) else {
            return Ok("no set");
        };
        match client.submit_finality(&submitted) {
            Ok(_) => {
                prop_assert_eq!(&client.status()["hash"], &hash);
                Ok("of the same block")
            }
            Err(_) => Ok("refused"),
        }
    });
    tally.reaches(&["not read", "refused"], 50);
}

#[test]
fn no_changed_file_of_a_header_is_taken_for_the_blocks() {
    let example = Example::default();
    let mut client = Client::grandpa(&[ClientBuild::Host], &example.authorities);
    let target = Target::new("grandpa_header_forms", 500 * 2);
    let forms = (0..HEADERS.len(), damages());
    let submitted = justification(&example.justification).expect("SCALE").value;
    let original = |form: usize| {
        let file = HEADERS[form].example(&example);
        header(&file).expect("an example").value
    };
    let tally = fuzz!(target, forms, |(form, damage): (usize, Damage)| {
        let changed = damage.done_to(HEADERS[form].example(&example));
        let Ok(read) = header(&changed) else {
            return Ok("not read");
        };
        if read.value == original(form) {
            return Ok("the same");
        }
        let mut sent = submitted.clone();
        sent.headers = vec![read.value];
        prop_assert!(client.submit_finality(&sent).is_err());
        Ok("refused")
    });
    tally.reaches(&["not read", "refused"], 20);
}
