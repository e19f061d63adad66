//! What commands print below their options, for terminals of any width: paragraphs are single lines,
//! which clap breaks, and a long example continues on lines of its own, so that it can be copied.

use clap::{Command, CommandFactory, FromArgMatches};

/// Most bytes of an example's line: most terminals are at least as wide.
const WIDTH: usize = 80;

/// The command line of this process.
///
/// # Errors
/// It is none of `C`, or asks for help.
pub fn parsed<C: CommandFactory + FromArgMatches>() -> Result<C, clap::Error> {
    let mut command = laid_out(C::command());
    let matches = command.try_get_matches_from_mut(std::env::args_os())?;
    C::from_arg_matches(&matches).map_err(|error| error.format(&mut command))
}

/// The command and those below it, with their help laid out.
#[must_use]
pub fn laid_out(command: Command) -> Command {
    let command = match command.get_after_help().map(ToString::to_string) {
        Some(help) => command.after_help(lines(&help)),
        None => command,
    };
    command.mut_subcommands(laid_out)
}

fn lines(text: &str) -> String {
    let is_prose = |line: &str| !line.is_empty() && !line.starts_with(' ');
    let mut laid_out = String::new();
    let mut before = None;
    for line in text.lines() {
        laid_out += match before {
            None => "",
            Some(before) if is_prose(before) && is_prose(line) => " ",
            Some(_) => "\n",
        };
        match line.trim_start().starts_with("near-") {
            true => laid_out += &example(line),
            false => laid_out += line,
        }
        before = Some(line);
    }
    laid_out
}

/// Breaks a command before options.
fn example(mut line: &str) -> String {
    let mut broken = String::new();
    while line.len() > WIDTH {
        let places = line.match_indices(" --").map(|(place, _)| place);
        let mut places = places.filter(|place| *place > 0).peekable();
        let first = places.peek().copied();
        let fitting = places.take_while(|place| place + " \\".len() <= WIDTH);
        let Some(place) = fitting.last().or(first) else {
            break;
        };
        let (fitting, rest) = line.split_at(place);
        broken += fitting;
        broken += " \\\n     ";
        line = rest;
    }
    broken + line
}

#[cfg(test)]
mod tests {
    use super::lines;

    #[test]
    fn paragraphs_are_lines_and_examples_continue() {
        let text = "One\ntwo.\n\nExit codes:\n  0  a\n  1  b\n\nExamples:\n  near-ed25519 short --json\n  \
            near-ed25519 call contract.wasm a_long_method_name --args '{\"by\":2}' --gas 30Tgas --deposit '1 NEAR'\n  \
            near-ed25519 call contract.wasm method_with_arguments_that_have_no_end '{\"of\":\"a line\"}' --view --json";
        let expected = "One two.\n\nExit codes:\n  0  a\n  1  b\n\nExamples:\n  near-ed25519 short --json\n  \
            near-ed25519 call contract.wasm a_long_method_name --args '{\"by\":2}' \\\n      --gas 30Tgas --deposit '1 NEAR'\n  \
            near-ed25519 call contract.wasm method_with_arguments_that_have_no_end '{\"of\":\"a line\"}' \\\n      --view --json";
        assert_eq!(lines(text), expected);
    }
}
