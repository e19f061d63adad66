//! Tells the program which compiler built it, without which a measurement means little; and builds
//! the program `dalek-child`, whose dalek has no AVX-512. Both for the feature `measuring` alone.

use std::env;
use std::ffi::OsStr;
use std::path::PathBuf;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    if env::var_os("CARGO_FEATURE_MEASURING").is_none() {
        return;
    }
    let rustc = env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let version = Command::new(rustc).arg("--version").output();
    let version = version.map_or_else(
        |_| "unknown".to_owned(),
        |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
    );
    println!("cargo::rustc-env=RUSTC_VERSION={version}");
    match dalek_child() {
        Ok(program) => println!("cargo::rustc-env=DALEK_CHILD={}", program.display()),
        Err(message) => println!("cargo::error={message}"),
    }
}

/// Builds `dalek-child` by the release profile; returns the path of the program.
fn dalek_child() -> Result<PathBuf, String> {
    for source in ["dalek-child", "../Cargo.lock", "../Cargo.toml"] {
        println!("cargo::rerun-if-changed={source}");
    }
    let variable = |name: &str| env::var_os(name).ok_or_else(|| format!("{name} is not set"));
    // Not the outer cargo's, which it keeps locked until this script is done.
    let target = PathBuf::from(variable("OUT_DIR")?).join("dalek-child");
    let mut cargo = Command::new(variable("CARGO")?);
    for (name, _) in env::vars_os().filter(|(name, _)| is_outer_setting(name)) {
        cargo.env_remove(name);
    }
    let backend = match env::var("CARGO_CFG_TARGET_ARCH").as_deref() {
        Ok("x86_64") => "--cfg\u{1f}curve25519_dalek_backend=\"simd\"",
        _ => "",
    };
    cargo
        .env("CARGO_ENCODED_RUSTFLAGS", backend)
        .args(["build", "--package", "dalek-child", "--release", "--locked"])
        .args(["--quiet", "--target-dir"])
        .arg(&target);
    let status = cargo.status();
    let status = status.map_err(|error| format!("cannot run cargo: {error}"))?;
    if !status.success() {
        return Err(format!("dalek-child does not build: {status}"));
    }
    let program = format!("dalek-child{}", env::consts::EXE_SUFFIX);
    Ok(target.join("release").join(program))
}

/// Whether a variable is a setting of the outer build (flags, profiles, clippy's wrapper), rather
/// than how to reach the registry.
fn is_outer_setting(name: &OsStr) -> bool {
    const SETTINGS: [&str; 7] = [
        "CARGO_BUILD_",
        "CARGO_ENCODED_RUSTFLAGS",
        "CARGO_PROFILE_",
        "CARGO_TARGET_",
        "CLIPPY_",
        "RUSTC",
        "RUSTFLAGS",
    ];
    let name = name.to_string_lossy();
    SETTINGS.iter().any(|prefix| name.starts_with(*prefix))
}
