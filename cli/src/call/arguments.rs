//! `near-ed25519 call`'s arguments.

use super::engine::Engine;
use super::parse::{Bytes, parse_base64, parse_hex, parse_json};
use super::seen::Seen;
use crate::amount;
use crate::functions::Functions;
use clap::Args;
use near_runtime_ext::{Balance, Gas, UNCOVERED};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args)]
#[command(after_help = after_help())]
pub(crate) struct Call {
    /// The contract's Wasm file; - reads standard input
    pub(crate) wasm: PathBuf,
    /// The method to call
    pub(crate) method: String,
    #[command(flatten)]
    pub(crate) attached: Attached,
    /// Call as a view, which cannot change the account
    #[arg(long, conflicts_with_all = ["gas", "deposit"])]
    pub(crate) view: bool,
    /// Execute the receipts that the call creates, and print what each burnt. The signer pays, and there is no
    /// other account: near-ed25519 chain keeps several
    #[arg(long, conflicts_with_all = ["view", "profile", "signer_public_key", "predecessor", "promise_result", "output_data_receiver"])]
    pub(crate) execute: bool,
    /// Print the least gas with which the call ends the same, with --execute all its receipts, too; save nothing
    #[arg(long, conflicts_with_all = ["view", "profile", "functions", "flamegraph", "lcov", "symbols"])]
    pub(crate) least_gas: bool,
    /// State file of the account: loaded if it exists, saved after a successful call
    #[arg(long, value_name = "FILE")]
    pub(crate) state: Option<PathBuf>,
    /// Longest time to wait for other calls that write the state file
    #[arg(long, value_name = "DURATION", default_value = "60s", value_parser = |text: &str| amount::parse_duration(text).map(Duration::from_nanos), requires = "state", conflicts_with = "view")]
    pub(crate) lock_timeout: Duration,
    /// Print the gas profile: the gas of each kind of cost. JSON output always has it
    #[arg(long)]
    pub(crate) profile: bool,
    #[command(flatten)]
    pub(crate) functions: Functions,
    /// Write how often each line of the contract's source ran: an lcov tracefile of the files in this folder. The
    /// symbols must have lines (DWARF)
    #[arg(
        long,
        value_name = "FILE",
        requires = "symbols",
        conflicts_with = "execute"
    )]
    pub(crate) lcov: Option<PathBuf>,
    /// The contract before its names were stripped: the names of its functions, and their lines if it has DWARF
    #[arg(long, value_name = "FILE")]
    pub(crate) symbols: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) seen: Seen,
    #[command(flatten)]
    pub(crate) engine: Engine,
}

// What a call carries. No documentation: clap would print it as the command's.
#[derive(Args)]
pub(crate) struct Attached {
    #[command(flatten)]
    pub(crate) method_args: MethodArgs,
    /// Gas to attach, in gas, Ggas or Tgas, such as 30Tgas or "500 Ggas"; a number alone is Tgas, or gas if
    /// it is above 1000000
    #[arg(long, requires = "method", value_name = "GAS", default_value = "300 Tgas", value_parser = amount::parse_gas)]
    pub(crate) gas: Gas,
    /// Deposit to attach, such as "1 NEAR" or 1yocto; the account that sends the call pays it
    #[arg(long, requires = "method", value_name = "AMOUNT", default_value = "0 NEAR", value_parser = amount::parse_near)]
    pub(crate) deposit: Balance,
}

// A method's arguments, in one of their forms. No documentation: clap would print it as the command's.
#[derive(Args)]
#[group(multiple = false, requires = "method")]
pub(crate) struct MethodArgs {
    /// Arguments as JSON text; - reads standard input
    #[arg(long, value_name = "TEXT", value_parser = parse_json)]
    pub(crate) args: Option<String>,
    /// Arguments as base64, with padding or without
    #[arg(long, value_name = "B", value_parser = parse_base64)]
    pub(crate) args_base64: Option<Bytes>,
    /// Arguments as hex
    #[arg(long, value_name = "H", value_parser = parse_hex)]
    pub(crate) args_hex: Option<Bytes>,
    /// File that holds the arguments, byte for byte; - reads standard input
    #[arg(long, value_name = "F")]
    pub(crate) args_file: Option<PathBuf>,
}

impl Call {
    /// How many of its inputs are standard input.
    pub(crate) fn stdins(&self) -> usize {
        let files = [&self.wasm].into_iter().chain(&self.symbols);
        super::stdins(files, &self.attached.method_args)
    }
}

/// Limits of calls here, exit codes, and examples.
fn after_help() -> String {
    let uncovered = UNCOVERED.map(|line| format!("\n  - {line}")).concat();
    format!("{BEFORE}{uncovered}\n\n{EXIT_CODES}\n\n{EXAMPLES}")
}

const BEFORE: &str = "\
By default the account is contract.near, has 100 NEAR and signs the call itself. A successful call is printed, \
then saved: exit code 0 means that both are done. Calls with the same state file wait for each other; views do \
not wait.

The gas is what mainnet would burn, in the VM and for the call's own receipt. Differences from the chain:";

const EXIT_CODES: &str = "\
Exit codes:
  0  the call succeeded
  1  the call failed; or it could not be made, printed or saved
  2  bad usage, or input that cannot be read";

const EXAMPLES: &str = r#"Examples:
  near-ed25519 call contract.wasm get_count --view --json
  near-ed25519 call contract.wasm increment --args '{"by":2}' --gas 30Tgas \
      --deposit '1 NEAR' --state state.json
  near-ed25519 call token.wasm ft_transfer \
      --args '{"receiver_id":"bob.near","amount":"25"}' --signer alice.near \
      --deposit 1yocto --state token.json
  near-ed25519 call token.wasm on_sent --signer alice.near \
      --predecessor token.near --promise-result 'ok:"7"' --promise-result failed \
      --state token.json
  near-ed25519 call contract.wasm fill --args-file order.json --functions \
      --flamegraph gas.svg --symbols unstripped.wasm
  near-ed25519 call contract.wasm ask --gas 100Tgas --execute
  near-ed25519 call contract.wasm verify --args-hex 0x00ff --vm nearcore \
      --profile
  near-ed25519 call contract.wasm verify_all --args-file items \
      --open ed25519_verify_many
  near-ed25519 call contract.wasm put --args - --trie-depth 0 < args.json"#;
