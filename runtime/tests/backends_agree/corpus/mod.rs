//! Contracts of the kinds that people deploy, from `test-contracts/corpus`. Every call in their
//! sources, and every variation of it, ends alike on every backend.
//!
//! CI builds and calls all contracts with `CORPUS=all`; by default a sample runs. The outcomes must
//! equal those in `benches/recorded/corpus.json`; a test compares the sources' hash with the
//! record:
//!
//! ```sh
//! CORPUS=all CORPUS_RECORD=1 cargo test --workspace --release --test backends_agree -- corpus::every
//! ```

mod changed;
mod record;

use changed::{Attempt, changed};
use near_runtime_ext::{Balance, Gas, Outcome};
use record::{Called, Record};
use std::collections::BTreeMap;
use std::thread;
use test_contracts::corpus::{self, CorpusContract};
use test_support::everywhere::{Everywhere, TGAS};
use test_support::outcome::end;

/// Gas of a call that a contract's source lists.
const GAS: u64 = 300 * TGAS;

#[test]
fn every_call_ends_alike_on_every_backend() {
    let contracts = corpus::built();
    let calls: BTreeMap<_, _> = thread::scope(|scope| {
        let every_other = |first| {
            let contracts = contracts.iter().skip(first).step_by(2);
            let called = |it: &CorpusContract| (it.name.to_owned(), call(it));
            scope.spawn(move || contracts.map(called).collect::<Vec<_>>())
        };
        let halves = [0, 1].map(every_other);
        let joined = halves.map(|half| half.join().expect("its panic is printed"));
        joined.into_iter().flatten().collect()
    });
    if record::is_wanted() {
        let of = record::current();
        let contracts = calls;
        return record::write(&Record { of, contracts });
    }
    let record = record::read();
    for (name, called) in &calls {
        let recorded = record.contracts.get(name);
        assert_eq!(recorded, Some(called), "{name}: not as recorded");
    }
}

#[test]
fn the_record_is_of_these_sources_and_of_all() {
    let record = record::read();
    assert_eq!(record.of, record::current(), "record the corpus again");
    let recorded: Vec<_> = record.contracts.keys().cloned().collect();
    assert_eq!(recorded, corpus::names().expect("the sources"));
}

/// Makes every listed call of a contract and its variations.
fn call(contract: &CorpusContract) -> Called {
    let mut everywhere = Everywhere::deploy(contract.wasm);
    let mut called = Called::new(contract.wasm);
    for call in contract.calls() {
        let before = everywhere.account().clone();
        let attempt = Attempt {
            call,
            gas: GAS,
            is_view: false,
        };
        let outcome = make(&mut everywhere, &attempt);
        let after = everywhere.account().clone();
        let (name, method) = (contract.name, &attempt.call.method);
        println!("{name}: {method}: {} {:?}", end(&outcome), outcome.failure);
        called.count(&outcome);
        for attempt in changed(&attempt, outcome.burnt_gas.as_gas()) {
            everywhere.restore(&before);
            called.count(&make(&mut everywhere, &attempt));
        }
        everywhere.restore(&after);
    }
    called
}

/// Makes a call on every backend.
fn make(everywhere: &mut Everywhere, attempt: &Attempt) -> Outcome {
    let Attempt { call, gas, is_view } = attempt;
    everywhere.run(|contract| {
        contract.block_mut().timestamp = call.timestamp;
        let mut made = contract.call(&call.method).args(call.args.clone()).trace();
        if let Some(signer) = &call.signer {
            made = made.signer(signer.parse().expect("an account's name"));
        }
        if *is_view {
            return made.view();
        }
        let deposit = Balance::from_yoctonear(call.deposit);
        made.gas(Gas::from_gas(*gas)).deposit(deposit).transact()
    })
}
