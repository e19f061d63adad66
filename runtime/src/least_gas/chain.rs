//! The least gas with which a transaction and all its receipts end as they do, and the gas that each receipt
//! leaves unused.
//!
//! Unless a receipt sees the amount, less attached gas only makes a charge not fit: before that, receipts run the same,
//! and a promise's fixed gas stays. So every amount between one that is enough and the attached one is enough, and
//! halving finds the least. `used_gas` returns what was used, which is the same.
//! [`SeesGasBy`] lists what breaks this. A receipt that sees the amount only in a run with less gas follows a receipt
//! that ended differently there; hence the run with the attached gas shows all that matter. More gas may also leave
//! the payer too poor for a receipt's transfer; what the payer can afford with the attached amount, it can with less.

use super::edge;
use crate::chain::{Chain, ChainError, Executed, ExecutedReceipt, action_receipt};
use crate::functions::CallTree;
use crate::state::Storage;
use near_primitives::receipt::Receipt;
use near_primitives::transaction::{Action, ExecutionStatus};
use near_primitives_core::account::AccountContract;
use near_primitives_core::hash::CryptoHash;
use near_primitives_core::types::{AccountId, Balance, Gas};

/// Host functions that create receipts with a weight.
const WEIGHTED: [&str; 3] = [
    "promise_batch_action_function_call_weight",
    "promise_yield_create",
    "promise_yield_create_with_id",
];

/// What a transaction needs: see [`Chain::least_gas`].
#[derive(Debug)]
pub struct ChainLeastGas {
    /// With it all receipts end like those of `executed`, with a unit less they do not; `None` if the
    /// transaction's result is a failure.
    pub gas: Option<Gas>,
    /// The transaction with the gas that was attached.
    pub executed: Executed,
    /// Receipts that depend on the amount, other than by running out of it. If there is none, no amount below `gas` is
    /// enough; otherwise one may be. Always empty on nearcore's runner, which records no functions.
    pub sees_gas: Vec<SeesGas>,
}

/// A receipt that depends on the attached gas: see [`ChainLeastGas::sees_gas`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeesGas {
    /// The receipt.
    pub receipt_id: CryptoHash,
    /// Its receiver.
    pub receiver_id: AccountId,
    /// How it depends on the gas.
    pub by: SeesGasBy,
}

/// How a receipt depends on the attached gas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SeesGasBy {
    /// It reads how much gas it has.
    PrepaidGas,
    /// It reads its random seed. The amount is part of the transaction's hash, from which seeds follow.
    RandomSeed,
    /// It creates a yield, and gets an id that follows from the transaction's hash.
    YieldId,
    /// It reads the balance of the account that paid for the gas.
    Balance,
    /// Receipts share the gas that it leaves. The last also gets the remainder of the division: if there are three
    /// or more, it may get a few units more from less gas.
    SharesLeftOver,
}

/// The gas of a receipt's function calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnusedGas {
    /// The receipt.
    pub receipt_id: CryptoHash,
    /// Its receiver.
    pub receiver_id: AccountId,
    /// The methods, in order.
    pub methods: Vec<String>,
    /// Gas attached to the calls.
    pub attached: Gas,
    /// Gas that they have neither burnt nor given to receipts that they created.
    pub unused: Gas,
}

impl Chain {
    /// The least gas with which a transaction does what it does with `attached`: every receipt has the same
    /// actions, result and logs, and accounts have the same contracts and storage. Amounts of tokens are not
    /// compared, since unused gas is given back.
    ///
    /// `transact` makes the transaction on a copy of the chain, with the gas that it is given. It is called some
    /// fifty times at most; the chain itself does not change.
    ///
    /// # Errors
    ///
    /// Those of `transact`. But if nearcore refuses the transaction with less gas, that amount is not enough.
    pub fn least_gas(
        &self,
        attached: Gas,
        transact: impl Fn(&mut Self, Gas) -> Result<Executed, ChainError>,
    ) -> Result<ChainLeastGas, ChainError> {
        let mut chain = self.clone();
        chain.profile_functions();
        let executed = transact(&mut chain, attached)?;
        let wanted = end(&chain, &executed);
        let mut is_enough = |gas| {
            let mut chain = self.clone();
            match transact(&mut chain, Gas::from_gas(gas)) {
                Ok(executed) => Ok(end(&chain, &executed) == wanted),
                Err(ChainError::Transaction(_)) => Ok(false),
                Err(error) => Err(error),
            }
        };
        let gas = match executed.result() {
            Err(_) => None,
            Ok(_) => {
                let unused = executed
                    .receipts
                    .first()
                    .and_then(|it| unused(&executed, it));
                let unused = unused.unwrap_or(Gas::ZERO);
                let used = attached.saturating_sub(unused).as_gas();
                let gas = edge(used, attached.as_gas(), &mut is_enough)?;
                Some(Gas::from_gas(gas))
            }
        };
        Ok(ChainLeastGas {
            gas,
            sees_gas: sees_gas(&executed),
            executed,
        })
    }
}

impl Executed {
    /// The gas that each receipt with function calls was given and left, in the order in which they ran, once all
    /// receipts have run. It follows from the gas refunds, as a node reports them: where gas is free, the list is
    /// empty. Receipts that failed, or whose actions may burn tokens, are left out.
    ///
    /// A receipt without receipts of its own needs its attached gas less the unused gas. One that creates others
    /// with a weight leaves nothing: they get it.
    pub fn unused_gas(&self) -> Vec<UnusedGas> {
        let receipts = self.receipts.iter().filter_map(|it| {
            let mut attached = Gas::ZERO;
            let mut methods = vec![];
            for action in actions(&it.receipt) {
                if let Action::FunctionCall(call) = action {
                    attached = attached.saturating_add(call.gas);
                    methods.push(call.method_name.clone());
                }
            }
            (!methods.is_empty()).then_some(UnusedGas {
                receipt_id: *it.receipt.receipt_id(),
                receiver_id: it.receipt.receiver_id().clone(),
                methods,
                attached,
                unused: unused(self, it)?,
            })
        });
        receipts.collect()
    }
}

/// The actions of an action receipt; none of others.
fn actions(receipt: &Receipt) -> Vec<Action> {
    action_receipt(receipt).map_or_else(Vec::new, |it| it.actions().to_vec())
}

/// The unused gas of a successful receipt. nearcore refunds one sum: the price of unused gas, and the surplus of the
/// purchase price of burnt gas over its burn price (`generate_refund_receipts`).
fn unused(executed: &Executed, of: &ExecutedReceipt) -> Option<Gas> {
    let it = action_receipt(&of.receipt)?;
    let mut actions = it.actions().iter();
    let burns_tokens = |it: &Action| {
        use Action::{DeleteAccount, DeleteKey, DeployGlobalContract};
        matches!(
            it,
            DeployGlobalContract(_) | DeleteAccount(_) | DeleteKey(_)
        )
    };
    if of.failure().is_some()
        || of.receipt.predecessor_id().is_system()
        || actions.any(burns_tokens)
    {
        return None;
    }
    let price = it.gas_price().as_yoctonear();
    let burnt = price.checked_mul(of.outcome.gas_burnt.as_gas().into())?;
    let surplus = burnt.saturating_sub(of.outcome.tokens_burnt.as_yoctonear());
    let created = of
        .outcome
        .receipt_ids
        .iter()
        .filter_map(|id| executed.receipt(id));
    let refunded = created.filter_map(|it| gas_refund(&it.receipt));
    let refunded: u128 = refunded.map(|it| it.as_yoctonear()).sum();
    let unused = refunded.checked_sub(surplus)?;
    // A remainder is no gas.
    let gas = unused
        .checked_div(price)
        .filter(|it| it * price == unused)?;
    u64::try_from(gas).ok().map(Gas::from_gas)
}

/// The amount of a gas refund. Its signer is its receiver; the signer of a deposit's refund is the system.
fn gas_refund(receipt: &Receipt) -> Option<Balance> {
    let it = action_receipt(receipt)?;
    match (it.actions(), receipt.predecessor_id().is_system()) {
        ([Action::Transfer(transfer)], true) if it.signer_id() == receipt.receiver_id() => {
            Some(transfer.deposit)
        }
        _ => None,
    }
}

/// How receipts depend on the attached gas, by the host functions that they called.
fn sees_gas(executed: &Executed) -> Vec<SeesGas> {
    let payer = &executed.conversion.outcome.executor_id;
    // Whoever inherits the payer's balance may read it, too.
    let inherits = executed.receipts.iter().any(|it| {
        let mut actions = actions(&it.receipt).into_iter();
        it.receipt.receiver_id() == payer
            && actions.any(|it| matches!(it, Action::DeleteAccount(_)))
    });
    let mut all = vec![];
    for it in &executed.receipts {
        let receiver_id = it.receipt.receiver_id();
        // A tree that is full may have lost the call.
        let calls = |names: &[&str]| {
            let mut trees = it.functions.iter();
            let named = |tree: &CallTree| {
                let mut nodes = tree.nodes().iter();
                nodes.any(|it| it.is_host && names.contains(&&*it.name))
            };
            trees.any(|tree| tree.is_full() || named(tree))
        };
        // A failed receipt creates none; one that gives gas back has shared nothing.
        let leaves_none =
            it.failure().is_none() && unused(executed, it).is_none_or(|unused| unused == Gas::ZERO);
        let found = [
            (SeesGasBy::PrepaidGas, calls(&["prepaid_gas"])),
            (SeesGasBy::RandomSeed, calls(&["random_seed"])),
            (SeesGasBy::YieldId, calls(&["promise_yield_create"])),
            (
                SeesGasBy::Balance,
                (inherits || receiver_id == payer) && calls(&["account_balance"]),
            ),
            (SeesGasBy::SharesLeftOver, leaves_none && calls(&WEIGHTED)),
        ];
        let found = found.into_iter().filter(|(_, is_found)| *is_found);
        all.extend(found.map(|(by, _)| SeesGas {
            receipt_id: *it.receipt.receipt_id(),
            receiver_id: receiver_id.clone(),
            by,
        }));
    }
    all
}

/// What must not change with less gas: how each receipt ends, and what accounts have at the end.
type End = (Vec<ReceiptEnd>, Vec<(AccountId, AccountContract, Storage)>);

#[derive(PartialEq)]
struct ReceiptEnd {
    predecessor_id: AccountId,
    receiver_id: AccountId,
    actions: Vec<Action>,
    /// The id of a returned promise, which changes with gas, is replaced by the hash of its receipt's place.
    status: ExecutionStatus,
    logs: Vec<String>,
    /// Created receipts that have not run: yields.
    waiting: usize,
}

fn end(chain: &Chain, executed: &Executed) -> End {
    let is_refund = |it: &&ExecutedReceipt| it.receipt.predecessor_id().is_system();
    let receipts = executed.receipts.iter().filter(|it| !is_refund(it));
    let receipts: Vec<_> = receipts.collect();
    let place = |id: &CryptoHash| receipts.iter().position(|it| it.receipt.receipt_id() == id);
    let ended = |it: &&ExecutedReceipt| ReceiptEnd {
        predecessor_id: it.receipt.predecessor_id().clone(),
        receiver_id: it.receipt.receiver_id().clone(),
        actions: actions(&it.receipt).into_iter().map(without_gas).collect(),
        status: match &it.outcome.status {
            ExecutionStatus::SuccessReceiptId(id) => {
                ExecutionStatus::SuccessReceiptId(CryptoHash::hash_borsh(place(id)))
            }
            status => status.clone(),
        },
        logs: it.outcome.logs.clone(),
        waiting: {
            let created = it.outcome.receipt_ids.iter();
            created.filter(|id| executed.receipt(id).is_none()).count()
        },
    };
    let account = |id: &AccountId| {
        let contract = chain.account(id)?.contract().into_owned();
        Some((id.clone(), contract, chain.account_state(id)?.storage))
    };
    let accounts = chain.accounts().filter_map(account);
    (receipts.iter().map(ended).collect(), accounts.collect())
}

fn without_gas(mut action: Action) -> Action {
    if let Action::FunctionCall(call) = &mut action {
        call.gas = Gas::ZERO;
    }
    action
}
