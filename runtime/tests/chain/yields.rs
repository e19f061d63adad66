//! Callbacks that wait: resumed, or timed out.

use crate::everywhere::{Chains, VERSIONS};
use crate::program::{Program, Step};
use near_runtime_ext::Executed;

fn chains(version: u32) -> Chains {
    let begin = [
        Step::Yield {
            method: "told".to_owned(),
            gas: 10_000,
        },
        Step::Return { promise: 0 },
    ];
    let resume = [Step::Resume {
        data: "hello".to_owned(),
    }];
    let program = Program::default()
        .method("begin", &begin)
        .method("resume", &resume)
        .method(
            "begin_and_resume",
            &[&begin[..1], &resume, &begin[1..]].concat(),
        )
        .method("told", &[Step::ReturnResult]);
    let accounts = [("alice.near", None), ("waits.near", Some(program.wasm()))];
    Chains::new(version, &accounts)
}

fn executed(chains: &Chains, first: &Executed) -> Executed {
    chains
        .chain()
        .executed(&first.conversion.hash)
        .expect("it was taken")
        .clone()
}

/// The transaction that yields has no result until another resumes it.
#[test]
fn a_resume_runs_the_callback() {
    for version in VERSIONS {
        let mut chains = chains(version);
        let first = chains.call("alice.near", "waits.near", "begin");
        assert_eq!(first.result().unwrap(), None);
        let second = chains.call("alice.near", "waits.near", "resume");
        second.into_result().unwrap();
        assert_eq!(
            executed(&chains, &first).result().unwrap(),
            Some(&b"hello"[..])
        );
        // Nothing is left to resume.
        chains
            .call("alice.near", "waits.near", "resume")
            .into_result()
            .unwrap();
        let ran = executed(&chains, &first).receipts.len();
        chains.run(|chain| chain.advance(300).unwrap());
        assert_eq!(executed(&chains, &first).receipts.len(), ran);
    }
}

/// The call that yields may resume it at once: the callback runs a block later.
#[test]
fn the_call_that_yields_may_resume() {
    let executed = chains(86).call("alice.near", "waits.near", "begin_and_resume");
    assert_eq!(executed.result().unwrap(), Some(&b"hello"[..]));
    let blocks: Vec<_> = executed.receipts.iter().map(|it| it.block_height).collect();
    assert_eq!(blocks[1] - blocks[0], 1);
}

/// 200 blocks after the yield it is resumed without data; its callback runs in the next block.
#[test]
fn a_yield_times_out_after_200_blocks() {
    for version in VERSIONS {
        let mut chains = chains(version);
        let first = chains.call("alice.near", "waits.near", "begin");
        let yielded = first.receipts[0].block_height;
        let left = yielded + 200 - chains.chain().block().height;
        chains.run(|chain| chain.advance(left).unwrap());
        assert_eq!(executed(&chains, &first).result().unwrap(), None);
        chains.run(|chain| chain.step().unwrap());
        let ended = executed(&chains, &first);
        assert_eq!(ended.result().unwrap(), Some(&b"failed"[..]));
        let callback = ended.receipts.iter().map(|it| it.block_height).max();
        assert_eq!(callback, Some(yielded + 201));
    }
}
