//! The forms in which nodes and tools write justifications and authorities. Errors, `--help` and
//! the documents list this one table; each form has an example, which tests read.

/// One form.
#[derive(Debug)]
pub struct Form {
    /// The name in errors and reports.
    pub name: &'static str,
    /// The node, tool or call that writes it.
    pub comes_from: &'static str,
    /// The example's name in `examples/grandpa`.
    pub file: &'static str,
    /// A file in this form. All examples are of the same block, which hands over to other authorities,
    /// of its justification, or of the authorities that voted.
    pub example: &'static [u8],
}

/// Rows of a name, where it comes from, and the example's name.
macro_rules! forms {
    ($($name:literal, $comes_from:literal, $example:literal;)+) => {
        [$(Form {
            name: $name,
            comes_from: $comes_from,
            file: $example,
            example: include_bytes!(concat!("../../examples/grandpa/", $example)),
        }),+]
    };
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
pub static JUSTIFICATIONS: [Form; 10] = forms! {
    "a node's block with justifications", "`chain_getBlock`", "block.json";
    "a node's block with a justification", "`chain_getBlock` before 2021", "old-block.json";
    "a node's notification", "`grandpa_subscribeJustifications`", "notification.json";
    "a finality proof", "`grandpa_proveFinality`", "proof.json";
    "JSON of the decoded justification", "relayers, Avail's tools", "decoded.json";
    "JSON with hex or base64", "scripts: alone, as `result` or as `justification_hex`", "text.json";
    "JSON list of bytes", "scripts", "list.json";
    "hex", "command lines; with or without `0x`, in any number of lines", "justification.hex";
    "base64", "command lines; with or without padding, in any number of lines", "justification.base64";
    "SCALE bytes", "a node's database", "justification.scale";
};

pub(super) const STATE_CALL: usize = 0;
pub(super) const SET: usize = 1;
pub(super) const SETS_OBJECT: usize = 2;
pub(super) const PAIRS: usize = 3;

/// The forms of an authority set.
pub static AUTHORITIES: [Form; 4] = forms! {
    "SCALE list (with --set-id)",
        "`state_call` of `GrandpaApi_grandpa_authorities`, in JSON, hex, base64 or bytes; storage `:grandpa_authorities`",
        "authorities.json";
    "JSON with set_id and authorities",
        "by hand; ids in hex or SS58; `authorities` may be called `signers` or `validator_set`", "set.json";
    "JSON with both in validator_set", "Avail's tools", "validator-set.json";
    "JSON list (with --set-id)", "polkadot.js", "pairs.json";
};

/// The forms of a header.
pub static HEADERS: [Form; 2] = forms! {
    "a node's header", "`chain_getHeader`", "header.json";
    "SCALE bytes of a header, or hex or base64", "relayers", "header.scale";
};

/// The forms of each kind of file, by the option that accepts it.
pub static KINDS: [(&str, &[Form]); 3] = [
    ("authorities", &AUTHORITIES),
    ("justification", &JUSTIFICATIONS),
    ("header", &HEADERS),
];
