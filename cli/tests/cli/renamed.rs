//! Commands by the names that they had.

use crate::command::{Folder, text};

#[test]
fn a_command_works_by_its_old_name_and_says_the_new_one() {
    for (old, new) in [("many", "batches"), ("calibrate compare", "calibrate diff")] {
        let output = Folder::new().run(&format!("{old} --help"));
        let (help, hint) = (text(&output.stdout), text(&output.stderr));
        assert!(output.status.success(), "{hint}");
        assert!(
            help.contains(&format!("Usage: near-ed25519 {new} ")),
            "{help}"
        );
        let hints = format!("warning: `{old}` is `{new}` now");
        assert!(hint.starts_with(&hints), "{hint}");
        assert_eq!(hint.lines().count(), 1, "{hint}");
    }
}
