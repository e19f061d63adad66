//! Sessions: scenarios of commands with what they give, in a text.

use expect_test::ExpectFile;

/// Runs each command of a file, a line `COMMAND => RESULT`, and compares its result, of which there may be none. A
/// line that begins with `#` starts a scenario: `run` gets the command `start`.
pub fn replay(file: &ExpectFile, mut run: impl FnMut(&[&str]) -> String) {
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
    let found: String = file.data().lines().map(&mut replayed).collect();
    file.assert_eq(&found);
}
