//! Every command's help has examples, and an invalid command line is refused.

use crate::BENCH;
use test_support::command::{Folder, assert_fails};

const COMMANDS: &str = "calibrate|calibrate run|calibrate fit|calibrate diff|calibrate check|compare|batches|headers|chains|profiling|frost|frost measure|vrf|bounds|report";

#[test]
fn help_has_examples_of_the_program() {
    let folder = Folder::of(BENCH);
    for command in COMMANDS.split('|').chain([""]) {
        let help = folder.prints(&format!("{command} --help"));
        let examples = help.split_once("Examples:").expect("examples").1;
        let lines = examples.lines().map(str::trim);
        let lines: Vec<_> = lines.filter(|it| it.starts_with("near-")).collect();
        assert!(!lines.is_empty(), "{command}");
        for line in lines {
            let named = line.starts_with(&format!("{BENCH} {command}"));
            assert!(named, "{command}: {line}");
        }
    }
    assert_fails(&folder.run("compare --frobnicate"), 2, "--frobnicate");
}
