//! Random trees of promises do what a second model of nearcore says, to the last yoctoNEAR.

use crate::everywhere::{VERSIONS, id, runtime};
use crate::model::{Account, Model, Transaction, Vm};
use crate::program::call;
use crate::tree::{CONTRACTS, Contract, DEPTH, RESUME, Random, contracts, end, wasm};
use arbitrary::Unstructured;
use near_parameters::RuntimeConfigStore;
use near_primitives::action::Action;
use near_primitives::transaction::ExecutionMetadata;
use near_runtime_ext::{Backend, Balance, Chain, Executed, Gas};
use proptest::collection::vec;
use proptest::prelude::any;
use requirements::fuzzing::Target;
use std::cell::RefCell;

/// Random bytes of a chain: more than its contracts and transactions take.
const BYTES: usize = 4_096;

/// 100 trees in CI; [`ENOUGH`] by hand: `bash .ci/exactness chains all`.
const TARGET: Target = Target::new("second_model", 100).of_code(&[&[
    "runtime/src/chain",
    "runtime/src/external.rs",
    "runtime/src/fees.rs",
    "runtime/src/promises.rs",
    "runtime/tests/chain/model",
    "runtime/tests/chain/program.rs",
    "runtime/tests/chain/second_model.rs",
    "runtime/tests/chain/tree.rs",
]]);

/// Trees of the recorded run.
const ENOUGH: u32 = 20_000;

/// What happens to a chain and to the model at a height.
enum Event {
    Price(u128),
    /// A transaction that may be refused.
    Submit(Box<Transaction>, bool),
}

/// The actions of a transaction: a call, or a batch like those of contracts.
fn actions(random: &mut Random<'_>, receiver: &str) -> Vec<Action> {
    let mut actions = match random.one_in(3) {
        true => random.batch(receiver, DEPTH, false),
        false => vec![],
    };
    if actions.is_empty() {
        let method = format!("m{}", DEPTH - 1 - random.below(DEPTH));
        actions.push((call(&method, 0, Gas::ZERO), 0));
    }
    let with_gas = actions.into_iter().map(|(mut action, _)| {
        if let Action::FunctionCall(call) = &mut action {
            call.gas = Gas::from_teragas(5 + random.below(295) as u64);
        }
        action
    });
    with_gas.collect()
}

/// Submits a transaction, if its signer has a key.
fn submit(chain: &mut Chain, signer: &str, receiver: &str, actions: Vec<Action>) -> Option<Event> {
    let (signer, receiver) = (id(signer), id(receiver));
    let key = chain.signing_key(&signer);
    let mut transaction = chain.transaction(&signer, &receiver);
    for action in &actions {
        transaction = transaction.action(action.clone());
    }
    let hash = transaction.submit();
    let transaction = Transaction {
        hash: hash.as_ref().copied().unwrap_or_default(),
        signer,
        key: key?,
        receiver,
        actions,
    };
    Some(Event::Submit(Box::new(transaction), hash.is_ok()))
}

/// Runs a random chain; its events, with their heights.
fn run(random: &mut Random<'_>, chain: &mut Chain) -> Vec<(u64, Event)> {
    let mut events = vec![];
    for _ in 0..=random.below(4) {
        // The least purchase price since version 85 is 1e9.
        let prices = [100_000_000, 123_456_789, 1_000_000_000, 1_234_567_890];
        let price = prices[random.below(prices.len())];
        chain.set_gas_price(Balance::from_yoctonear(price));
        events.push((chain.block().height, Event::Price(price)));
        for _ in 0..=random.below(2) {
            let signer = match random.one_in(4) {
                true => random.contract(),
                false => "alice.near",
            };
            let receiver = random.account(signer);
            let actions = actions(random, &receiver);
            let event = submit(chain, signer, &receiver, actions);
            events.extend(event.map(|it| (chain.block().height, it)));
        }
        if random.one_in(3) {
            // A yield ends 200 blocks after the call that began it: here it may be resumed just then.
            let blocks = 200 + random.below(4) as u64;
            chain.advance(blocks).expect("blocks");
            for contract in CONTRACTS {
                let event = submit(
                    chain,
                    "alice.near",
                    contract,
                    vec![call(RESUME, 0, Gas::from_teragas(5))],
                );
                events.extend(event.map(|it| (chain.block().height, it)));
            }
        }
        chain.advance(random.below(5) as u64).expect("blocks");
    }
    end(chain);
    events
}

/// Runs the model of a chain that ran.
fn predicted(
    version: u32,
    contracts: &[Contract],
    (first, last): (u64, u64),
    executed: &[Executed],
    events: Vec<(u64, Event)>,
) -> Model {
    let receipts = executed.iter().flat_map(|it| &it.receipts);
    let vm = receipts.filter_map(|it| Some((*it.receipt.receipt_id(), Vm::of(it)?)));
    let mut model = Model::new(version, first, contracts, vm.collect());
    let config = RuntimeConfigStore::new(None).get_config(version).clone();
    let balance = 100 * 10_u128.pow(24);
    let accounts = &mut model.state.accounts;
    accounts.insert(id("alice.near"), Account::new(balance, None, &config));
    for contract in contracts {
        let code = Some(wasm(contract).len());
        accounts.insert(id(contract.0), Account::new(balance, code, &config));
    }
    for (height, event) in events {
        model.advance_to(height);
        match event {
            Event::Price(price) => model.gas_price = price,
            Event::Submit(it, is_accepted) => {
                let accepts = model.charge(&it).is_some();
                assert_eq!(is_accepted, accepts, "{it:?}");
                if is_accepted {
                    model.submit(*it);
                }
            }
        }
    }
    model.advance_to(last);
    model
}

/// One random chain, and its model.
fn compare(bytes: &[u8]) -> (&'static str, usize) {
    let mut random = Random(Unstructured::new(bytes));
    let version = VERSIONS[random.below(VERSIONS.len())];
    let contracts = contracts(&mut random);
    let mut chain = runtime(Backend::Overlay, version).chain();
    chain.add(&id("alice.near")).expect("a new account");
    for contract in &contracts {
        chain.add(&id(contract.0)).expect("a new account");
        chain
            .deploy(&id(contract.0), wasm(contract))
            .expect("an account");
    }
    let first = chain.block().height;
    let events = run(&mut random, &mut chain);
    let hashes = events.iter().filter_map(|(_, event)| match event {
        Event::Submit(transaction, true) => Some(transaction.hash),
        _ => None,
    });
    let executed: Vec<_> = hashes
        .filter_map(|it| chain.executed(&it).cloned())
        .collect();
    let heights = (first, chain.block().height);
    let model = predicted(version, &contracts, heights, &executed, events);

    let conversions = executed.iter().map(|it| &it.conversion);
    let converted = conversions.filter(|it| !it.outcome.receipt_ids.is_empty());
    let real: Vec<_> = converted
        .map(|it| (it.hash, it.block_height, it.outcome.clone()))
        .collect();
    assert_eq!(real, model.converted, "version {version}");
    let mut receipts = 0;
    for executed in &executed {
        let mut ran = model
            .ran
            .iter()
            .filter(|it| it.0 == executed.conversion.hash);
        for real in &executed.receipts {
            let mut real = real.clone();
            real.outcome.metadata = ExecutionMetadata::default();
            let predicted = ran.next().map(|it| &it.1);
            assert_eq!(Some(&real), predicted, "version {version}\n{executed}");
            receipts += 1;
        }
        assert_eq!(ran.next(), None, "version {version}\n{executed}");
    }
    // All accounts that were there, or to which something was sent.
    let receivers = executed.iter().flat_map(|it| &it.receipts);
    let receivers = receivers.map(|it| it.receipt.receiver_id());
    for name in model.state.accounts.keys().chain(receivers) {
        let real = chain.account(name);
        let predicted = model.state.accounts.get(name);
        let real = real.map(|it| (it.amount().as_yoctonear(), it.storage_usage()));
        assert_eq!(real, predicted.map(|it| (it.amount, it.usage)), "{name}");
        for (key, value) in predicted.iter().flat_map(|it| &it.storage) {
            assert_eq!(chain.stored(name, key), Some(&value[..]), "{name}");
        }
    }
    let supply = chain.supply().expect("no overflow");
    let burnt = (
        supply.burnt.as_yoctonear(),
        supply.subsidized.as_yoctonear(),
    );
    assert_eq!(burnt, (model.burnt, model.subsidized));
    let mut all = executed.iter().flat_map(|it| &it.receipts);
    let is_out_of_gas = all.any(|it| Vm::of(it).is_some_and(|it| it.is_out_of_gas()));
    (
        if is_out_of_gas {
            "equal, some out of gas"
        } else {
            "equal"
        },
        receipts,
    )
}

#[test]
fn random_trees_do_what_a_second_model_predicts() {
    let mut receipts = 0;
    let case = RefCell::new(|bytes: Vec<u8>| {
        let (outcome, ran) = compare(&bytes);
        receipts += ran;
        Ok(outcome)
    });
    let tally = TARGET.run(&vec(any::<u8>(), BYTES), &case);
    println!("{receipts} receipts");
    // Chains that do nothing would prove nothing.
    let cases = tally.cases as usize;
    assert!(receipts > 5 * cases, "{receipts} receipts");
}

#[test]
fn the_recorded_run_of_trees_is_long_and_of_this_code() {
    assert!(TARGET.recorded().cases >= ENOUGH);
}
