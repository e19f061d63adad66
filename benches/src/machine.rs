//! The machine and the build of a measurement: without them its times mean nothing. Each class of
//! processors has limits of its own in the bounds on times.

use crate::library::{LIBRARIES, Library};
use crate::verification::named;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

/// Crates, besides the measured libraries, whose versions affect measurements.
const CRATES: [&str; 6] = [
    "curve25519-dalek",
    "frost-core",
    "near-vm-runner",
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
    pub(crate) fn this() -> Self {
        let args: Vec<_> = std::env::args().skip(1).collect();
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
            // Without the program's path, which may contain a user's name.
            command: format!("near-ed25519-bench {}", args.join(" ")),
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

/// The text that a program prints; `None` if it does not run or fails.
pub(crate) fn printed(program: &mut Command) -> Option<String> {
    let output = program.output().ok().filter(|it| it.status.success())?;
    Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

fn commit() -> String {
    let mut git = Command::new("git");
    git.args(["-C", env!("CARGO_MANIFEST_DIR")]);
    git.args(["describe", "--always", "--dirty", "--abbrev=12"]);
    printed(&mut git).unwrap_or_else(|| "unknown".to_owned())
}

named! {
    /// What decides the lanes' time relative to dalek's. Limits are strictest in the first class.
    pub(crate) Class:
    TwoMultipliers "two 512-bit multipliers";
    OneMultiplier "one 512-bit multiplier";
    /// A 512-bit operation passes a multiplier twice.
    HalfMultipliers "AVX-512 by 256-bit multipliers";
    Avx2 "AVX2 alone";
    Scalar "no vectors";
}

/// The processors of all recordings: as recorded, in short, and the class. A recording of another
/// one needs a line here.
static PROCESSORS: [(&str, &str, Class); 5] = [
    // AMD's optimization guide for family 1Ah: data paths of 512 bits. One signature with a new key
    // takes 0.37 of dalek 2's time by IFMA.
    ("(family 26, model 2,", "AMD Zen 5", Class::TwoMultipliers),
    // Emerald Rapids. Intel's specifications: two AVX-512 FMA units. No times of lanes are recorded.
    (
        "(family 6, model 207,",
        "Intel 6/207",
        Class::TwoMultipliers,
    ),
    // AMD's optimization guide for family 19h, models 10h and up: data paths of 256 bits, which
    // 512-bit operations pass twice.
    ("(family 25, model 17,", "AMD Zen 4", Class::HalfMultipliers),
    // Rocket Lake. Intel's optimization manual: a single 512-bit FMA unit, on port 0. One signature
    // with a new key takes 0.50 of dalek 2's time by IFMA.
    ("(family 6, model 167,", "Intel 6/167", Class::OneMultiplier),
    // AMD's first processors with AVX-512 are Zen 4. The recording of `vrf` lacks rows of IFMA.
    ("(family 25, model 1,", "AMD Zen 3", Class::Avx2),
];

/// The short name and the class of a measurement's processor, if it is known.
pub(crate) fn processor(machine: &Machine) -> Option<(&'static str, Class)> {
    let mut all = PROCESSORS.iter();
    let (_, name, class) = all.find(|(numbers, ..)| machine.cpu.contains(numbers))?;
    // A build may simulate a processor without vectors.
    let is_scalar = machine.dalek_backend == SERIAL;
    Some((name, if is_scalar { Class::Scalar } else { *class }))
}

/// The short name of a measurement's processor, or the recorded one.
pub(crate) fn processor_name(machine: &Machine) -> &str {
    processor(machine).map_or(machine.cpu.as_str(), |(name, _)| name)
}

impl Class {
    /// The class whose limits apply: for an unknown processor the strictest.
    pub(crate) fn of(machine: &Machine) -> Self {
        processor(machine).map_or(Self::TwoMultipliers, |(_, class)| class)
    }
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
