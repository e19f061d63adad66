//! Every error text of `near-ed25519 call`, to be read in one sitting: `errors/call.txt`.

use crate::command::{run, text};
use expect_test::expect_file;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use test_contracts::corpus;

/// What each line of arguments is refused for. DIR is a folder with the files below.
const CASES: &[(&str, &str)] = &[
    ("contract absent", "DIR/absent.wasm noop"),
    ("contract a folder", "DIR noop"),
    ("contract empty", "DIR/empty noop"),
    ("contract text", "DIR/text noop"),
    ("contract truncated", "DIR/truncated.wasm noop"),
    ("contract endless", "/dev/zero noop"),
    ("method absent", "DIR/c.wasm no_such_method"),
    ("method of none", "DIR/nothing.wasm noop"),
    ("method empty", "DIR/c.wasm ''"),
    ("method missing", "DIR/c.wasm"),
    ("method panics", "DIR/c.wasm ft_total_supply"),
    ("method traps", "DIR/bare.wasm trap"),
    ("import unknown", "DIR/import.wasm noop"),
    ("import of no network", "DIR/many.wasm noop"),
    ("import of another type", "DIR/typed.wasm noop"),
    ("args not JSON", "DIR/c.wasm noop --args {\"by\":"),
    ("args empty", "DIR/c.wasm noop --args ''"),
    ("args hex odd", "DIR/c.wasm noop --args-hex 0x000"),
    ("args hex digit", "DIR/c.wasm noop --args-hex 0g"),
    ("args base64", "DIR/c.wasm noop --args-base64 ?"),
    ("args base64 bits", "DIR/c.wasm noop --args-base64 AP9="),
    ("args file absent", "DIR/c.wasm noop --args-file DIR/absent"),
    ("args file endless", "DIR/c.wasm noop --args-file /dev/zero"),
    ("args on stdin empty", "DIR/c.wasm noop --args -"),
    ("args twice", "DIR/c.wasm noop --args {} --args-hex 00"),
    ("stdin twice", "- noop --args -"),
    ("gas no number", "DIR/c.wasm noop --gas lots"),
    ("gas in NEAR", "DIR/c.wasm noop --gas '1 NEAR'"),
    ("gas above the limit", "DIR/c.wasm noop --gas 1001"),
    ("gas too fine", "DIR/c.wasm noop --gas 0.0000000000001"),
    ("gas too little", "DIR/c.wasm noop --gas 0.1"),
    ("deposit no unit", "DIR/c.wasm noop --deposit 1"),
    ("deposit too fine", "DIR/c.wasm noop --deposit 0.5yocto"),
    (
        "deposit above the balance",
        "DIR/bare.wasm noop --deposit 101near",
    ),
    (
        "deposit above 128 bits",
        "DIR/bare.wasm noop --signer a.near --deposit 340282366920938near",
    ),
    ("view with gas", "DIR/c.wasm noop --view --gas 5"),
    (
        "view with deposit",
        "DIR/c.wasm noop --view --deposit 1yocto",
    ),
    ("view with signer", "DIR/c.wasm noop --view --signer a.near"),
    ("account", "DIR/c.wasm noop --account-id Alice.near"),
    ("signer empty", "DIR/c.wasm noop --signer ''"),
    ("predecessor", "DIR/c.wasm noop --predecessor a..near"),
    (
        "signer's key",
        "DIR/c.wasm noop --signer-public-key ed25519:1",
    ),
    ("block height", "DIR/c.wasm noop --block-height=-1"),
    ("block time", "DIR/c.wasm noop --block-timestamp yesterday"),
    ("random seed short", "DIR/c.wasm noop --random-seed 00"),
    ("random seed", "DIR/c.wasm noop --random-seed zero"),
    ("promise result", "DIR/c.wasm noop --promise-result 7"),
    (
        "promise result hex",
        "DIR/c.wasm noop --promise-result hex:7",
    ),
    ("validator", "DIR/c.wasm noop --validator node.near"),
    ("validator's name", "DIR/c.wasm noop --validator N=1near"),
    ("validator's stake", "DIR/c.wasm noop --validator n.near=1"),
    (
        "validators above 128 bits",
        "DIR/bare.wasm noop --validator n.near=340282366920938near --validator m.near=1near",
    ),
    ("state a folder", "DIR/c.wasm noop --state DIR"),
    ("state nowhere", "DIR/c.wasm noop --state DIR/absent/state"),
    ("state corrupt", "DIR/c.wasm noop --state DIR/text"),
    (
        "state of another",
        "DIR/c.wasm noop --state DIR/state --account-id b.near",
    ),
    (
        "state without balance",
        r#"DIR/c.wasm new --args {"owner_id":"a.near","total_supply":"1"} --balance 1yocto"#,
    ),
    ("lock without state", "DIR/c.wasm noop --lock-timeout 1s"),
    (
        "lock timeout",
        "DIR/c.wasm noop --state DIR/state --lock-timeout 1",
    ),
    ("compiler unknown", "DIR/c.wasm noop --compiler llvm"),
    (
        "compiler of nearcore",
        "DIR/c.wasm noop --vm nearcore --compiler winch",
    ),
    ("vm unknown", "DIR/c.wasm noop --vm evm"),
    ("gate unknown", "DIR/c.wasm noop --open foo"),
    (
        "gate of nearcore",
        "DIR/c.wasm noop --vm nearcore --open ed25519_verify_many",
    ),
    ("trie depth", "DIR/c.wasm noop --trie-depth deep"),
    ("protocol version 0", "DIR/c.wasm noop --protocol-version 0"),
    ("protocol version", "DIR/c.wasm noop --protocol-version new"),
    ("cache folder", "DIR/c.wasm noop --cache /dev/null/cache"),
    ("option unknown", "DIR/c.wasm noop --sign a.near"),
    ("command unknown", ""),
];

#[test]
fn every_error_text_is_recorded() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let token = corpus::built()
        .iter()
        .find(|it| it.name() == "fungible_token");
    let token = token.expect("one of the sample").wasm();
    let wat = |text: &str| wat::parse_str(text).expect("valid WAT");
    let trap = r#"(module (func (export "noop")) (func (export "trap") unreachable))"#;
    let import = r#"(module (import "env" "foo" (func)) (func (export "noop")))"#;
    let state = r#"{"version": 1, "account_id": "a.near", "balance": "1",
        "storage_usage": 100, "storage": {}}"#;
    for (name, content) in [
        ("c.wasm", token),
        ("truncated.wasm", &token[..token.len() / 2]),
        ("bare.wasm", &wat(trap)),
        ("import.wasm", &wat(import)),
        (
            "many.wasm",
            &wat(&import.replace("foo", "ed25519_verify_many")),
        ),
        ("typed.wasm", &wat(&import.replace("foo", "input"))),
        ("nothing.wasm", &wat("(module)")),
        ("empty", b""),
        ("text", b"(module)"),
        ("state", state.as_bytes()),
    ] {
        fs::write(folder.path().join(name), content).expect("written");
    }
    let lines = CASES
        .iter()
        .map(|(case, words)| refused(case, words, folder.path()));
    expect_file!["errors/call.txt"].assert_eq(&lines.collect::<String>());
}

/// The exit code and the message of one case; usage, which clap adds, aside.
fn refused(case: &str, line: &str, folder: &Path) -> String {
    let folder = folder.to_str().expect("a path");
    // Quotes are around whole words.
    let words = line
        .split('\'')
        .enumerate()
        .flat_map(|(nth, part)| match nth % 2 {
            1 => vec![part],
            _ => part.split_whitespace().collect(),
        });
    let command = match line {
        "" => "frobnicate",
        _ => "call",
    };
    let words = words.map(|word| word.replace("DIR", folder));
    let output = run([command.to_owned()].into_iter().chain(words));
    let code = output.status.code().expect("an exit code");
    assert_ne!(code, 0, "{case}");
    let error = text(&output.stderr).replace(folder, "DIR");
    let message = error.split("\n\nUsage: ").next().unwrap_or_default();
    let message = message.split("\n\nFor more").next().unwrap_or_default();
    let words: Vec<_> = message.split_whitespace().collect();
    let mut line = format!("{case}: exit {code}: ");
    writeln!(line, "{}", words.join(" ")).expect("a string");
    line
}
