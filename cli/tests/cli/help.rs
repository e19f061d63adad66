//! The binary's texts about itself: help, version, completions, manual pages.

use crate::verify::{answer_and_request, wallets};
use near_runtime_ext::{MIN_SUPPORTED_PROTOCOL_VERSION, PROTOCOL_VERSION};
use test_support::command::{Folder, assert_fails, assert_fails_in_json, text};

#[test]
fn examples_that_need_no_chain_succeed() {
    let folder = Folder::with(answer_and_request());
    folder.write("signed.json", wallets().remove(0));
    folder.write("seed.hex", "07".repeat(32));
    for (command, count) in [("verify", 4), ("vrf prove", 2), ("vrf verify", 1)] {
        let examples = folder.examples(command);
        assert_eq!(examples.len(), count, "{examples:?}");
        for example in examples {
            folder.prints(&example);
        }
    }
}

/// `--help` states this, and scripts rely on it.
#[test]
fn an_error_is_printed_once_with_json_on_standard_output_and_otherwise_on_standard_error() {
    let folder = Folder::new();
    assert!(folder.prints("--help").contains(r#"{"error": "..."#));
    for line in ["call absent.wasm noop", "call", "grandpa --frobnicate"] {
        let output = folder.run(line);
        assert_fails(&output, 2, "");
        assert_eq!(text(&output.stdout), "", "{line}");
        let output = folder.run(&format!("{line} --json"));
        assert_eq!(text(&output.stderr), "", "{line}");
        let report = assert_fails_in_json(&output, 2, "");
        assert!(!report["error"].to_string().contains("Usage"), "{report}");
    }
    #[cfg(target_os = "linux")]
    for lost in [">&-", ">/dev/full"] {
        let output = folder.run(&format!("call absent.wasm noop --json {lost}"));
        assert_fails(&output, 2, "cannot read absent.wasm");
    }
}

#[test]
fn the_version_names_nearcores_runner_and_the_protocol_versions() {
    let printed = ["-V", "--version"].map(|option| Folder::new().prints(option));
    let lock = include_str!("../../../Cargo.lock");
    let (_, runner) = lock
        .split_once("name = \"near-vm-runner\"\nversion = \"")
        .expect("a package");
    let (runner, _) = runner.split_once('"').expect("its version");
    let expected = format!(
        "near-ed25519 {} (nearcore's near-vm-runner {runner}, protocol versions {} to {})\n",
        env!("CARGO_PKG_VERSION"),
        MIN_SUPPORTED_PROTOCOL_VERSION,
        PROTOCOL_VERSION
    );
    assert_eq!(printed, [expected.clone(), expected]);
}

#[test]
fn completions_have_the_commands_and_options_and_bash_takes_them() {
    let folder = Folder::new();
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = folder.prints(&format!("completions {shell}"));
        for word in ["tendermint", "args-base64", "trie-depth"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
    let taken = "near-ed25519 completions bash >script && exec bash -c '. ./script && complete -p near-ed25519'";
    let output = folder.shell(taken).output().expect("it runs");
    assert!(output.status.success(), "{}", text(&output.stderr));
}

#[test]
fn every_command_has_help_and_a_manual_page_with_examples() {
    let folder = Folder::new();
    let commands = folder.commands();
    assert!(commands.len() > 20, "{commands:?}");
    for command in commands {
        let help = folder.prints(&format!("{command} --help"));
        assert!(help.contains("Examples:"), "{command}");
        let page = folder.prints(&format!("man {command}"));
        let name = format!("near-ed25519 {command}")
            .trim_end()
            .replace([' ', '-'], "\\-");
        assert!(page.contains(&name), "{command}: {page}");
        assert!(page.contains("Examples:"), "{command}: {page}");
    }
    let page = folder.prints("man");
    assert!(page.contains("near\\-ed25519\\-call(1)"), "{page}");
    let refused = folder.run("man vrf frobnicate");
    assert_fails(
        &refused,
        2,
        "there is no command frobnicate: expected prove, verify",
    );
}
