//! Any bytes as a state file give an account, a chain, or one line with the problem.

use near_runtime_ext::{Account, Balance, Chain, Runtime};
use proptest::{prop_assert, prop_assert_eq};
use requirements::fuzzing::{Corpus, Target, fuzz};
use std::fs;

const TARGET: Target = Target::new("state_file", 5000);

#[test]
fn any_state_file_is_loaded_or_refused_in_one_line() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("state.json");
    let runtime = Runtime::new();
    let new = Account::new("contract.near".parse().expect("a name"));
    let mut full = new.clone();
    for (key, value) in [("", &b""[..]), ("STATE", b"\0\xff\n"), ("n", b"value")] {
        full.storage.insert(key.into(), value.into());
    }
    let read = || fs::read(&path).expect("read");
    let saved = |account: &Account| {
        account.save(&path).expect("saved");
        read()
    };
    let corpus = Corpus::default().and("a new account", saved(&new));
    let corpus = corpus.and("an account with storage", saved(&full));
    chain(&runtime).save(&path).expect("saved");
    let corpus = corpus.and("a chain", read());
    let tally = fuzz!(TARGET, like & corpus, |bytes: Vec<u8>| {
        fs::write(&path, &bytes).expect("written");
        match Account::load(&path) {
            Ok(account) => {
                account.save(&path).expect("saved");
                prop_assert_eq!(Account::load(&path).expect("loaded"), account);
                Ok("loaded")
            }
            Err(error) => match Chain::load(&path, &runtime) {
                Ok(chain) => {
                    chain.save(&path).expect("saved");
                    let saved = read();
                    let mut chain = Chain::load(&path, &runtime).expect("loaded");
                    chain.save(&path).expect("saved");
                    prop_assert_eq!(read(), saved);
                    // A chain that was tampered with may be refused; nothing panics.
                    let _ = chain.advance(2);
                    Ok("a chain")
                }
                Err(other) => {
                    for line in [error.to_string(), other.to_string()] {
                        prop_assert!(line.contains("state.json"), "{line}");
                        prop_assert!(!line.contains('\n'), "{line:?}");
                    }
                    Ok("refused")
                }
            },
        }
    });
    tally.reaches(&["loaded", "refused", "a chain"], 100);
}

/// A chain where a transfer waits for its block.
fn chain(runtime: &Runtime) -> Chain {
    let mut chain = runtime.chain();
    let [alice, bob] = ["alice.near", "bob.near"].map(|it| it.parse().expect("a name"));
    for account in [&alice, &bob] {
        chain.add(account).expect("a new account");
    }
    chain.deploy(&bob, b"no Wasm".to_vec()).expect("an account");
    let transfer = chain.transaction(&alice, &bob);
    let transfer = transfer.transfer(Balance::from_near(1));
    transfer.submit().expect("an accepted transaction");
    chain.step().expect("a block");
    chain
}
