//! The called account, and its state file.

use super::Call;
use crate::exit::Failure;
use crate::output;
use anyhow::{anyhow, bail};
use near_runtime_ext::{Account, StateFile, StateFileError};
use std::path::Path;
use std::time::Duration;

/// Waiting longer for a lock is announced.
const PATIENCE: Duration = Duration::from_secs(1);

/// The default account that a contract is deployed to.
const ACCOUNT: &str = "contract.near";

/// The account of the state file, or a new one if there is none; the locked file that a successful call is saved
/// to: `None` for views, and without a file; and the path of a given file that does not exist.
pub(crate) fn open(args: &Call) -> Result<(Account, Option<StateFile>, Option<&Path>), Failure> {
    let (state, saved) = match &args.state {
        None => (None, None),
        Some(path) if args.view => (None, StateFile::peek(path).map_err(Failure::input)?),
        Some(path) => {
            let state = lock(path, args.lock_timeout)?;
            let saved = state.load().map_err(Failure::input)?;
            (Some(state), saved)
        }
    };
    let missing = args.state.as_deref().filter(|_| saved.is_none());
    let account = account(saved, args).map_err(Failure::input)?;
    Ok((account, state, missing))
}

/// The saved account or a new one, changed as the options say.
fn account(saved: Option<Account>, args: &Call) -> anyhow::Result<Account> {
    let asked = args.seen.account_id.as_ref();
    let mut account = match saved {
        Some(saved) => saved,
        None => Account::new(asked.cloned().unwrap_or(ACCOUNT.parse()?)),
    };
    if let Some(asked) = asked.filter(|asked| **asked != account.account_id) {
        let file = args.state.as_deref().unwrap_or("".as_ref()).display();
        let saved = account.account_id;
        bail!("--account-id is {asked}, but the account of state file {file} is {saved}");
    }
    account.balance = args.seen.balance.unwrap_or(account.balance);
    account.locked = args.seen.locked.unwrap_or(account.locked);
    Ok(account)
}

pub(crate) fn lock(path: &Path, timeout: Duration) -> Result<StateFile, Failure> {
    let first = StateFile::lock(path, timeout.min(PATIENCE));
    let locked = match first {
        Err(StateFileError::Locked { holder, .. }) if timeout > PATIENCE => {
            output::complain(&format!(
                "waiting for {holder}, which has state file {} locked",
                path.display()
            ));
            StateFile::lock(path, timeout - PATIENCE)
        }
        first => first,
    };
    locked.map_err(|error| match error {
        StateFileError::Locked { .. } => Failure::from(anyhow!(
            "{error}: waited {timeout:?}, as --lock-timeout says"
        )),
        _ => Failure::input(error),
    })
}
