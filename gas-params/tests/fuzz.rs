//! Any bytes as a parameter file give parameters, or one line with the problem and its place.

use near_gas_params::{EcvrfVerifyManyParameters, Parameters, VerifyManyParameters};
use proptest::{prop_assert, prop_assert_eq};
use requirements::fuzzing::{Corpus, Target, fuzz};
use std::fs;
use std::path::Path;

const TARGET: Target = Target::new("parameters", 5000);

/// Texts that the loader has rules for, beside the real files.
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
        let (one, many) = (Parameters::load(&path), VerifyManyParameters::load(&path));
        let proofs = EcvrfVerifyManyParameters::load(&path);
        // The parameters are those of the file in its plainest form.
        if let Ok(parameters) = &one {
            let Parameters {
                ed25519_verify_base: base,
                ed25519_verify_byte: byte,
            } = parameters;
            let plain = plain(Parameters::KEYS, &[*base, *byte]);
            let again = Parameters::parse("plain", &plain).expect("plain");
            prop_assert_eq!(&again, parameters);
        }
        if let Ok(parameters) = &many {
            let VerifyManyParameters {
                ed25519_verify_many_base: base,
                ed25519_verify_many_item: item,
                ed25519_verify_many_byte: byte,
            } = parameters;
            let plain = plain(VerifyManyParameters::KEYS, &[*base, *item, *byte]);
            let again = VerifyManyParameters::parse("plain", &plain).expect("plain");
            prop_assert_eq!(&again, parameters);
        }
        if let Ok(parameters) = &proofs {
            let EcvrfVerifyManyParameters {
                ecvrf_verify_many_base: base,
                ecvrf_verify_many_item: item,
                ecvrf_verify_many_byte: byte,
                ecvrf_verify_many_try: each_try,
            } = parameters;
            let amounts = [*base, *item, *byte, *each_try];
            let plain = plain(EcvrfVerifyManyParameters::KEYS, &amounts);
            let again = EcvrfVerifyManyParameters::parse("plain", &plain).expect("plain");
            prop_assert_eq!(&again, parameters);
        }
        let errors = [one.err(), many.err(), proofs.err()];
        for error in errors.iter().flatten() {
            let line = error.to_string();
            prop_assert!(line.contains("gas.yaml"), "{line}");
            prop_assert!(!line.contains('\n'), "{line:?}");
        }
        let refused = errors.iter().flatten().count();
        prop_assert!(refused + 1 >= errors.len(), "no file is of two functions");
        Ok(if refused == errors.len() {
            "refused"
        } else {
            "loaded"
        })
    });
    tally.reaches(&["loaded", "refused"], 20);
}

/// A file with these amounts alone.
fn plain(keys: &[&str], amounts: &[u64]) -> String {
    let lines = keys.iter().zip(amounts);
    lines.map(|(key, gas)| format!("{key}: {gas}\n")).collect()
}
