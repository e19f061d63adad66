//! The documents' session with a token, command by command: the shown output must be the actual
//! one.

use expect_test::expect_file;
use test_contracts::corpus;
use test_support::command::{Folder, text};

const DOCUMENT: &str = include_str!("../../../test-contracts/fungible-token.md");
const COMMAND: &str = "```sh\n";
const OUTPUT: &str = "```text\n";
const END: &str = "```\n";

#[test]
fn the_token_session_is_what_the_document_shows() {
    let folder = Folder::with([
        ("fungible_token.wasm", corpus::wasm("fungible_token")),
        ("token_receiver.wasm", corpus::wasm("token_receiver")),
    ]);
    let mut document = String::new();
    let mut rest = DOCUMENT;
    while let Some((before, after)) = rest.split_once(COMMAND) {
        let (command, after) = after.split_once(END).expect("the end of the command");
        let (between, after) = after.split_once(OUTPUT).expect("its output");
        let (_, after) = after.split_once(END).expect("the end of the output");
        document += &[before, COMMAND, command, END, between, OUTPUT].concat();
        document += &output(&folder, command);
        document += END;
        rest = after;
    }
    expect_file!["../../../test-contracts/fungible-token.md"].assert_eq(&(document + rest));
}

/// A shell's output of a command, with the exit code if it fails; times are replaced.
fn output(folder: &Folder, command: &str) -> String {
    let shell = folder.shell(&format!("exec 2>&1; {command}")).output();
    let shell = shell.expect("it runs");
    let said = text(&shell.stdout);
    let lines = said.lines().map(|line| match line.rsplit_once(", ") {
        Some((said, time)) if time.ends_with(" us") => format!("{said}, ... us\n"),
        _ => format!("{line}\n"),
    });
    let mut said: String = lines.collect();
    if let Some(code @ 1..) = shell.status.code() {
        said += &format!("exit code {code}\n");
    }
    said
}
