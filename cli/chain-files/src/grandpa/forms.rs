//! The forms in which nodes and tools write justifications and authorities. Errors, `--help` and
//! the documents list this one table; each form has an example, which tests read.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use parity_scale_codec::{Compact, Encode};
use serde_json::{Value, json};

use super::AuthoritySet;
use super::generate::{Authorities, Block};

/// One form.
#[derive(Debug)]
pub struct Form {
    /// The name in errors and reports.
    pub name: &'static str,
    /// The node, tool or call that writes it.
    pub comes_from: &'static str,
    /// Writes a file in this form.
    pub example: fn(&Example) -> Vec<u8>,
}

/// The data of the examples.
pub struct Example {
    /// The authorities that vote.
    pub authorities: AuthoritySet,
    /// SCALE bytes that justify the block.
    pub justification: Vec<u8>,
    /// A block that hands over to other authorities.
    pub block: Block,
}

impl Default for Example {
    fn default() -> Self {
        let next = Authorities::equal(6, 3, "the next set of an example");
        let block = Block::new(69, "an example").child_with_change(next.set(), 0);
        let authorities = Authorities::equal(5, 4, "an example");
        Self {
            authorities: authorities.set().clone(),
            justification: authorities.justify(2, &block).scale,
            block,
        }
    }
}

const fn form(
    name: &'static str,
    comes_from: &'static str,
    example: fn(&Example) -> Vec<u8>,
) -> Form {
    Form {
        name,
        comes_from,
        example,
    }
}

pub(super) const BLOCK: usize = 0;
pub(super) const OLD_BLOCK: usize = 1;
pub(super) const NOTIFICATION: usize = 2;
pub(super) const PROOF: usize = 3;
pub(super) const DECODED: usize = 4;
pub(super) const JSON_TEXT: usize = 5;
pub(super) const LIST: usize = 6;
pub(super) const HEX: usize = 7;
pub(super) const BASE64: usize = 8;
pub(super) const SCALE: usize = 9;

/// The forms of a justification.
pub static JUSTIFICATIONS: [Form; 10] = [
    form(
        "a node's block with justifications",
        "`chain_getBlock`",
        |it| {
            let ours = json!([b"FRNK", it.justification]);
            let others = json!([b"BEEF", [1, 2, 3]]);
            answer(json!({ "block": it.block_json(), "justifications": [others, ours] }))
        },
    ),
    form(
        "a node's block with a justification",
        "`chain_getBlock` before 2021",
        |it| answer(json!({ "block": it.block_json(), "justification": it.justification })),
    ),
    form(
        "a node's notification",
        "`grandpa_subscribeJustifications`",
        |it| {
            let params = json!({ "subscription": "kJTR", "result": hex_text(&it.justification) });
            let method = "grandpa_justifications";
            text(json!({ "jsonrpc": "2.0", "method": method, "params": params }))
        },
    ),
    form("a finality proof", "`grandpa_proveFinality`", |it| {
        let headers = [it.block.header.as_slice()].concat();
        let proof = (it.block.hash, &it.justification, Compact(1_u32)).encode();
        answer(json!(hex_text(&[proof, headers].concat())))
    }),
    form(
        "JSON of the decoded justification",
        "relayers, Avail's tools",
        |it| text(it.decoded()),
    ),
    form(
        "JSON with hex or base64",
        "scripts: alone, as `result` or as `justification_hex`",
        |it| text(json!({ "justification_hex": hex_text(&it.justification) })),
    ),
    form("JSON list of bytes", "scripts", |it| {
        text(json!(it.justification))
    }),
    form(
        "hex",
        "command lines; with or without `0x`, in any number of lines",
        |it| wrapped(hex::encode(&it.justification)),
    ),
    form(
        "base64",
        "command lines; with or without padding, in any number of lines",
        |it| wrapped(STANDARD.encode(&it.justification)),
    ),
    form("SCALE bytes", "a node's database", |it| {
        it.justification.clone()
    }),
];

pub(super) const STATE_CALL: usize = 0;
pub(super) const SET: usize = 1;
pub(super) const SETS_OBJECT: usize = 2;
pub(super) const PAIRS: usize = 3;

/// The forms of an authority set.
pub static AUTHORITIES: [Form; 4] = [
    form(
        "SCALE list (with --set-id)",
        "`state_call` of `GrandpaApi_grandpa_authorities`, in JSON, hex, base64 or bytes; storage `:grandpa_authorities`",
        |it| answer(json!(hex_text(&it.authorities.authorities.encode()))),
    ),
    form(
        "JSON with set_id and authorities",
        "by hand; ids in hex or SS58; `authorities` may be called `signers` or `validator_set`",
        |it| text(json!({ "set_id": it.authorities.set_id, "authorities": it.pairs() })),
    ),
    form("JSON with both in validator_set", "Avail's tools", |it| {
        let keys = it.authorities.authorities.iter();
        let keys: Vec<_> = keys.map(|(key, _)| hex_text(key)).collect();
        let set = json!({ "set_id": it.authorities.set_id, "validator_set": keys });
        text(json!({ "validator_set": set }))
    }),
    form("JSON list (with --set-id)", "polkadot.js", |it| {
        text(it.pairs())
    }),
];

pub(super) const HEADER: usize = 0;
pub(super) const HEADER_BYTES: usize = 1;

/// The forms of a header.
pub static HEADERS: [Form; 2] = [
    form("a node's header", "`chain_getHeader`", |it| {
        answer(it.header_json())
    }),
    form(
        "SCALE bytes of a header, or hex or base64",
        "relayers",
        |it| it.block.header.clone(),
    ),
];

impl Example {
    fn pairs(&self) -> Value {
        let pairs = self.authorities.authorities.iter();
        pairs
            .map(|(key, weight)| json!([hex_text(key), weight]))
            .collect()
    }

    fn block_json(&self) -> Value {
        json!({ "header": self.header_json(), "extrinsics": ["0x280402000b"] })
    }

    fn header_json(&self) -> Value {
        let (parent, rest) = self.block.header.split_at(32);
        let rest = &rest[Compact(self.block.number).encode().len()..];
        let [state, extrinsics, digest] = [&rest[..32], &rest[32..64], &rest[64..]].map(hex_text);
        // One item, without its count.
        let logs = [digest.replacen("0x04", "0x", 1)];
        json!({
            "parentHash": hex_text(parent),
            "number": format!("{:#x}", self.block.number),
            "stateRoot": state,
            "extrinsicsRoot": extrinsics,
            "digest": { "logs": logs },
        })
    }

    fn decoded(&self) -> Value {
        let target = |bytes: &[u8]| {
            let (hash, number) = bytes.split_at(32);
            let number = number.first_chunk().copied().map(u32::from_le_bytes);
            json!({ "target_hash": hex_text(hash), "target_number": number })
        };
        // The start is the round, the target and the count of precommits.
        let (start, rest) = self.justification.split_at(8 + 36 + 1);
        let precommits = rest.as_chunks::<132>().0.iter();
        let precommits = precommits.map(|vote| {
            let (signature, id) = (hex_text(&vote[36..100]), hex_text(&vote[100..]));
            json!({ "precommit": target(&vote[..36]), "signature": signature, "id": id })
        });
        let mut commit = target(&start[8..44]);
        commit["precommits"] = precommits.collect();
        let round = start.first_chunk().copied().map(u64::from_le_bytes);
        json!({ "round": round, "commit": commit, "votes_ancestries": [] })
    }
}

fn hex_text(bytes: &[u8]) -> String {
    format!("0x{}", hex::encode(bytes))
}

fn text(value: Value) -> Vec<u8> {
    value.to_string().into_bytes()
}

/// An answer of JSON-RPC.
pub(super) fn answer(result: Value) -> Vec<u8> {
    text(json!({ "jsonrpc": "2.0", "result": result, "id": 1 }))
}

/// The digits in lines, as tools print bytes.
fn wrapped(digits: String) -> Vec<u8> {
    let lines: Vec<_> = digits.as_bytes().chunks(76).collect();
    lines.join(&b'\n')
}
