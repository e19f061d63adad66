//! Gas and tokens of actions outside the VM: what sending and executing them burns, and what their
//! sender buys for it.
//!
//! The rules are those of nearcore's `runtime/runtime/src/config.rs`; the numbers are
//! near-parameters'. `None` stands for an integer overflow, nearcore's `IntegerOverflowError`.

use near_crypto::{KeyType, PublicKey};
use near_parameters::{
    ActionCosts, Fee, RuntimeConfig, SignatureKind, gas_key_add_key_exec_fee,
    gas_key_add_key_send_fee, gas_key_transfer_exec_fee, gas_key_transfer_send_fee,
    transfer_exec_fee, transfer_send_fee, universal_state_init_content_terms,
    universal_state_init_size_terms,
};
use near_primitives::action::delegate::VersionedDelegateActionRef;
use near_primitives::transaction::Action;
use near_primitives::universal_state_init::{
    RawStateInit, UniversalStateInitCounts, state_init_counts, state_init_send_counts,
};
use near_primitives_core::account::AccessKeyPermission;
use near_primitives_core::types::{AccountId, Balance, Gas};

/// The two parts of a fee.
#[derive(Clone, Copy)]
enum Part {
    /// Burnt when a receipt is created; the fee depends on whether the sender is the receiver.
    Send { to_itself: bool },
    /// Burnt when the receipt is executed.
    Exec,
}

impl Part {
    fn of(self, fee: &Fee) -> Gas {
        match self {
            Self::Send { to_itself } => fee.send_fee(to_itself).gas,
            Self::Exec => fee.exec_fee().gas,
        }
    }
}

/// The tokens that `gas` costs.
pub(crate) fn tokens(price: Balance, gas: Gas) -> Option<Balance> {
    price.checked_mul(u128::from(gas.as_gas()))
}

/// The action within a delegate action.
pub(crate) fn delegated(action: &Action) -> Option<VersionedDelegateActionRef<'_>> {
    match action {
        Action::Delegate(signed) => Some((&signed.delegate_action).into()),
        Action::DelegateV2(signed) => Some((&signed.delegate_action).into()),
        _ => None,
    }
}

/// Gas burnt to send `actions` to `receiver`, without their receipt's.
pub(crate) fn send(
    config: &RuntimeConfig,
    to_itself: bool,
    actions: &[Action],
    receiver: &AccountId,
) -> Option<Gas> {
    sum(actions, |action| {
        let part = Part::Send { to_itself };
        let outer = fee(config, part, action, receiver)?;
        match delegated(action) {
            None => Some(outer),
            Some(inner) => {
                let actions = inner.get_actions();
                outer.checked_add(send(config, to_itself, &actions, inner.receiver_id())?)
            }
        }
    })
}

/// Gas burnt to execute `action` outside the VM.
pub(crate) fn exec(config: &RuntimeConfig, action: &Action, receiver: &AccountId) -> Option<Gas> {
    fee(config, Part::Exec, action, receiver)
}

/// Gas burnt to execute a receipt, before its actions.
pub(crate) fn receipt(config: &RuntimeConfig) -> Gas {
    Part::Exec.of(config.fees.fee(ActionCosts::new_action_receipt))
}

/// Gas burnt when a transaction becomes a receipt.
pub(crate) fn conversion(
    config: &RuntimeConfig,
    signer: &AccountId,
    key: &PublicKey,
    actions: &[Action],
    receiver: &AccountId,
) -> Option<Gas> {
    let to_itself = signer == receiver;
    let receipt = config.fees.fee(ActionCosts::new_action_receipt);
    let signatures = sum(actions, |action| {
        Some(delegated(action).map_or(Gas::ZERO, |inner| signature(config, inner.public_key())))
    })?;
    Part::Send { to_itself }
        .of(receipt)
        .checked_add(send(config, to_itself, actions, receiver)?)?
        .checked_add(signature(config, key))?
        .checked_add(signatures)
}

/// Gas that a signature burns on top of an Ed25519 one.
fn signature(config: &RuntimeConfig, key: &PublicKey) -> Gas {
    let kind = match key.key_type() {
        KeyType::ED25519 => SignatureKind::Ed25519,
        KeyType::SECP256K1 => SignatureKind::Secp256k1,
        KeyType::MLDSA65 => SignatureKind::MlDsa65,
    };
    config.fees.signature_verification_costs[kind].gas
}

/// Gas bought with a receipt: attached to its calls, to execute it, and, for delegate actions, to send
/// and execute what they hold.
pub(crate) fn bought(
    config: &RuntimeConfig,
    actions: &[Action],
    receiver: &AccountId,
) -> Option<Gas> {
    attached(actions)?
        .checked_add(delegated_sends(config, actions)?)?
        .checked_add(executions(config, actions, receiver)?)?
        .checked_add(receipt(config))
}

/// Gas attached to calls, those of delegate actions included.
pub(crate) fn attached(actions: &[Action]) -> Option<Gas> {
    sum(actions, |action| match delegated(action) {
        Some(inner) => attached(&inner.get_actions()),
        None => Some(action.get_prepaid_gas()),
    })
}

/// Deposits of actions, those of delegate actions included.
pub(crate) fn deposits(actions: &[Action]) -> Option<Balance> {
    actions.iter().try_fold(Balance::ZERO, |sum, action| {
        sum.checked_add(match delegated(action) {
            Some(inner) => deposits(&inner.get_actions())?,
            None => action.get_deposit_balance(),
        })
    })
}

/// Gas to send what delegate actions hold: their relayer buys it, and their execution burns it.
pub(crate) fn delegated_sends(config: &RuntimeConfig, actions: &[Action]) -> Option<Gas> {
    sum(actions, |action| {
        let Some(inner) = delegated(action) else {
            return Some(Gas::ZERO);
        };
        let to_itself = inner.sender_id() == inner.receiver_id();
        send(config, to_itself, &inner.get_actions(), inner.receiver_id())
    })
}

/// Gas to execute actions, with the receipts that their delegate actions create.
pub(crate) fn executions(
    config: &RuntimeConfig,
    actions: &[Action],
    receiver: &AccountId,
) -> Option<Gas> {
    sum(actions, |action| match delegated(action) {
        None => exec(config, action, receiver),
        Some(inner) => executions(config, &inner.get_actions(), inner.receiver_id())?
            .checked_add(exec(config, action, inner.receiver_id())?)?
            .checked_add(receipt(config)),
    })
}

fn sum(actions: &[Action], gas: impl Fn(&Action) -> Option<Gas>) -> Option<Gas> {
    let mut actions = actions.iter();
    actions.try_fold(Gas::ZERO, |sum, action| sum.checked_add(gas(action)?))
}

/// One part of an action's own fee.
fn fee(config: &RuntimeConfig, part: Part, action: &Action, receiver: &AccountId) -> Option<Gas> {
    use ActionCosts as Cost;
    let by_bytes =
        |base, byte, bytes: usize| terms(config, part, &[(base, 1), (byte, bytes as u64)]);
    let flat = |cost| terms(config, part, &[(cost, 1)]);
    match action {
        Action::CreateAccount(_) => flat(Cost::create_account),
        Action::DeployContract(deploy) => by_bytes(
            Cost::deploy_contract_base,
            Cost::deploy_contract_byte,
            deploy.code.len(),
        ),
        Action::FunctionCall(call) => by_bytes(
            Cost::function_call_base,
            Cost::function_call_byte,
            call.method_name.len().checked_add(call.args.len())?,
        ),
        Action::Transfer(_) => Some(transfer(config, part, receiver)),
        Action::Stake(_) => flat(Cost::stake),
        Action::AddKey(add) => add_key(
            config,
            part,
            &add.access_key.permission,
            receiver,
            &add.public_key,
        ),
        Action::DeleteKey(_) => flat(Cost::delete_key),
        Action::DeleteAccount(_) => flat(Cost::delete_account),
        Action::Delegate(_) | Action::DelegateV2(_) => flat(Cost::delegate),
        Action::DeployGlobalContract(deploy) => by_bytes(
            Cost::deploy_global_contract_base,
            Cost::deploy_global_contract_byte,
            deploy.code.len(),
        ),
        Action::UseGlobalContract(contract) => by_bytes(
            Cost::use_global_contract_base,
            Cost::use_global_contract_byte,
            contract.contract_identifier.len(),
        ),
        Action::DeterministicStateInit(init) => terms(
            config,
            part,
            &[
                (Cost::deterministic_state_init_base, 1),
                (
                    Cost::deterministic_state_init_entry,
                    init.state_init.data().len() as u64,
                ),
                (
                    Cost::deterministic_state_init_byte,
                    init.state_init.len_bytes() as u64,
                ),
            ],
        ),
        Action::UniversalStateInit(init) => {
            universal(config, part, state_init_counts(&init.state_init))
        }
        Action::TransferToGasKey(to) => Some(gas_key(config, part, receiver, &to.public_key)),
        Action::WithdrawFromGasKey(from) => Some(gas_key(config, part, receiver, &from.public_key)),
    }
}

fn universal(config: &RuntimeConfig, part: Part, counts: UniversalStateInitCounts) -> Option<Gas> {
    let size = universal_state_init_size_terms(counts.num_bytes);
    let content = universal_state_init_content_terms(counts);
    terms(config, part, &size)?.checked_add(terms(config, part, &content)?)
}

/// Gas that a host function reserves to execute the initial state of a universal account: more than executing it
/// burns, if the state does not decode.
pub(crate) fn universal_state_init(config: &RuntimeConfig, init: &RawStateInit) -> Option<Gas> {
    let mode = config.wasm_config.state_init_decode_mode();
    universal(config, Part::Exec, state_init_send_counts(init, mode))
}

/// Gas that a host function reserves to execute an entry of a deterministic account's state, of this many bytes.
pub(crate) fn state_init_entry(config: &RuntimeConfig, bytes: u64) -> Option<Gas> {
    let costs = [
        (ActionCosts::deterministic_state_init_entry, 1),
        (ActionCosts::deterministic_state_init_byte, bytes),
    ];
    terms(config, Part::Exec, &costs)
}

fn terms(config: &RuntimeConfig, part: Part, terms: &[(ActionCosts, u64)]) -> Option<Gas> {
    terms.iter().try_fold(Gas::ZERO, |sum, (cost, count)| {
        sum.checked_add(part.of(config.fees.fee(*cost)).checked_mul(*count)?)
    })
}

/// A transfer's fee depends on the form of the receiver's name, not on whether the account exists.
fn transfer(config: &RuntimeConfig, part: Part, receiver: &AccountId) -> Gas {
    let vm = &config.wasm_config;
    let (eth, universal) = (vm.eth_implicit_accounts, vm.universal_accounts);
    let form = receiver.get_account_type();
    match part {
        Part::Send { to_itself } => {
            transfer_send_fee(&config.fees, to_itself, eth, universal, form)
        }
        Part::Exec => transfer_exec_fee(&config.fees, eth, universal, form),
    }
    .gas
}

/// Bytes of a gas key that are priced: those on the wire, although a hash of an ML-DSA-65 key is stored.
/// `FixMlDsaCostCharging` will fix that in a later version.
fn priced_len(key: &PublicKey) -> usize {
    key.len()
}

fn gas_key(config: &RuntimeConfig, part: Part, receiver: &AccountId, key: &PublicKey) -> Gas {
    let length = priced_len(key);
    match part {
        Part::Send { to_itself } => gas_key_transfer_send_fee(&config.fees, to_itself, length),
        Part::Exec => gas_key_transfer_exec_fee(&config.fees, receiver.len(), length),
    }
    .total()
    .gas
}

fn add_key(
    config: &RuntimeConfig,
    part: Part,
    permission: &AccessKeyPermission,
    receiver: &AccountId,
    key: &PublicKey,
) -> Option<Gas> {
    let access = match permission.function_call_permission() {
        None => terms(config, part, &[(ActionCosts::add_full_access_key, 1)])?,
        Some(calls) => {
            // Each name counts with a terminating null byte.
            let bytes = calls.method_names.iter().map(|name| name.len() as u64 + 1);
            let costs = [
                (ActionCosts::add_function_call_key_base, 1),
                (ActionCosts::add_function_call_key_byte, bytes.sum()),
            ];
            terms(config, part, &costs)?
        }
    };
    let (AccessKeyPermission::GasKeyFullAccess(info)
    | AccessKeyPermission::GasKeyFunctionCall(info, _)) = permission
    else {
        return Some(access);
    };
    let nonces = match part {
        Part::Send { to_itself } => gas_key_add_key_send_fee(&config.fees, to_itself),
        Part::Exec => gas_key_add_key_exec_fee(
            &config.fees,
            receiver.len(),
            priced_len(key),
            info.num_nonces,
        )
        .total(),
    };
    access.checked_add(nonces.gas)
}
