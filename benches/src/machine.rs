//! The machine and the build of a measurement: without them its times mean nothing.

use crate::library::{LIBRARIES, Library};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

/// Crates, besides the measured libraries, whose versions affect measurements.
const CRATES: [&str; 9] = [
    "curve25519-dalek",
    "ed448-goldilocks",
    "frost-core",
    "k256",
    "near-vm-runner",
    "p256",
    "sha2",
    "wasmer",
    "wasmtime",
];

fn deciding() -> impl Iterator<Item = &'static str> {
    LIBRARIES.into_iter().map(Library::crate_name).chain(CRATES)
}

/// A machine and a build, as far as they can be identified.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Machine {
    /// The processor's name, family, model and stepping.
    pub(crate) cpu: String,
    /// Processors this process may use.
    pub(crate) cores: usize,
    /// The clock's frequency governor; virtual machines report none.
    pub(crate) governor: String,
    pub(crate) system: String,
    /// dalek's backend on this processor.
    pub(crate) dalek_backend: String,
    pub(crate) rustc: String,
    /// Versions of the crates that matter; several if the build has several.
    pub(crate) crates: BTreeMap<String, String>,
    /// The commit of the sources, if they are from a checkout.
    pub(crate) commit: String,
    pub(crate) command: String,
}

impl Machine {
    /// The processor's name without family, model and stepping.
    pub(crate) fn cpu_name(&self) -> &str {
        let name = self.cpu.split_once(" (family");
        name.map_or(&self.cpu, |(name, _)| name)
    }

    pub(crate) fn this() -> Self {
        Self {
            cpu: cpu(),
            cores: std::thread::available_parallelism().map_or(1, usize::from),
            governor: read("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"),
            system: format!(
                "{}, {}",
                read("/proc/sys/kernel/osrelease"),
                std::env::consts::ARCH
            ),
            dalek_backend: dalek_backend().to_owned(),
            rustc: env!("RUSTC_VERSION").to_owned(),
            crates: crates(),
            commit: commit(),
            command: command(),
        }
    }
}

/// Text of a file of the kernel, or `unknown`.
fn read(path: &str) -> String {
    fs::read_to_string(path).map_or_else(|_| "unknown".to_owned(), |text| text.trim().to_owned())
}

fn cpu() -> String {
    let info = read("/proc/cpuinfo");
    let field = |name: &str| {
        let mut fields = info.lines().filter_map(|line| line.split_once(':'));
        let value = fields.find(|(key, _)| key.trim() == name);
        value.map_or("unknown", |(_, value)| value.trim())
    };
    let [name, family, model, stepping] =
        ["model name", "cpu family", "model", "stepping"].map(field);
    format!("{name} (family {family}, model {model}, stepping {stepping})")
}

/// dalek's backend if it was built without vectors or finds no AVX2.
pub(crate) const SERIAL: &str = "serial";

/// curve25519-dalek 4 chooses at run time, unless the build chose: vectors if the processor has
/// AVX2.
fn dalek_backend() -> &'static str {
    #[cfg(all(target_arch = "x86_64", not(curve25519_dalek_backend = "serial")))]
    if std::arch::is_x86_feature_detected!("avx2") {
        return "simd, AVX2";
    }
    SERIAL
}

/// Versions in the lock file that this program was built with.
fn crates() -> BTreeMap<String, String> {
    let mut found: BTreeMap<String, String> = BTreeMap::new();
    let packages = include_str!("../../Cargo.lock").split("[[package]]\nname = \"");
    // Each is `NAME"`, then `version = "VERSION"`, then the rest.
    let packages = packages.filter_map(|package| {
        let mut texts = package.split('"');
        texts.next().zip(texts.nth(1))
    });
    for (name, version) in packages.filter(|(name, _)| deciding().any(|it| it == *name)) {
        found
            .entry(name.to_owned())
            .and_modify(|versions| *versions = format!("{versions} and {version}"))
            .or_insert_with(|| version.to_owned());
    }
    found
}

fn commit() -> String {
    let output = Command::new("git")
        .args(["-C", env!("CARGO_MANIFEST_DIR")])
        .args(["describe", "--always", "--dirty", "--abbrev=12"])
        .output();
    let output = output.ok().filter(|output| output.status.success());
    output.map_or_else(
        || "unknown".to_owned(),
        |output| String::from_utf8_lossy(&output.stdout).trim().to_owned(),
    )
}

/// The command line without the program's path, which may contain a user's name.
fn command() -> String {
    let args: Vec<_> = std::env::args().skip(1).collect();
    format!("near-ed25519-bench {}", args.join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_crate_has_its_version() {
        let crates = crates();
        for name in deciding() {
            let versions = crates.get(name).expect(name);
            assert!(
                versions.starts_with(|c: char| c.is_ascii_digit()),
                "{versions}"
            );
        }
    }
}
