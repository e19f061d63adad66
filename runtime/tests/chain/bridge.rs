//! A bridge: a light client verifies that another chain has sent tokens, and its caller mints them in
//! the callback; or it mints nothing, and the deposit comes back.

use crate::everywhere::{Chains, id};
use crate::program::{Program, Step};
use near_runtime_ext::{Balance, Chain, Executed, Gas, Transaction};
use test_contracts::bridge::{self, BRIDGE, CLIENT, Proved, RELAYER, Sender};
use test_contracts::{Build, corpus};

/// near-sdk's promises import `promise_batch_action_universal_state_init`, which no version before has.
const VERSION: u32 = 88;

const RECEIVER: &str = "bob.near";
const AMOUNT: u128 = 1_500_000;

const GAS: Gas = Gas::from_teragas(300);

/// More than storage costs: the rest comes back.
const DEPOSIT: Balance = Balance::from_millinear(10);

/// The chains, with a client that knows the header whose state has the packet; and the packet.
fn bridged() -> (Chains, Proved) {
    let client = test_contracts::tendermint_client(Build::Host).wasm();
    let (mut chains, sender) = deployed(client.to_vec());
    sender.setup.iter().for_each(|step| make(&mut chains, step));
    (chains, sender.proved)
}

/// Makes a call that prepares others.
fn make(chains: &mut Chains, step: &bridge::Step) {
    chains.succeeds(step.signer, step.contract, |it| {
        it.function_call(step.method, step.args.clone(), GAS, Balance::ZERO)
    });
}

fn deployed(client: Vec<u8>) -> (Chains, Sender) {
    let sender = Sender::new(4, RECEIVER, AMOUNT);
    let accounts = [
        (RELAYER, None),
        (CLIENT, Some(client)),
        (BRIDGE, Some(corpus::wasm("bridge").to_vec())),
    ];
    let mut chains = Chains::new(VERSION, &accounts);
    chains.run(|chain| chain.block_mut().timestamp = sender.now_ns);
    (chains, sender)
}

/// A call that brings a packet.
fn packet(proved: &Proved, gas: Gas) -> impl Fn(Transaction<'_>) -> Transaction<'_> {
    move |it| it.function_call("receive", proved.receive_args(), gas, DEPOSIT)
}

/// Brings a packet; checks that the relayer paid what was burnt and, if it minted, what the bridge keeps.
fn receive(chain: &mut Chain, proved: &Proved, gas: Gas) -> Executed {
    let before = balance(chain);
    let transaction = chain.transaction(&id(RELAYER), &id(BRIDGE));
    let executed = packet(proved, gas)(transaction).transact();
    let executed = executed.expect("an accepted transaction");
    let mut paid = executed.tokens_burnt();
    if let Ok(Some(b"true")) = executed.result() {
        paid = paid.checked_add(storage_cost(chain)).expect("a sum");
    }
    assert_eq!(before.checked_sub(paid), Some(balance(chain)), "{executed}");
    executed
}

fn bring(chains: &mut Chains, proved: &Proved) -> Executed {
    chains.run(|chain| receive(chain, proved, GAS))
}

/// The JSON answer of a view of the bridge.
fn view(chain: &Chain, method: &str, args: &str) -> String {
    let outcome = chain.view(&id(BRIDGE), method, args).expect("a contract");
    outcome.json().expect("an answer of text")
}

fn minted(chain: &Chain) -> u128 {
    let of = format!(r#"{{"account_id":"{RECEIVER}"}}"#);
    let balance = view(chain, "ft_balance_of", &of);
    assert_eq!(balance, view(chain, "ft_total_supply", "{}"));
    balance.parse().expect("a number")
}

/// What the bridge keeps of a deposit for storage.
fn storage_cost(chain: &Chain) -> Balance {
    let yocto = view(chain, "deposit", "{}").parse();
    Balance::from_yoctonear(yocto.expect("a number"))
}

fn balance(chain: &Chain) -> Balance {
    chain.balance(&id(RELAYER)).expect("an account")
}

/// A packet that is proved is minted in the callback; a second time it is refused.
#[test]
fn a_proved_packet_is_minted_once() {
    let (mut chains, proved) = bridged();
    let usage = |chain: &Chain| chain.account(&id(BRIDGE)).map(|it| it.storage_usage());
    let used = usage(chains.chain()).expect("an account");
    let executed = bring(&mut chains, &proved);
    assert_eq!(executed.result().unwrap(), Some(&b"true"[..]));
    assert_eq!(minted(chains.chain()), AMOUNT);
    // It is paid for all that it stores.
    let bytes = usage(chains.chain()).expect("an account") - used;
    let cost = Balance::from_yoctonear(10_u128.pow(19) * u128::from(bytes));
    assert!(storage_cost(chains.chain()) >= cost, "{bytes}");
    executed.into_result().unwrap();

    let again = bring(&mut chains, &proved);
    let refusal = again.result().unwrap_err().to_string();
    assert!(refusal.contains("minted already"), "{refusal}");
    assert_eq!(minted(chains.chain()), AMOUNT);
}

/// Both are verified before either mints.
#[test]
fn of_two_bringers_at_once_one_mints() {
    let (mut chains, proved) = bridged();
    let before = balance(chains.chain());
    let both = [(); 2].map(|()| packet(&proved, GAS));
    let both = chains.together(RELAYER, BRIDGE, both);
    let results = both.each_ref().map(|it| it.result().unwrap().unwrap());
    assert_eq!(results, [&b"true"[..], b"false"]);
    assert_eq!(minted(chains.chain()), AMOUNT);
    let kept = storage_cost(chains.chain());
    let [one, other] = both.map(|it| it.into_result().unwrap().tokens_burnt());
    let paid = kept.checked_add(one).and_then(|sum| sum.checked_add(other));
    let left = before.checked_sub(paid.unwrap());
    assert_eq!(left, Some(balance(chains.chain())));
}

/// The light client fails, the callback gives the deposit back, and the packet can still be brought.
#[test]
fn what_is_not_proved_is_not_minted() {
    let (mut chains, proved) = bridged();
    let change = |change: &dyn Fn(&mut Proved)| {
        let mut changed = proved.clone();
        change(&mut changed);
        changed
    };
    let data = |from: &str, to: &str| {
        assert!(proved.data.contains(from));
        change(&|it| it.data = it.data.replace(from, to))
    };
    for (wrong, rule) in [
        (data("1500000", "1500001"), "verify_membership"),
        (data(RECEIVER, RELAYER), "verify_membership"),
        (change(&|it| it.sequence += 1), "verify_membership"),
        (change(&|it| it.timeout += 1), "verify_membership"),
        (change(&|it| it.proofs.reverse()), "verify_membership"),
        (change(&|it| it.proofs[0][20] ^= 1), "verify_membership"),
        (change(&|it| it.proofs[0].clear()), "verify_membership"),
        (change(&|it| it.height -= 200), "verify_membership"),
        (change(&|it| it.height += 1), "known_height"),
    ] {
        let executed = bring(&mut chains, &wrong);
        assert_eq!(executed.result().unwrap(), Some(&b"false"[..]));
        let failures: Vec<_> = executed.failures().collect();
        let [failure] = failures.as_slice() else {
            panic!("one fails: {executed}");
        };
        assert_eq!(failure.executor_id, CLIENT);
        assert!(failure.to_string().contains(rule), "{failure}");
        assert_eq!(view(chains.chain(), "ft_total_supply", "{}"), "0");
    }
    let executed = bring(&mut chains, &proved);
    assert_eq!(executed.result().unwrap(), Some(&b"true"[..]));
}

/// The packet is in time when it is brought, and no longer in the callback's block.
#[test]
fn a_packet_that_times_out_on_its_way_is_not_minted() {
    const SECOND: u64 = 1_000_000_000;
    let (mut chains, proved) = bridged();
    for (before_timeout, expected) in [(4, "false"), (5, "true")] {
        let executed = chains.run(|chain| {
            let mut fork = chain.clone();
            fork.block_mut().timestamp = proved.timeout - before_timeout * SECOND;
            receive(&mut fork, &proved, Gas::from_teragas(100))
        });
        assert_eq!(executed.result().unwrap(), Some(expected.as_bytes()));
        executed.into_result().unwrap();
    }
}

/// A client that answers where it should fail is believed only if it answers `true` or `null`.
#[test]
fn an_answer_of_no_mints_nothing() {
    for (answer, expected) in [
        ("false", "false"),
        ("truely", "false"),
        ("1", "false"),
        ("true", "true"),
        ("null", "true"),
    ] {
        let answers = [Step::Value(answer.to_owned())];
        let client = Program::default().method("verify_membership", &answers);
        let (mut chains, sender) = deployed(client.wasm());
        let [_, new, _] = &sender.setup;
        make(&mut chains, new);
        let executed = bring(&mut chains, &sender.proved);
        let result = executed.result().unwrap();
        assert_eq!(result, Some(expected.as_bytes()), "{answer}");
        executed.into_result().unwrap();
    }
}

/// Whatever the gas, the call is refused, or the proof has too little, or it mints; the callback always
/// has enough, and no deposit is kept where nothing is minted.
#[test]
fn too_little_gas_never_costs_the_deposit() {
    /// In units of gas: far less than the proof burns.
    const STEP: u64 = 300_000_000_000;
    let (mut chains, proved) = bridged();
    let ends = chains.run(|chain| {
        let end = |steps: u64| {
            let gas = Gas::from_gas(steps * STEP);
            let mut fork = chain.clone();
            let executed = receive(&mut fork, &proved, gas);
            let failures: Vec<_> = executed.failures().map(|it| it.executor_id).collect();
            let (end, expected) = match executed.result() {
                Ok(Some(b"true")) => ("minted", None),
                Ok(Some(b"false")) => ("not proved", Some(CLIENT)),
                Err(_) => ("refused", Some(BRIDGE)),
                other => panic!("{other:?}"),
            };
            let expected = Vec::from_iter(expected);
            assert_eq!(failures, expected, "{gas}: {executed}");
            (gas, end)
        };
        let mut ends: Vec<_> = (1..=60).map(end).collect();
        ends.dedup_by_key(|(_, end)| *end);
        ends
    });
    let names: Vec<_> = ends.iter().map(|(_, end)| *end).collect();
    assert_eq!(names, ["refused", "not proved", "minted"], "{ends:?}");
}
