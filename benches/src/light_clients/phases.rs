//! What an update's gas went for, told by the calls that the contract made of the host.

use near_runtime_ext::{HostCall, Outcome};
use serde::Serialize;
use test_contracts::ClientBuild;

const SIGNATURES: &str = "signatures";

/// A part of an update.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Phase {
    /// What is done in it.
    pub phase: &'static str,
    /// What it burns.
    pub gas: u64,
}

/// Where a phase ends, in gas burnt since the start of the call; `None` if nothing marks the end.
type Mark = (&'static str, Option<u64>);

/// The calls that verified signatures, one or many.
pub(super) fn signatures(calls: &[HostCall]) -> impl Iterator<Item = &HostCall> {
    calls.iter().filter(|call| is_signature(call))
}

fn is_signature(call: &HostCall) -> bool {
    ["ed25519_verify", "ed25519_verify_many"].contains(&call.function)
}

/// The phases of a traced call, in order; they add up to the gas burnt. `decoded` is the call that
/// ends decoding: a function, and how many calls of it come before. `host_build` is the trace of
/// the host build on the same input.
pub(super) fn phases(
    build: ClientBuild,
    decoded: (&str, usize),
    outcome: &Outcome,
    host_build: &[HostCall],
) -> Vec<Phase> {
    let calls = &outcome.host_calls;
    let before = |function, nth| {
        let mut calls = calls.iter().filter(|call| call.function == function);
        calls.nth(nth).map(begin)
    };
    let mut marks = vec![
        ("load the contract", Some(loading(outcome))),
        ("read input and state", input_read(calls)),
        ("decode", before(decoded.0, decoded.1)),
    ];
    match build {
        ClientBuild::Host | ClientBuild::HostMany => {
            let before = match build {
                // They are written down before they are verified.
                ClientBuild::HostMany => "headers, validators, hashes, sign bytes",
                _ => "headers, validators, hashes",
            };
            marks.extend([
                (before, signatures(calls).next().map(begin)),
                (SIGNATURES, signatures(calls).last().map(end)),
            ]);
        }
        ClientBuild::Wasm | ClientBuild::WasmBest => marks.push((
            "headers, validators, hashes, signatures",
            after_signatures(host_build)
                .and_then(|at| calls.get(at))
                .map(begin),
        )),
    }
    let last = if outcome.is_success() {
        "store and log"
    } else {
        "refuse"
    };
    marks.push((last, None));
    let in_calls = signatures(calls).map(|call| call.gas.as_gas()).sum();
    split_signatures(cut(&marks, outcome.burnt_gas.as_gas()), in_calls)
}

/// What is charged for the contract's size before it runs.
fn loading(outcome: &Outcome) -> u64 {
    ["contract_loading_base", "contract_loading_bytes"]
        .iter()
        .filter_map(|cost| outcome.profile.get(*cost))
        .map(|gas| gas.as_gas())
        .sum()
}

/// When the input is in the contract's memory.
fn input_read(calls: &[HostCall]) -> Option<u64> {
    calls
        .iter()
        .skip_while(|call| call.function != "input")
        .find(|call| call.function == "read_register")
        .map(end)
}

/// How many calls, without verifications, the host build made until its last verification: the
/// other builds make the same ones.
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

/// Cuts the burnt gas at the marks. A phase without a mark is part of the next one that has one;
/// behind the last mark, it is where the call ended.
fn cut(marks: &[Mark], burnt: u64) -> Vec<Phase> {
    let mut phases = Vec::new();
    let mut at: u64 = 0;
    let mut unmarked = None;
    for (phase, mark) in marks {
        match mark {
            Some(mark) => {
                let mark = (*mark).clamp(at, burnt.max(at));
                phases.push((*phase, mark.saturating_sub(at)));
                at = mark;
                unmarked = None;
            }
            None => unmarked = unmarked.or(Some(*phase)),
        }
    }
    phases.extend(unmarked.map(|phase| (phase, burnt.saturating_sub(at))));
    phases
        .into_iter()
        .map(|(phase, gas)| Phase { phase, gas })
        .filter(|phase| phase.gas != 0)
        .collect()
}

/// Takes what is between verifications, the making of the messages, out of their phase.
fn split_signatures(phases: Vec<Phase>, in_calls: u64) -> Vec<Phase> {
    let split = |phase: Phase| match phase.phase {
        SIGNATURES => {
            let between = Phase {
                phase: "sign bytes",
                gas: phase.gas.saturating_sub(in_calls),
            };
            let verifying = Phase {
                gas: phase.gas.min(in_calls),
                ..phase
            };
            [Some(verifying), (between.gas != 0).then_some(between)]
        }
        _ => [Some(phase), None],
    };
    phases.into_iter().flat_map(split).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut_at(marks: &[Mark], burnt: u64) -> Vec<(&'static str, u64)> {
        cut(marks, burnt)
            .into_iter()
            .map(|phase| (phase.phase, phase.gas))
            .collect()
    }

    #[test]
    fn phases_end_at_their_marks() {
        let marks = [("a", Some(10)), ("b", Some(30)), ("c", None)];
        assert_eq!(cut_at(&marks, 35), [("a", 10), ("b", 20), ("c", 5)]);
    }

    #[test]
    fn a_phase_that_nothing_marks_is_part_of_the_next() {
        let marks = [("a", Some(10)), ("b", None), ("c", Some(30)), ("d", None)];
        assert_eq!(cut_at(&marks, 35), [("a", 10), ("c", 20), ("d", 5)]);
    }

    #[test]
    fn a_call_that_ends_early_ends_in_the_phase_it_was_in() {
        let marks = [("a", Some(10)), ("b", None), ("c", None)];
        assert_eq!(cut_at(&marks, 35), [("a", 10), ("b", 25)]);
        assert_eq!(cut_at(&marks, 7), [("a", 7)]);
    }

    #[test]
    fn what_is_between_verifications_is_no_verification() {
        let phase = |phase, gas| Phase { phase, gas };
        let split = split_signatures(vec![phase("a", 1), phase(SIGNATURES, 10)], 8);
        let expected = [phase("a", 1), phase(SIGNATURES, 8), phase("sign bytes", 2)];
        assert_eq!(split, expected);
    }
}
