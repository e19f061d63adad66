//! The contract `committee`, in every build and on every backend: approvals and refusals, with
//! signatures of FROST groups and of members. The command `demo` measures their gas.
#![allow(clippy::panic, reason = "a test fails by panicking")]
#![allow(unreachable_pub, reason = "modules of one test")]

mod approvals;
#[path = "../light_clients/client.rs"]
#[allow(dead_code, reason = "the other suites call the rest")]
mod client;
mod refusals;

use client::{Client, Success, text};
use near_frost::dealt_groups::Group;
use serde_json::{Value, json};
use test_contracts::committee::{
    Action, Decision, approve_group_args, approve_members_args, members, new_args, signatures,
    signed_bytes,
};
use test_contracts::{Build, committee};
use test_support::everywhere::ACCOUNT;

/// A committee's contract, and the FROST group that holds its key.
struct Committee {
    contract: Client,
    group: Group,
    /// The nonce of the next decision.
    nonce: u64,
}

impl Committee {
    /// Creates the committee; member numbers begin with 0.
    fn new(threshold: u16, count: u16) -> Self {
        let group = Group::new(threshold, count, 1).expect("a group");
        let mut contract = Client::nobodys(Build::CLIENT.map(committee), 0);
        let args = new_args(&group.key, &members(count), threshold);
        contract.call("new", &args).expect("created");
        Self {
            contract,
            group,
            nonce: 0,
        }
    }

    /// The signed bytes of this decision, as the next one.
    fn signed(&self, decision: &Decision) -> Vec<u8> {
        signed_bytes(ACCOUNT, self.nonce, decision)
    }

    /// The group's signature for this decision, as the next one.
    fn by_group(&mut self, decision: &Decision) -> [u8; 64] {
        let bytes = self.signed(decision);
        self.group.sign(&bytes).expect("a signature")
    }

    /// Both ways to approve this action next, each a method and its arguments: by the group, and by the
    /// last two members of three.
    fn approvals(&mut self, action: &Action) -> [(&'static str, Vec<u8>); 2] {
        let decision = Decision::Approve(action.clone());
        let by_group = approve_group_args(action, &self.by_group(&decision));
        let by_members = signatures(&self.signed(&decision), [1, 2]);
        [
            ("approve_group", by_group),
            ("approve_members", approve_members_args(action, &by_members)),
        ]
    }

    /// A call that must succeed and increment the nonce.
    #[track_caller]
    fn accept(&mut self, method: &str, args: &[u8]) -> Success {
        let success = self.contract.call(method, args).expect(method);
        self.nonce += 1;
        assert_eq!(self.view("nonce"), self.nonce, "{method}");
        success
    }

    #[track_caller]
    fn refusal(&mut self, method: &str, args: &[u8]) -> String {
        self.contract.refusal(method, args)
    }

    #[track_caller]
    fn view(&mut self, method: &str) -> Value {
        self.contract.view(method, &json!({})).expect("an answer")
    }
}
