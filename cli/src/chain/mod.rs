//! `near-ed25519 chain`: accounts and contracts in a file, and transactions with all their receipts.

mod arguments;
mod execute;
mod least_gas;
mod report;

pub(crate) use arguments::ChainCommand;
pub(crate) use execute::run as execute;

use crate::call::{lock, named, read_arguments, read_contract, stdins};
use crate::exit::{self, Failure};
use crate::output;
use anyhow::anyhow;
use arguments::{Advance, Call, Create, Deploy, On, Transfer, View};
use near_runtime_ext::{Account, Chain, ChainError, Executed, Runtime, StateFile, StateFileError};

pub(crate) fn run(command: &ChainCommand) -> Result<(), Failure> {
    match command {
        ChainCommand::Create(args) => create(args),
        ChainCommand::Deploy(args) => deploy(args),
        ChainCommand::Call(args) => call(args),
        ChainCommand::View(args) => view(args),
        ChainCommand::Transfer(args) => transfer(args),
        ChainCommand::Advance(args) => advance(args),
        ChainCommand::Accounts(on) => accounts(on),
    }
}

fn create(args: &Create) -> Result<(), Failure> {
    let (runtime, file) = locked(&args.on)?;
    let saved = file.load_chain(&runtime).map_err(Failure::input)?;
    let mut chain = saved.unwrap_or_else(|| runtime.chain());
    let account = Account {
        balance: args.balance,
        ..Account::new(args.account.clone())
    };
    chain.add_with(account).map_err(fault)?;
    let staged = file.stage_chain(&chain)?;
    report::account(&args.account, &chain, args.on.json)?;
    staged.commit().map_err(exit::after_report)
}

fn deploy(args: &Deploy) -> Result<(), Failure> {
    let attached = &args.attached;
    let stdins = stdins([&args.wasm], &attached.method_args);
    crate::input::once(stdins).map_err(Failure::input)?;
    transact(&args.on, false, |runtime, chain| {
        let wasm = read_contract(&args.wasm, runtime).map_err(Failure::input)?;
        let mut transaction = chain.transaction(&args.account, &args.account).deploy(wasm);
        if let Some(method) = &args.method {
            let method_args =
                read_arguments(&attached.method_args, runtime).map_err(Failure::input)?;
            let (gas, deposit) = (attached.gas, attached.deposit);
            transaction = transaction.function_call(method, method_args, gas, deposit);
        }
        transaction.transact().map_err(fault)
    })
}

fn call(args: &Call) -> Result<(), Failure> {
    let (attached, functions) = (&args.attached, &args.functions);
    let signer = args.signer.as_ref().unwrap_or(&args.contract);
    let sent = |chain: &mut Chain, method_args: &[u8], gas| {
        let call = chain.call(&args.contract, &args.method).signer(signer);
        let call = call.args(method_args).gas(gas);
        call.deposit(attached.deposit).transact()
    };
    let arguments =
        |runtime: &Runtime| read_arguments(&attached.method_args, runtime).map_err(Failure::input);
    if functions.is_asked_for() || args.least_gas {
        args.on.engine.ensure_functions().map_err(Failure::input)?;
    }
    if args.least_gas {
        let (runtime, chain) = peeked(&args.on)?;
        let method_args = arguments(&runtime)?;
        return least_gas::print(&chain, attached.gas, args.on.json, |chain, gas| {
            sent(chain, &method_args, gas)
        });
    }
    transact(&args.on, functions.functions, |runtime, chain| {
        if functions.is_asked_for() {
            chain.profile_functions();
        }
        for (account, path) in &args.symbols {
            named(path, |symbols| chain.name_functions(account, symbols))?;
        }
        let executed = sent(chain, &arguments(runtime)?, attached.gas).map_err(fault)?;
        functions.write(&executed.functions(), &args.method)?;
        Ok(executed)
    })
}

fn transfer(args: &Transfer) -> Result<(), Failure> {
    transact(&args.on, false, |_, chain| {
        let transaction = chain.transaction(&args.from, &args.to);
        transaction.transfer(args.amount).transact().map_err(fault)
    })
}

fn advance(args: &Advance) -> Result<(), Failure> {
    change(
        &args.on,
        "making blocks ...",
        |_, chain| chain.advance(args.blocks).map_err(fault),
        |(), ran, chain| report::advanced(ran, chain, args.on.json),
    )
}

/// Executes a transaction, prints it, with the gas of its functions if asked to, and saves the chain; fails if a
/// receipt failed.
fn transact(
    on: &On,
    functions: bool,
    act: impl FnOnce(&Runtime, &mut Chain) -> Result<Executed, Failure>,
) -> Result<(), Failure> {
    let what = "compiling and running ...";
    ended(change(on, what, act, |executed, ran, _| {
        let functions = functions.then(|| executed.functions());
        report::executed(executed, ran, functions.as_ref(), on.json)
    })?)
}

/// Changes the saved chain, prints the report, which sees the transactions that ran, and saves it.
fn change<T>(
    on: &On,
    what: &str,
    act: impl FnOnce(&Runtime, &mut Chain) -> Result<T, Failure>,
    report: impl FnOnce(&T, &[&Executed], &Chain) -> anyhow::Result<()>,
) -> Result<T, Failure> {
    let (runtime, file) = locked(on)?;
    let before = there(file.load_chain(&runtime), on)?;
    let mut chain = before.clone();
    let done = output::announced(what, || act(&runtime, &mut chain))?;
    let staged = file.stage_chain(&chain)?;
    report(&done, &report::ran(&before, &chain), &chain)?;
    staged.commit().map_err(exit::after_report)?;
    Ok(done)
}

/// Fails if a receipt failed.
fn ended(executed: Executed) -> Result<(), Failure> {
    let failed = executed.into_result().err();
    exit::unless(failed.map(|failed| failed.to_string()))
}

fn view(args: &View) -> Result<(), Failure> {
    let (runtime, chain) = peeked(&args.on)?;
    let method_args = read_arguments(&args.method_args, &runtime).map_err(Failure::input)?;
    let viewed = output::announced("compiling and running ...", || {
        chain.view(&args.contract, &args.method, method_args)
    });
    let outcome = viewed.map_err(fault)?;
    report::view(&outcome, args.on.json)?;
    let failure = outcome.failure;
    exit::unless(failure.map(|it| format!("{}: {it}", args.method)))
}

fn accounts(on: &On) -> Result<(), Failure> {
    let (_, chain) = peeked(on)?;
    Ok(report::accounts(&chain, on.json)?)
}

/// The network, and the chain's file, locked.
fn locked(on: &On) -> Result<(Runtime, StateFile), Failure> {
    Ok((on.engine.runtime()?, lock(&on.state, on.lock_timeout)?))
}

/// The network and the saved chain, without a lock.
fn peeked(on: &On) -> Result<(Runtime, Chain), Failure> {
    let runtime = on.engine.runtime()?;
    let chain = there(StateFile::peek_chain(&on.state, &runtime), on)?;
    Ok((runtime, chain))
}

fn there(loaded: Result<Option<Chain>, StateFileError>, on: &On) -> Result<Chain, Failure> {
    loaded.map_err(Failure::input)?.ok_or_else(|| {
        let path = on.state.display();
        Failure::input(anyhow!(
            "there is no state file {path}: near-ed25519 chain create ID makes it"
        ))
    })
}

fn fault(error: ChainError) -> Failure {
    match error {
        ChainError::Runtime(_) => Failure::from(error),
        _ => Failure::input(error),
    }
}
