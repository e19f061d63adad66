//! `near-ed25519 chain`'s arguments.

use crate::amount;
use crate::call::{Attached, Engine, MethodArgs};
use crate::functions::Functions;
use anyhow::Context as _;
use clap::{Args, Subcommand};
use near_runtime_ext::{AccountId, Balance};
use std::path::PathBuf;
use std::time::Duration;

#[derive(Subcommand)]
#[command(after_help = SESSION)]
pub(crate) enum ChainCommand {
    /// Add an account with a key and a balance from nowhere; the first one makes the chain
    Create(Create),
    /// Deploy a contract by a transaction of its account, and call it in the same transaction
    Deploy(Deploy),
    /// Call a method, and execute all receipts
    Call(Call),
    /// Call a method as a view
    View(View),
    /// Transfer tokens
    Transfer(Transfer),
    /// Make blocks in which nobody sends a transaction: yields time out after 200
    Advance(Advance),
    /// List the accounts
    #[command(after_help = "Examples:\n  near-ed25519 chain accounts --json")]
    Accounts(On),
}

// Where the chain is, and how it runs. No documentation: clap would print it as the command's.
#[derive(Args)]
pub(crate) struct On {
    /// State file of the chain
    #[arg(long, value_name = "FILE", default_value = "chain.json")]
    pub(super) state: PathBuf,
    /// Longest time to wait for other commands that write the state file
    #[arg(long, value_name = "DURATION", default_value = "60s", value_parser = |text: &str| amount::parse_duration(text).map(Duration::from_nanos))]
    pub(super) lock_timeout: Duration,
    /// Print JSON: of a transaction the document of RPC's EXPERIMENTAL_tx_status
    #[arg(long)]
    pub(super) json: bool,
    #[command(flatten)]
    pub(super) engine: Engine,
}

#[derive(Args)]
#[command(after_help = "Examples:
  near-ed25519 chain create alice.near
  near-ed25519 chain create token.near --balance '10 NEAR' --state session.json")]
pub(crate) struct Create {
    /// The account
    pub(super) account: AccountId,
    /// Its balance
    #[arg(long, value_name = "AMOUNT", default_value = "100 NEAR", value_parser = amount::parse_near)]
    pub(super) balance: Balance,
    #[command(flatten)]
    pub(super) on: On,
}

#[derive(Args)]
#[command(after_help = r#"Examples:
  near-ed25519 chain deploy token.near token.wasm
  near-ed25519 chain deploy token.near token.wasm new \
      --args '{"owner_id":"alice.near","total_supply":"1000"}'"#)]
pub(crate) struct Deploy {
    /// The account, which signs
    pub(super) account: AccountId,
    /// The contract's Wasm file; - reads standard input
    pub(super) wasm: PathBuf,
    /// Method to call after the deployment, in the same transaction
    pub(super) method: Option<String>,
    #[command(flatten)]
    pub(super) attached: Attached,
    #[command(flatten)]
    pub(super) on: On,
}

#[derive(Args)]
#[command(
    after_help = r#"All receipts are executed, block after block, until only yields wait. What is printed is a tree: each receipt with its receiver, actions, block, burnt gas and result, and below it the receipts that it created.

Exit codes:
  0  every receipt of the transaction succeeded
  1  one failed: state and balances are saved as they are after it; or the command could not do its work, and nothing is saved
  2  bad usage, input that cannot be read, or a transaction that nearcore refuses; nothing is saved

Examples:
  near-ed25519 chain call counter.near increment --signer alice.near
  near-ed25519 chain call token.near ft_transfer_call \
      --args '{"receiver_id":"vault.near","amount":"25","msg":""}' \
      --signer alice.near --deposit 1yocto --json
  near-ed25519 chain call counter.near increment --signer alice.near --least-gas
  near-ed25519 chain call bridge.near receive --args-file packet.json \
      --flamegraph gas.svg --symbols bridge.near=bridge.wasm"#
)]
pub(crate) struct Call {
    /// The contract's account
    pub(super) contract: AccountId,
    /// The method to call
    pub(super) method: String,
    /// Account that signs the transaction and pays for it [default: the contract's]
    #[arg(long, value_name = "ID")]
    pub(super) signer: Option<AccountId>,
    #[command(flatten)]
    pub(super) attached: Attached,
    /// Print the least gas with which all receipts end the same, and the gas that each leaves; save nothing
    #[arg(long, conflicts_with_all = ["functions", "flamegraph", "symbols"])]
    pub(super) least_gas: bool,
    #[command(flatten)]
    pub(super) functions: Functions,
    /// A contract before its names were stripped, for the names of its functions; may be repeated
    #[arg(long, value_name = "ID=FILE", value_parser = parse_symbols, requires = "Functions")]
    pub(super) symbols: Vec<(AccountId, PathBuf)>,
    #[command(flatten)]
    pub(super) on: On,
}

fn parse_symbols(text: &str) -> anyhow::Result<(AccountId, PathBuf)> {
    let (account, file) = text.split_once('=').context("expected ID=FILE")?;
    Ok((account.parse()?, file.into()))
}

#[derive(Args)]
#[command(after_help = r#"Examples:
  near-ed25519 chain view token.near ft_balance_of \
      --args '{"account_id":"alice.near"}'"#)]
pub(crate) struct View {
    /// The contract's account
    pub(super) contract: AccountId,
    /// The method to call
    pub(super) method: String,
    #[command(flatten)]
    pub(super) method_args: MethodArgs,
    #[command(flatten)]
    pub(super) on: On,
}

#[derive(Args)]
#[command(after_help = "Examples:
  near-ed25519 chain transfer alice.near bob.near '1 NEAR'")]
pub(crate) struct Transfer {
    /// Account that signs
    pub(super) from: AccountId,
    /// Account that receives
    pub(super) to: AccountId,
    /// Tokens, such as "1 NEAR"
    #[arg(value_parser = amount::parse_near)]
    pub(super) amount: Balance,
    #[command(flatten)]
    pub(super) on: On,
}

#[derive(Args)]
#[command(after_help = "Examples:
  near-ed25519 chain advance 200")]
pub(crate) struct Advance {
    /// Number of blocks
    pub(super) blocks: u64,
    #[command(flatten)]
    pub(super) on: On,
}

/// All commands, in the order of a session.
const SESSION: &str = r#"Gas, tokens, refunds, receipt ids and blocks are those of a network with one shard; near-ed25519 call --help lists what differs. Every command reads the chain from a state file, and saves it after the report is printed.

Examples:
  near-ed25519 chain create alice.near
  near-ed25519 chain create token.near
  near-ed25519 chain deploy token.near token.wasm new \
      --args '{"owner_id":"alice.near","total_supply":"1000"}'
  near-ed25519 chain call token.near ft_transfer \
      --args '{"receiver_id":"bob.near","amount":"25"}' --signer alice.near \
      --deposit 1yocto
  near-ed25519 chain view token.near ft_balance_of \
      --args '{"account_id":"alice.near"}'
  near-ed25519 chain accounts"#;
