//! The phases of an update and their gas, from the trace of the contract's host calls. A trace is
//! exact and costs nothing; a contract that read its own gas would burn some.

use near_runtime_ext::{HostCall, Outcome};
use serde::Serialize;
use test_contracts::Build;

const SIGNATURES: &str = "signatures";

/// A part of an update.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Phase {
    /// The phase's name.
    pub phase: &'static str,
    /// Gas burnt in the phase.
    pub gas: u64,
}

/// A phase and its end, in gas burnt since the start of the call; `None` if nothing marks it.
type Mark = (&'static str, Option<u64>);

/// Calls that verify signatures, one at a time or in a batch call.
pub(super) fn signatures(calls: &[HostCall]) -> impl Iterator<Item = &HostCall> {
    calls.iter().filter(|call| is_signature(call))
}

fn is_signature(call: &HostCall) -> bool {
    ["ed25519_verify", "ed25519_verify_many"].contains(&call.function)
}

/// The phases of a traced call, in order; their sum is the burnt gas. `decoded` is the call that
/// ends decoding: a function, and the number of earlier calls of it. `host_build` is the trace of
/// the host build on the same input.
pub(super) fn phases(
    build: Build,
    decoded: (&str, usize),
    outcome: &Outcome,
    host_build: &[HostCall],
) -> Vec<Phase> {
    let calls = &outcome.host_calls;
    let before = |function, nth| {
        let mut calls = calls.iter().filter(|call| call.function == function);
        calls.nth(nth).map(begin)
    };
    let verified = |before| {
        let first = signatures(calls).next().map(begin);
        let last = signatures(calls).last().map(end);
        vec![(before, first), (SIGNATURES, last)]
    };
    let mut marks = vec![
        ("load the contract", Some(loading(outcome))),
        ("read input and state", input_read(calls)),
        ("decode", before(decoded.0, decoded.1)),
    ];
    marks.extend(match build {
        Build::WeakInWasm | Build::Host => verified("headers, validators, hashes"),
        // All sign bytes are made before the batch call.
        Build::HostMany => verified("headers, validators, hashes, sign bytes"),
        Build::Wasm | Build::WasmBest => {
            let next = after_signatures(host_build).and_then(|at| calls.get(at));
            let phase = "headers, validators, hashes, signatures";
            vec![(phase, next.map(begin))]
        }
    });
    let last = match outcome.is_success() {
        true => "store and log",
        false => "refuse",
    };
    marks.push((last, None));
    let in_calls = signatures(calls).map(|call| call.gas.as_gas()).sum();
    cut(&marks, outcome.burnt_gas.as_gas(), in_calls)
}

/// The charge for the contract's size before it runs.
fn loading(outcome: &Outcome) -> u64 {
    let costs = ["contract_loading_base", "contract_loading_bytes"];
    let gas = costs.iter().filter_map(|cost| outcome.profile.get(*cost));
    gas.map(|gas| gas.as_gas()).sum()
}

/// The gas burnt until the input is in the contract's memory.
fn input_read(calls: &[HostCall]) -> Option<u64> {
    let mut calls = calls.iter().skip_while(|call| call.function != "input");
    calls.find(|call| call.function == "read_register").map(end)
}

/// The number of the host build's calls, without verifications, before its last verification. The
/// other builds make the same calls.
fn after_signatures(host_build: &[HostCall]) -> Option<usize> {
    let last = host_build.iter().rposition(is_signature)?;
    let others = host_build.iter().take(last);
    Some(others.filter(|call| !is_signature(call)).count())
}

fn begin(call: &HostCall) -> u64 {
    call.before.as_gas()
}

fn end(call: &HostCall) -> u64 {
    call.before.as_gas().saturating_add(call.gas.as_gas())
}

/// Divides the burnt gas at the marks. An unmarked phase joins the next marked one; the gas after
/// the last mark belongs to the phase after it. In the signatures' phase, only gas of host calls counts as
/// theirs: the rest is spent on making the messages.
fn cut(marks: &[Mark], burnt: u64, in_calls: u64) -> Vec<Phase> {
    let (mut phases, mut at, mut unmarked) = (Vec::new(), 0, None);
    for &(mut phase, mark) in marks {
        let Some(mark) = mark else {
            unmarked = unmarked.or(Some(phase));
            continue;
        };
        let mark = mark.clamp(at, burnt.max(at));
        let mut gas = mark.saturating_sub(at);
        if phase == SIGNATURES {
            let own = gas.min(in_calls);
            phases.push(Phase { phase, gas: own });
            (phase, gas) = ("sign bytes", gas.saturating_sub(own));
        }
        phases.push(Phase { phase, gas });
        (at, unmarked) = (mark, None);
    }
    let gas = burnt.saturating_sub(at);
    phases.extend(unmarked.map(|phase| Phase { phase, gas }));
    phases.retain(|phase| phase.gas != 0);
    phases
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phase_ends_at_its_mark_or_with_the_next_that_has_one_or_with_the_call() {
        let marked = |name, at| (name, Some(at));
        let all = [marked("a", 10), marked("b", 30), ("c", None)];
        let one_not = [marked("a", 10), ("b", None), marked("c", 30), ("d", None)];
        let early = [marked("a", 10), ("b", None), ("c", None)];
        let signed = [marked("a", 1), marked(SIGNATURES, 11), ("c", None)];
        for (marks, burnt, expected) in [
            (&all[..], 35, &[("a", 10), ("b", 20), ("c", 5)][..]),
            (&one_not, 35, &[("a", 10), ("c", 20), ("d", 5)]),
            (&early, 35, &[("a", 10), ("b", 25)]),
            (&early, 7, &[("a", 7)]),
            (&signed, 11, &[("a", 1), (SIGNATURES, 8), ("sign bytes", 2)]),
        ] {
            let phases = cut(marks, burnt, 8).into_iter();
            let phases: Vec<_> = phases.map(|it| (it.phase, it.gas)).collect();
            assert_eq!(phases, expected);
        }
    }
}
