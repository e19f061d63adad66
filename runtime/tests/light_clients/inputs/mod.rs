//! Calls of every method of every contract, with good arguments in many forms and with changed
//! ones. A contract accepts good arguments. It accepts changed ones or refuses them with a message.
//! It never traps.
//!
//! A changed call has other integers of the same types, or changed bytes.

mod beacon;
mod deposits;
mod grandpa;
mod numbers;
mod signatures;
mod tendermint;

use crate::client::Client;
use near_runtime_ext::Balance;
use numbers::Numbers;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;
use requirements::fuzzing::{Change, Target, changes, fuzz};
use std::rc::Rc;
use test_support::everywhere::{ACCOUNT, Sent, TGAS};

/// Encodes arguments with which a method succeeds. The bytes choose the form, and the numbers
/// replace the usual integers.
type Form = Rc<dyn Fn(&[u8], &mut Numbers) -> Vec<u8>>;

/// A method, and calls of it that succeed in any order.
#[derive(Clone)]
struct Method {
    name: &'static str,
    form: Form,
    caller: &'static str,
    /// Only methods that keep a deposit get one.
    deposit: Balance,
    /// Attached gas of calls with changed integers or bytes, in units.
    gas: u64,
    /// The host's errors that are allowed, where arguments make the call too large.
    hosts: &'static [&'static str],
}

const GAS: &str = "Exceeded the prepaid gas.";

impl Method {
    fn new(name: &'static str, form: impl Fn(&[u8], &mut Numbers) -> Vec<u8> + 'static) -> Self {
        Self {
            name,
            form: Rc::new(form),
            caller: ACCOUNT,
            deposit: Balance::ZERO,
            gas: 300 * TGAS,
            hosts: &[],
        }
    }

    /// A method without arguments.
    fn bare(name: &'static str) -> Self {
        Self::new(name, |_, _| Vec::new())
    }

    fn by(self, caller: &'static str) -> Self {
        Self { caller, ..self }
    }

    fn with(self, deposit: Balance) -> Self {
        Self { deposit, ..self }
    }

    fn refused_by_the_host(self, hosts: &'static [&'static str]) -> Self {
        Self { hosts, ..self }
    }

    fn sent<'a>(&'a self, args: &'a [u8]) -> Sent<'a> {
        Sent {
            caller: self.caller,
            deposit: self.deposit,
            ..Sent::new(self.name, args)
        }
    }

    /// The arguments in their first form.
    fn good(&self) -> Vec<u8> {
        (self.form)(&[], &mut Numbers::default())
    }
}

/// A contract in one state, and the methods that succeed in it.
struct Subject {
    target: Target,
    client: Client,
    methods: Vec<Method>,
}

impl Subject {
    /// Makes calls with arguments; restores the contract after each success.
    #[track_caller]
    fn never_traps(self) {
        self.never_traps_before(None);
    }

    /// Like [`Self::never_traps`]; each success is followed by another call, which may be refused.
    #[track_caller]
    fn never_traps_before(self, next: Option<&Method>) {
        let Self {
            target,
            mut client,
            mut methods,
        } = self;
        methods.retain(|method| !method.good().is_empty());
        let start = client.account();
        let tally = fuzz!(target, calls(&methods), |call: Call| {
            let method = &methods[call.method];
            let gas = match call.is_changed {
                true => method.gas,
                false => crate::client::LIMIT,
            };
            let sent = Sent {
                gas,
                ..method.sent(&call.args)
            };
            match client.send(sent) {
                Ok(_) => {
                    let followed = next.map(|next| client.send(next.sent(&next.good())));
                    client.restore(&start);
                    match followed {
                        Some(Ok(_)) => Ok("accepted, and updated"),
                        Some(Err(refusal)) => in_words(&refusal, &[]).map(|_| "accepted"),
                        None => Ok("accepted"),
                    }
                }
                Err(refusal) => {
                    prop_assert!(call.is_changed, "{}: {refusal}", method.name);
                    in_words(&refusal, method.hosts)
                }
            }
        });
        match next {
            None => tally.reaches(&["accepted", "refused"], 6),
            Some(_) => tally.reaches(&["accepted", "accepted, and updated", "refused"], 50),
        }
    }
}

#[derive(Debug)]
struct Call {
    method: usize,
    args: Vec<u8>,
    /// Whether the arguments differ from the good ones.
    is_changed: bool,
}

/// Calls in all forms: a sixth unchanged, a third with other integers, and half with changed bytes.
fn calls(methods: &[Method]) -> impl Strategy<Value = Call> + use<> {
    let forms: Vec<_> = methods.iter().map(|it| it.form.clone()).collect();
    let seeds = prop::collection::vec(any::<u8>(), 0..20);
    let changes = prop::collection::vec(changes(), 1..4);
    let overwritten = prop::collection::vec(numbers::overwritten(), 1..3);
    let changed = prop_oneof![
        1 => Just((Numbers::default(), vec![], vec![])),
        2 => numbers::numbers().prop_map(|numbers| (numbers, vec![], vec![])),
        1 => overwritten.prop_map(|places| (Numbers::default(), places, vec![])),
        2 => changes.prop_map(|changes| (Numbers::default(), vec![], changes)),
    ];
    (0..forms.len(), seeds, changed).prop_map(move |(method, seed, changed)| {
        let (mut numbers, overwritten, changes) = changed;
        let form = &forms[method];
        let other = numbers::overwrite(&overwritten, form(&seed, &mut numbers));
        let args = Change::apply_all(&changes, other);
        Call {
            method,
            is_changed: args != form(&seed, &mut Numbers::default()),
            args,
        }
    })
}

/// A refusal must be the contract's or near-sdk's decision, or one of these errors of the host. It
/// must not be a trap or a Rust panic.
fn in_words(refusal: &str, hosts: &[&str]) -> Result<&'static str, TestCaseError> {
    if refusal == GAS && hosts.contains(&GAS) {
        return Ok("out of gas");
    }
    let is_hosts = hosts.iter().any(|said| refusal.starts_with(said));
    // nearcore's errors have these beginnings; the contract's own messages have no prefix.
    let out_of_hand = [
        "WebAssembly trap",
        "panicked at",
        "Exceeded",
        "Smart contract",
        "Memory",
    ];
    let is_out_of_hand = out_of_hand.iter().any(|start| refusal.starts_with(start));
    prop_assert!(is_hosts || !is_out_of_hand, "{refusal}");
    Ok("refused")
}
