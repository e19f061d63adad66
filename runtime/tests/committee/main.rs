//! The contract `committee`, in every build and on every backend: approvals and refusals, with
//! signatures of FROST groups and of members. The command `demo` measures their gas.

mod approvals;
mod refusals;

use near_frost::dealt_groups::Group;
use near_runtime_ext::Outcome;
use test_contracts::committee::{
    Action, Decision, approve_group_args, approve_members_args, members, new_args, signatures,
    signed_bytes,
};
use test_contracts::{ClientBuild, committee};
use test_support::everywhere::{ACCOUNT, Everywhere, TGAS};

/// The builds that call the host.
const HOST: [ClientBuild; 2] = [ClientBuild::Host, ClientBuild::HostMany];

/// A committee's contract, and the FROST group that holds its key.
struct Committee {
    contract: Everywhere,
    group: Group,
    threshold: u16,
    /// The nonce of the next decision.
    nonce: u64,
}

impl Committee {
    /// Deploys on every backend that offers the build's imports; member numbers begin with 0.
    fn new(build: ClientBuild, threshold: u16, count: u16) -> Self {
        let group = Group::new(threshold, count, 1).expect("a group");
        let mut contract = deploy(build);
        let args = new_args(&group.key(), &members(count), threshold);
        let outcome = contract.call("new", &args, 1000 * TGAS);
        assert_eq!(outcome.failure, None, "{build}");
        Self {
            contract,
            group,
            threshold,
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

    /// Signatures for this decision, as the next one, by a threshold of members: those with the
    /// highest numbers.
    fn by_members(&self, decision: &Decision, count: u16) -> Vec<(u16, [u8; 64])> {
        signatures(&self.signed(decision), count - self.threshold..count)
    }

    fn group_args(&mut self, action: &Action) -> Vec<u8> {
        let signature = self.by_group(&Decision::Approve(action.clone()));
        approve_group_args(action, &signature)
    }

    /// Arguments of an approval by a threshold of this many members.
    fn members_args(&self, action: &Action, count: u16) -> Vec<u8> {
        let signatures = self.by_members(&Decision::Approve(action.clone()), count);
        approve_members_args(action, &signatures)
    }

    /// A call that must succeed.
    #[track_caller]
    fn accept(&mut self, method: &str, args: &[u8]) {
        let _ = self.accepted(method, args);
    }

    /// The outcome of a call that must succeed and increment the nonce.
    #[track_caller]
    fn accepted(&mut self, method: &str, args: &[u8]) -> Outcome {
        let outcome = self.contract.call(method, args, 1000 * TGAS);
        assert_eq!(outcome.failure, None, "{method}");
        self.nonce += 1;
        assert_eq!(self.view::<u64>("nonce"), self.nonce, "{method}");
        outcome
    }

    /// The reason for a refusal, which must change nothing.
    #[track_caller]
    fn refusal(&mut self, method: &str, args: &[u8]) -> String {
        self.contract.refusal(method, args)
    }

    fn view<T: serde::de::DeserializeOwned>(&mut self, method: &str) -> T {
        self.contract.view(method, b"").json().expect("an answer")
    }
}

fn deploy(build: ClientBuild) -> Everywhere {
    Everywhere::deploy(committee(build).wasm())
}

/// A key, as the contract prints it.
fn text(key: &[u8; 32]) -> String {
    near_sdk_ext::PublicKey::from(*key).to_string()
}
