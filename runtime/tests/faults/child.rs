//! Tests that start themselves in child processes, and the children's random numbers.

use proptest::test_runner::{RngAlgorithm, TestRng};
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use test_support::process::test_behind;

/// The folder of a child; set in children only.
const FOLDER: &str = "FAULTS_FOLDER";
const NUMBER: &str = "FAULTS_NUMBER";

/// In a child: its folder and its number.
pub(crate) fn task() -> Option<(PathBuf, u64)> {
    let folder = PathBuf::from(env::var_os(FOLDER)?);
    let number = env::var(NUMBER).expect("a child's number").parse();
    Some((folder, number.expect("a number")))
}

/// A command that runs one test of this program in a child. Its output can be read.
pub(crate) fn child(test: &str, folder: &Path, number: u64) -> Command {
    child_behind(":", test, folder, number)
}

/// The same command after a shell command, such as a limit.
pub(crate) fn child_behind(limit: &str, test: &str, folder: &Path, number: u64) -> Command {
    let mut command = test_behind(limit, test);
    command.env(FOLDER, folder).env(NUMBER, number.to_string());
    command.stdout(Stdio::piped());
    command
}

/// Asserts that the child ran its test, which did not fail.
#[track_caller]
pub(crate) fn assert_done(output: &Output) {
    let [said, error] = [&output.stdout, &output.stderr].map(|it| String::from_utf8_lossy(it));
    let is_done = output.status.success() && said.contains("1 passed");
    assert!(is_done, "{said}{error}");
}

/// Random numbers that are the same in every run.
pub(crate) fn random(seed: u64) -> TestRng {
    let seed = [seed.to_le_bytes(); 4].concat();
    TestRng::from_seed(RngAlgorithm::ChaCha, &seed)
}
