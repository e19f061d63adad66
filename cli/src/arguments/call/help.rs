//! What `near-ed25519 call --help` ends with.

use near_runtime_ext::UNCOVERED;

/// What a call here is and is not, what exit codes say, and examples.
pub(super) fn after_help() -> String {
    let uncovered: Vec<_> = UNCOVERED.iter().map(|line| format!("  - {line}")).collect();
    format!(
        "{BEFORE}\n{}\n\n{EXIT_CODES}\n\n{EXAMPLES}",
        uncovered.join("\n")
    )
}

const BEFORE: &str = "\
Unless options say otherwise the account is contract.near, with 100 NEAR, and it signs the call itself. A call \
that succeeds is printed, then saved: exit code 0 says that both are done. Calls with the same state file wait \
for each other; views do not wait.

The gas is what mainnet would burn: in the VM, and with the call's own receipt. What is not as on chain:";

const EXIT_CODES: &str = "\
Exit codes:
  0  the call succeeded
  1  the call failed; or it could not be made, printed or saved
  2  bad usage, or input that cannot be read";

const EXAMPLES: &str = r#"Examples:
  near-ed25519 call contract.wasm get_count --view --json
  near-ed25519 call contract.wasm increment --args '{"by":2}' --gas 30Tgas --deposit '1 NEAR' --state state.json
  near-ed25519 call token.wasm ft_transfer --args '{"receiver_id":"bob.near","amount":"25"}' --signer alice.near --deposit 1yocto --state token.json
  near-ed25519 call token.wasm on_sent --signer alice.near --predecessor token.near --promise-result 'ok:"7"' --promise-result failed --state token.json
  near-ed25519 call contract.wasm verify --args-hex 0x00ff --vm nearcore --profile
  near-ed25519 call contract.wasm verify_all --args-file items --open ed25519_verify_many
  near-ed25519 call contract.wasm put --args - --trie-depth 0 < args.json"#;
