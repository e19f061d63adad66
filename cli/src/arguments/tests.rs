//! Any words as arguments give a command, help, or an error that ends with a hint.

use super::*;
use clap::CommandFactory as _;
use clap::error::ErrorKind;
use requirements::fuzzing::{Corpus, Target, fuzz};
use std::os::unix::ffi::OsStringExt as _;
use test_support::command::{in_documents, words};

/// Every example and every flag in the help of every command, as users would type them.
fn examples(command: &clap::Command, corpus: Corpus) -> Corpus {
    let name = command.get_name();
    let flags = command.get_arguments().filter_map(clap::Arg::get_long);
    let flags: String = flags.map(|flag| format!(" --{flag} 1")).collect();
    let all = format!("near-ed25519 {name}{flags}");
    let help = command.get_after_help().map(ToString::to_string);
    let help = help.unwrap_or_default().replace("\\\n", " ");
    let lines = help.lines().map(str::trim).chain([all.as_str()]);
    let lines = lines.filter(|line| line.starts_with("near-ed25519"));
    let corpus = lines.fold(corpus, |corpus, line| corpus.and(line, words(line)));
    let commands = command.get_subcommands();
    commands.fold(corpus, |corpus, command| examples(command, corpus))
}

#[test]
fn any_arguments_are_a_command_or_refused_in_words() {
    let corpus = examples(&Cli::command(), Corpus::default());
    let tally = fuzz!(
        Target::new("arguments", 10_000),
        like & corpus,
        |bytes: Vec<u8>| {
            let words = bytes.split(|byte| *byte == 0);
            let words = words.map(|word| OsString::from_vec(word.to_vec()));
            let Err(error) = Cli::try_parse_from(words) else {
                return Ok("a command");
            };
            let message = error.to_string();
            assert!(!message.trim().is_empty());
            Ok(match error.kind() {
                ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => "help",
                _ => "refused",
            })
        }
    );
    tally.reaches(&["a command", "refused"], 20);
}

#[test]
fn every_command_in_a_document_is_one() {
    let commands = in_documents("near-ed25519");
    assert!(commands.len() > 10, "documents were read: {commands:?}");
    for words in commands {
        if let Err(error) = Cli::try_parse_from(&words) {
            assert_eq!(error.kind(), ErrorKind::DisplayHelp, "{words:?}: {error}");
        }
    }
}
