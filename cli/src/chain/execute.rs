//! `near-ed25519 call --execute`: a call with all receipts that it creates.

use super::{ended, fault, least_gas, report};
use crate::call::{Call, named, prepare};
use crate::exit::{self, Failure};
use crate::output::{announced, complain};
use near_runtime_ext::{Chain, Gas};

/// Executes the call in a chain of the called account and its signer. As without `--execute`, the account is
/// saved after a successful call: one whose result is no failure.
pub(crate) fn run(args: &Call) -> Result<(), Failure> {
    let (prepared, account) = prepare(args)?;
    if let Some(path) = prepared.missing_state {
        let path = path.display();
        complain(&format!(
            "there is no state file {path}: the account is new"
        ));
    }
    let account_id = account.account_id.clone();
    let mut chain = prepared.runtime.chain();
    args.seen.set_block(chain.block_mut());
    let what = format!("compiling and running {} bytes ...", prepared.wasm.len());
    chain.add_with(account).map_err(fault)?;
    chain.deploy(&account_id, prepared.wasm).map_err(fault)?;
    let signer = args.seen.signer.as_ref().unwrap_or(&account_id);
    if *signer != account_id {
        chain.add(signer).map_err(fault)?;
    }
    let sent = |chain: &mut Chain, gas: Gas| {
        let call = chain.call(&account_id, &args.method).signer(signer);
        let call = call
            .args(prepared.method_args.as_slice())
            .gas(gas)
            .deposit(args.attached.deposit);
        call.transact()
    };
    if args.least_gas {
        return least_gas::print(&chain, args.attached.gas, args.json, sent);
    }
    if args.functions.is_asked_for() {
        chain.profile_functions();
    }
    if let Some(path) = &args.symbols {
        named(path, |symbols| chain.name_functions(&account_id, symbols))?;
    }
    let executed = announced(&what, || sent(&mut chain, args.attached.gas)).map_err(fault)?;
    let staged = match (&prepared.state, chain.account_state(&account_id)) {
        (Some(state), Some(account)) if executed.result().is_ok() => Some(state.stage(&account)?),
        _ => None,
    };
    let functions = executed.functions();
    args.functions.write(&functions, &args.method)?;
    let shown = args.functions.functions.then_some(&functions);
    report::executed(&executed, &[], shown, args.json)?;
    let saved = staged.map(|staged| staged.commit()).transpose();
    saved.map_err(exit::after_report)?;
    ended(executed)
}
