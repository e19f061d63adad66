//! The binary's texts about itself: help, version, completions, manual pages.

use crate::session::assert_session;
use crate::verify::{answer_and_request, wallets};
use expect_test::expect_file;
use test_support::command::Folder;

#[test]
fn every_command_has_help_and_a_manual_page_with_examples() {
    let folder = Folder::of("near-ed25519");
    let commands = folder.commands();
    assert!(commands.len() > 20, "{commands:?}");
    for command in commands {
        let help = folder.prints(&format!("{command} --help"));
        assert!(help.contains("Examples:"), "{command}");
        // Most terminals have 80 columns or more.
        let mut examples = help.lines().filter(|it| it.starts_with("  near-"));
        assert!(examples.all(|line| line.len() <= 80), "{help}");
        let page = folder.prints(&format!("man {command}"));
        let name = format!("near-ed25519 {command}")
            .trim_end()
            .replace([' ', '-'], "\\-");
        assert!(page.contains(&name), "{command}: {page}");
        assert!(page.contains("Examples:"), "{command}: {page}");
    }
}

#[test]
fn texts_about_the_program_print_what_was_read() {
    let folder = Folder::with(answer_and_request());
    folder.write("signed.json", wallets().remove(0));
    folder.write("seed.hex", "07".repeat(32));
    assert_session(&expect_file!["sessions/texts.txt"], &folder);
}
