//! Files in folders that others write to: each is written completely or not at all, and only
//! regular files are opened.

use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::{OpenOptionsExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// Prefix of temporary files, and of the locks of state files, which end in `.lock`. A process
/// killed while writing leaves at most one temporary file, safe to delete; a lock may be held.
pub(crate) const TEMPORARY_PREFIX: &str = ".near-ed25519-";

/// Replaces a file, or creates it: readers see the old content or the new, and after a power
/// failure the file has one of the two.
///
/// The new content is written to a temporary file beside `path`, synced, and renamed over it. An
/// existing file keeps its permissions, and a link stays a link: its target is replaced. A link that
/// leads to nothing is replaced itself.
///
/// # Errors
///
/// The file cannot be written, or `path` is a folder or a device; the old content is unchanged.
pub fn replace_file(path: &Path, content: &[u8]) -> io::Result<()> {
    Replacement::write(target(path), content)?.commit()
}

/// Like [`replace_file`], but a power failure may damage the content, and a link itself is
/// replaced. For files that readers check and can make again.
pub(crate) fn replace_file_unsynced(path: &Path, content: &[u8]) -> io::Result<()> {
    Replacement::create(path.to_owned(), content)?
        .rename()
        .map(drop)
}

/// A file that was not opened.
#[derive(Debug, thiserror::Error)]
pub(crate) enum OpenError {
    /// The path leads to a folder, a pipe, a device, or a link where links are not followed.
    #[error("it is not a file")]
    NoFile,
    /// The system cannot open it.
    #[error(transparent)]
    System(#[from] io::Error),
}

impl From<OpenError> for io::Error {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::NoFile => Self::other(error),
            OpenError::System(error) => error,
        }
    }
}

/// Opens a file for reading, through links.
pub(crate) fn open_file(path: &Path) -> Result<File, OpenError> {
    check(&fs::metadata(path)?)?;
    open_checked(path, File::options().read(true), 0)
}

/// Opens a file, or creates it if the options say so; no link is followed.
pub(crate) fn open_no_link(path: &Path, options: &mut OpenOptions) -> Result<File, OpenError> {
    match fs::symlink_metadata(path) {
        Ok(there) => check(&there)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(error.into()),
    }
    open_checked(path, options, libc::O_NOFOLLOW)
}

/// Checks the type before opening, since opening a pipe waits and opening some devices has effects.
/// Checks the opened file again, since another process may have replaced it meanwhile.
fn open_checked(path: &Path, options: &mut OpenOptions, flags: i32) -> Result<File, OpenError> {
    let file = options.custom_flags(flags | libc::O_NONBLOCK).open(path)?;
    check(&file.metadata()?)?;
    Ok(file)
}

fn check(there: &Metadata) -> Result<(), OpenError> {
    there.is_file().then_some(()).ok_or(OpenError::NoFile)
}

/// New content on the disk; one rename puts it in its place. It is removed unless committed.
#[derive(Debug)]
pub(crate) struct Replacement {
    path: PathBuf,
    temporary: NamedTempFile,
}

impl Replacement {
    /// Writes and syncs the new content of the file at `path`. If `path` is a link, the link itself
    /// will be replaced.
    pub(crate) fn write(path: PathBuf, content: &[u8]) -> io::Result<Self> {
        let replacement = Self::create(path, content)?;
        replacement.temporary.as_file().sync_all()?;
        Ok(replacement)
    }

    /// Puts the content in its place.
    pub(crate) fn commit(self) -> io::Result<()> {
        let path = self.rename()?;
        // The rename must survive a crash too.
        File::open(folder(&path))?.sync_all()
    }

    fn create(path: PathBuf, content: &[u8]) -> io::Result<Self> {
        let old = fs::symlink_metadata(&path).ok();
        let old = old.filter(|there| !there.is_symlink());
        if old.as_ref().is_some_and(|there| !there.is_file()) {
            return Err(io::Error::other("there is something else than a file"));
        }
        let mut temporary = temporary().tempfile_in(folder(&path))?;
        temporary.write_all(content)?;
        if let Some(old) = old {
            temporary.as_file().set_permissions(old.permissions())?;
        }
        Ok(Self { path, temporary })
    }

    fn rename(self) -> io::Result<PathBuf> {
        self.temporary.persist(&self.path)?;
        Ok(self.path)
    }
}

/// The target of the link `path`, or `path` itself if it is no link.
pub(crate) fn target(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

pub(crate) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Temporary files with the permissions of any new file. Names are random, and an existing file of the same name is
/// left alone.
fn temporary() -> tempfile::Builder<'static, 'static> {
    let mut temporary = tempfile::Builder::new();
    temporary.prefix(TEMPORARY_PREFIX);
    // The system subtracts the process's umask.
    temporary.permissions(fs::Permissions::from_mode(0o666));
    temporary
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_temporary_file_takes_no_name_that_is_taken() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let [victim, link] = ["victim", TEMPORARY_PREFIX].map(|name| folder.path().join(name));
        fs::write(&victim, b"precious").expect("written");
        std::os::unix::fs::symlink("victim", &link).expect("linked");
        // Without the random part the name is the link's.
        let taken = temporary().rand_bytes(0).tempfile_in(folder.path());
        assert_eq!(
            taken.expect_err("taken").kind(),
            io::ErrorKind::AlreadyExists
        );
        assert_eq!(fs::read(&victim).expect("read"), b"precious");
        let [one, other] = [(); 2].map(|()| temporary().tempfile_in(folder.path()).expect("made"));
        assert_ne!(one.path(), other.path());
    }

    #[test]
    fn a_link_is_opened_only_where_links_are_followed() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let [path, link, none] = ["file", "link", "none"].map(|name| folder.path().join(name));
        fs::write(&path, b"").expect("written");
        std::os::unix::fs::symlink("file", &link).expect("linked");
        for path in [&path, &link] {
            open_file(path).expect("opened");
        }
        let mut options = File::options();
        options.read(true);
        open_no_link(&path, &mut options).expect("opened");
        let refused = open_no_link(&link, &mut options).expect_err("a link");
        assert!(matches!(refused, OpenError::NoFile));
        // The link appeared after the check.
        let refused = open_checked(&link, &mut options, libc::O_NOFOLLOW).expect_err("a link");
        assert!(matches!(refused, OpenError::System(_)));
        for refused in [open_file(&none), open_no_link(&none, &mut options)] {
            let error = io::Error::from(refused.expect_err("missing"));
            assert_eq!(error.kind(), io::ErrorKind::NotFound);
        }
    }

    /// Tests pipes and devices that appeared after the check.
    #[test]
    fn a_pipe_or_a_device_is_not_waited_for() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let pipe = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo runs").success());
        for path in [&pipe, Path::new("/dev/zero"), folder.path()] {
            let refused = open_checked(path, File::options().read(true), 0);
            assert!(matches!(refused, Err(OpenError::NoFile)));
        }
    }

    #[test]
    fn an_existing_file_keeps_its_permissions() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("file");
        fs::write(&path, b"old").expect("written");
        for mode in [0o600, 0o644, 0o666] {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("set");
            replace_file(&path, b"new").expect("written");
            let found = fs::metadata(&path).expect("there").permissions().mode();
            assert_eq!(found & 0o777, mode, "whatever the umask");
        }
    }
}
