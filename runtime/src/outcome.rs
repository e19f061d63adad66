//! The outcome of a call.

use crate::functions::{CallTree, StackFrame};
use crate::host::HostCall;
use crate::network::Backend;
use crate::receipt::Receipt;
use near_primitives_core::types::{Balance, Gas};
use near_vm_runner::logic::errors::FunctionCallError;
use near_vm_runner::logic::{ReturnData, VMOutcome};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Deref;
use std::time::Duration;

/// Name of Wasm instructions in a [gas profile](Outcome::profile).
const WASM_INSTRUCTION: &str = "wasm_instruction";

/// The outcome of a call that ran: the contract's success or failure.
#[derive(Debug)]
#[must_use = "a failed call is an outcome, not an error"]
pub struct Outcome {
    /// The backend that ran the contract.
    pub backend: Backend,
    /// Gas burnt inside the VM.
    pub burnt_gas: Gas,
    /// Gas that the call burns outside the VM as the only action of a transaction: to send its
    /// receipt and to begin to execute it. 0 for a view. See [`Self::total_burnt_gas`].
    pub receipt_gas: Gas,
    /// Gas burnt inside the VM, and gas reserved for the created receipts, without [`Self::shared_gas`].
    pub used_gas: Gas,
    /// Gas that the call left over, which its receipts share by weight.
    pub shared_gas: Gas,
    /// The contract's return value.
    pub return_data: ReturnData,
    /// The contract's log lines.
    pub logs: Vec<String>,
    /// The failure, if the call failed.
    pub failure: Option<Failure>,
    /// Burnt gas by cost, without costs of 0: nearcore's names, `wasm_instruction` for Wasm.
    pub profile: BTreeMap<String, Gas>,
    /// The call's compute usage: nearcore's measure of computing time, in gas.
    pub compute_usage: u64,
    /// Receipts the call created. They are not executed.
    pub receipts: Vec<Receipt>,
    /// Tokens that the protocol adds, yoctoNEAR: an account without tokens may attach 1 yoctoNEAR.
    pub subsidized: Balance,
    /// Successful calls of host functions, in order, if [`Call::trace`](crate::Call::trace) was called.
    pub host_calls: Vec<HostCall>,
    /// The gas of each function, if [`Contract::profile_functions`](crate::Contract::profile_functions)
    /// was called.
    pub functions: Option<CallTree>,
    /// Time from handing the call to the VM until its outcome, compilation included.
    pub wall: Duration,
}

/// Failure of a call, caused by the contract.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
pub enum Failure {
    /// The contract failed, or a host function that it called.
    #[error("{0}")]
    Call(FunctionCallError),
    /// The contract returned, but its storage needs more stake than the account's balance.
    #[error(
        "the account lacks {} yoctoNEAR to stake what it stores, its code included",
        amount.as_yoctonear()
    )]
    LackBalanceForState {
        /// The missing amount.
        amount: Balance,
    },
}

impl fmt::Debug for Failure {
    /// nearcore's own format for its failures.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Call(error) => error.fmt(f),
            Self::LackBalanceForState { amount } => f
                .debug_struct("LackBalanceForState")
                .field("amount", amount)
                .finish(),
        }
    }
}

impl From<FunctionCallError> for Failure {
    fn from(error: FunctionCallError) -> Self {
        Self::Call(error)
    }
}

/// The outcome of a successful call. Unlike an [`Outcome`], it may be ignored.
#[derive(Debug)]
pub struct Success(Outcome);

impl Deref for Success {
    type Target = Outcome;

    fn deref(&self) -> &Outcome {
        &self.0
    }
}

impl From<Success> for Outcome {
    fn from(success: Success) -> Self {
        success.0
    }
}

/// A failed call where success was required. `{:#}`, and `expect`, print the stack in which it stopped, too, if
/// functions were recorded.
#[derive(thiserror::Error)]
pub struct CallFailed {
    /// Why.
    pub reason: String,
    /// The stack, the innermost function first: [`CallTree::backtrace`].
    pub backtrace: Vec<StackFrame>,
}

impl fmt::Display for CallFailed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the call failed: {}", self.reason)?;
        match f.alternate() {
            true => self
                .backtrace
                .iter()
                .try_for_each(|frame| write!(f, "\n  in {frame}")),
            false => Ok(()),
        }
    }
}

impl fmt::Debug for CallFailed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self:#}")
    }
}

/// A return value that is missing or does not decode.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReturnValueError {
    /// The call failed.
    #[error(transparent)]
    Failed(#[from] CallFailed),
    /// The value does not decode.
    #[error("the return value is not valid {encoding}: {reason}")]
    Malformed {
        /// `JSON` or `borsh`.
        encoding: &'static str,
        /// The decoder's reason.
        reason: String,
    },
}

/// Burnt gas by cost, without costs of 0.
pub(crate) fn costs<'a>(
    host: impl Iterator<Item = (impl ToString, &'a Gas)>,
    actions: impl Iterator<Item = (impl ToString, &'a Gas)>,
    wasm: Gas,
) -> BTreeMap<String, Gas> {
    let host = host.map(|(cost, gas)| (cost.to_string(), *gas));
    let actions = actions.map(|(cost, gas)| (cost.to_string(), *gas));
    let wasm = (WASM_INSTRUCTION.to_owned(), wasm);
    host.chain(actions)
        .chain([wasm])
        .filter(|(_, gas)| *gas != Gas::ZERO)
        .collect()
}

impl Outcome {
    pub(crate) fn new(
        outcome: VMOutcome,
        failure: Option<Failure>,
        backend: Backend,
        receipt_gas: Gas,
        host_calls: Vec<HostCall>,
        wall: Duration,
    ) -> Self {
        // What a failed call returned or was given is undone.
        let (return_data, subsidized) = match &failure {
            None => (outcome.return_data, outcome.subsidized_amount),
            Some(_) => (ReturnData::None, Balance::ZERO),
        };
        Self {
            backend,
            burnt_gas: outcome.burnt_gas,
            receipt_gas,
            used_gas: outcome.used_gas,
            shared_gas: Gas::ZERO,
            return_data,
            subsidized,
            logs: outcome.logs,
            failure,
            profile: costs(
                outcome.profile.wasm_ext_profile.iter(),
                outcome.profile.actions_profile.iter(),
                outcome.profile.wasm_gas,
            ),
            compute_usage: outcome.compute_usage,
            receipts: Vec::new(),
            host_calls,
            functions: None,
            wall,
        }
    }

    /// Whether the call succeeded, and changed the account.
    pub fn is_success(&self) -> bool {
        self.failure.is_none()
    }

    /// Gas that the call burns in total, as the only action of a transaction: inside the VM, and
    /// for its receipt. The network refunds unused gas at a price that depends on the block's.
    pub fn total_burnt_gas(&self) -> Gas {
        self.burnt_gas.saturating_add(self.receipt_gas)
    }

    /// The outcome of a successful call.
    ///
    /// # Errors
    ///
    /// The call failed.
    pub fn into_result(self) -> Result<Success, CallFailed> {
        match &self.failure {
            None => Ok(Success(self)),
            Some(failure) => Err(self.failed(failure)),
        }
    }

    /// The bytes the contract returned; empty if it returned none, or a promise.
    pub fn return_bytes(&self) -> &[u8] {
        match &self.return_data {
            ReturnData::Value(value) => value,
            ReturnData::ReceiptIndex(_) | ReturnData::None => &[],
        }
    }

    /// The return value, decoded from JSON.
    ///
    /// # Errors
    ///
    /// The call failed, or returned something else.
    pub fn json<T: serde::de::DeserializeOwned>(&self) -> Result<T, ReturnValueError> {
        self.decoded("JSON", |bytes| serde_json::from_slice(bytes))
    }

    /// The return value, decoded from borsh.
    ///
    /// # Errors
    ///
    /// The call failed, or returned something else.
    pub fn borsh<T: borsh::BorshDeserialize>(&self) -> Result<T, ReturnValueError> {
        self.decoded("borsh", borsh::from_slice)
    }

    fn decoded<T, E: fmt::Display>(
        &self,
        encoding: &'static str,
        decode: impl FnOnce(&[u8]) -> Result<T, E>,
    ) -> Result<T, ReturnValueError> {
        if let Some(failure) = &self.failure {
            return Err(self.failed(failure).into());
        }
        decode(self.return_bytes()).map_err(|error| ReturnValueError::Malformed {
            encoding,
            reason: error.to_string(),
        })
    }

    fn failed(&self, failure: &Failure) -> CallFailed {
        let recorded = self.functions.as_ref();
        CallFailed {
            reason: failure.to_string(),
            backtrace: recorded.map_or_else(Vec::new, |tree| tree.backtrace().to_vec()),
        }
    }
}
