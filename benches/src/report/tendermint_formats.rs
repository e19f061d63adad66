//! The forms of a block that `near-ed25519 tendermint` reads.

use std::fmt::Write as _;
use test_contracts::tendermint::forms::FORMS;

/// The table, by name.
pub(super) fn block() -> (&'static str, String) {
    let mut table = "| form | told by | from | options |\n|---|---|---|---|\n".to_owned();
    for form in FORMS {
        let (name, fields) = (form.name, form.fields.replace(", ", "`, `"));
        let (from, options) = (form.comes_from, form.options);
        // Writing to a string cannot fail.
        let _ = writeln!(table, "| {name} | `{fields}` | {from} | {options} |");
    }
    ("tendermint formats", table)
}
