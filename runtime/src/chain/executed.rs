//! What a transaction has done.

use crate::functions::CallTree;
use crate::outcome::costs;
use borsh::{BorshDeserialize, BorshSerialize};
use near_primitives::errors::TxExecutionError;
use near_primitives::receipt::{Receipt, VersionedActionReceipt, VersionedReceiptEnum};
use near_primitives::transaction::{
    Action, ExecutionMetadata, ExecutionOutcome, ExecutionStatus, Transaction,
};
use near_primitives_core::hash::CryptoHash;
use near_primitives_core::types::{AccountId, Balance, Gas};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Deref;
use std::{fmt, iter};

/// A transaction, and the receipts that have run since.
#[derive(Clone, Debug, PartialEq, BorshSerialize, BorshDeserialize)]
#[must_use = "a receipt may have failed: see `into_result`"]
pub struct Executed {
    /// The transaction in its block.
    pub conversion: Conversion,
    /// The receipts in the order in which they ran, refunds included.
    pub receipts: Vec<ExecutedReceipt>,
}

/// A transaction that nearcore did not refuse, without a failed receipt. Unlike an [`Executed`], it may be ignored.
#[derive(Clone, Debug, PartialEq)]
pub struct Succeeded(Executed);

impl Deref for Succeeded {
    type Target = Executed;

    fn deref(&self) -> &Executed {
        &self.0
    }
}

/// A transaction in its block: it became a receipt, unless nearcore refused it there.
#[derive(Clone, Debug, PartialEq, BorshSerialize, BorshDeserialize)]
pub struct Conversion {
    /// The transaction's hash.
    pub hash: CryptoHash,
    /// The height of its block.
    pub block_height: u64,
    /// The transaction.
    pub transaction: Transaction,
    /// Status, gas and tokens burnt to send the receipt and its actions, and the receipt's id: as a
    /// node reports them.
    pub outcome: ExecutionOutcome,
}

/// A receipt that ran.
#[derive(Clone, Debug, PartialEq, BorshSerialize, BorshDeserialize)]
pub struct ExecutedReceipt {
    /// The receipt.
    pub receipt: Receipt,
    /// The height of the block in which it ran.
    pub block_height: u64,
    /// Status, gas and tokens burnt, logs and created receipts: as a node reports them.
    pub outcome: ExecutionOutcome,
    /// The gas of each function in its function calls, in order, if
    /// [`Chain::profile_functions`](crate::Chain::profile_functions) was called. A state file does not
    /// keep it.
    #[borsh(skip)]
    pub functions: Vec<CallTree>,
}

/// A transaction or receipt that failed where success was required.
#[derive(Clone, Debug, thiserror::Error)]
#[error("{id} failed at {executor_id}: {error}")]
pub struct ExecutionFailed {
    /// The receipt's id, or the transaction's hash.
    pub id: CryptoHash,
    /// The receipt's receiver, or the transaction's signer.
    pub executor_id: AccountId,
    /// nearcore's error.
    pub error: Box<TxExecutionError>,
}

fn failure(id: CryptoHash, outcome: &ExecutionOutcome) -> Option<ExecutionFailed> {
    match &outcome.status {
        ExecutionStatus::Failure(error) => Some(ExecutionFailed {
            id,
            executor_id: outcome.executor_id.clone(),
            error: Box::new(error.clone()),
        }),
        _ => None,
    }
}

impl Conversion {
    /// The error of a transaction that nearcore refused in its block.
    pub fn failure(&self) -> Option<ExecutionFailed> {
        failure(self.hash, &self.outcome)
    }
}

impl ExecutedReceipt {
    /// The error of a receipt that failed.
    pub fn failure(&self) -> Option<ExecutionFailed> {
        failure(*self.receipt.receipt_id(), &self.outcome)
    }

    /// Gas burnt inside the VM by cost: nearcore's names, `wasm_instruction` for Wasm.
    pub fn profile(&self) -> BTreeMap<String, Gas> {
        let profile = match &self.outcome.metadata {
            ExecutionMetadata::V3(profile) => profile,
            ExecutionMetadata::V4(metadata) => &metadata.profile,
            _ => return BTreeMap::new(),
        };
        costs(
            profile.wasm_ext_profile.iter(),
            profile.actions_profile.iter(),
            profile.wasm_gas,
        )
    }
}

impl Executed {
    /// What the transaction's caller gets: the value of its receipt, or of the promise that it
    /// returned, and so on; `None` while that receipt waits.
    ///
    /// # Errors
    ///
    /// That receipt failed, or the transaction. Another receipt may have failed nonetheless: see
    /// [`Self::into_result`].
    pub fn result(&self) -> Result<Option<&[u8]>, ExecutionFailed> {
        match self.last() {
            None => Ok(None),
            Some((id, outcome)) => match &outcome.status {
                ExecutionStatus::SuccessValue(value) => Ok(Some(value)),
                _ => failure(id, outcome).map_or(Ok(None), Err),
            },
        }
    }

    /// The outcome that decides the result, found by following returned promises; `None` if that receipt has not run.
    pub(super) fn last(&self) -> Option<(CryptoHash, &ExecutionOutcome)> {
        let (mut id, mut outcome) = (self.conversion.hash, &self.conversion.outcome);
        while let ExecutionStatus::SuccessReceiptId(next) = &outcome.status {
            (id, outcome) = (*next, &self.receipt(next)?.outcome);
        }
        Some((id, outcome))
    }

    /// Whether each receipt is listed once, by what created it, and each returned promise by what returned it: lists
    /// from a file could lead in a circle.
    pub(super) fn is_tree(&self) -> bool {
        let receipts = self.receipts.iter().map(|it| &it.outcome);
        let mut outcomes = iter::once(&self.conversion.outcome).chain(receipts);
        let mut listed = BTreeSet::new();
        outcomes.all(|it| {
            let returned = match &it.status {
                ExecutionStatus::SuccessReceiptId(id) => it.receipt_ids.contains(id),
                _ => true,
            };
            returned && it.receipt_ids.iter().all(|id| listed.insert(*id))
        })
    }

    /// What failed, in order: the transaction, or receipts.
    pub fn failures(&self) -> impl Iterator<Item = ExecutionFailed> {
        let receipts = self.receipts.iter().filter_map(ExecutedReceipt::failure);
        self.conversion.failure().into_iter().chain(receipts)
    }

    /// The transaction, if nothing failed.
    ///
    /// # Errors
    ///
    /// The first that failed.
    pub fn into_result(self) -> Result<Succeeded, ExecutionFailed> {
        let first = self.failures().next();
        first.map_or(Ok(Succeeded(self)), Err)
    }

    /// A receipt that ran.
    pub fn receipt(&self, id: &CryptoHash) -> Option<&ExecutedReceipt> {
        let mut receipts = self.receipts.iter();
        receipts.find(|it| it.receipt.receipt_id() == id)
    }

    /// Gas burnt by the conversion and all receipts.
    pub fn gas_burnt(&self) -> Gas {
        let receipts = self.receipts.iter().map(|it| it.outcome.gas_burnt);
        receipts.fold(self.conversion.outcome.gas_burnt, Gas::saturating_add)
    }

    /// Tokens burnt by the conversion and all receipts, yoctoNEAR.
    pub fn tokens_burnt(&self) -> Balance {
        let receipts = self.receipts.iter().map(|it| it.outcome.tokens_burnt);
        receipts.fold(
            self.conversion.outcome.tokens_burnt,
            Balance::saturating_add,
        )
    }
}

/// A receipt's line, and its logs.
fn fmt_receipt(
    f: &mut fmt::Formatter<'_>,
    executed: &ExecutedReceipt,
    margin: &str,
) -> fmt::Result {
    let outcome = &executed.outcome;
    let receiver = executed.receipt.receiver_id();
    write!(f, "{margin}{receiver}: {}", actions(&executed.receipt))?;
    write!(f, " · block {}", executed.block_height)?;
    write!(f, " · {}", tgas(outcome.gas_burnt))?;
    match &outcome.status {
        ExecutionStatus::SuccessValue(value) if value.is_empty() => {}
        ExecutionStatus::SuccessValue(value) => {
            write!(f, " · {}", in_line(&String::from_utf8_lossy(value)))?;
        }
        ExecutionStatus::SuccessReceiptId(_) => write!(f, " · a promise")?,
        ExecutionStatus::Failure(error) => write!(f, " · FAILED: {}", in_line(&error.to_string()))?,
        ExecutionStatus::Unknown => {}
    }
    writeln!(f)?;
    let mut logs = outcome.logs.iter();
    logs.try_for_each(|log| writeln!(f, "{margin}  log: {}", in_line(log)))
}

/// A contract's text on one line, so that no log looks like a receipt.
fn in_line(text: &str) -> String {
    let escaped = text.chars().map(|it| match it.is_control() {
        true => it.escape_default().to_string(),
        false => it.to_string(),
    });
    escaped.collect()
}

/// The receipt as one with actions; `None` if it delivers data or distributes a global contract.
pub(crate) fn action_receipt(receipt: &Receipt) -> Option<VersionedActionReceipt<'_>> {
    match receipt.versioned_receipt() {
        VersionedReceiptEnum::Action(it) | VersionedReceiptEnum::PromiseYield(it) => Some(it),
        _ => None,
    }
}

/// The actions of a receipt, with methods and deposits.
pub(super) fn actions(receipt: &Receipt) -> String {
    let Some(it) = action_receipt(receipt) else {
        return "data".to_owned();
    };
    let from_system = receipt.predecessor_id().is_system();
    let names = it.actions().iter().map(|action| {
        let name = match action {
            Action::FunctionCall(call) => format!("{}()", in_line(&call.method_name)),
            Action::Transfer(_) if from_system => "refund".to_owned(),
            action => action.as_ref().to_owned(),
        };
        match action.get_deposit_balance() {
            Balance::ZERO => name,
            deposit => format!("{name} with {}", near(deposit)),
        }
    });
    names.collect::<Vec<_>>().join(", ")
}

fn tgas(gas: Gas) -> String {
    let (whole, rest) = (
        gas.as_gas() / 1_000_000_000_000,
        gas.as_gas() % 1_000_000_000_000,
    );
    format!("{whole}.{:03} Tgas", rest / 1_000_000_000)
}

/// Tokens in NEAR with five decimals, or in yoctoNEAR if all five would be 0.
fn near(tokens: Balance) -> String {
    const DIGIT: u128 = 10_u128.pow(19);
    let yocto = tokens.as_yoctonear();
    match yocto / DIGIT {
        0 => format!("{yocto} yoctoNEAR"),
        digits => format!("{}.{:05} NEAR", digits / 100_000, digits % 100_000),
    }
}

impl fmt::Display for Executed {
    /// A tree: each receipt with its receiver, actions, block, gas, result and logs, and below it the
    /// receipts that it created.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Conversion {
            hash,
            block_height,
            outcome,
            ..
        } = &self.conversion;
        let (signer, gas) = (&outcome.executor_id, tgas(outcome.gas_burnt));
        write!(
            f,
            "{signer}: transaction {hash} · block {block_height} · {gas}"
        )?;
        match &outcome.status {
            ExecutionStatus::Failure(error) => writeln!(f, " · REFUSED: {error}")?,
            _ => writeln!(f)?,
        }
        // No recursion: promises may nest deeper than a thread's stack allows.
        let mut rest: Vec<_> = outcome.receipt_ids.iter().map(|id| (id, 1)).collect();
        while let Some((id, depth)) = rest.pop() {
            let margin = "  ".repeat(depth);
            let Some(executed) = self.receipt(id) else {
                writeln!(f, "{margin}{id} waits")?;
                continue;
            };
            fmt_receipt(f, executed, &margin)?;
            let children = executed.outcome.receipt_ids.iter().rev();
            rest.extend(children.map(|child| (child, depth + 1)));
        }
        write!(
            f,
            "in all {}, {} burnt",
            tgas(self.gas_burnt()),
            near(self.tokens_burnt())
        )
    }
}

#[cfg(test)]
#[test]
fn a_circle_of_receipts_is_no_tree() {
    let mut chain = crate::Runtime::new().chain();
    let account: AccountId = "alice.near".parse().expect("a name");
    chain.add(&account).expect("a new account");
    let transfer = chain.transaction(&account, &account);
    let transfer = transfer.transfer(Balance::ZERO).transact();
    let mut executed = transfer.expect("accepted");
    assert!(executed.is_tree());
    let own = *executed.receipts[0].receipt.receipt_id();
    executed.receipts[0].outcome.receipt_ids.push(own);
    assert!(!executed.is_tree());
    executed.receipts[0].outcome.receipt_ids.clear();
    executed.receipts[0].outcome.status = ExecutionStatus::SuccessReceiptId(own);
    assert!(!executed.is_tree());
}
