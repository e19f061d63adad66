//! The contenders: rows of the table; and the contract in the metered runtimes, with its arguments,
//! which unmetered engines use too.

use super::CHUNK;
#[cfg(feature = "wasmer")]
use super::program::program;
use crate::contender::{Contender, judge, native};
use crate::library::{LIBRARIES, Library, Signed};
use crate::measure::Cell;
use crate::verification::named;
use anyhow::{Context as _, bail};
use near_runtime_ext::{Backend, Runtime, RuntimeBuilder, VerifyBackend};
use near_runtime_ext::{Failure, FunctionCallError, Gas, HostError};
use serde_json::json;
use std::path::Path;
use std::sync::LazyLock;
use test_contracts::fixtures::nep364;
use test_contracts::{Build, signature_verifier};

/// A contender, which is a row of the one column.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    /// Machine code in this process.
    Native(&'static Library),
    /// A Wasm module without gas, as the NEP measured.
    Program(Compiler, Build),
    /// A contract that verifies in its own code or by the host function.
    Contract(Backend, Build, Keys),
}

named! {
    /// wasmer's compilers of the Wasm-only baseline. Only measurements run them, so a build without the
    /// feature `wasmer` has none.
    pub(crate) Compiler:
    Singlepass "Singlepass";
    /// wasmer's default: optimising.
    Cranelift "Cranelift";
    /// As configured by this project's runtime.
    Unoptimised "Cranelift unoptimised";
    Llvm "LLVM";
}

impl Compiler {
    /// Whether it is in this build.
    const fn is_available(self) -> bool {
        cfg!(feature = "llvm") || cfg!(feature = "wasmer") && !matches!(self, Self::Llvm)
    }
}

/// How our host function verifies: by this processor's fastest backend, unless a variant names
/// another. The contract has a single key; `batches` has keys in rotation.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Keys {
    /// With the key's tables, after the first calls.
    Seen,
    /// Without tables.
    New,
    /// By dalek, the kill switch.
    Dalek,
}

/// All contenders, by group.
pub(super) fn kinds() -> Vec<Kind> {
    let native = LIBRARIES.into_iter().map(Kind::Native);
    let wasm = [Build::Wasm, Build::WasmBest];
    let programs = Compiler::ALL.into_iter();
    let programs = programs.flat_map(|compiler| wasm.map(|build| Kind::Program(compiler, build)));
    let contracts = [Build::Wasm, Build::WasmBest, Build::Host].into_iter();
    let contracts = contracts.flat_map(|build| {
        [Backend::Nearcore, Backend::Overlay]
            .map(|backend| Kind::Contract(backend, build, Keys::Seen))
    });
    let others = [Keys::New, Keys::Dalek].map(host);
    let all = native.chain(programs).chain(contracts).chain(others);
    all.collect()
}

/// The host function on the default backend.
pub(super) fn host(keys: Keys) -> Kind {
    Kind::Contract(Backend::default(), Build::Host, keys)
}

/// The overlay's name in recordings, even on processors where its compiler is not Winch.
const OVERLAY: &str = "wasmtime/winch";

impl Cell for Kind {
    fn row(&self) -> String {
        match self {
            Self::Native(library) => library.name.to_owned(),
            Self::Program(compiler, build) => format!("{compiler}, {build}"),
            Self::Contract(backend, build, keys) => {
                let keys = match (keys, build, backend) {
                    (Keys::New, ..) => ", new key",
                    (Keys::Dalek, ..) => ", dalek",
                    (Keys::Seen, Build::Host, Backend::Overlay) => ", key seen before",
                    (Keys::Seen, ..) => "",
                };
                match backend {
                    Backend::Overlay => format!("{build} on {OVERLAY}{keys}"),
                    other => format!("{build} on {other}{keys}"),
                }
            }
        }
    }

    fn column(&self) -> String {
        "the NEP's signature".to_owned()
    }

    fn group(&self) -> &'static str {
        match self {
            Self::Native(_) => "native",
            Self::Program(..) => "Wasm without metering",
            Self::Contract(_, Build::Host, _) => "contract, host function",
            Self::Contract(..) => "contract, Wasm alone",
        }
    }

    fn unavailable(&self) -> Option<&'static str> {
        match self {
            Self::Native(library) if !library.takes_any_message => Some("needs a prefix"),
            Self::Native(library) => (library.unavailable)(),
            Self::Program(compiler, _) if !compiler.is_available() => Some("not in this build"),
            Self::Program(..) | Self::Contract(..) => None,
        }
    }
}

impl Kind {
    /// Whether a call contains the verifications: the call's own time is subtracted.
    pub(super) fn has_call(self) -> bool {
        !matches!(self, Self::Native(_))
    }

    /// Verifications in one timing, of which [`CHUNK`] is a multiple: in Wasm, one takes as long as many
    /// natively.
    pub(super) fn at_once(self) -> usize {
        match self {
            Self::Program(..) | Self::Contract(_, Build::Wasm | Build::WasmBest, _) => 1,
            Self::Native(_) | Self::Contract(..) => CHUNK,
        }
    }

    /// Makes a contender, and checks its verdicts; also returns the gas of a verification, if it is
    /// metered. Wasm is compiled; the folder `cache` keeps
    /// contracts.
    pub(super) fn contender(self, cache: &Path) -> anyhow::Result<(Contender, Option<u64>)> {
        let (mut contender, gas) = match self {
            Self::Native(library) => (native(|signed| signed.iter().all(library.verify)), None),
            #[cfg(feature = "wasmer")]
            Self::Program(compiler, build) => (program(compiler, build)?, None),
            #[cfg(not(feature = "wasmer"))]
            Self::Program(..) => bail!("not in this build"),
            Self::Contract(backend, build, keys) => {
                let builder = Runtime::builder().backend(backend);
                let builder = match keys {
                    Keys::Seen => builder,
                    Keys::New => builder.verify_tables_byte_cap(0),
                    Keys::Dalek => builder.verify_backend(VerifyBackend::Dalek),
                };
                let (contender, gas) = contract(builder, build, cache)?;
                (contender, Some(gas))
            }
        };
        let mut forged = NEP.clone();
        forged.message[0] ^= 1;
        judge(&mut contender, std::slice::from_ref(&NEP), &[forged])?;
        Ok((contender, gas))
    }
}

/// The method, which verifies one signature repeatedly.
pub(super) const METHOD: &str = "verify_ed25519";

/// The contract's panic message for a refused signature.
pub(super) const REFUSED: &str = "signature verification failed";

/// The largest gas of a call: 300 verifications in Wasm.
const GAS: Gas = Gas::from_teragas(1000);

/// The NEP's own signature, of 32 bytes by a public key that the contract holds.
pub(super) static NEP: LazyLock<Signed> = LazyLock::new(|| Signed {
    signature: nep364::SIGNATURE,
    message: nep364::MESSAGE.into(),
    public_key: nep364::PUBLIC_KEY,
});

/// Arguments of the method, which takes one signature and a number of repetitions.
pub(super) fn args(signed: &[Signed]) -> Vec<u8> {
    let first = signed.first().unwrap_or(&NEP);
    let (p1, p2) = first.signature.split_at(32);
    let args = json!({
        "signature_p1": p1,
        "signature_p2": p2,
        "msg": first.message,
        "iterations": signed.len(),
    });
    args.to_string().into_bytes()
}

/// The contract in a fresh runtime, as a contender, and the gas of one verification: that of a call
/// with two, minus that of a call with one. The folder `cache` keeps it compiled, as on a node; without
/// it nearcore's runner loads the contract anew for every call.
fn contract(
    builder: RuntimeBuilder,
    build: Build,
    cache: &Path,
) -> anyhow::Result<(Contender, u64)> {
    let wasm = signature_verifier(build).wasm().to_vec();
    let runtime = builder.cache_folder(cache).build()?;
    let mut contract = runtime.deploy("contract.near".parse()?, wasm)?;
    let mut call = move |signed: &[Signed]| {
        let call = contract.call(METHOD).args(args(signed)).gas(GAS);
        let outcome = call.transact()?;
        let is_accepted = match outcome.failure {
            None => true,
            Some(Failure::Call(FunctionCallError::HostError(HostError::GuestPanic {
                panic_msg,
            }))) if panic_msg == REFUSED => false,
            Some(failure) => bail!("{failure}"),
        };
        Ok(((is_accepted, outcome.wall), outcome.burnt_gas.as_gas()))
    };
    let nep = [NEP.clone(), NEP.clone()];
    let ((_, one), (_, two)) = (call(&nep[..1])?, call(&nep)?);
    let gas = two.checked_sub(one).context("two take less than one")?;
    Ok((Box::new(move |signed| Ok(call(signed)?.0)), gas))
}
