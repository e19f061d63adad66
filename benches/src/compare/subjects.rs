//! Who is compared: the rows of the table.

use super::contender::Contender;
use super::contract::{ContractMethod, backends};
use super::program::{Program, WasmCompiler};
use crate::library::{LIBRARIES, Library};
use crate::measure::experiment::Row;
use near_runtime_ext::Backend;
use std::path::Path;
use test_contracts::Build;

/// Somebody who is compared.
pub(super) struct Subject {
    pub(super) row: Row,
    kind: Kind,
}

enum Kind {
    /// In this process, as machine code.
    Native(&'static Library),
    /// In a Wasm module as it is, without gas: what the NEP measured.
    Program(WasmCompiler, Build),
    /// In a contract, in its own code or in the host function that it calls.
    Contract(Backend, Build),
}

/// Everybody, by group.
pub(super) fn subjects() -> Vec<Subject> {
    let native = LIBRARIES.iter().map(|library| {
        let unavailable = (library.unavailable)();
        Subject::new("native", library.name, unavailable, Kind::Native(library))
    });
    let wasm = [Build::Wasm, Build::WasmBest];
    let programs = WasmCompiler::ALL.into_iter().flat_map(move |compiler| {
        wasm.map(|build| {
            let name = format!("{}, {build}", compiler.name());
            let kind = Kind::Program(compiler, build);
            Subject::new("Wasm without metering", &name, compiler.unavailable(), kind)
        })
    });
    let builds = wasm.into_iter().chain([Build::Host]);
    let contracts = builds.flat_map(|build| {
        let group = match build {
            Build::Host => "contract, host function",
            Build::Wasm | Build::WasmBest => "contract, Wasm alone",
        };
        backends().map(move |backend| {
            let kind = Kind::Contract(backend, build);
            Subject::new(group, &contract_name(backend, build), None, kind)
        })
    });
    native.chain(programs).chain(contracts).collect()
}

/// The name of a contract's row.
pub(super) fn contract_name(backend: Backend, build: Build) -> String {
    format!("{build} on {backend}")
}

impl Subject {
    fn new(group: &str, name: &str, unavailable: Option<&str>, kind: Kind) -> Self {
        let row = Row {
            name: name.to_owned(),
            group: group.to_owned(),
            unavailable: unavailable.map(str::to_owned),
        };
        Self { row, kind }
    }

    /// Whether there is a call around the verifications, whose time is taken off.
    pub(super) fn has_call(&self) -> bool {
        !matches!(self.kind, Kind::Native(_))
    }

    /// Makes it ready to verify; Wasm is compiled, and contracts are kept in the folder `cache`.
    ///
    /// # Errors
    ///
    /// A compiler or a runtime refuses it.
    pub(super) fn contender(&self, cache: &Path) -> anyhow::Result<Box<dyn Contender>> {
        Ok(match self.kind {
            Kind::Native(library) => Box::new(library),
            Kind::Program(compiler, build) => Box::new(Program::new(compiler, build)?),
            Kind::Contract(backend, build) => Box::new(ContractMethod::new(backend, build, cache)?),
        })
    }
}
