//! Hostile files are refused with memory of at most ten times their size.

use crate::session::assert_session;
use chain_files::grandpa::forms::{AUTHORITIES, HEADERS, JUSTIFICATIONS};
use expect_test::expect_file;
use test_support::command::Folder;

#[test]
fn a_file_of_60_mb_is_refused_within_ten_times_its_size() {
    let files = [
        ("set", &AUTHORITIES[1]),
        ("block", &JUSTIFICATIONS[0]),
        ("scale", &JUSTIFICATIONS[9]),
        ("header", &HEADERS[0]),
    ];
    let folder = Folder::with(files.map(|(name, form)| (name, form.example)));
    folder.write("refuse.sh", include_str!("refuse.sh"));
    assert_session(&expect_file!["sessions/large.txt"], &folder);
}
