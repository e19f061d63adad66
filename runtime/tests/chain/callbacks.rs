//! Promises: their blocks, their results, and how both are shown.

use crate::everywhere::{Chains, VERSIONS, id, order};
use crate::program::{Program, Step};
use near_runtime_ext::Chain;

fn call(on: usize, method: &str, gas: u64) -> Step {
    Step::Call {
        on,
        method: method.to_owned(),
        deposit: 0,
        gas,
        weight: 0,
    }
}

fn promise(to: &str) -> Step {
    Step::Promise { to: to.to_owned() }
}

fn then(after: usize, to: &str) -> Step {
    let to = to.to_owned();
    Step::Then { after, to }
}

/// Calls the callee's method, and returns what the callback is told.
fn ask(method: &str) -> [Step; 5] {
    [
        promise("callee.near"),
        call(0, method, 5_000),
        then(0, "caller.near"),
        call(1, "told", 5_000),
        Step::Return { promise: 1 },
    ]
}

fn chains(version: u32) -> Chains {
    let caller = Program::default()
        .method("ask", &ask("answer"))
        .method("ask_a_failure", &ask("fail"))
        .method("told", &[Step::ReturnResult]);
    let callee = Program::default()
        .method(
            "answer",
            &[Step::Log("asked".to_owned()), Step::Value("42".to_owned())],
        )
        .method("fail", &[Step::Panic]);
    Chains::new(
        version,
        &[
            ("alice.near", None),
            ("caller.near", Some(caller.wasm())),
            ("callee.near", Some(callee.wasm())),
        ],
    )
}

/// Every hop takes one block; the callback runs in the block of its last result.
#[test]
fn a_callback_gets_the_result_in_the_block_it_arrives() {
    for version in VERSIONS {
        let executed = chains(version).call("alice.near", "caller.near", "ask");
        assert_eq!(executed.result().unwrap(), Some(&b"42"[..]));
        let contracts: Vec<_> = order(&executed)
            .into_iter()
            .filter(|(receiver, _)| receiver != "alice.near")
            .collect();
        let expected = [("caller.near", 1), ("callee.near", 2), ("caller.near", 3)];
        assert_eq!(
            contracts,
            expected.map(|(name, block)| (name.to_owned(), block))
        );
        executed.into_result().unwrap();
    }
}

/// The caller's success hides it: who wants all receipts to succeed asks `into_result`.
#[test]
fn a_failure_reaches_the_callback_and_is_listed() {
    for version in VERSIONS {
        let executed = chains(version).call("alice.near", "caller.near", "ask_a_failure");
        assert_eq!(executed.result().unwrap(), Some(&b"failed"[..]));
        let failures: Vec<_> = executed.failures().map(|it| it.executor_id).collect();
        assert_eq!(failures, ["callee.near"]);
        assert!(executed.into_result().is_err());
    }
}

/// A view answers from the last block, and changes nothing.
#[test]
fn a_view_answers_without_a_transaction() {
    let mut chains = chains(86);
    let before = chains.chain().supply();
    let view = |chain: &mut Chain, account: &str, method: &str| {
        let answer = chain.view(&id(account), method, []);
        answer
            .map(|it| it.return_bytes().to_vec())
            .map_err(|it| it.to_string())
    };
    let answer = chains.run(|chain| view(chain, "callee.near", "answer"));
    assert_eq!(answer, Ok(b"42".to_vec()));
    let unknown = chains.run(|chain| view(chain, "nobody.near", "answer"));
    assert_eq!(unknown, Err("there is no account nobody.near".to_owned()));
    let empty = chains.run(|chain| view(chain, "alice.near", "answer"));
    assert_eq!(empty, Err("alice.near has no contract".to_owned()));
    assert_eq!(chains.chain().supply(), before);
}

/// A tree says at a look what was called, what it cost and what failed.
#[test]
fn a_tree_is_printed() {
    let executed = chains(86).call("alice.near", "caller.near", "ask_a_failure");
    let tree = executed.to_string();
    let lines: Vec<_> = tree.lines().map(str::trim_start).collect();
    let starts = ["alice.near: transaction", "caller.near: ask_a_failure()"];
    for (line, start) in lines.iter().zip(starts) {
        assert!(line.starts_with(start), "{tree}");
    }
    assert!(tree.contains("callee.near: fail()"), "{tree}");
    assert!(tree.contains("FAILED"), "{tree}");
    assert!(tree.contains("caller.near: told()"), "{tree}");
    assert!(lines.last().unwrap().starts_with("in all "), "{tree}");
}

/// A snapshot changes alone; step by step or at once, the receipts are the same.
#[test]
fn a_snapshot_runs_alone_and_step_by_step_gives_the_same() {
    let before = chains(86).chain().clone();
    let (caller, alice) = (
        "caller.near".parse().unwrap(),
        "alice.near".parse().unwrap(),
    );
    let mut at_once = before.clone();
    let executed = at_once
        .call(&caller, "ask")
        .signer(&alice)
        .transact()
        .unwrap();
    let mut stepped = before.clone();
    let hash = stepped
        .call(&caller, "ask")
        .signer(&alice)
        .submit()
        .unwrap();
    assert_eq!(stepped.executed(&hash), None);
    let mut blocks = 0;
    while stepped.executed(&hash).is_none() || stepped.pending().next().is_some() {
        stepped.step().unwrap();
        blocks += 1;
    }
    assert_eq!(stepped.executed(&hash), Some(&executed));
    assert_eq!(stepped.block(), at_once.block());
    assert!(blocks > 3);
    assert_eq!(before.block().height, 1);
}
