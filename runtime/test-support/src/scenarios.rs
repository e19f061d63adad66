//! Scenarios in a text: commands and their results.

/// Runs the commands of a text, in lines `COMMAND => RESULT`, or `COMMAND` if there is no result; returns the text with
/// today's results. A line that begins with `#` starts a scenario: `run` gets the command `start`.
pub fn replayed(text: &str, mut run: impl FnMut(&[&str]) -> String) -> String {
    let replayed = |line: &str| {
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
    text.lines().map(replayed).collect()
}
