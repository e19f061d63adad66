//! The gas in a report can be attached, in every form in which reports print it.

use crate::call::verifier;
use crate::call_seen::contract;
use test_support::command::Folder;

/// Attaches the gas that this call's report prints, in the line with this word.
#[track_caller]
fn attach_what_is_printed(folder: &Folder, call: &str, word: &str) {
    let printed = folder.prints(call);
    let mut lines = printed.lines().filter(|line| line.contains(word));
    let line = lines.next().expect("a line with the gas");
    let (tgas, rest) = line.split_once(" Tgas").expect("Tgas");
    let tgas = tgas.rsplit(' ').next().expect("an amount");
    let (_, gas) = rest.split_once('(').expect("the exact amount");
    let (gas, _) = gas.split_once(')').expect("its end");
    let used = folder.report(call)["used_gas"].as_u64().expect("gas");
    assert_eq!(gas, format!("{used} gas"));
    for attached in [
        &format!("{tgas} Tgas"),
        &format!("{tgas}Tgas"),
        tgas,
        gas,
        &gas.replace(' ', ""),
        &used.to_string(),
    ] {
        let again = folder.report(&format!("{call} --gas '{attached}'"));
        assert_eq!(again["used_gas"], used, "{attached}");
    }
    let less = format!("{call} --gas {}", used - 1);
    folder.refuses(&less, 1, "Exceeded the prepaid gas.");
}

#[test]
fn the_gas_that_a_call_used_is_enough_for_it() {
    let call = "call c.wasm verify_raw --args-file raw";
    attach_what_is_printed(&verifier(), call, "succeeded on ");
    attach_what_is_printed(&contract(), "call seen.wasm promise", "used ");
}
