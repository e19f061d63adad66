//! Commands by the names that they had.

use crate::command::{run, text};

#[test]
fn a_command_works_by_its_old_name_and_says_the_new_one() {
    for (old, new) in [
        (&["many"][..], "batches"),
        (&["calibrate", "compare"], "calibrate diff"),
    ] {
        let output = run([old, &["--help"]].concat());
        let (help, hint) = (text(&output.stdout), text(&output.stderr));
        assert!(output.status.success(), "{hint}");
        assert!(
            help.contains(&format!("Usage: near-ed25519 {new} ")),
            "{help}"
        );
        let hints = format!("warning: `{}` is `{new}` now", old.join(" "));
        assert!(
            hint.starts_with(&hints) && hint.lines().count() == 1,
            "{hint}"
        );
    }
}
