//! Random contracts, whose calls make random trees of promises.

use crate::everywhere::id;
use crate::program::{Program, Step, call, transfer};
use arbitrary::Unstructured;
use near_primitives::action::{Action, CreateAccountAction, DeleteAccountAction};
use near_runtime_ext::{Balance, Chain, Gas};

/// Accounts with a contract.
pub(crate) const CONTRACTS: [&str; 3] = ["a.near", "b.near", "c.near"];
/// Methods of each: `m0` calls none, `m1` may call `m0`, and so on, so that every tree ends.
pub(crate) const DEPTH: usize = 8;
/// Another method, which returns its first promise result, or fails if it has none.
const TOLD: &str = "told";
/// A method that resumes the last yield.
pub(crate) const RESUME: &str = "resume";

/// Accounts that a promise may name beside contracts: one without a contract, some that do not exist, and
/// some of these that a transfer creates.
const OTHERS: [&str; 5] = [
    "alice.near",
    "nobody.near",
    "top",
    "0101010101010101010101010101010101010101010101010101010101010101",
    "0x0202020202020202020202020202020202020202",
];

/// Numbers from a case's bytes; 0 after all bytes are used.
pub(crate) struct Random<'a>(pub(crate) Unstructured<'a>);

impl Random<'_> {
    /// A number below `limit`.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        let choice = self.0.choose_index(limit);
        choice.expect("a limit is not 0")
    }

    /// True once in `chances` times; false after all bytes are used.
    pub(crate) fn one_in(&mut self, chances: usize) -> bool {
        self.below(chances) == 1
    }

    /// One of the contracts.
    pub(crate) fn contract(&mut self) -> &'static str {
        CONTRACTS[self.below(CONTRACTS.len())]
    }

    /// Any account, or one that `creator` may create.
    pub(crate) fn account(&mut self, creator: &str) -> String {
        match self.below(8) {
            1 => OTHERS[self.below(OTHERS.len())].to_owned(),
            2 | 3 => format!("new.{creator}"),
            _ => self.contract().to_owned(),
        }
    }

    /// An amount of any order of magnitude, yoctoNEAR, or about all that a contract has.
    fn amount(&mut self) -> u128 {
        if self.one_in(15) {
            return 10_u128.pow(21) * (99_940 + self.below(64) as u128);
        }
        let digits = u32::try_from(self.below(24)).expect("less than 24");
        self.below(1_000) as u128 * 10_u128.pow(digits)
    }

    /// The actions of a batch for `to`, with weights. If there are several calls, neither they nor the calls that they
    /// make have weights: the second model knows the gas of a receipt, not of each of its calls.
    pub(crate) fn batch(
        &mut self,
        to: &str,
        depth: usize,
        is_callback: bool,
    ) -> Vec<(Action, u64)> {
        let mut actions = vec![];
        let is_new = to.starts_with("new.") || ["top", "nobody.near"].contains(&to);
        if self.one_in(if is_new { 2 } else { 40 }) {
            actions.push((CreateAccountAction {}.into(), 0));
        }
        let has_several = self.one_in(4);
        let mut calls = 0;
        let may_call = depth > 0 || is_callback;
        for _ in 0..self.below(3) + usize::from(may_call) {
            if !may_call || self.one_in(5) || (calls > 0 && !has_several) {
                actions.push((transfer(self.amount()), 0));
                continue;
            }
            calls += 1;
            let place = match has_several || depth == 0 {
                true => 0,
                false => depth - 1 - self.below(depth.min(2)),
            };
            let is_told = is_callback && (depth == 0 || self.one_in(3));
            let method = match self.one_in(40) {
                true => "none".to_owned(),
                false if is_told => TOLD.to_owned(),
                false => format!("m{place}"),
            };
            let deposit = match self.one_in(6) {
                true => self.amount(),
                false => self.below(3) as u128,
            };
            // What it calls needs gas too.
            let gas = match self.one_in(40) {
                true => 0,
                false => 1_000 + self.below(3_000 << place) as u64,
            };
            let weight = match has_several || depth == 0 {
                true => 0,
                false => self.below(3) as u64,
            };
            actions.push((call(&method, deposit, Gas::from_gigagas(gas)), weight));
        }
        if self.one_in(if to.starts_with("new.") { 4 } else { 16 }) {
            let beneficiary_id = id(&self.account("alice.near"));
            actions.push((DeleteAccountAction { beneficiary_id }.into(), 0));
            if self.one_in(8) {
                actions.push((transfer(1), 0));
            }
        }
        actions
    }

    /// The steps that fill batch `on`: see [`Self::batch`].
    fn fill(&mut self, on: usize, to: &str, depth: usize, is_callback: bool) -> Vec<Step> {
        let actions = self.batch(to, depth, is_callback).into_iter();
        let steps = actions.map(|(action, weight)| Step::Action(on, action, weight));
        steps.collect()
    }

    /// The steps of a method of `me` that calls methods up to `depth`.
    fn steps(&mut self, me: &str, depth: usize) -> Vec<Step> {
        let mut steps = vec![];
        let mut promises = 0;
        let mut yields = false;
        for _ in 0..self.below(5) {
            let on = promises;
            promises += 1;
            if on > 1 && self.one_in(5) {
                steps.push(Step::And(vec![self.below(on), self.below(on)]));
                if self.one_in(10) {
                    steps.extend(self.fill(on, me, depth, false)); // It fails.
                }
                continue;
            }
            if depth > 0 && self.one_in(7) {
                yields = true;
                let method = if self.one_in(2) { TOLD } else { "m0" }.to_owned();
                steps.push(Step::Yield(method, Gas::from_teragas(3)));
                continue;
            }
            let to = self.account(me);
            let is_after = on > 0 && self.one_in(2);
            steps.push(match is_after {
                true => Step::Then(on - 1 - self.below(on.min(2)), to.clone()),
                false => Step::Promise(to.clone()),
            });
            if self.one_in(4) {
                steps.push(Step::RefundTo(on, self.account(me)));
            }
            steps.extend(self.fill(on, &to, depth, is_after));
        }
        for _ in 0..self.below(3) {
            steps.push(match self.below(3) {
                1 => Step::Log("line".to_owned()),
                _ => Step::Write(format!("k{}", self.below(4)), "v".repeat(self.below(40))),
            });
        }
        // It fails if the contract has never yielded.
        if self.one_in(if yields { 3 } else { 8 }) {
            steps.push(Step::Resume("data".to_owned()));
        }
        steps.push(match self.below(10) {
            1 if self.one_in(2) => Step::Panic,
            2..=5 if promises > 0 => Step::Return(self.below(promises)),
            6 if self.one_in(4) => Step::ReturnResult,
            _ => Step::Value("value".to_owned()),
        });
        steps
    }
}

/// A contract: its account, and the steps of each method.
pub(crate) type Contract = (&'static str, Vec<(String, Vec<Step>)>);

/// Random contracts.
pub(crate) fn contracts(random: &mut Random<'_>) -> Vec<Contract> {
    let contracts = CONTRACTS.iter().map(|name| {
        let methods = (0..DEPTH).map(|depth| (format!("m{depth}"), random.steps(name, depth)));
        let told = (TOLD.to_owned(), vec![Step::ReturnResult]);
        let resume = Step::Resume("data".to_owned());
        let resume = (RESUME.to_owned(), vec![resume]);
        (*name, methods.chain([told, resume]).collect())
    });
    contracts.collect()
}

/// The contract's code.
pub(crate) fn wasm((_, methods): &Contract) -> Vec<u8> {
    let program = methods
        .iter()
        .fold(Program::default(), |program, (name, steps)| {
            program.method(name, steps)
        });
    program.wasm()
}

/// Makes blocks until the last yield has timed out: what waits for one may start another, of a smaller depth.
pub(crate) fn end(chain: &mut Chain) {
    chain.settle().expect("a block");
    for _ in 0..DEPTH {
        if chain.supply().expect("no overflow").in_flight > Balance::ZERO {
            chain.advance(210).expect("blocks");
            chain.settle().expect("a block");
        }
    }
}
