//! One contract from source to Wasm, the same bytes on every machine.

use std::{
    env,
    ffi::{OsStr, OsString},
    fs, io,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    Result, large,
    table::Build,
    toolchain::{TARGET, Toolchain},
    write,
};

/// The cargo profile, as the workspace manifest defines it.
const PROFILE: &str = "contract";

/// What is changed of the profile for contracts of mere size.
const UNOPTIMISED: &str = "profile.contract.package.corpus.opt-level=0";

/// What is changed of the profile for the others. A profile of its own would compile all the other crates once more.
///
/// The fastest fair baseline leaves the curve arithmetic unchecked. A light client by the host function has
/// the arithmetic for votes that this refuses, and every call pays to load it: it is made small, as is what
/// else hardly any call of that client executes.
fn settings(name: &str, build: Build) -> &'static [&'static str] {
    const UNCHECKED: &str = "profile.contract.package.curve25519-dalek.overflow-checks=false";
    const SMALL_CURVE: &str = "profile.contract.package.curve25519-dalek.opt-level='z'";
    const SMALL_PROOFS: &str = "profile.contract.package.ics23.opt-level='s'";
    const SMALL_ADAPTER: &str = "profile.contract.package.near-sdk-ext.opt-level='s'";
    match (name, build) {
        (_, Build::WasmBest) => &[UNCHECKED],
        ("grandpa-client", Build::Host) => &[UNCHECKED, SMALL_CURVE],
        ("tendermint-client", Build::Host) => {
            &[UNCHECKED, SMALL_CURVE, SMALL_PROOFS, SMALL_ADAPTER]
        }
        _ => &[],
    }
}

/// The variable in which `cargo clippy` names the compiler of this workspace's crates.
pub(crate) const COMPILER: &str = "RUSTC_WORKSPACE_WRAPPER";

/// Clippy runs no contract, so that none is built for it. Cargo keeps what is made for clippy's compiler apart.
fn lints_only() -> bool {
    env::var_os(COMPILER)
        .is_some_and(|compiler| Path::new(&compiler).file_stem() == Some("clippy-driver".as_ref()))
}

/// What all the builds share: the compiler, and one target directory of their own. The outer
/// build's cannot be it: the outer cargo holds its lock until this script returns.
pub(crate) struct Workshop<'a> {
    toolchain: &'a Toolchain,
    workspace: &'a Path,
    target: PathBuf,
    rustflags: OsString,
}

impl<'a> Workshop<'a> {
    /// # Errors
    /// Where cargo's registry cannot be listed.
    pub(crate) fn new(
        toolchain: &'a Toolchain,
        workspace: &'a Path,
        target: PathBuf,
    ) -> Result<Self> {
        let rustflags = rustflags(toolchain, workspace, &target)?;
        Ok(Self {
            toolchain,
            workspace,
            target,
            rustflags,
        })
    }

    /// The Wasm file of contract `name`, until the next build of the same contract overwrites it.
    pub(crate) fn build(&self, name: &str, build: Build) -> Result<PathBuf> {
        let features = ["--no-default-features", "--features", build.name()];
        // The linker keeps the names; `symbols` strips them. Another value of the profile's `strip` would
        // compile, and order, everything else anew.
        let features = [&features[..], &["--", "-C", "strip=none"]].concat();
        self.cdylib(name, settings(name, build), &features, None)
            .map_err(|error| format!("{error} as {}", build.name()))
    }

    /// The Wasm file of one contract of the corpus, likewise; `source` is what
    /// [`large`](crate::large) generates of it, where it does.
    pub(crate) fn build_of_corpus(&self, name: &str, source: Option<&Path>) -> Result<PathBuf> {
        let contract = format!("contract={name:?}");
        let chosen = ["--", "--cfg", &contract];
        let settings = source.map_or(&[][..], |_| &[UNOPTIMISED]);
        self.cdylib("corpus", settings, &chosen, source)
            .map_err(|error| format!("{error} as {name}"))
    }

    fn cdylib(
        &self,
        name: &str,
        settings: &[&str],
        arguments: &[&str],
        source: Option<&Path>,
    ) -> Result<PathBuf> {
        if lints_only() {
            let nothing = self.target.with_file_name("nothing.wasm");
            write(&nothing, "")?;
            return Ok(nothing);
        }
        let mut profile = vec!["--package", name, "--profile", PROFILE];
        profile.extend(settings.iter().flat_map(|setting| ["--config", setting]));
        // near-sdk's macro writes the package's metadata into the contract, unseen by cargo,
        // which would take a contract for fresh whose metadata has changed.
        let mut clean = self.cargo("clean");
        clean.args(["--quiet", "--target", TARGET]).args(&profile);
        // Not `cargo build`: as long as a manifest names a second crate type beside cdylib,
        // cargo applies no LTO.
        let mut rustc = self.cargo("rustc");
        rustc
            .args(["--target", TARGET, "--lib", "--crate-type", "cdylib"])
            .args(profile)
            .args(arguments);
        if let Some(source) = source {
            rustc.env(large::SOURCE, source);
        }
        for mut cargo in [clean, rustc] {
            let status = cargo
                .status()
                .map_err(|error| format!("cannot run cargo: {error}"))?;
            if !status.success() {
                return Err(format!("contract {name} does not build: {status},"));
            }
        }
        let file = format!("{}.wasm", name.replace('-', "_"));
        Ok(self.target.join(TARGET).join(PROFILE).join(file))
    }

    /// A cargo command on our own target directory, free of the outer cargo's settings.
    fn cargo(&self, subcommand: &str) -> Command {
        let mut cargo = Command::new(&self.toolchain.cargo);
        for (variable, _) in env::vars_os().filter(|(name, _)| disturbs(name)) {
            cargo.env_remove(variable);
        }
        cargo
            .current_dir(self.workspace)
            .env("RUSTC", &self.toolchain.rustc)
            .env("CARGO_ENCODED_RUSTFLAGS", &self.rustflags)
            .args([subcommand, "--locked", "--target-dir"])
            .arg(&self.target);
        cargo
    }
}

/// Whether a variable of the outer cargo (flags, profiles, clippy's wrapper, this package's own
/// description) would change the contracts. How to reach the registry and the outer cargo's
/// job server are left alone.
fn disturbs(variable: &OsStr) -> bool {
    const WANTED: [&str; 8] = [
        "CARGO_HOME",
        "CARGO_HTTP_",
        "CARGO_MAKEFLAGS",
        "CARGO_NET_",
        "CARGO_REGISTRIES_",
        "CARGO_REGISTRY_",
        "CARGO_SOURCE_",
        "CARGO_TERM_",
    ];
    const UNWANTED: [&str; 5] = ["CARGO", "CLIPPY_", "NEP330_", "RUSTC", "RUSTFLAGS"];
    let name = variable.to_string_lossy();
    let starts_with = |prefix: &&str| name.starts_with(*prefix);
    UNWANTED.iter().any(starts_with) && !WANTED.iter().any(starts_with)
}

/// `--cfg near`, without which near-sdk compiles sha256 and keccak into the contract, and neutral
/// names for every path of this machine, since panics carry the paths of sources. The flags are
/// separated as `CARGO_ENCODED_RUSTFLAGS` wants it, so that paths may have spaces.
fn rustflags(toolchain: &Toolchain, workspace: &Path, target: &Path) -> Result<OsString> {
    // What an official standard library already says, where its sources are not installed.
    let std_source = format!("/rustc/{}", toolchain.commit);
    let mut names = vec![
        (workspace.to_owned(), "/workspace".to_owned()),
        (target.to_owned(), "/target".to_owned()),
        (toolchain.sysroot.join("lib/rustlib/src/rust"), std_source),
    ];
    for registry in registries()? {
        names.push((registry, "/crates".to_owned()));
    }
    let mut flags = OsString::from("--cfg\u{1f}near");
    for (path, name) in names {
        flags.push("\u{1f}--remap-path-prefix=");
        flags.push(path);
        flags.push("=");
        flags.push(name);
    }
    Ok(flags)
}

/// The folders of unpacked crates, one for each registry or mirror that cargo has used.
fn registries() -> Result<Vec<PathBuf>> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| env::home_dir().map(|home| home.join(".cargo")));
    let sources = home
        .ok_or("neither CARGO_HOME nor a home directory is set")?
        .join("registry/src");
    let list = || -> io::Result<Vec<PathBuf>> {
        fs::read_dir(&sources)?
            .map(|entry| Ok(entry?.path()))
            .collect()
    };
    match list() {
        // Vendored crates only, which are not unpacked there.
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
        result => result.map_err(|error| format!("{}: {error}", sources.display())),
    }
}
