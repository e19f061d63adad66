//! Builds every contract in every build it has, from source, and writes the rows that the library's
//! `contracts!` macro turns into [`Contract`]s.

mod corpus;
mod guest;
mod large;
mod symbols;
#[expect(
    unreachable_pub,
    reason = "public in the library, which reads the same file"
)]
#[path = "../src/table.rs"]
mod table;
mod toolchain;

use std::{
    env,
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::ExitCode,
};

use guest::Workshop;
use table::CONTRACTS;
use toolchain::Toolchain;

/// One line for the user; what a failed command printed itself is on stderr.
type Result<T> = std::result::Result<T, String>;

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            println!("cargo::error={message}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<()> {
    let package = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let workspace = package
        .parent()
        .ok_or("this package has no workspace above it")?;
    let out = PathBuf::from(variable("OUT_DIR")?);
    rerun_if_changed(&package, workspace);

    let toolchain = Toolchain::from_env()?;
    let workshop = Workshop::new(&toolchain, workspace, out.join("target"))?;

    let mut rows = String::from("contracts! {\n");
    for (name, builds) in CONTRACTS {
        rows += &format!("{} {name:?} [", name.replace('-', "_"));
        for build in *builds {
            let built = workshop.build(name, *build)?;
            let kept = out.join(format!("{name}-{build}.wasm"));
            symbols::split(&built, &kept)?;
            rows += &format!("{build:?} {kept:?},");
        }
        rows += "];\n";
    }
    rows += "}\n";
    write(&out.join("contracts.rs"), &rows)?;
    let corpus = corpus::rows(&workshop, &package.join("corpus"), &out)?;
    write(&out.join("corpus.rs"), &corpus)
}

fn write(file: &Path, text: &str) -> Result<()> {
    fs::write(file, text).map_err(|error| format!("{}: {error}", file.display()))
}

/// A variable that cargo sets for build scripts.
fn variable(name: &str) -> Result<OsString> {
    env::var_os(name).ok_or_else(|| format!("{name} is not set: cargo runs this script"))
}

/// Everything a contract's bytes depend on, but the compiler, which cargo watches itself.
fn rerun_if_changed(package: &Path, workspace: &Path) {
    let watch = |path: PathBuf| println!("cargo::rerun-if-changed={}", path.display());
    for own in ["build", "src/table.rs"] {
        watch(package.join(own));
    }
    for shared in ["Cargo.toml", "Cargo.lock", "rust-toolchain.toml"] {
        watch(workspace.join(shared));
    }
    for (name, _) in CONTRACTS {
        watch(package.join(name).join("Cargo.toml"));
        watch(package.join(name).join("src"));
    }
    watch(package.join("corpus"));
    for variable in [corpus::WANTED, guest::COMPILER] {
        println!("cargo::rerun-if-env-changed={variable}");
    }
    for library in ["near-sdk-ext", "near-sdk-ext/ecvrf"] {
        watch(workspace.join(library).join("Cargo.toml"));
        watch(workspace.join(library).join("src"));
    }
}
