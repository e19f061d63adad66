//! The formats that commands read, with the tests' examples, abridged.

use super::Block;
use chain_files::grandpa::forms::{AUTHORITIES, Example, Form, HEADERS, JUSTIFICATIONS};
use chain_files::nep413;
use chain_files::tendermint::forms::FORMS;
use near_ed25519::output::Table;
use serde_json::Value;

/// Characters of a long text shown in documents.
const CHARACTERS: usize = 10;
/// Items of a long list shown: numbers, and others.
const ITEMS: (usize, usize) = (4, 2);

const TITLES: [&str; 4] = ["option", "form", "from", "such as"];

/// The tables, by name.
pub(super) fn blocks() -> [Block; 3] {
    [
        ("grandpa formats", grandpa()),
        ("nep-413 formats", nep_413()),
        ("tendermint formats", tendermint()),
    ]
}

fn tendermint() -> String {
    let mut table = Table::new(TITLES);
    for form in FORMS {
        let fields = form.fields.split(", ");
        let fields: Vec<_> = fields.map(|field| format!("\"{field}\":…")).collect();
        let example = format!("`{{{}}}`", fields.join(","));
        table.line(form.options, &[&form.name, &form.comes_from, &example]);
    }
    table.markdown()
}

fn grandpa() -> String {
    let example = Example::default();
    let kinds: [(_, &[Form]); 3] = [
        ("`--authorities`", &AUTHORITIES),
        ("`--justification`", &JUSTIFICATIONS),
        ("`--header`", &HEADERS),
    ];
    let mut table = Table::new(TITLES);
    for (option, forms) in kinds {
        for form in forms {
            let example = format!("`{}`", abridged(&(form.example)(&example)));
            table.line(option, &[&form.name, &form.comes_from, &example]);
        }
    }
    table.markdown()
}

fn nep_413() -> String {
    let message = nep413::example();
    let mut table = Table::new(TITLES);
    for form in nep413::FORMS {
        let (file, request) = form.files(&message);
        let mut options = "`--nep-413`".to_owned();
        let mut example = format!("`{}`", of_json(&file));
        if let Some(request) = request {
            options += ", `--nep-413-request`";
            example += &format!(", `{}`", of_json(&request));
        }
        if form.is_for_contracts {
            options += ", contracts";
        }
        table.line(&options, &[&form.name, &form.comes_from, &example]);
    }
    table.markdown()
}

/// An example abridged for documents.
fn abridged(example: &[u8]) -> String {
    match str::from_utf8(example) {
        Ok(text) => match serde_json::from_str::<Value>(text) {
            Ok(value) => of_json(&value),
            Err(_) => of_text(text),
        },
        Err(_) => format!("{}…", example[..ITEMS.0].escape_ascii()),
    }
}

fn of_text(text: &str) -> String {
    let long = text.char_indices().nth(CHARACTERS);
    long.map_or(text.to_owned(), |(end, _)| format!("{}…", &text[..end]))
}

fn of_json(value: &Value) -> String {
    let joined = |items: Vec<String>| items.join(",");
    match value {
        Value::String(text) if text.len() > 20 => format!("\"{}\"", of_text(text)),
        Value::Array(items) => {
            let is_number = items.first().is_some_and(Value::is_number);
            let most = if is_number { ITEMS.0 } else { ITEMS.1 };
            let more = if items.len() > most { ",…" } else { "" };
            let shown = items.iter().take(most).map(of_json).collect();
            format!("[{}{more}]", joined(shown))
        }
        Value::Object(members) => {
            let member =
                |(name, value): (&String, &Value)| format!("\"{name}\":{}", of_json(value));
            // Bytes, by their indices.
            let is_long = members.len() > ITEMS.0 && members.values().all(Value::is_number);
            let most = if is_long { ITEMS.0 } else { members.len() };
            let more = if is_long { ",…" } else { "" };
            let shown = members.iter().take(most).map(member).collect();
            format!("{{{}{more}}}", joined(shown))
        }
        short => short.to_string(),
    }
}
