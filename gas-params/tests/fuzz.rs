//! Any bytes as a parameter file give parameters, or one line that names the problem and its place.

use near_gas_params::PricedFunction;
use proptest::{prop_assert, prop_assert_eq};
use requirements::fuzzing::{Corpus, Target, fuzz};
use std::fs;
use std::path::Path;

const TARGET: Target = Target::new("parameters", 5000);

/// Texts that the loader has rules for, in addition to the real files.
const ODD: [&str; 5] = [
    "wasm_ed25519_verify_base: 0x10\nwasm_ed25519_verify_byte: -1\n",
    "wasm_ed25519_verify_base: 18446744073709551615\nwasm_ed25519_verify_byte: 0\n",
    "{wasm_ed25519_verify_base: 1, wasm_ed25519_verify_byte: 2}\n",
    "--- # a comment\nwasm_ed25519_verify_base: &a 1_0\nwasm_ed25519_verify_byte: *a\n...\n",
    "? [a, {b: c}]\n: |\n  text\n- !!int 3\n",
];

#[test]
fn any_file_is_loaded_or_refused_in_one_line() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let corpus = Corpus::of(&root.join("parameters"));
    let corpus = ODD.iter().fold(corpus, |corpus, odd| corpus.and(odd, *odd));
    let folder = tempfile::tempdir().expect("a temporary folder");
    let path = folder.path().join("gas.yaml");
    let tally = fuzz!(TARGET, like & corpus, |bytes: Vec<u8>| {
        fs::write(&path, &bytes).expect("written");
        let loaded = PricedFunction::ALL.map(|function| (function, function.load(&path)));
        for (function, prices) in &loaded {
            match prices {
                // The prices equal those of the file in its plainest form.
                Ok(prices) => {
                    let plain = function.keys(*prices).into_iter();
                    let plain: String = plain.map(|(key, gas)| format!("{key}: {gas}\n")).collect();
                    let again = function.parse(&plain).expect("plain");
                    prop_assert_eq!(again, *prices);
                }
                Err(error) => {
                    let line = error.to_string();
                    prop_assert!(line.contains("gas.yaml"), "{line}");
                    prop_assert!(!line.contains('\n'), "{line:?}");
                }
            }
        }
        let refused = loaded.iter().filter(|(_, prices)| prices.is_err()).count();
        prop_assert!(refused + 1 >= loaded.len(), "no file is of two functions");
        Ok(if refused == loaded.len() {
            "refused"
        } else {
            "loaded"
        })
    });
    tally.reaches(&["loaded", "refused"], 20);
}
