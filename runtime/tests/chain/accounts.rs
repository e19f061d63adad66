//! Global contracts, stakes, and transactions that nearcore refuses.

use crate::everywhere::{Chains, Sent, id, is, key, refusal, to_itself};
use crate::program::{Program, Step};
use near_primitives::action::{
    DeployGlobalContractAction, GlobalContractDeployMode, StakeAction, UseGlobalContractAction,
};
use near_primitives::transaction::Action;
use near_primitives_core::global_contract::GlobalContractIdentifier;
use near_primitives_core::hash::CryptoHash;
use near_runtime_ext::{Balance, Chain, Gas, Transaction};

fn chains() -> Chains {
    Chains::new(86, &[("alice.near", None), ("bob.near", None)])
}

/// A global contract is deployed once and used by its hash, a block later.
#[test]
fn a_global_contract_is_used_by_hash() {
    let wasm = Program::default()
        .method("answer", &[Step::Value("42".to_owned())])
        .wasm();
    let mut chains = chains();
    let deploy = Action::DeployGlobalContract(DeployGlobalContractAction {
        code: wasm.clone().into(),
        deploy_mode: GlobalContractDeployMode::CodeHash,
    });
    let contract_identifier = GlobalContractIdentifier::CodeHash(CryptoHash::hash_bytes(&wasm));
    let using = Action::UseGlobalContract(Box::new(UseGlobalContractAction {
        contract_identifier,
    }));
    let own = |chain: &mut Chain, name: &str, action: &Action| -> Sent {
        let transaction = chain.transaction(&id(name), &id(name));
        transaction.action(action.clone()).transact()
    };
    let early = chains.sends(|chain| own(chain, "bob.near", &using));
    is(&refusal(&early), "GlobalContractDoesNotExist");
    let deployed = chains.sends(|chain| own(chain, "alice.near", &deploy));
    // 1e20 yoctoNEAR a byte are burnt for it.
    assert!(deployed.tokens_burnt().as_yoctonear() > wasm.len() as u128 * 10_u128.pow(20));
    chains.succeeds(|chain| own(chain, "bob.near", &using));
    let executed = chains.sends(|chain| chain.call(&id("bob.near"), "answer").transact());
    assert_eq!(executed.result().unwrap(), Some(&b"42"[..]));
}

/// A stake is locked at once, from the minimum on; nothing of it is given back within an epoch.
#[test]
fn a_stake_is_locked() {
    let mut chains = chains();
    chains.run(|chain| chain.set_minimum_stake(Balance::from_near(10)));
    let stake = |chain: &mut Chain, near: u128| {
        let action = StakeAction {
            stake: Balance::from_near(near),
            public_key: key(),
        };
        to_itself(chain).action(action).transact()
    };
    let cases = [
        (0, Some("TriesToUnstake")),
        (5, Some("InsufficientStake")),
        (20, None),
        (10, None),
        (1_000, Some("TriesToStake")),
    ];
    for (near, error) in cases {
        let executed = chains.sends(|chain| stake(chain, near));
        match error {
            Some(error) => is(&refusal(&executed), error),
            None => executed.into_result().map(drop).unwrap(),
        }
    }
    let account = chains.chain().account(&id("alice.near")).unwrap();
    assert_eq!(account.locked(), Balance::from_near(20));
}

/// A transaction that nearcore refuses costs nothing.
#[test]
fn bad_transactions_are_refused() {
    let mut chains = chains();
    let (alice, bob) = (id("alice.near"), id("bob.near"));
    let mut refused = |change: fn(Transaction<'_>) -> Transaction<'_>| {
        chains.refuses(|chain| change(chain.transaction(&alice, &bob)).transact())
    };
    let too_much = refused(|it| it.transfer(Balance::from_near(1_000)));
    is(&too_much, "NotEnoughBalance {");
    let old = refused(|it| it.nonce(0));
    is(&old, "InvalidNonce {");
    let high = refused(|it| it.nonce(u64::MAX));
    is(&high, "NonceTooLarge");
    let no_gas = refused(|it| it.function_call("x", [], Gas::ZERO, Balance::ZERO));
    is(&no_gas, "ActionsValidation(FunctionCallZeroAttachedGas");
    let unknown = chains.run(|chain| {
        let transaction = chain.transaction(&id("nobody.near"), &bob);
        transaction.transact().unwrap_err().to_string()
    });
    assert_eq!(unknown, "there is no account nobody.near");
    let left = chains.chain().balance(&alice);
    assert_eq!(left, Some(Balance::from_near(100)));
}
