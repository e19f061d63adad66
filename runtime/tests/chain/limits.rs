//! Limits of transactions and promises: what is at a limit is accepted, one more is refused.

use crate::everywhere::{ALICE, Chains, calls, id, is, key};
use crate::program::{self, Program, Step, transfer};
use near_crypto::{KeyType, Signature};
use near_parameters::vm::LimitConfig;
use near_primitives::action::delegate::{DelegateAction, SignedDelegateAction};
use near_primitives::action::{AddKeyAction, DeployContractAction, DeterministicStateInitAction};
use near_primitives::errors::InvalidTxError;
use near_primitives::transaction::Action;
use near_primitives::utils::derive_near_deterministic_account_id;
use near_primitives_core::deterministic_account_id::{
    DeterministicAccountStateInit, DeterministicAccountStateInitV1,
};
use near_primitives_core::global_contract::GlobalContractIdentifier;
use near_primitives_core::hash::CryptoHash;
use near_runtime_ext::{AccountId, Balance, Executed, Gas, Runtime, Transaction};

fn limits() -> LimitConfig {
    let runtime = Runtime::new();
    runtime.config().wasm_config.limit_config.clone()
}

fn count(limit: u64) -> usize {
    usize::try_from(limit).expect("a small limit")
}

fn promises(number: usize) -> Vec<Step> {
    vec![Step::Promise("caller.near".to_owned()); number]
}

/// A contract's method with these steps, called with all gas that a transaction may have.
fn call(steps: &[Step]) -> Executed {
    let caller = Program::default().method("run", steps);
    let mut chains = Chains::new(88, &[("caller.near", Some(caller.wasm()))]);
    let call = program::call("run", 0, limits().max_total_prepaid_gas);
    chains.sends("caller.near", "caller.near", |it| it.action(call.clone()))
}

/// The call succeeds with as many as the limit allows, and fails with one more.
fn limited(limit: u64, steps: impl Fn(usize) -> Vec<Step>) {
    let taken = call(&steps(count(limit)));
    taken.into_result().expect("no receipt fails");
    let failed = call(&steps(count(limit) + 1));
    let failed = failed.result().expect_err("one too many");
    assert!(failed.to_string().contains("exceeds the limit"), "{failed}");
}

#[test]
fn a_callback_waits_for_so_many_results() {
    let all = |number| {
        let mut steps = promises(number);
        steps.push(Step::And((0..number).collect()));
        steps.push(Step::Then(number, "caller.near".to_owned()));
        steps
    };
    let limit = limits().max_number_input_data_dependencies;
    limited(limit, all);
}

#[test]
fn a_batch_has_so_many_actions() {
    let transfers = |number| {
        let mut steps = promises(1);
        steps.extend(vec![Step::Action(0, transfer(1), 0); number]);
        steps
    };
    let limit = limits().max_actions_per_receipt;
    limited(limit, transfers);
}

/// Actions for an account.
type Sent = (AccountId, Vec<Action>);

/// A transaction is accepted with as much as the limit allows, and refused with one more, with this error.
fn refused(limit: u64, error: &str, sent: impl Fn(usize) -> Sent) {
    let mut chains = Chains::new(88, &[(ALICE, None)]);
    let (receiver, actions) = sent(count(limit));
    let _ = chains.sends(ALICE, receiver.as_str(), all(&actions));
    let (receiver, actions) = sent(count(limit) + 1);
    let refused = chains.refuses(ALICE, receiver.as_str(), all(&actions));
    is(&refused, error);
}

fn all(actions: &[Action]) -> impl Fn(Transaction<'_>) -> Transaction<'_> {
    |it| actions.iter().cloned().fold(it, Transaction::action)
}

/// Deploys this many bytes, which need not be Wasm.
fn deploy(bytes: usize) -> Action {
    let code = vec![0; bytes];
    DeployContractAction { code }.into()
}

/// A key for methods whose names have this many bytes, counting one more for each name.
fn named(bytes: usize) -> Vec<Action> {
    let mut names = vec!["m".repeat(99); bytes / 100];
    let last = (bytes % 100).checked_sub(1);
    names.extend(last.map(|length| "m".repeat(length)));
    let add = AddKeyAction {
        public_key: key(),
        access_key: calls(ALICE, names, None),
    };
    vec![Action::AddKey(Box::new(add))]
}

#[test]
fn a_transaction_has_so_many_actions_so_much_gas_and_names_so_long() {
    type Actions = fn(usize) -> Vec<Action>;
    let limits = limits();
    let cases: [(u64, &str, Actions); 5] = [
        (
            limits.max_actions_per_receipt,
            "TotalNumberOfActionsExceeded",
            |number| vec![transfer(1); number],
        ),
        (
            limits.max_deploy_actions_per_receipt,
            "TotalNumberOfDeployActionsExceeded",
            |number| vec![deploy(0); number],
        ),
        (
            limits.max_total_prepaid_gas.as_gas(),
            "TotalPrepaidGasExceeded",
            |gas| vec![program::call("run", 0, Gas::from_gas(gas as u64))],
        ),
        (
            limits.max_length_method_name,
            "FunctionCallMethodNameLengthExceeded",
            |length| vec![program::call(&"m".repeat(length), 0, Gas::from_teragas(1))],
        ),
        (
            limits.max_number_bytes_method_names,
            "AddKeyMethodNamesNumberOfBytesExceeded",
            named,
        ),
    ];
    for (limit, error, actions) in cases {
        let error = format!("ActionsValidation({error}");
        refused(limit, &error, |number| (id(ALICE), actions(number)));
    }
}

#[test]
fn a_transaction_has_so_many_bytes() {
    let limit = limits().max_transaction_size;
    let mut chains = Chains::new(88, &[(ALICE, None)]);
    // What the rest of the transaction takes, from the error of one that is too large.
    let InvalidTxError::TransactionSizeExceeded { size, .. } =
        chains.refuses(ALICE, ALICE, |it| it.action(deploy(count(limit))))
    else {
        panic!("the transaction is too large");
    };
    let error = format!("TransactionSizeExceeded {{ size: {}", limit + 1);
    refused(2 * limit - size, &error, |bytes| {
        (id(ALICE), vec![deploy(bytes)])
    });
}

/// Entries within a delegate action count, too: `Action::state_init_counts`.
#[test]
fn a_transaction_initializes_so_many_entries() {
    let init = |number: usize| {
        let data = (0..number).map(|it| (it.to_le_bytes().to_vec(), vec![]));
        let state_init = DeterministicAccountStateInit::V1(DeterministicAccountStateInitV1 {
            code: GlobalContractIdentifier::CodeHash(CryptoHash::default()),
            data: data.collect(),
        });
        let account = derive_near_deterministic_account_id(&state_init);
        let deposit = Balance::ZERO;
        let action = DeterministicStateInitAction {
            state_init,
            deposit,
        };
        (account, Action::DeterministicStateInit(Box::new(action)))
    };
    refused(
        limits().max_state_init_entries,
        "ActionsValidation(TotalNumberOfStateInitEntriesExceeded",
        |number| {
            let (account, outer) = init(number / 2);
            let (receiver_id, inner) = init(number - number / 2);
            let delegate_action = DelegateAction {
                sender_id: account.clone(),
                receiver_id,
                actions: vec![inner.try_into().expect("no delegate action")],
                nonce: 1,
                max_block_height: u64::MAX,
                public_key: key(),
            };
            // Whether it is signed matters only once the receipt runs.
            let signature = Signature::from_parts(KeyType::ED25519, &[0; 64]).expect("64 bytes");
            let signed = SignedDelegateAction {
                delegate_action,
                signature,
            };
            (account, vec![outer, signed.into()])
        },
    );
}
