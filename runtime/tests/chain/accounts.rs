//! Global contracts, stakes, and transactions that nearcore refuses.

use crate::everywhere::{ALICE, BOB, Chains, VERSIONS, called, id, is, key, refusal};
use crate::program::{Program, Step};
use near_primitives::action::{
    DeployGlobalContractAction, GlobalContractDeployMode, StakeAction, UseGlobalContractAction,
};
use near_primitives::transaction::Action;
use near_primitives_core::account::AccountContract;
use near_primitives_core::global_contract::GlobalContractIdentifier;
use near_primitives_core::hash::CryptoHash;
use near_runtime_ext::{Balance, Chain, Gas, Transaction};

fn chains() -> Chains {
    Chains::new(86, &[(ALICE, None), (BOB, None)])
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
    let early = chains.sends(BOB, BOB, |it| it.action(using.clone()));
    is(&refusal(&early), "GlobalContractDoesNotExist");
    let deployed = chains.sends(ALICE, ALICE, |it| it.action(deploy.clone()));
    // 1e20 yoctoNEAR a byte are burnt for it.
    assert!(deployed.tokens_burnt().as_yoctonear() > wasm.len() as u128 * 10_u128.pow(20));
    // Its distribution is no receipt with an outcome.
    assert!(!deployed.to_string().contains("waits"), "{deployed}");
    chains.succeeds(BOB, BOB, |it| it.action(using.clone()));
    let executed = chains.sends(BOB, BOB, |it| called(it, "answer"));
    assert_eq!(executed.result().unwrap(), Some(&b"42"[..]));
}

/// A stake is locked at once if it reaches the minimum; none of it is given back within an epoch.
#[test]
fn a_stake_is_locked() {
    let mut chains = chains();
    chains.run(|chain| chain.set_minimum_stake(Balance::from_near(10)));
    let cases = [
        (0, Some("TriesToUnstake")),
        (5, Some("InsufficientStake")),
        (20, None),
        (10, None),
        (1_000, Some("TriesToStake")),
    ];
    for (near, error) in cases {
        let action = StakeAction {
            stake: Balance::from_near(near),
            public_key: key(),
        };
        let executed = chains.sends(ALICE, ALICE, |it| it.action(action.clone()));
        match error {
            Some(error) => is(&refusal(&executed), error),
            None => executed.into_result().map(drop).unwrap(),
        }
    }
    let account = chains.chain().account(&id(ALICE)).unwrap();
    assert_eq!(account.locked(), Balance::from_near(20));
}

/// A transaction that nearcore refuses costs nothing.
#[test]
fn bad_transactions_are_refused() {
    type Change = fn(Transaction<'_>) -> Transaction<'_>;
    let mut chains = chains();
    let cases: [(Change, &str); 4] = [
        (
            |it| it.transfer(Balance::from_near(1_000)),
            "NotEnoughBalance {",
        ),
        (|it| it.nonce(0), "InvalidNonce {"),
        (|it| it.nonce(u64::MAX), "NonceTooLarge"),
        (
            |it| it.function_call("x", [], Gas::ZERO, Balance::ZERO),
            "ActionsValidation(FunctionCallZeroAttachedGas",
        ),
    ];
    for (change, error) in cases {
        is(&chains.refuses(ALICE, BOB, change), error);
    }
    let unknown = chains.run(|chain| {
        let transaction = chain.transaction(&id("nobody.near"), &id(BOB));
        transaction.transact().unwrap_err().to_string()
    });
    assert_eq!(unknown, "there is no account nobody.near");
    let left = chains.chain().balance(&id(ALICE));
    assert_eq!(left, Some(Balance::from_near(100)));
}

/// Each network has a wallet of its own (nearcore's `runtime/near-wallet-contract`).
#[test]
fn an_account_of_ethereum_has_the_wallet_of_its_network() {
    let wallets = [
        ("mainnet", "2zodJZK2e4nnv5AqwCRnenNSmkikXhEd7PPY6BmfTmW4"),
        ("testnet", "3PpYvRxBfC5BkZxTw8ZFG3D52w1ZRhvDDWirKoxphMDn"),
        ("test", "FAq9tQRbwJPTV3PQLn2F7AUD3FW2Fw1V8ZeZuazfeu1v"),
    ];
    let eth = "0x0202020202020202020202020202020202020202";
    for (network, wallet) in wallets {
        let mut chains = chains();
        chains.run(|chain| chain.set_chain_id(network));
        chains.succeeds(ALICE, eth, |it| it.transfer(Balance::from_near(1)));
        let account = chains.chain().account(&id(eth)).unwrap();
        assert_eq!(
            account.contract().into_owned(),
            AccountContract::Global(wallet.parse().unwrap())
        );
    }
}

/// nearcore's `conversions.rs`. Until version 87 such a contract is the VM's fault, which nodes report all the same.
#[test]
fn a_contract_that_cannot_be_loaded_or_linked_fails_alone() {
    let globals = "(global i64 (i64.const 0))".repeat(100_000);
    let import = r#"(import "env" "nope" (func))"#;
    for version in VERSIONS {
        for (part, error) in [(&*globals, "Loading Error: "), (import, "Link Error: ")] {
            let wat = format!(r#"(module {part} (func (export "main")))"#);
            let wasm = wat::parse_str(wat).unwrap();
            let mut chains = Chains::new(version, &[(ALICE, Some(wasm)), (BOB, None)]);
            let refused = refusal(&chains.sends(BOB, ALICE, |it| called(it, "main")));
            let expected = format!("FunctionCallError(ExecutionError(\"{error}");
            is(&refused, &expected);
            chains.succeeds(BOB, ALICE, |it| it.transfer(Balance::from_near(1)));
        }
    }
}

/// A block takes a transaction once, and its record stays.
#[test]
fn the_same_transaction_counts_once() {
    let mut chains = chains();
    let balance = |chain: &Chain| chain.balance(&id(BOB)).unwrap().as_yoctonear();
    let before = balance(chains.chain());
    chains.run(|chain| {
        let hashes = [(); 2].map(|()| {
            let transaction = chain.transaction(&id(ALICE), &id(BOB)).nonce(5);
            transaction
                .transfer(Balance::from_near(1))
                .submit()
                .unwrap()
        });
        chain.settle().unwrap();
        assert_eq!(hashes[0], hashes[1]);
        let executed = chain.executed(&hashes[0]).unwrap();
        assert_eq!(executed.result().unwrap(), Some(&b""[..]));
    });
    assert_eq!(balance(chains.chain()) - before, 10_u128.pow(24));
}
