//! The compiler that builds this crate, asked to build for Wasm too.

use std::{
    ffi::{OsStr, OsString},
    fmt, iter,
    path::PathBuf,
    process::{Command, Stdio},
};

use crate::{Result, variable};

/// Where contracts run.
pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// The rustc and the cargo of the outer build.
pub(crate) struct Toolchain {
    pub(crate) cargo: OsString,
    pub(crate) rustc: OsString,
    pub(crate) sysroot: PathBuf,
    /// Of the compiler's own sources; official builds name it in the standard library's paths.
    pub(crate) commit: String,
}

impl Toolchain {
    /// As cargo names them to build scripts.
    pub(crate) fn from_env() -> Result<Self> {
        let (cargo, rustc) = (variable("CARGO")?, variable("RUSTC")?);
        let sysroot = output(Command::new(&rustc).args(["--print", "sysroot"]))?;
        let version = output(Command::new(&rustc).arg("-vV"))?;
        let commit = version
            .lines()
            .find_map(|line| line.strip_prefix("commit-hash: "));
        Ok(Self {
            cargo,
            rustc,
            sysroot: PathBuf::from(sysroot.trim_end()),
            commit: commit.unwrap_or("unknown").to_owned(),
        })
    }
}

/// What `command` prints; its stderr goes to ours.
fn output(command: &mut Command) -> Result<String> {
    let words = iter::once(command.get_program()).chain(command.get_args());
    let line = words.collect::<Vec<_>>().join(OsStr::new(" "));
    let failed = |why: &dyn fmt::Display| format!("`{}` failed: {why}", line.display());
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| failed(&error))?;
    if !output.status.success() {
        return Err(failed(&output.status));
    }
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
