//! Random trees of promises do what a second model of nearcore predicts, to the last yoctoNEAR, on both backends and
//! in every way of running them.

use crate::everywhere::{Chains, VERSIONS, id};
use crate::model::{Account, Model, Transaction, Vm};
use crate::program::call;
use crate::tree::{CONTRACTS, Contract, DEPTH, RESUME, Random, contracts, end, wasm};
use arbitrary::Unstructured;
use near_parameters::RuntimeConfigStore;
use near_primitives::action::Action;
use near_primitives::transaction::ExecutionMetadata;
use near_primitives_core::hash::CryptoHash;
use near_runtime_ext::{Balance, Chain, ChainError, Executed, Gas};
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
const ENOUGH: u32 = 40_000;

/// What happens to a chain and to the model at a height.
#[derive(Debug, PartialEq)]
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

/// Submits a transaction; returns its hash.
fn send(chain: &mut Chain, sent: &Transaction) -> Result<CryptoHash, ChainError> {
    let transaction = chain.transaction(&sent.signer, &sent.receiver);
    let actions = sent.actions.iter().cloned();
    actions
        .fold(transaction, |it, action| it.action(action))
        .submit()
}

/// Submits a transaction, if its signer has a key.
fn submit(chain: &mut Chain, signer: &str, receiver: &str, actions: Vec<Action>) -> Option<Event> {
    let mut transaction = Transaction {
        hash: CryptoHash::default(),
        key: chain.signing_key(&id(signer))?,
        signer: id(signer),
        receiver: id(receiver),
        actions,
    };
    let hash = send(chain, &transaction);
    transaction.hash = hash.as_ref().copied().unwrap_or_default();
    Some(Event::Submit(Box::new(transaction), hash.is_ok()))
}

/// Runs a random chain; returns its events, with their heights.
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
            // A yield ends 200 blocks after the call that started it: here it may be resumed at about that block.
            let blocks = 200 + random.below(4) as u64;
            chain.advance(blocks).expect("blocks");
            for contract in CONTRACTS {
                let resume = call(RESUME, 0, Gas::from_teragas(5));
                let event = submit(chain, "alice.near", contract, vec![resume]);
                events.extend(event.map(|it| (chain.block().height, it)));
            }
        }
        chain.advance(random.below(5) as u64).expect("blocks");
    }
    end(chain);
    events
}

/// The accepted transactions, and all that they did.
fn executed(chain: &Chain, events: &[(u64, Event)]) -> Vec<Executed> {
    let hashes = events.iter().filter_map(|(_, event)| match event {
        Event::Submit(transaction, true) => Some(transaction.hash),
        _ => None,
    });
    let executed = hashes.map(|it| chain.executed(&it).expect("it was taken").clone());
    executed.collect()
}

/// The same events end alike on a chain that makes single steps, is saved and loaded once, and records the gas of
/// functions. A file does not contain transactions that have ended.
fn steps_alike(chains: &Chains, start: &Chain, pause: u64, events: &[(u64, Event)]) {
    let mut stepped = start.clone();
    stepped.profile_functions();
    let mut ended = None;
    let end = chains.chain().block().height;
    let mut rest = events.iter().peekable();
    for height in start.block().height..=end {
        while let Some((_, event)) = rest.next_if(|it| it.0 == height) {
            match event {
                Event::Price(price) => stepped.set_gas_price(Balance::from_yoctonear(*price)),
                Event::Submit(transaction, is_accepted) => {
                    assert_eq!(send(&mut stepped, transaction).is_ok(), *is_accepted);
                }
            }
        }
        if height == start.block().height + pause {
            let mut loaded = chains.saved_and_loaded(&stepped);
            loaded.profile_functions();
            ended = Some(std::mem::replace(&mut stepped, loaded));
        }
        if height < end {
            stepped.step().expect("a block");
        }
        let supply = stepped.supply().expect("no overflow");
        assert!(supply.is_conserved(), "{supply:?}");
    }
    for executed in executed(chains.chain(), events) {
        let hash = executed.conversion.hash;
        let earlier = ended.as_ref().and_then(|it| it.executed(&hash));
        let mut stepped = stepped.executed(&hash).or(earlier).expect("taken").clone();
        assert_eq!(stepped.functions().gas(), executed.gas_burnt());
        let receipts = &mut stepped.receipts;
        receipts.iter_mut().for_each(|it| it.functions.clear());
        assert_eq!(stepped, executed);
    }
    assert_eq!(stepped.supply(), chains.chain().supply());
}

/// Runs the model on the events of a chain that ran.
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
                model.submitted.extend(is_accepted.then_some(*it));
            }
        }
    }
    model.advance_to(last);
    model
}

/// Compares a random chain with its model; returns whether a call ran out of gas, and how many receipts ran.
fn compare(bytes: &[u8]) -> (bool, usize) {
    let mut random = Random(Unstructured::new(bytes));
    let version = VERSIONS[random.below(VERSIONS.len())];
    let pause = random.below(8) as u64;
    let contracts = contracts(&mut random);
    let with_code = contracts.iter().map(|it| (it.0, Some(wasm(it))));
    let accounts: Vec<_> = [("alice.near", None)]
        .into_iter()
        .chain(with_code)
        .collect();
    let mut chains = Chains::new(version, &accounts);
    let start = chains.chain().clone();
    let bytes = random.0.take_rest();
    let (events, executed) = chains.run(|chain| {
        let events = run(&mut Random(Unstructured::new(bytes)), chain);
        let executed = executed(chain, &events);
        (events, executed)
    });
    steps_alike(&chains, &start, pause, &events);
    let chain = chains.chain();
    let supply = chain.supply().expect("no overflow");
    assert_eq!(supply.in_flight, Balance::ZERO, "something waits for good");
    let heights = (start.block().height, chain.block().height);
    let model = predicted(version, &contracts, heights, &executed, events);

    let conversions = executed.iter().map(|it| &it.conversion);
    let converted = conversions.filter(|it| !it.outcome.receipt_ids.is_empty());
    let real: Vec<_> = converted
        .map(|it| (it.hash, it.block_height, it.outcome.clone()))
        .collect();
    assert_eq!(real, model.converted, "version {version}");
    for executed in &executed {
        // Its receipts are those that the transaction created, and those that its receipts created.
        let mut created = executed.conversion.outcome.receipt_ids.clone();
        let mut real = executed.receipts.clone();
        for it in &mut real {
            it.outcome.metadata = ExecutionMetadata::default();
            assert!(created.contains(it.receipt.receipt_id()), "{executed}");
            created.extend(&it.outcome.receipt_ids);
        }
        let all = model.ran.iter();
        let predicted = all.filter(|it| created.contains(it.receipt.receipt_id()));
        let predicted: Vec<_> = predicted.cloned().collect();
        assert_eq!(real, predicted, "version {version}\n{executed}");
    }
    let receipts: Vec<_> = executed.iter().flat_map(|it| &it.receipts).collect();
    assert_eq!(receipts.len(), model.ran.len(), "version {version}");
    // All accounts that were there, or to which something was sent.
    let receivers = receipts.iter().map(|it| it.receipt.receiver_id());
    for name in model.state.accounts.keys().chain(receivers) {
        let real = chain.account(name);
        let predicted = model.state.accounts.get(name);
        let real = real.map(|it| (it.amount().as_yoctonear(), it.storage_usage()));
        assert_eq!(real, predicted.map(|it| (it.amount, it.usage)), "{name}");
        for (key, value) in predicted.iter().flat_map(|it| &it.storage) {
            assert_eq!(chain.stored(name, key), Some(&value[..]), "{name}");
        }
    }
    let burnt = [supply.burnt, supply.subsidized].map(|it| it.as_yoctonear());
    assert_eq!(burnt, [model.burnt, model.subsidized]);
    let mut calls = receipts.iter().filter_map(|it| Vm::of(it));
    (calls.any(|it| it.out_of_gas.is_some()), receipts.len())
}

#[test]
fn random_trees_do_what_a_second_model_predicts() {
    let mut receipts = 0;
    let case = RefCell::new(|bytes: Vec<u8>| {
        let (is_out_of_gas, ran) = compare(&bytes);
        receipts += ran;
        Ok(match is_out_of_gas {
            true => "equal, some out of gas",
            false => "equal",
        })
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
