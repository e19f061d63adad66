//! The session with a token in the documents, command by command: what they say is what comes out.

use expect_test::expect_file;
use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;
use test_contracts::corpus;

const DOCUMENT: &str = include_str!("../../../test-contracts/fungible-token.md");
const COMMAND: &str = "```sh\n";
const OUTPUT: &str = "```text\n";
const END: &str = "```\n";

#[test]
fn the_token_session_is_what_the_document_shows() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let token = corpus::built()
        .iter()
        .find(|it| it.name() == "fungible_token");
    let wasm = token.expect("one of the sample").wasm();
    fs::write(folder.path().join("fungible_token.wasm"), wasm).expect("written");

    let mut document = String::new();
    let mut rest = DOCUMENT;
    while let Some((before, after)) = rest.split_once(COMMAND) {
        let (command, after) = after.split_once(END).expect("the end of the command");
        let (between, after) = after.split_once(OUTPUT).expect("its output");
        let (_, after) = after.split_once(END).expect("the end of the output");
        document += &[before, COMMAND, command, END, between, OUTPUT].concat();
        document += &output(command, folder.path());
        document += END;
        rest = after;
    }
    expect_file!["../../../test-contracts/fungible-token.md"].assert_eq(&(document + rest));
}

/// What a shell prints of a command, as it is or failing; times are elided.
fn output(command: &str, folder: &Path) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_near-ed25519"));
    let mut path = binary.parent().expect("a folder").as_os_str().to_owned();
    path.push(":");
    path.push(env::var_os("PATH").unwrap_or_default());
    let script = format!("exec 2>&1; {command}");
    let shell = Command::new("sh")
        .args(["-c", &script])
        .env("PATH", path)
        .current_dir(folder)
        .output()
        .expect("it runs");
    let said = String::from_utf8(shell.stdout).expect("UTF-8");
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
