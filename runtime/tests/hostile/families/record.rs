//! Runs of families, and the record of a long one.

use super::{Family, Member, classes, families};
use crate::bound::Bound;
use crate::case::Case;
use crate::table::{Reports, complaints, in_processes};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use test_support::everywhere::BACKENDS;
use test_support::locked;
use test_support::process::Used;

/// Record of a run by hand, relative to this package.
const RECORDED: &str = "../benches/recorded/hostile.json";

/// Smallest number of members of each family in a recorded run, enough for every class.
fn enough() -> u32 {
    classes::count().max(200)
}

/// Crates that determine a contract's native code, and the requirements on it.
const COMPILERS: [&str; 6] = [
    "cranelift-codegen",
    "near-vm-runner",
    "wasmer",
    "wasmer-compiler-singlepass",
    "wasmtime",
    "winch-codegen",
];
/// Folder of sources that determine the same, relative to the workspace.
const ENGINE: &str = "runtime/src/engine";

/// The results of a run, and its inputs.
#[derive(Debug, Serialize, Deserialize)]
struct Record {
    /// The versions of [`COMPILERS`] in `Cargo.lock`.
    compilers: Vec<String>,
    /// The hash of the engine's sources.
    engine: String,
    families: Vec<Ran>,
}

/// The results of a family.
#[derive(Debug, Serialize, Deserialize)]
struct Ran {
    family: String,
    seed: u64,
    /// Number of drawn members; members that showed a defect come before them.
    drawn: u32,
    /// The hash of all members' contracts.
    contracts: String,
    /// Number of members by outcome in nearcore's runner.
    outcomes: BTreeMap<String, u32>,
    /// For each backend except the oracle.
    worst: BTreeMap<String, Worst>,
    mismatches: Vec<String>,
}

/// The runs that came closest to their bounds.
#[derive(Debug, Default, Serialize, Deserialize)]
struct Worst {
    cpu: Most,
    memory: Most,
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct Most {
    member: String,
    used: u64,
    nearcore: u64,
    bound: u64,
}

impl Most {
    /// Takes this run if it used a larger part of its bound, milliseconds or MiB.
    fn see(&mut self, member: &str, used: u64, nearcore: u64, bound: u64) {
        if self.bound == 0 || used * self.bound > self.used * bound {
            *self = Self {
                member: member.to_owned(),
                used,
                nearcore,
                bound,
            };
        }
    }
}

impl Family {
    /// Members that showed a defect, then this many drawn with this seed.
    fn members(&self, seed: u64, drawn: u32) -> Vec<Member> {
        let drawn = fuzz::draw(seed, drawn, self.strategy);
        self.named.iter().cloned().chain(drawn).collect()
    }

    fn run(&self) -> Ran {
        let (seed, drawn) = (fuzz::seed(), self.target.cases());
        let members = self.members(seed, drawn);
        let contracts = hash_of(&members);
        let cases: Vec<_> = members.into_iter().map(Member::case).collect();
        let results = in_processes(&cases.iter().collect::<Vec<_>>(), &BACKENDS);
        let mut ran = Ran {
            family: self.target.name().to_owned(),
            seed,
            drawn,
            contracts,
            outcomes: BTreeMap::new(),
            worst: BTreeMap::new(),
            mismatches: Vec::new(),
        };
        for (case, reports) in cases.iter().zip(&results) {
            ran.add(case, reports);
        }
        ran
    }
}

impl Ran {
    fn add(&mut self, case: &Case, reports: &Reports) {
        self.mismatches.extend(complaints(case, reports));
        let [Ok(oracle), others @ ..] = &reports[..] else {
            return; // `complaints` reports its death
        };
        let outcome = oracle.answers[0].failure.as_deref().unwrap_or("succeeds");
        if outcome.contains("CompilationError") {
            let name = &case.name;
            self.mismatches
                .push(format!("{name}: no contract: {outcome}"));
        }
        *self.outcomes.entry(outcome.to_owned()).or_default() += 1;
        let bound = Bound::of(&oracle.used);
        for (backend, report) in BACKENDS[1..].iter().zip(others) {
            let Ok(report) = report else { continue };
            let Used { peak_mib, cpu_ms } = report.used;
            let worst = self.worst.entry(backend.to_string()).or_default();
            let (cpu, memory) = (&mut worst.cpu, &mut worst.memory);
            cpu.see(&case.name, cpu_ms, oracle.used.cpu_ms, bound.cpu_ms);
            memory.see(&case.name, peak_mib, oracle.used.peak_mib, bound.peak_mib);
        }
    }
}

fn hash_of(members: &[Member]) -> String {
    let mut hash = Sha256::new();
    for member in members {
        hash.update(Sha256::digest(member.contract()));
    }
    hex::encode(hash.finalize())
}

fn from_package(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The hash of the engine's sources.
fn engine() -> String {
    fuzz::code_hash(&[ENGINE])
}

#[test]
fn members_of_every_family_end_as_on_nearcore_and_within_its_bounds() {
    let record = Record {
        compilers: locked::versions(&COMPILERS),
        engine: engine(),
        families: families().iter().map(Family::run).collect(),
    };
    if fuzz::is_recorded() {
        let mut json = serde_json::to_string_pretty(&record).expect("JSON");
        json.push('\n');
        let written = near_runtime_ext::replace_file(&from_package(RECORDED), json.as_bytes());
        written.expect("the run is recorded");
    }
    let mismatches: Vec<_> = record
        .families
        .into_iter()
        .flat_map(|ran| ran.mismatches)
        .collect();
    assert!(mismatches.is_empty(), "{}", mismatches.join("\n"));
}

#[test]
fn the_recorded_run_is_long_and_of_these_compilers_and_families() {
    let json = fs::read_to_string(from_package(RECORDED)).expect("a recorded run");
    let record: Record = serde_json::from_str(&json).expect("a recorded run");
    assert_eq!(
        record.compilers,
        locked::versions(&COMPILERS),
        "other compilers: run it again"
    );
    assert_eq!(record.engine, engine(), "another engine: run it again");
    assert_eq!(record.families.len(), families().len());
    for (ran, family) in record.families.iter().zip(families()) {
        assert_eq!(ran.family, family.target.name());
        assert!(
            ran.drawn >= enough(),
            "{}: {} members",
            ran.family,
            ran.drawn
        );
        assert_eq!(ran.mismatches, [""; 0], "{}", ran.family);
        let members = family.members(ran.seed, ran.drawn);
        assert_eq!(ran.contracts, hash_of(&members), "{}", ran.family);
        let backends: Vec<_> = ran.worst.keys().cloned().collect();
        let mut expected: Vec<_> = BACKENDS[1..].iter().map(ToString::to_string).collect();
        expected.sort();
        assert_eq!(backends, expected, "{}", ran.family);
    }
}
