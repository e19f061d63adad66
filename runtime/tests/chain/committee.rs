//! `committee` executes a transfer that its group has signed.

use crate::everywhere::{Chains, VERSIONS, id};
use near_frost::dealt_groups::Group;
use near_runtime_ext::{Balance, Executed};
use test_contracts::ClientBuild;
use test_contracts::committee::{
    Action, Decision, approve_group_args, members, new_args, signed_bytes,
};

const COMMITTEE: &str = "committee.near";
const AMOUNT: Balance = Balance::from_near(3);

/// Chains with a committee of three, two of whom sign by FROST.
fn committee(version: u32, build: ClientBuild) -> (Chains, Group) {
    let group = Group::new(2, 3, 1).expect("a group");
    let wasm = test_contracts::committee(build).wasm().to_vec();
    let accounts = [
        ("alice.near", None),
        ("bob.near", None),
        (COMMITTEE, Some(wasm)),
    ];
    let mut chains = Chains::new(version, &accounts);
    let args = new_args(&group.key(), &members(3), 2);
    chains.succeeds(|chain| {
        let call = chain.call(&id(COMMITTEE), "new");
        call.args(args.clone()).transact()
    });
    (chains, group)
}

/// Alice brings the group's approval of decision number `nonce`.
fn transfer(chains: &mut Chains, group: &mut Group, nonce: u64, receiver: &str) -> Executed {
    let action = Action::Transfer {
        receiver: receiver.to_owned(),
        amount: AMOUNT.as_yoctonear(),
    };
    let signed = signed_bytes(COMMITTEE, nonce, &Decision::Approve(action.clone()));
    let signature = group.sign(&signed).expect("a signature");
    chains.sends(|chain| {
        let call = chain.call(&id(COMMITTEE), "approve_group");
        let call = call.signer(&id("alice.near"));
        call.args(approve_group_args(&action, &signature))
            .transact()
    })
}

fn balances(chains: &Chains) -> [Balance; 3] {
    let of = |name| chains.chain().balance(&id(name)).expect("an account");
    ["alice.near", "bob.near", COMMITTEE].map(of)
}

/// The builds that nearcore's own runner can run.
const BUILDS: [ClientBuild; 2] = [ClientBuild::Host, ClientBuild::WasmBest];

/// The receiver gets all of it, the committee pays that alone, and who brings the approval pays what is
/// burnt.
#[test]
fn an_approved_transfer_arrives() {
    for (version, build) in VERSIONS
        .into_iter()
        .flat_map(|it| BUILDS.map(|build| (it, build)))
    {
        let (mut chains, mut group) = committee(version, build);
        let [alice, bob, contract] = balances(&chains);
        let executed = transfer(&mut chains, &mut group, 0, "bob.near");
        let executed = executed.into_result().expect("no receipt fails");
        let after = balances(&chains);
        let paid = alice.checked_sub(executed.tokens_burnt());
        assert_eq!(Some(after[0]), paid);
        assert_eq!(after[1], bob.checked_add(AMOUNT).unwrap());
        let rest = contract.checked_sub(AMOUNT).unwrap();
        // Until version 86 a contract earned a part of what its calls burnt.
        assert_eq!(after[2] == rest, version >= 87, "{version}");
        assert!(after[2] >= rest);
    }
}

/// There is no receiver: the tokens come back, and the approval is spent.
#[test]
fn an_approved_transfer_to_nobody_comes_back() {
    for build in BUILDS {
        let (mut chains, mut group) = committee(88, build);
        let [alice, bob, contract] = balances(&chains);
        let executed = transfer(&mut chains, &mut group, 0, "nobody.near");
        let failures: Vec<_> = executed.failures().map(|it| it.executor_id).collect();
        assert_eq!(failures, ["nobody.near"]);
        let paid = alice.checked_sub(executed.tokens_burnt()).unwrap();
        assert_eq!(balances(&chains), [paid, bob, contract]);

        let again = transfer(&mut chains, &mut group, 0, "nobody.near");
        let refusal = again.result().unwrap_err().to_string();
        assert!(refusal.contains("did not sign this"), "{refusal}");
        let next = transfer(&mut chains, &mut group, 1, "bob.near");
        next.into_result().expect("the next approval is good");
    }
}
