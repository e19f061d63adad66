//! `vrf`: makes and verifies published proofs, and never prints a secret key.

use crate::session::assert_session;
use expect_test::expect_file;
use std::collections::BTreeSet;
use test_support::command::{Folder, text};

#[test]
fn vrf_prints_its_session() {
    let folder = Folder::with([("seed", "07".repeat(32))]);
    assert_session(&expect_file!["sessions/vrf.txt"], &folder);
}

/// A secret key in files, and in places for other arguments.
const SECRET: &str = "
vrf prove --suite ell2 --alpha a --secret-key-file seed
vrf prove --suite ell2 --alpha a --secret-key-file longer
vrf prove --suite ell2 --alpha a --secret-key-file other
vrf prove --suite ell2 --alpha a --secret-key-file - < seed
vrf prove --suite ell2 --alpha a --secret-key-file - < other
vrf prove --suite ell2 --alpha a --secret-key-file KEY
vrf prove --suite ell2 --alpha a KEY
vrf prove --suite ell2 --alpha a --secret-key KEY
vrf prove --suite ell2 --alpha a --secret-key=KEY
vrf prove --suite ell2 --alpha a --secret-key-file seed --alpha-hex KEY
vrf prove --suite KEY
vrf prove --suite ell2 --secret-key-file seed --alpha-hex KEY0
vrf KEY
vrf verify --suite ell2 --alpha a --proof 00 --public-key KEY00
call c.wasm noop --signer-public-key KEY
";

/// Whatever the file contains, and however the command ends.
#[test]
fn a_secret_key_is_printed_nowhere() {
    let seed = "4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb";
    let [near, twice] = [format!("ed25519:{seed}"), seed.repeat(2)];
    let longer = format!("{seed}00");
    let folder = Folder::with([("seed", seed), ("longer", &longer), ("other", &near)]);
    let lines = SECRET.trim().lines();
    let with = |line: &str| [seed, &near, &twice].map(|key| line.replace("KEY", key));
    let lines: BTreeSet<_> = lines.flat_map(with).collect();
    for line in lines {
        for option in ["", "--json"] {
            let output = folder.run(&format!("{line} {option}"));
            for printed in [text(&output.stdout), text(&output.stderr)] {
                let mut parts = seed.as_bytes().chunks(8).map(text);
                let is_shown = parts.any(|part| printed.contains(&part));
                assert!(!is_shown, "{line}: {printed}");
            }
        }
    }
}
