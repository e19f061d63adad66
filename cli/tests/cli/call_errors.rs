//! Every error text of `near-ed25519 call`, to be read in one sitting: `errors/call.txt`.

use crate::command::{Folder, rows};
use crate::session::token;
use expect_test::expect_file;
use std::fs;

/// What each line is refused for. DIR is a folder with the files below.
const CASES: &str = r#"
contract absent: call DIR/absent.wasm noop --state DIR/new
contract a folder: call DIR noop --state DIR/new
contract empty: call DIR/empty noop --state DIR/new
contract text: call DIR/text noop --state DIR/new
contract truncated: call DIR/truncated.wasm noop --state DIR/new
contract endless: call /dev/zero noop --state DIR/new
method absent: call DIR/c.wasm no_such_method
method of none: call DIR/nothing.wasm noop
method empty: call DIR/c.wasm ''
method missing: call DIR/c.wasm
method panics: call DIR/c.wasm ft_total_supply
method traps: call DIR/bare.wasm trap
import unknown: call DIR/import.wasm noop
import of no network: call DIR/many.wasm noop
import of another type: call DIR/typed.wasm noop
args not JSON: call DIR/c.wasm noop --args {\"by\":
args empty: call DIR/c.wasm noop --args ''
args hex odd: call DIR/c.wasm noop --args-hex 0x000
args hex digit: call DIR/c.wasm noop --args-hex 0g
args base64: call DIR/c.wasm noop --args-base64 '?'
args base64 bits: call DIR/c.wasm noop --args-base64 AP9=
args file absent: call DIR/c.wasm noop --args-file DIR/absent
args file endless: call DIR/c.wasm noop --args-file /dev/zero
args on stdin empty: call DIR/c.wasm noop --args -
args twice: call DIR/c.wasm noop --args {} --args-hex 00
stdin twice: call - noop --args -
gas no number: call DIR/c.wasm noop --gas lots
gas in NEAR: call DIR/c.wasm noop --gas '1 NEAR'
gas above the limit: call DIR/c.wasm noop --gas 1001
gas too fine: call DIR/c.wasm noop --gas 0.0000000000001
gas too little: call DIR/c.wasm noop --gas 0.1
deposit no unit: call DIR/c.wasm noop --deposit 1
deposit too fine: call DIR/c.wasm noop --deposit 0.5yocto
deposit above the balance: call DIR/bare.wasm noop --deposit 101near
deposit above 128 bits: call DIR/bare.wasm noop --signer a.near --deposit 340282366920938near
view with gas: call DIR/c.wasm noop --view --gas 5
view with deposit: call DIR/c.wasm noop --view --deposit 1yocto
view with signer: call DIR/c.wasm noop --view --signer a.near
account: call DIR/c.wasm noop --account-id Alice.near
signer empty: call DIR/c.wasm noop --signer ''
predecessor: call DIR/c.wasm noop --predecessor a..near
signer's key: call DIR/c.wasm noop --signer-public-key ed25519:1
block height: call DIR/c.wasm noop --block-height=-1
block time: call DIR/c.wasm noop --block-timestamp yesterday
random seed short: call DIR/c.wasm noop --random-seed 00
random seed: call DIR/c.wasm noop --random-seed zero
promise result: call DIR/c.wasm noop --promise-result 7
promise result hex: call DIR/c.wasm noop --promise-result hex:7
validator: call DIR/c.wasm noop --validator node.near
validator's name: call DIR/c.wasm noop --validator N=1near
validator's stake: call DIR/c.wasm noop --validator n.near=1
validators above 128 bits: call DIR/bare.wasm noop --validator n.near=340282366920938near --validator m.near=1near
state a folder: call DIR/c.wasm noop --state DIR
state nowhere: call DIR/c.wasm noop --state DIR/absent/state
state corrupt: call DIR/c.wasm noop --state DIR/text
state of another: call DIR/c.wasm noop --state DIR/state --account-id b.near
state without balance: call DIR/c.wasm new --args '{"owner_id":"a.near","total_supply":"1"}' --balance 1yocto
lock without state: call DIR/c.wasm noop --lock-timeout 1s
lock timeout: call DIR/c.wasm noop --state DIR/state --lock-timeout 1
compiler unknown: call DIR/c.wasm noop --compiler llvm
compiler of nearcore: call DIR/c.wasm noop --vm nearcore --compiler winch
vm unknown: call DIR/c.wasm noop --vm evm
gate unknown: call DIR/c.wasm noop --open foo
gate of nearcore: call DIR/c.wasm noop --vm nearcore --open ed25519_verify_many
trie depth: call DIR/c.wasm noop --trie-depth deep
protocol version 0: call DIR/c.wasm noop --protocol-version 0
protocol version: call DIR/c.wasm noop --protocol-version new
cache folder: call DIR/c.wasm noop --cache /dev/null/cache
option unknown: call DIR/c.wasm noop --sign a.near
command unknown: frobnicate
"#;

#[test]
fn every_error_text_is_recorded_and_no_file_changes() {
    let folder = Folder::new();
    let wat = |text: &str| wat::parse_str(text).expect("valid WAT");
    let trap = r#"(module (func (export "noop")) (func (export "trap") unreachable))"#;
    let import = r#"(module (import "env" "foo" (func)) (func (export "noop")))"#;
    let many = import.replace("foo", "ed25519_verify_many");
    let state = r#"{"version": 1, "account_id": "a.near", "balance": "1",
        "storage_usage": 100, "storage": {}}"#;
    let token = token();
    let files = [
        ("c.wasm", token.to_vec()),
        ("truncated.wasm", token[..token.len() / 2].to_vec()),
        ("bare.wasm", wat(trap)),
        ("import.wasm", wat(import)),
        ("many.wasm", wat(&many)),
        ("typed.wasm", wat(&import.replace("foo", "input"))),
        ("nothing.wasm", wat("(module)")),
        ("empty", Vec::new()),
        ("text", b"(module)".to_vec()),
        ("state", state.into()),
    ];
    for (name, content) in &files {
        folder.write(&format!("DIR/{name}"), content);
    }
    let lines = rows(CASES).map(|(case, line)| {
        let (code, error) = folder.refusal(line);
        format!("{case}: exit {code}: error: {error}\n")
    });
    expect_file!["errors/call.txt"].assert_eq(&lines.collect::<String>());

    assert_eq!(folder.names("DIR").len(), files.len(), "nothing is left");
    for (name, content) in &files {
        let path = folder.path("DIR").join(name);
        assert_eq!(&fs::read(path).expect("read"), content, "{name}");
    }
}
