//! The contenders: rows of the table; and the contract in the metered runtimes, with its arguments,
//! which unmetered engines use too.

#[cfg(feature = "wasmer")]
use super::program::program;
use crate::contender::{Contender, judge, native, verified};
use crate::library::{LIBRARIES, Library, Signed};
use crate::measure::{Clock, Row};
use crate::verification::{at_place, named};
use anyhow::{Context as _, bail};
use near_runtime_ext::{Backend, Runtime, RuntimeBuilder, VerifyBackend};
use near_runtime_ext::{Failure, FunctionCallError, Gas, HostError};
use serde_json::json;
use std::path::Path;
use std::sync::LazyLock;
use test_contracts::fixtures::nep364;
use test_contracts::{Build, signature_verifier};

/// Verifications in a turn of a row: a millisecond natively, which is long compared with the clock's
/// resolution, and short compared with the scheduler's time slices, so that most timings run without
/// interruption.
const CHUNK: usize = 25;

/// The one column.
pub(super) const COLUMN: &str = "the NEP's signature";

/// All contenders, by group.
pub(super) fn rows() -> Vec<Row> {
    let mut rows: Vec<_> = LIBRARIES.into_iter().map(library).collect();
    for compiler in Compiler::ALL {
        rows.extend([Build::Wasm, Build::WasmBest].map(|build| unmetered(compiler, build)));
    }
    let overlay = Backend::Overlay;
    for build in [Build::Wasm, Build::WasmBest, Build::Host] {
        // The contract has a single key; `batches` has keys in rotation.
        let seen = match build {
            Build::Host => ", key seen before",
            _ => "",
        };
        rows.push(metered(Backend::Nearcore, build, "", |it| it));
        rows.push(metered(overlay, build, seen, |it| it));
    }
    rows.push(metered(overlay, Build::Host, ", new key", |it| {
        it.verify_tables_byte_cap(0)
    }));
    // The kill switch.
    rows.push(metered(overlay, Build::Host, ", dalek", |it| {
        it.verify_backend(VerifyBackend::Dalek)
    }));
    rows
}

/// Machine code in this process.
fn library(library: &'static Library) -> Row {
    let unavailable = match library.takes_any_message {
        true => (library.unavailable)(),
        false => Some("needs a prefix"),
    };
    let make = |_: &_| Ok((native(|signed| signed.iter().all(library.verify)), None));
    row("native", library.name, unavailable, CHUNK, make)
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

/// A Wasm module without gas, as the NEP measured.
fn unmetered(compiler: Compiler, build: Build) -> Row {
    let unavailable = (!compiler.is_available()).then_some("not in this build");
    let make = move |_: &_| Ok((program(compiler, build)?, None));
    let name = format!("{compiler}, {build}");
    row("Wasm without metering", &name, unavailable, 1, make)
}

#[cfg(not(feature = "wasmer"))]
fn program(_: Compiler, _: Build) -> anyhow::Result<Contender> {
    bail!("not in this build")
}

/// A contract that verifies in its own code or by the host function: by this processor's fastest
/// backend, with the key's tables after the first calls, unless `with` says otherwise.
fn metered(
    backend: Backend,
    build: Build,
    how: &str,
    with: fn(RuntimeBuilder) -> RuntimeBuilder,
) -> Row {
    // The overlay's name in recordings, even on processors where its compiler is not Winch.
    let on = match backend {
        Backend::Overlay => "wasmtime/winch".to_owned(),
        other => other.to_string(),
    };
    let (group, at_once) = match build {
        Build::Host => ("contract, host function", CHUNK),
        _ => ("contract, Wasm alone", 1),
    };
    let make = move |cache: &Path| {
        let builder = with(Runtime::builder().backend(backend));
        let (contender, gas) = contract(builder, build, cache)?;
        Ok((contender, Some(gas)))
    };
    row(group, &format!("{build} on {on}{how}"), None, at_once, make)
}

/// A row. `make` gives its contender, and the gas of a verification if it is metered; its folder keeps
/// compiled contracts. [`CHUNK`] is a multiple of `at_once`, the verifications in one timing: in Wasm, one
/// takes as long as many natively.
fn row(
    group: &'static str,
    name: &str,
    unavailable: Option<&'static str>,
    at_once: usize,
    make: impl FnOnce(&Path) -> anyhow::Result<(Contender, Option<u64>)> + 'static,
) -> Row {
    // If a call contains the verifications, the call's own time is subtracted.
    let has_call = group != "native";
    let prepare = move |cache: &Path| {
        let (mut contender, mut gas) = make(cache)?;
        let mut forged = NEP.clone();
        forged.message[0] ^= 1;
        judge(&mut contender, std::slice::from_ref(&NEP), &[forged])?;
        let chunk = vec![NEP.clone(); CHUNK];
        Ok(move |_, clock: &mut Clock| {
            if let Some(gas) = gas.take() {
                clock.gas(gas)?; // once in a process
            }
            // dalek's speed depends on the stack's place, so no row may keep a good place for long.
            let stack = clock.any_place();
            at_place(stack, || {
                let mut verify = |count: usize| verified(&mut contender, &chunk[..count]);
                verify(1)?; // other rows have left the caches cold
                if has_call {
                    clock.time(0, stack, verify(0)?)?;
                }
                for _ in 0..CHUNK / at_once {
                    clock.time(u32::try_from(at_once)?, stack, verify(at_once)?)?;
                }
                Ok(())
            })
        })
    };
    Row::new(group, name, [COLUMN], unavailable, prepare)
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
/// with two, minus that of a call with one. The folder `cache` keeps the contract compiled, as on a node;
/// without it nearcore's runner loads the contract again for every call.
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
