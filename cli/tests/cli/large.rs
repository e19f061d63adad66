//! Hostile files are refused with memory of at most ten times their size.

use crate::grandpa::examples;
use crate::session::assert_session;
use expect_test::expect_file;
use test_support::command::Folder;

#[test]
fn a_file_of_60_mb_is_refused_within_ten_times_its_size() {
    let folder = Folder::with(examples());
    folder.write("refuse.sh", include_str!("refuse.sh"));
    assert_session(&expect_file!["sessions/large.txt"], &folder);
}
