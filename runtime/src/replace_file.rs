//! Files that are written completely or not at all.

use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Prefix of temporary files, and of the locks of state files, which end in `.lock`. A process
/// killed while writing leaves at most one temporary file, safe to delete; a lock may be held.
pub(crate) const TEMPORARY_PREFIX: &str = ".near-ed25519-";

/// Replaces a file, or creates it: readers see the old content or the new, and after a power
/// failure the file has one of the two.
///
/// The new content is written to a temporary file beside `path`, synced, and renamed over it. An
/// existing file keeps its permissions, and a link stays a link: its target is replaced.
///
/// # Errors
///
/// The file cannot be written, or `path` is a folder or a device; the old content is unchanged.
pub fn replace_file(path: &Path, content: &[u8]) -> io::Result<()> {
    Replacement::write(path, content)?.commit()
}

/// As [`replace_file`], but a power failure may damage the content: for files that are checked when
/// read and can be made again.
pub(crate) fn replace_file_unsynced(path: &Path, content: &[u8]) -> io::Result<()> {
    Replacement::create(path, content)?.rename().map(drop)
}

/// New content on the disk; one rename puts it in its place. Unless committed, it is removed.
#[derive(Debug)]
pub(crate) struct Replacement {
    path: PathBuf,
    temporary: NamedTempFile,
}

impl Replacement {
    /// Writes and syncs the new content of the file at `path`.
    pub(crate) fn write(path: &Path, content: &[u8]) -> io::Result<Self> {
        let replacement = Self::create(path, content)?;
        replacement.temporary.as_file().sync_all()?;
        Ok(replacement)
    }

    /// Puts the content in its place.
    pub(crate) fn commit(self) -> io::Result<()> {
        let path = self.rename()?;
        // The rename itself must survive a crash too.
        File::open(folder(&path))?.sync_all()
    }

    fn create(path: &Path, content: &[u8]) -> io::Result<Self> {
        let path = target(path);
        if fs::metadata(&path).is_ok_and(|there| !there.is_file()) {
            return Err(io::Error::other("there is something else than a file"));
        }
        let mut temporary = tempfile::Builder::new();
        temporary.prefix(TEMPORARY_PREFIX);
        if let Some(permissions) = permissions(&path) {
            temporary.permissions(permissions);
        }
        let mut temporary = temporary.tempfile_in(folder(&path))?;
        temporary.write_all(content)?;
        Ok(Self { path, temporary })
    }

    fn rename(self) -> io::Result<PathBuf> {
        self.temporary
            .persist(&self.path)
            .map_err(|error| error.error)?;
        Ok(self.path)
    }
}

/// The target of the link `path`, or `path` itself if it is no link.
pub(crate) fn target(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

/// The folder of a file.
pub(crate) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// The old file's permissions, or those of any new file.
#[cfg(unix)]
fn permissions(path: &Path) -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt as _;
    let old = fs::metadata(path).map(|old| old.permissions());
    // The system subtracts the process's umask.
    Some(old.unwrap_or_else(|_| Permissions::from_mode(0o666)))
}

/// Outside Unix a temporary file has the permissions of any other.
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
        // A folder is not a file.
        replace_file(folder.path(), b"").expect_err("in the way");
        assert!(folder.path().is_dir());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_to_what_is_replaced() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let [path, link] = ["file", "link"].map(|name| folder.path().join(name));
        fs::write(&path, b"old").expect("written");
        std::os::unix::fs::symlink("file", &link).expect("linked");
        replace_file(&link, b"new").expect("written");
        assert_eq!(fs::read(&path).expect("read"), b"new");
        assert!(link.is_symlink());
    }

    /// Such a path is `--out /dev/null`, run by root.
    #[cfg(unix)]
    #[test]
    fn what_is_no_file_is_not_replaced() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("socket");
        let _socket = std::os::unix::net::UnixListener::bind(&path).expect("bound");
        replace_file(&path, b"").expect_err("in the way");
        assert!(!fs::metadata(&path).expect("still there").is_file());
        assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 1);
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
