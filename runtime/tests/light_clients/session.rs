//! Sessions: scenarios of commands with what they give, in a text.

use expect_test::ExpectFile;

/// Runs each command of a text, a line `COMMAND => RESULT`, and compares its result, of which there may be none. A line
/// that begins with `#` starts a scenario: `run` gets the command `start`. The file of the text is written with
/// `UPDATE_EXPECT=1`.
pub fn replay(text: &str, file: &ExpectFile, mut run: impl FnMut(&[&str]) -> String) {
    let mut replayed = |line: &str| {
        if line.starts_with('#') {
            run(&["start"]);
        }
        if line.is_empty() || line.starts_with('#') {
            return format!("{line}\n");
        }
        let (command, _) = line.split_once(" => ").unwrap_or((line, ""));
        let words: Vec<_> = command.split(' ').collect();
        match run(&words).as_str() {
            "" => format!("{command}\n"),
            result => format!("{command} => {result}\n"),
        }
    };
    let found: String = text.lines().map(&mut replayed).collect();
    if found != text {
        file.assert_eq(&found);
    }
}
