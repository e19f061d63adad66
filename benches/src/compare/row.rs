//! What is compared: the rows of the table.

use super::contender::{Contender, ContractMethod, Native, Program, WasmCompiler};
use super::published::{NEP_CRANELIFT_MS, NEP_NATIVE_MS, NEP_SINGLEPASS_MS};
use crate::library::{self, Verify, dalek_3_has_avx512};
use near_runtime_ext::{Backend, Compiler};
use std::path::Path;
use test_contracts::Build;

/// The row that all others are compared with: what the host function calls.
pub(crate) const BASELINE: &str = "ed25519-dalek 2";

/// The row that a promise is about: the host function on this project's default backend.
pub(crate) const PROMISED: &str = "host on wasmer Cranelift";

/// Where a verification runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Group {
    /// In this process, as machine code.
    Native,
    /// In a Wasm module as it is, without gas: what the NEP measured.
    Wasm,
    /// In a contract, which has dalek in its own code.
    ContractWasm,
    /// In the host function that a contract calls.
    ContractHost,
}

impl Group {
    pub(crate) const fn title(self) -> &'static str {
        match self {
            Self::Native => "native",
            Self::Wasm => "Wasm without metering",
            Self::ContractWasm => "contract, Wasm alone",
            Self::ContractHost => "contract, host function",
        }
    }

    /// Whether there is a call around the verifications, whose time is taken off.
    pub(crate) fn has_call(self) -> bool {
        self != Self::Native
    }
}

/// By which rule signatures are accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rule {
    /// dalek's `verify`, which is NEP-364's.
    Nep364,
    /// Cofactored; what is not canonical, but for `s`, is accepted.
    Zip215,
    /// The library's own: close to the NEP's, and not promised. AWS-LC refuses keys that are not
    /// canonical; of ring no difference is known.
    Own,
}

impl Rule {
    /// A name, with the rule where that is not the NEP's.
    pub(crate) fn named(self, name: &str) -> String {
        match self {
            Self::Nep364 => name.to_owned(),
            Self::Zip215 => format!("{name} (ZIP-215)"),
            Self::Own => format!("{name} (a rule of its own)"),
        }
    }
}

/// One contender.
pub(crate) struct Row {
    /// Unlike any other's.
    pub(crate) name: &'static str,
    pub(crate) group: Group,
    pub(crate) accepts: Rule,
    /// What NEP-364 says of it.
    pub(crate) nep_ms: Option<u32>,
    unavailable: fn() -> Option<&'static str>,
    kind: Kind,
}

enum Kind {
    Native(Verify),
    Program(WasmCompiler, Build),
    Contract(Backend, Build),
}

/// Every contender, by group.
pub(crate) const ROWS: &[Row] = &[
    native(BASELINE, Rule::Nep364, library::dalek_2).published(NEP_NATIVE_MS),
    native("ed25519-dalek 3", Rule::Nep364, library::dalek_3).unless(dalek_3_is_avx512),
    native("ed25519-dalek 3, AVX-512", Rule::Nep364, library::dalek_3).unless(no_avx512),
    native("ed25519-consensus", Rule::Zip215, library::consensus),
    native("ed25519-zebra", Rule::Zip215, library::zebra),
    native("ring", Rule::Own, library::ring),
    native("aws-lc-rs", Rule::Own, library::aws_lc),
    program("Singlepass, wasm", WasmCompiler::Singlepass, Build::Wasm).published(NEP_SINGLEPASS_MS),
    program(
        "Singlepass, wasm-best",
        WasmCompiler::Singlepass,
        Build::WasmBest,
    ),
    program("Cranelift, wasm", WasmCompiler::Cranelift, Build::Wasm).published(NEP_CRANELIFT_MS),
    program(
        "Cranelift, wasm-best",
        WasmCompiler::Cranelift,
        Build::WasmBest,
    ),
    program(
        "Cranelift unoptimised, wasm",
        WasmCompiler::Unoptimised,
        Build::Wasm,
    ),
    program(
        "Cranelift unoptimised, wasm-best",
        WasmCompiler::Unoptimised,
        Build::WasmBest,
    ),
    program("LLVM, wasm", WasmCompiler::Llvm, Build::Wasm).unless(no_llvm),
    program("LLVM, wasm-best", WasmCompiler::Llvm, Build::WasmBest).unless(no_llvm),
    contract("wasm on nearcore", Backend::Nearcore, Build::Wasm),
    contract("wasm on wasmer Cranelift", CRANELIFT, Build::Wasm),
    contract("wasm on wasmer Singlepass", SINGLEPASS, Build::Wasm),
    contract("wasm-best on nearcore", Backend::Nearcore, Build::WasmBest),
    contract("wasm-best on wasmer Cranelift", CRANELIFT, Build::WasmBest),
    contract(
        "wasm-best on wasmer Singlepass",
        SINGLEPASS,
        Build::WasmBest,
    ),
    contract("host on nearcore", Backend::Nearcore, Build::Host),
    contract(PROMISED, CRANELIFT, Build::Host),
    contract("host on wasmer Singlepass", SINGLEPASS, Build::Host),
];

const CRANELIFT: Backend = Backend::Overlay(Compiler::Cranelift);
const SINGLEPASS: Backend = Backend::Overlay(Compiler::Singlepass);

const fn native(name: &'static str, accepts: Rule, verify: Verify) -> Row {
    Row::new(name, Group::Native, accepts, Kind::Native(verify))
}

const fn program(name: &'static str, compiler: WasmCompiler, build: Build) -> Row {
    Row::new(
        name,
        Group::Wasm,
        Rule::Nep364,
        Kind::Program(compiler, build),
    )
}

const fn contract(name: &'static str, backend: Backend, build: Build) -> Row {
    let group = match build {
        Build::Host => Group::ContractHost,
        Build::Wasm | Build::WasmBest => Group::ContractWasm,
    };
    Row::new(name, group, Rule::Nep364, Kind::Contract(backend, build))
}

impl Row {
    const fn new(name: &'static str, group: Group, accepts: Rule, kind: Kind) -> Self {
        Self {
            name,
            group,
            accepts,
            nep_ms: None,
            unavailable: || None,
            kind,
        }
    }

    const fn published(mut self, nep_ms: u32) -> Self {
        self.nep_ms = Some(nep_ms);
        self
    }

    const fn unless(mut self, unavailable: fn() -> Option<&'static str>) -> Self {
        self.unavailable = unavailable;
        self
    }

    /// Why this program cannot measure it here, if it cannot.
    pub(crate) fn unavailable(&self) -> Option<&'static str> {
        (self.unavailable)()
    }

    /// Makes it ready to verify; Wasm is compiled, and contracts are kept in the folder `cache`.
    ///
    /// # Errors
    ///
    /// A compiler or a runtime refuses it.
    pub(crate) fn contender(&self, cache: &Path) -> anyhow::Result<Box<dyn Contender>> {
        Ok(match self.kind {
            Kind::Native(verify) => Box::new(Native(verify)),
            Kind::Program(compiler, build) => Box::new(Program::new(compiler, build)?),
            Kind::Contract(backend, build) => Box::new(ContractMethod::new(backend, build, cache)?),
        })
    }
}

fn no_avx512() -> Option<&'static str> {
    dalek_3_has_avx512().err()
}

fn dalek_3_is_avx512() -> Option<&'static str> {
    dalek_3_has_avx512().ok().map(|()| "AVX-512: see below")
}

fn no_llvm() -> Option<&'static str> {
    (!cfg!(feature = "llvm")).then_some("not in this build")
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn names_are_unique_and_groups_stand_together() {
        let names: BTreeSet<_> = ROWS.iter().map(|row| row.name).collect();
        assert_eq!(names.len(), ROWS.len());
        let mut groups: Vec<_> = ROWS.iter().map(|row| row.group).collect();
        groups.dedup();
        assert_eq!(groups.len(), 4);
    }

    #[test]
    fn dalek_3_has_one_row_of_two() {
        let rows = ROWS
            .iter()
            .filter(|row| row.name.starts_with("ed25519-dalek 3"));
        assert_eq!(rows.filter(|row| row.unavailable().is_none()).count(), 1);
    }
}
