//! A contract's package, built for a test.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::{env, fs, io};

/// Compilation target of contracts.
const TARGET: &str = "wasm32-unknown-unknown";

/// A failure to build a contract.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildContractError {
    /// cargo does not start.
    #[error("cannot run {}: {reason}", program.to_string_lossy())]
    Start {
        /// The command.
        program: OsString,
        /// The system's error.
        reason: io::Error,
    },
    /// cargo failed; its own output has the reason.
    #[error(
        "{} does not build: {status}; is the target installed? `rustup target add {TARGET}`",
        manifest.display()
    )]
    Cargo {
        /// The package's `Cargo.toml`.
        manifest: PathBuf,
        /// cargo's exit status.
        status: ExitStatus,
    },
    /// cargo's description of the package does not have the documented form.
    #[error("cannot read what cargo tells of {}: {reason}", manifest.display())]
    Metadata {
        /// The package's `Cargo.toml`.
        manifest: PathBuf,
        /// What is wrong with the JSON.
        reason: serde_json::Error,
    },
    /// cargo named no Wasm file.
    #[error("{} builds no Wasm file", manifest.display())]
    NoWasm {
        /// The package's `Cargo.toml`.
        manifest: PathBuf,
    },
    /// The Wasm file cannot be read, or not be put back.
    #[error("cannot read or write {}: {reason}", file.display())]
    File {
        /// The Wasm file.
        file: PathBuf,
        /// The system's error.
        reason: io::Error,
    },
}

/// Builds the contract whose package has this `Cargo.toml`, and returns its Wasm. cargo builds it
/// in profile `release`, with `--cfg near`, which near-sdk needs to call the host functions.
/// Neutral names replace this machine's folders: bytes and gas are the same wherever the package
/// and cargo's registry lie.
///
/// `cargo near build` applies `wasm-opt` and embeds the ABI after this step: gas is close to that
/// of the deployed contract. For gas exact to the unit, deploy the file that `cargo near build`
/// writes.
///
/// A package that is also a plain library is built as a contract alone, with LTO. cargo's other
/// commands build both forms and skip LTO; a line on standard error warns of this.
///
/// # Errors
///
/// See [`BuildContractError`].
pub fn build_contract(manifest: impl AsRef<Path>) -> Result<Vec<u8>, BuildContractError> {
    let _one = one();
    Ok(build(manifest.as_ref(), &[])?.wasm)
}

/// The contract that [`build_contract`] builds, before its names are stripped, and with tables of lines: for
/// [`Contract::name_functions`](crate::Contract::name_functions). cargo's output file stays that of [`build_contract`].
///
/// # Errors
///
/// See [`BuildContractError`].
pub fn build_contract_symbols(manifest: impl AsRef<Path>) -> Result<Vec<u8>, BuildContractError> {
    // These apply to the last crate alone: in the profile they would recompile all crates, and reorder their
    // functions. Of all debug information, only tables of lines change no code.
    let arguments = ["--", "-C", "strip=none", "-C", "debuginfo=line-tables-only"];
    let _one = one();
    let stripped = build(manifest.as_ref(), &[])?;
    let Built { wasm, file } = build(manifest.as_ref(), &arguments)?;
    // The file is a hard link to cargo's own, which must not change.
    let restored = fs::remove_file(&file).and_then(|()| fs::write(&file, stripped.wasm));
    restored.map_err(|reason| BuildContractError::File { file, reason })?;
    Ok(wasm)
}

/// Excludes other builds: with and without names, a contract is written to the same file.
fn one() -> MutexGuard<'static, ()> {
    static FILE: Mutex<()> = Mutex::new(());
    FILE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A contract, and the file that cargo has written it to.
struct Built {
    wasm: Vec<u8>,
    file: PathBuf,
}

fn build(manifest: &Path, arguments: &[&str]) -> Result<Built, BuildContractError> {
    let metadata = Metadata::of(manifest)?;
    if metadata.is_also_a_library(manifest) {
        eprintln!(
            "warning: {} has another crate-type beside \"cdylib\": `cargo build` and `cargo near build` leave LTO out \
             then, and make a contract that is larger, and costs more gas, than the one built here",
            manifest.display()
        );
    }
    // `rustc`, because `build` would also build the plain library, without LTO.
    let mut cargo = cargo("rustc", manifest);
    cargo
        .args([
            "--release",
            "--lib",
            "--crate-type",
            "cdylib",
            "--target",
            TARGET,
        ])
        .args(["--message-format", "json-render-diagnostics"])
        .args(arguments)
        .env("CARGO_ENCODED_RUSTFLAGS", rustflags(&metadata, manifest)?);
    let messages = stdout(cargo, manifest)?;
    let file = wasm_file(&messages).ok_or_else(|| BuildContractError::NoWasm {
        manifest: manifest.to_owned(),
    })?;
    match fs::read(&file) {
        Ok(wasm) => Ok(Built { wasm, file }),
        Err(reason) => Err(BuildContractError::File { file, reason }),
    }
}

/// The part of `cargo metadata` that describes a package's workspace.
#[derive(serde::Deserialize)]
struct Metadata {
    workspace_root: PathBuf,
    packages: Vec<Package>,
}

#[derive(serde::Deserialize)]
struct Package {
    name: String,
    /// `None` for a package in a folder.
    source: Option<String>,
    manifest_path: PathBuf,
    targets: Vec<Target>,
}

#[derive(serde::Deserialize)]
struct Target {
    crate_types: Vec<String>,
}

impl Metadata {
    fn of(manifest: &Path) -> Result<Self, BuildContractError> {
        let mut metadata = cargo("metadata", manifest);
        metadata.args(["--format-version", "1", "--filter-platform", TARGET]);
        let metadata = stdout(metadata, manifest)?;
        serde_json::from_slice(&metadata).map_err(|reason| BuildContractError::Metadata {
            manifest: manifest.to_owned(),
            reason,
        })
    }

    /// The workspace's folder and those of packages elsewhere on this machine, with neutral names.
    fn folders(&self) -> impl Iterator<Item = (&Path, &str)> {
        let elsewhere = self.packages.iter().filter_map(|package| {
            let folder = package.manifest_path.parent()?;
            let is_elsewhere =
                package.source.is_none() && !folder.starts_with(&self.workspace_root);
            is_elsewhere.then_some((folder, package.name.as_str()))
        });
        std::iter::once((self.workspace_root.as_path(), "workspace")).chain(elsewhere)
    }

    /// Whether the package is also a plain library, which cargo's other commands build with it.
    fn is_also_a_library(&self, manifest: &Path) -> bool {
        let manifest = fs::canonicalize(manifest).unwrap_or_else(|_| manifest.to_owned());
        let packages = self.packages.iter().filter(|package| {
            fs::canonicalize(&package.manifest_path).is_ok_and(|path| path == manifest)
        });
        packages.flat_map(|package| &package.targets).any(|target| {
            match target.crate_types.as_slice() {
                [_] => false,
                several => several.iter().any(|form| form == "cdylib"),
            }
        })
    }
}

/// Flags for rustc, separated as `CARGO_ENCODED_RUSTFLAGS` requires, so that paths may have spaces.
/// The folders are renamed because panics carry the paths of sources.
fn rustflags(metadata: &Metadata, manifest: &Path) -> Result<OsString, BuildContractError> {
    let rustc = |arguments: &[&str]| {
        let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
        rustc.args(arguments);
        let printed = stdout(rustc, manifest);
        printed.map(|it| String::from_utf8_lossy(&it).into_owned())
    };
    // Until its sources are installed, an official compiler names them by their commit.
    let version = rustc(&["-vV"])?;
    let commit = version
        .lines()
        .find_map(|line| line.strip_prefix("commit-hash: "));
    let sysroot = rustc(&["--print", "sysroot"])?;
    let installed = Path::new(sysroot.trim_end()).join("lib/rustlib/src/rust");

    let mut flags = OsString::from("--cfg\u{1f}near");
    let mut rename = |folder: &Path, name: &str| {
        flags.push("\u{1f}--remap-path-prefix=");
        flags.push(folder);
        flags.push("=");
        flags.push(name);
    };
    for (folder, name) in metadata.folders() {
        rename(folder, &format!("/{name}"));
    }
    rename(
        &installed,
        &format!("/rustc/{}", commit.unwrap_or("unknown")),
    );
    for registry in registries() {
        rename(&registry, "/crates");
    }
    Ok(flags)
}

/// The folders of unpacked crates, one for each registry that cargo has used; none where all crates
/// are vendored.
fn registries() -> Vec<PathBuf> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| env::home_dir().map(|home| home.join(".cargo")));
    let folders = home.and_then(|home| fs::read_dir(home.join("registry/src")).ok());
    let folders = folders.into_iter().flatten().flatten();
    folders.map(|folder| folder.path()).collect()
}

/// A cargo command on the package, without the settings of the cargo that runs this test.
fn cargo(subcommand: &str, manifest: &Path) -> Command {
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    for variable in ["RUSTFLAGS", "CARGO_BUILD_TARGET", "RUSTC_WORKSPACE_WRAPPER"] {
        cargo.env_remove(variable);
    }
    cargo.arg(subcommand).arg("--manifest-path").arg(manifest);
    cargo
}

/// The standard output of `command` for this package; its standard error goes to ours.
fn stdout(mut command: Command, manifest: &Path) -> Result<Vec<u8>, BuildContractError> {
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.map_err(|reason| BuildContractError::Start {
        program: command.get_program().to_owned(),
        reason,
    })?;
    match output.status.success() {
        true => Ok(output.stdout),
        false => Err(BuildContractError::Cargo {
            manifest: manifest.to_owned(),
            status: output.status,
        }),
    }
}

/// The Wasm file in cargo's messages, one JSON object per line; the package's own file is the last.
fn wasm_file(messages: &[u8]) -> Option<PathBuf> {
    #[derive(serde::Deserialize)]
    struct Artifact {
        #[serde(default)]
        filenames: Vec<PathBuf>,
    }
    let artifacts = serde_json::Deserializer::from_slice(messages).into_iter::<Artifact>();
    let files = artifacts.flatten().flat_map(|artifact| artifact.filenames);
    files
        .filter(|file| file.extension().is_some_and(|it| it == "wasm"))
        .last()
}
