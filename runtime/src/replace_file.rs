//! Files that are written whole or not at all.

use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::path::Path;

/// Replaces a file, or creates it: whoever looks, and whenever power fails, there is the old
/// content or the new one.
///
/// The new content is written to a temporary file beside `path`, synced, and renamed over it. An
/// existing file keeps its permissions.
///
/// # Errors
///
/// The file cannot be written; what was there still is.
pub fn replace_file(path: &Path, content: &[u8]) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut temporary = tempfile::Builder::new();
    if let Some(permissions) = permissions(path) {
        temporary.permissions(permissions);
    }
    let mut file = temporary.tempfile_in(folder)?;
    file.write_all(content)?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    // The rename itself must survive a crash too.
    File::open(folder)?.sync_all()
}

/// What the new file may be used for by whom: as the old one, or as any new file.
#[cfg(unix)]
fn permissions(path: &Path) -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt as _;
    let old = fs::metadata(path).map(|old| old.permissions());
    // The process's umask is taken off, as ever.
    Some(old.unwrap_or_else(|_| Permissions::from_mode(0o666)))
}

/// Elsewhere a temporary file has the permissions of any other.
#[cfg(not(unix))]
fn permissions(_: &Path) -> Option<Permissions> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_created_and_replaced_and_nothing_stays_behind() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("file");
        for content in [b"old".as_slice(), b"new and longer"] {
            replace_file(&path, content).expect("written");
            assert_eq!(fs::read(&path).expect("read"), content);
        }
        assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 1);
    }

    #[test]
    fn what_cannot_be_replaced_stays() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        replace_file(&folder.path().join("no/such/folder"), b"").expect_err("nowhere to write");
        // A folder is no file.
        replace_file(folder.path(), b"").expect_err("in the way");
        assert!(folder.path().is_dir());
    }

    #[cfg(unix)]
    #[test]
    fn an_existing_file_keeps_its_permissions() {
        use std::os::unix::fs::PermissionsExt as _;
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("file");
        fs::write(&path, b"old").expect("written");
        fs::set_permissions(&path, Permissions::from_mode(0o600)).expect("set");
        replace_file(&path, b"new").expect("written");
        let mode = fs::metadata(&path).expect("there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}
