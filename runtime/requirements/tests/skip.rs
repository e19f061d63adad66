//! A test that lacks a requirement reports it and is counted, or fails if the environment demands
//! the requirement.

use std::env;
use std::fs;
use std::process::{Command, Output};

const TEST: &str = "a_skip_is_reported_by_its_test_and_listed_unless_what_it_lacks_is_required";
const LIST: &str = "SKIPPED_TESTS";

/// Runs this test again as a child, which lacks a backend.
fn child(list: &str, required: &str) -> Output {
    Command::new(env::current_exe().expect("the binary of this test has a path"))
        .args(["--exact", TEST])
        .env(LIST, list)
        .env("REQUIRE_BACKENDS", required)
        .output()
        .expect("it runs")
}

#[test]
fn a_skip_is_reported_by_its_test_and_listed_unless_what_it_lacks_is_required() {
    let list = concat!(env!("CARGO_TARGET_TMPDIR"), "/skipped");
    if env::var(LIST).is_ok_and(|its| its == list) {
        assert_eq!(requirements::backend::<()>("abacus", None), None);
        return;
    }
    let _ = fs::remove_file(list); // of another run
    for _ in 0..2 {
        let skipped = child(list, "ifma");
        let errors = String::from_utf8(skipped.stderr).expect("UTF-8");
        let reported = format!("SKIPPED: {TEST}: this processor has no abacus backend\n");
        assert!(
            skipped.status.success() && errors.contains(&reported),
            "{errors}"
        );
    }
    let binary = env::current_exe().expect("the binary of this test has a path");
    let line = format!("backend {} {TEST}\n", binary.display());
    assert_eq!(fs::read_to_string(list).expect("a list"), line.repeat(2));

    assert!(!child(list, "ifma, abacus").status.success());
}
