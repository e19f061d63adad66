//! The accepted forms of a block: one table for messages, tests and documents.

use serde_json::{Value, json};

use super::LightBlock;

/// An accepted form, with or without the JSON-RPC envelope.
#[derive(Clone, Copy, Debug)]
pub struct Form {
    /// The name in errors and documents.
    pub name: &'static str,
    /// The fields that identify it.
    pub fields: &'static str,
    /// The node or tool that writes it.
    pub comes_from: &'static str,
    /// The options that accept it.
    pub options: &'static str,
    /// Writes a block in this form, or the part of it that the form has.
    pub write: fn(&LightBlock) -> Value,
}

/// The answer of `/commit`.
pub const COMMIT: Form = Form {
    name: "/commit",
    fields: "signed_header",
    comes_from: "a node's RPC, `curl 'localhost:26657/commit?height=N'`",
    options: "`--trusted-commit`, `--untrusted-commit`",
    write: |block| json!({ "signed_header": block.signed_header(), "canonical": true }),
};

/// The answer of `/validators`.
pub const VALIDATORS: Form = Form {
    name: "/validators",
    fields: "block_height, validators",
    comes_from: "a node's RPC, `curl 'localhost:26657/validators?height=N&per_page=100&page=1'`: a file for each of as many pages as `total` needs",
    options: "`--trusted-validators`, `--untrusted-validators`, `--trusted-next-validators`",
    write: |block| {
        let count = block.validators.len().to_string();
        json!({
            "block_height": block.height().to_string(),
            "validators": block.validators,
            "count": count,
            "total": count,
        })
    },
};

/// tendermint-rs's `LightBlock`.
pub const LIGHT_BLOCK: Form = Form {
    name: "LightBlock",
    fields: "signed_header, validator_set",
    comes_from: "tendermint-rs's light client; its `next_validator_set` may be left out",
    options: "`--trusted-commit`, `--untrusted-commit`, without validators",
    write: |block| {
        json!({
            "signed_header": block.signed_header(),
            "validator_set": set(block),
            "next_validator_set": set(block),
            "provider": "BADFADAD0BEFEEDC0C0ADEADBEEFC0FFEEFACADE",
        })
    },
};

/// The answer of Celestia's `/signed_block`.
pub const SIGNED_BLOCK: Form = Form {
    name: "/signed_block",
    fields: "header, commit, validator_set",
    comes_from: "a Celestia node's RPC, `curl 'localhost:26657/signed_block?height=N'`; without `data`, celestia-node's `header.GetByHeight`",
    options: "`--trusted-commit`, `--untrusted-commit`, without validators",
    write: |block| {
        json!({
            "header": block.header,
            "commit": block.commit,
            "data": { "txs": [], "square_size": "1" },
            "validator_set": set(block),
        })
    },
};

/// All forms.
pub const FORMS: [Form; 4] = [COMMIT, VALIDATORS, LIGHT_BLOCK, SIGNED_BLOCK];

fn set(block: &LightBlock) -> Value {
    json!({ "validators": block.validators, "proposer": block.validators.first() })
}

/// The forms' names and the fields that identify them.
pub(super) fn names() -> String {
    FORMS
        .map(|form| format!("{} ({})", form.name, form.fields))
        .join(", ")
}

/// An answer as JSON-RPC returns it.
#[must_use]
pub fn enveloped(answer: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": -1, "result": answer })
}
