//! Texts: cut, searched, changed and formatted.
//!
//! ```text
//! words {"text": "the quick brown fox jumps over the lazy dog the end"}
//! upper {"text": "straße é ﬁ"}
//! reverse {"text": "añb𝄞"}
//! replace {"text": "aXbXc", "from": "X", "to": "--"}
//! parse {"text": " 12, -7,x, 99999999999 "}
//! table {"rows": [["a", 1], ["bcd", -20000]]}
//! caesar {"text": "Hello, World!", "by": 13}
//! distance {"a": "kitten", "b": "sitting"}
//! ```

use near_sdk::near;
use std::collections::BTreeMap;
use std::fmt::Write as _;

#[near(contract_state)]
#[derive(Default)]
pub struct Contract {}

#[near]
impl Contract {
    pub fn words(text: String) -> BTreeMap<String, u32> {
        let mut counts = BTreeMap::new();
        for word in text.split_whitespace() {
            *counts.entry(word.to_owned()).or_default() += 1;
        }
        counts
    }

    pub fn upper(text: String) -> String {
        text.to_uppercase()
    }

    pub fn reverse(text: String) -> String {
        text.chars().rev().collect()
    }

    pub fn replace(text: String, from: String, to: String) -> String {
        text.replace(&from, &to)
    }

    pub fn parse(text: String) -> Vec<Result<i32, String>> {
        let numbers = text.split(',').map(|number| number.trim().parse::<i32>());
        numbers
            .map(|number| number.map_err(|error| error.to_string()))
            .collect()
    }

    pub fn table(rows: Vec<(String, i64)>) -> String {
        let mut table = String::new();
        for (name, number) in rows {
            let _ = writeln!(table, "{name:>6}|{number:<+10}|{number:#x}|{name:?}");
        }
        table
    }

    pub fn caesar(text: String, by: u8) -> String {
        let shift = |letter: char| match u8::try_from(letter) {
            Ok(byte @ b'a'..=b'z') => char::from((byte - b'a' + by) % 26 + b'a'),
            Ok(byte @ b'A'..=b'Z') => char::from((byte - b'A' + by) % 26 + b'A'),
            _ => letter,
        };
        text.chars().map(shift).collect()
    }

    pub fn distance(a: String, b: String) -> usize {
        let b: Vec<_> = b.chars().collect();
        let mut row: Vec<_> = (0..=b.len()).collect();
        for (index, letter) in a.chars().enumerate() {
            let mut diagonal = row[0];
            row[0] = index + 1;
            for at in 0..b.len() {
                let change = diagonal + usize::from(b[at] != letter);
                diagonal = row[at + 1];
                row[at + 1] = change.min(row[at] + 1).min(diagonal + 1);
            }
        }
        row[b.len()]
    }
}
