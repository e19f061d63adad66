//! Former names of commands, which work for one more release.

use std::ffi::OsString;

/// Former names, and current ones.
const RENAMED: [(&[&str], &[&str]); 3] = [
    (&["many"], &["batches"]),
    (&["calibrate", "compare"], &["calibrate", "diff"]),
    (&["calibrate", "many"], &["calibrate", "run", "many"]),
];

/// Replaces former names in the words of a command line, the program's name first; and gives a hint
/// if it replaced one.
pub(crate) fn current(mut words: Vec<OsString>) -> (Vec<OsString>, Option<String>) {
    for (old, new) in RENAMED {
        if words.iter().skip(1).take(old.len()).eq(old) {
            words.splice(1..=old.len(), new.iter().map(OsString::from));
            let [old, new] = [old, new].map(|names| names.join(" "));
            let hint = format!("`{old}` is `{new}` now: the old name goes with the next release");
            return (words, Some(hint));
        }
    }
    (words, None)
}
