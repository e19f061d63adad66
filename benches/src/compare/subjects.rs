//! The contenders: rows of the table.

use super::contract::{NEP, contract};
use super::program::{COMPILERS, Compiler, program};
use crate::contender::{Contender, judge, native};
use crate::library::{LIBRARIES, Library};
use crate::measure::row::Row;
use anyhow::Context as _;
use near_runtime_ext::{Backend, Runtime, VerifyBackend};
use std::path::Path;
use test_contracts::Build;

#[derive(Clone, Copy)]
pub(super) enum Kind {
    /// Machine code in this process.
    Native(&'static Library),
    /// A Wasm module without gas, as the NEP measured.
    Program(Option<Compiler>, Build),
    /// A contract that verifies in its own code or by the host function.
    Contract(Backend, Build, Keys),
}

/// How our host function verifies: by this processor's fastest backend, unless a variant says otherwise.
/// The contract has one key: other keys in rotation are in `batches`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keys {
    /// With the key's tables, after the first calls.
    Seen,
    /// Without tables.
    New,
    /// By dalek, the kill switch.
    Dalek,
}

/// All contenders, by group.
pub(super) fn subjects() -> Vec<(Row, Kind)> {
    let native = LIBRARIES.iter().map(|library| {
        let row = Row::new("native", library.name, (library.unavailable)());
        (row, Kind::Native(library))
    });
    let wasm = [Build::Wasm, Build::WasmBest];
    let programs = COMPILERS.iter().flat_map(move |&(name, compiler)| {
        wasm.map(|build| {
            let name = format!("{name}, {build}");
            let unavailable = compiler.is_none().then_some("not in this build");
            let row = Row::new("Wasm without metering", name, unavailable);
            (row, Kind::Program(compiler, build))
        })
    });
    let builds = wasm.into_iter().chain([Build::Host]);
    let contracts = builds.flat_map(|build| {
        let group = match build {
            Build::Host => HOST,
            Build::Wasm | Build::WasmBest => "contract, Wasm alone",
        };
        [Backend::Nearcore, Backend::Overlay].map(move |backend| {
            let row = Row::new(group, contract_name(backend, build, Keys::Seen), None);
            (row, Kind::Contract(backend, build, Keys::Seen))
        })
    });
    let others = [Keys::New, Keys::Dalek].map(|keys| {
        let (backend, build) = (Backend::default(), Build::Host);
        let row = Row::new(HOST, contract_name(backend, build, keys), None);
        (row, Kind::Contract(backend, build, keys))
    });
    native
        .chain(programs)
        .chain(contracts)
        .chain(others)
        .collect()
}

const HOST: &str = "contract, host function";

/// The overlay's name in recordings, also where another compiler than Winch is the network's.
const OVERLAY: &str = "wasmtime/winch";

/// The name of a contract's row.
pub(super) fn contract_name(backend: Backend, build: Build, keys: Keys) -> String {
    let keys = match (keys, build, backend) {
        (Keys::New, ..) => ", new key",
        (Keys::Dalek, ..) => ", dalek",
        (Keys::Seen, Build::Host, Backend::Overlay) => ", key seen before",
        (Keys::Seen, ..) => "",
    };
    let backend = match backend {
        Backend::Overlay => OVERLAY.to_owned(),
        other => other.to_string(),
    };
    format!("{build} on {backend}{keys}")
}

impl Kind {
    /// Whether verifications are inside a call, whose time is subtracted.
    pub(super) fn has_call(self) -> bool {
        !matches!(self, Self::Native(_))
    }

    /// Makes a contender, and checks its verdicts; Wasm is compiled, and contracts are kept in the
    /// folder `cache`.
    ///
    /// # Errors
    ///
    /// A compiler or a runtime refuses it, or a verdict is wrong.
    pub(super) fn contender(self, cache: &Path) -> anyhow::Result<Contender> {
        let mut contender = match self {
            Self::Native(library) => native(|signed| signed.iter().all(library.verify)),
            Self::Program(compiler, build) => {
                program(compiler.context("not in this build")?, build)?
            }
            Self::Contract(backend, build, keys) => {
                let builder = Runtime::builder().backend(backend);
                let builder = match keys {
                    Keys::Seen => builder,
                    Keys::New => builder.verify_tables_byte_cap(0),
                    Keys::Dalek => builder.verify_backend(VerifyBackend::Dalek),
                };
                contract(builder, build, cache)?
            }
        };
        let mut forged = NEP.clone();
        forged.message[0] ^= 1;
        judge(&mut contender, std::slice::from_ref(&NEP), &[forged])?;
        Ok(contender)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_contender_accepts_the_neps_signature_and_refuses_a_forgery() {
        let cache = tempfile::tempdir().expect("a folder");
        for (row, kind) in subjects() {
            if row.unavailable.is_none() {
                let mut contender = kind.contender(cache.path()).expect(&row.name);
                let call_alone = contender(&[]).expect(&row.name);
                assert!(call_alone.is_accepted);
            }
        }
    }
}
