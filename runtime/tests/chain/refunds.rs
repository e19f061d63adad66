//! What failed receipts give back, and to whom.

use crate::everywhere::{Chains, VERSIONS, id};
use crate::program::{Program, Step};
use near_runtime_ext::{Balance, Chain, Gas};

const DEPOSIT: Balance = Balance::from_near(2);

/// A contract that sends 1 NEAR with a call that fails; the second method names who gets it back.
fn chains(version: u32) -> Chains {
    let send = |refund_to: Option<&str>| {
        let mut steps = vec![Step::Promise {
            to: "callee.near".to_owned(),
        }];
        steps.extend(refund_to.map(|to| Step::RefundTo {
            on: 0,
            to: to.to_owned(),
        }));
        steps.push(Step::Call {
            on: 0,
            method: "fail".to_owned(),
            deposit: Balance::from_near(1).as_yoctonear(),
            gas: 5_000,
            weight: 0,
        });
        steps
    };
    let caller = Program::default()
        .method("send", &send(None))
        .method("send_for_bob", &send(Some("bob.near")));
    let callee = Program::default().method("fail", &[Step::Panic]);
    Chains::new(
        version,
        &[
            ("alice.near", None),
            ("bob.near", None),
            ("caller.near", Some(caller.wasm())),
            ("callee.near", Some(callee.wasm())),
        ],
    )
}

fn send(chain: &mut Chain, method: &str) -> near_runtime_ext::Executed {
    let call = chain.call(&id("caller.near"), method);
    call.signer(&id("alice.near"))
        .deposit(DEPOSIT)
        .transact()
        .expect("an accepted transaction")
}

/// A failed call's deposit goes back to its predecessor, or to whom that named.
#[test]
fn a_failed_deposit_goes_back() {
    for version in VERSIONS {
        for (method, receiver) in [("send", "caller.near"), ("send_for_bob", "bob.near")] {
            let mut chains = chains(version);
            let before = chains.chain().balance(&id(receiver)).unwrap();
            let executed = chains.run(|chain| send(chain, method));
            assert_eq!(executed.failures().count(), 1);
            let after = chains.chain().balance(&id(receiver)).unwrap();
            let gained = after.checked_sub(before).unwrap();
            // The caller has kept the other NEAR, and its reward until version 86.
            let expected = match receiver {
                "bob.near" => Balance::from_near(1),
                _ => DEPOSIT,
            };
            let reward = gained.checked_sub(expected).unwrap();
            let rewarded = version < 87 && receiver == "caller.near";
            assert_eq!(
                reward > Balance::ZERO,
                rewarded,
                "version {version}: {reward}"
            );
        }
    }
}

/// The signer pays for burnt gas, and for nothing else: unused gas comes back, and so does what it cost
/// more than the block's price.
#[test]
fn the_signer_pays_what_is_burnt() {
    for version in VERSIONS {
        let mut chains = chains(version);
        let before = chains.chain().balance(&id("alice.near")).unwrap();
        let executed = chains.run(|chain| {
            let call = chain.call(&id("callee.near"), "fail");
            let call = call.signer(&id("alice.near")).deposit(DEPOSIT);
            call.gas(Gas::from_teragas(100)).transact().unwrap()
        });
        let after = chains.chain().balance(&id("alice.near")).unwrap();
        let paid = before.checked_sub(after).unwrap();
        assert_eq!(paid, executed.tokens_burnt(), "version {version}");
        let price = Balance::from_yoctonear(100_000_000);
        let refunds = executed
            .receipts
            .iter()
            .filter(|it| it.outcome.tokens_burnt == Balance::ZERO);
        let free: u64 = refunds.map(|it| it.outcome.gas_burnt.as_gas()).sum();
        let burnt = executed.gas_burnt().as_gas() - free;
        assert_eq!(paid, price.checked_mul(u128::from(burnt)).unwrap());
    }
}
