//! `near-ed25519-bench chains`: the time of transactions that are executed with all their receipts.

use crate::measure::{Bound, Clock, Effort, Experiment, Findings, Recording, Row, Shared};
use anyhow::{Context as _, ensure};
use near_runtime_ext::{
    Account, AccountId, Balance, Chain, PromiseResult, Runtime, Succeeded, Success,
};
use std::time::{Duration, Instant};
use test_contracts::corpus;

/// Transfers in a block.
const TRANSFERS: u32 = 1_000;
/// One processor verifies, executes and stores this many plain transfers a second.
const GOAL: f64 = 10_000.0;

/// The calls of a whole `ft_transfer_call`, by themselves, without a transaction, a block or its receipts:
/// the sender calls the token, which calls the receiver, and then itself.
const PARTS: [&str; 3] = [TRANSFER_CALL, "ft_on_transfer", "ft_resolve_transfer"];
const TRANSFER_CALL: &str = "ft_transfer_call";

/// The time of a transaction with all its receipts.
const WHOLE: &str = "ft_transfer_call with all its receipts";

fn transfer() -> String {
    format!("a transfer, {TRANSFERS} in a block")
}

fn alone(part: &str) -> String {
    format!("{part} alone")
}

/// Transactions of a chain, and the calls that one of them makes.
pub(crate) static EXPERIMENT: Experiment = Experiment {
    name: "chains",
    usual: Effort::new(8, 6),
    quick: Effort::new(2, 2),
    examples: "Times depend on the machine: close other programs.\n\n\
    Examples:\n  near-ed25519-bench chains --out chains\n  \
    near-ed25519-bench chains --quick \\\n      --json | jq '.rows[] | {name, us: (.columns[0].least_ns / 1e3)}'",
    is_steady: false,
    rows,
    findings,
};

fn rows() -> Vec<Row> {
    let tokens = Shared::new();
    let mut rows = vec![
        row(transfer(), &tokens, |token, clock| {
            clock.times(TRANSFERS, || token.transfers())
        }),
        row(WHOLE.to_owned(), &tokens, |token, clock| {
            let (_, executed) = token.transfer_call()?;
            clock.gas(executed.gas_burnt().as_gas())?;
            clock.times(1, || Ok(token.transfer_call()?.0))
        }),
    ];
    rows.extend(PARTS.map(|part| {
        row(alone(part), &tokens, move |token, clock| {
            clock.gas(token.alone(part)?.burnt_gas.as_gas())?;
            clock.times(1, || Ok(token.alone(part)?.wall))
        })
    }));
    rows
}

fn row(
    name: String,
    tokens: &Shared<(), Token>,
    turn: impl Fn(&Token, &mut Clock) -> anyhow::Result<()> + 'static,
) -> Row {
    let tokens = tokens.clone();
    Row::new("", name, [COLUMN], None, move |_| {
        let token = tokens.get((), |()| Token::new())?;
        Ok(move |_, clock: &mut Clock| turn(&token, clock))
    })
}

const COLUMN: &str = "us";

fn findings(measured: &Recording) -> anyhow::Result<Findings> {
    let us = |row: &str| measured.times((row, COLUMN)).map(|it| it.us());
    let table = measured.table(
        ["", COLUMN],
        |row| Some(row.name.clone()),
        |row| Ok(vec![us(row).map(|it| format!("{it:.1}"))]),
    )?;
    let parts = PARTS.iter().map(|it| us(&alone(it)));
    let calls: Option<f64> = parts.sum();
    let ratio = us(WHOLE).zip(calls).map(|(whole, calls)| whole / calls);
    let three_alone = format!("{WHOLE}, times its three calls alone");
    let caption = "Transactions with all their receipts on one processor:";
    let blocks = ["chain times", "chain times on"];
    Ok(Findings {
        bounds: vec![
            Bound::new("us of a plain transfer", 1e6 / GOAL, us(&transfer())),
            Bound::new(three_alone, 2.0, ratio),
        ],
        ..measured.findings(caption, table, blocks, "", |_, _| None)?
    })
}

/// A chain with a token, and a vault that accepts it.
struct Token {
    runtime: Runtime,
    chain: Chain,
    /// The token's account after an `ft_transfer_call`.
    after: Account,
}

const ALICE: &str = "alice.near";
const BOB: &str = "bob.near";
const TOKEN: &str = "token.near";
const VAULT: &str = "vault.near";
const ONE_YOCTO: Balance = Balance::from_yoctonear(1);
const SENT: &str = r#"{"receiver_id":"vault.near","amount":"100","msg":"{\"keep\":\"60\"}"}"#;
const ON_TRANSFER: &str = r#"{"sender_id":"alice.near","amount":"100","msg":"{\"keep\":\"60\"}"}"#;
const RESOLVE: &str = r#"{"sender_id":"alice.near","receiver_id":"vault.near","amount":"100"}"#;

pub(crate) fn id(name: &str) -> anyhow::Result<AccountId> {
    name.parse().with_context(|| name.to_owned())
}

/// A chain with these users, and these contracts.
pub(crate) fn chain_of(
    runtime: &Runtime,
    users: &[&str],
    contracts: &[(&str, &[u8])],
) -> anyhow::Result<Chain> {
    let mut chain = runtime.chain();
    for user in users {
        chain.add(&id(user)?)?;
    }
    for (name, wasm) in contracts {
        chain.add(&id(name)?)?;
        chain.deploy(&id(name)?, wasm.to_vec())?;
    }
    Ok(chain)
}

impl Token {
    fn new() -> anyhow::Result<Self> {
        let runtime = Runtime::new();
        let token = (TOKEN, corpus::wasm("fungible_token"));
        let vault = (VAULT, corpus::wasm("token_receiver"));
        let mut chain = chain_of(&runtime, &[ALICE, BOB], &[token, vault])?;
        let new = chain.call(&id(TOKEN)?, "new");
        let new = new.args(r#"{"owner_id":"alice.near","total_supply":"1000000"}"#);
        new.transact()?.into_result()?;
        let register = chain
            .call(&id(TOKEN)?, "storage_deposit")
            .signer(&id(ALICE)?);
        let register = register.args(r#"{"account_id":"vault.near","registration_only":true}"#);
        let register = register.deposit(Balance::from_millinear(10));
        register.transact()?.into_result()?;
        let mut after = chain.clone();
        transfer_call(&mut after)?;
        let after = after.account_state(&id(TOKEN)?);
        Ok(Self {
            runtime,
            after: after.context("an account of the chain")?,
            chain,
        })
    }

    /// A block of transfers, and the block of their receipts.
    fn transfers(&self) -> anyhow::Result<Duration> {
        let (alice, bob, mut chain) = (id(ALICE)?, id(BOB)?, self.chain.clone());
        let start = Instant::now();
        for _ in 0..TRANSFERS {
            chain
                .transaction(&alice, &bob)
                .transfer(ONE_YOCTO)
                .submit()?;
        }
        chain.settle()?;
        let elapsed = start.elapsed();
        ensure!(
            chain
                .transactions()
                .all(|it| it.failures().next().is_none())
        );
        Ok(elapsed)
    }

    fn transfer_call(&self) -> anyhow::Result<(Duration, Succeeded)> {
        let mut chain = self.chain.clone();
        let start = Instant::now();
        let executed = transfer_call(&mut chain)?;
        Ok((start.elapsed(), executed))
    }

    /// A call by itself, on its account as the previous call left it.
    fn alone(&self, part: &str) -> anyhow::Result<Success> {
        let before = |name| self.chain.account_state(&id(name).ok()?);
        let (account, contract, args) = match part {
            TRANSFER_CALL => (before(TOKEN), "fungible_token", SENT),
            "ft_on_transfer" => (before(VAULT), "token_receiver", ON_TRANSFER),
            _ => (Some(self.after.clone()), "fungible_token", RESOLVE),
        };
        let account = account.context("an account of the chain")?;
        let wasm = corpus::wasm(contract).to_vec();
        let mut contract = self.runtime.deploy_to(account, wasm)?;
        let call = contract.call(part).args(args).signer(id(ALICE)?);
        let call = match part {
            TRANSFER_CALL => call.deposit(ONE_YOCTO),
            "ft_on_transfer" => call.predecessor(id(TOKEN)?),
            _ => {
                let unused = PromiseResult::Successful(br#""40""#[..].into());
                call.predecessor(id(TOKEN)?).promise_results([unused])
            }
        };
        Ok(call.transact()?.into_result()?)
    }
}

fn transfer_call(chain: &mut Chain) -> anyhow::Result<Succeeded> {
    let call = chain.call(&id(TOKEN)?, TRANSFER_CALL);
    let call = call.signer(&id(ALICE)?).args(SENT);
    Ok(call.deposit(ONE_YOCTO).transact()?.into_result()?)
}
