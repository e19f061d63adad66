use near_runtime_ext::*;
use test_contracts::bridge::{CLIENT, RELAYER, Sender};
#[test]
fn explore() {
    let sender = Sender::new(150, "bob.near", 1_500_000);
    let mut chain = Runtime::new().chain();
    let id = |n: &str| -> AccountId { n.parse().unwrap() };
    for n in [RELAYER, CLIENT, "bob.near"] { chain.add(&id(n)).unwrap(); }
    chain.deploy(&id(CLIENT), test_contracts::tendermint_client(test_contracts::ClientBuild::Host).wasm().to_vec()).unwrap();
    chain.profile_functions();
    chain.name_functions(&id(CLIENT), &std::fs::read("/tmp/h/tendermint-host-symbols.wasm").unwrap()).unwrap();
    chain.block_mut().timestamp = sender.now_ns;
    for step in &sender.setup {
        if step.contract != CLIENT { continue; }
        let e = chain.call(&id(step.contract), step.method).signer(&id(step.signer)).args(step.args.clone()).transact().unwrap();
        let tree = e.functions();
        println!("== {} {} {}", step.method, e.gas_burnt().as_gas(), e.failures().count());
        for f in tree.functions().iter().take(45) { println!("{:>16} {:>16} {:>6} {}", f.itself.as_gas(), f.total.as_gas(), f.calls, f.name); }
        let mut out = String::new();
        for (i, n) in tree.nodes().iter().enumerate() { if n.gas.as_gas() > 0 { out += &format!("{} {}\n", tree.stack(i).join(";"), n.gas.as_gas()); } }
        std::fs::write(format!("/tmp/h/{}.folded", step.method), out).unwrap();
    }
}
