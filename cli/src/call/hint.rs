//! Hints for failures whose messages, which are nearcore's, give none.

use super::Prepared;
use near_runtime_ext::imports::Imports;
use near_runtime_ext::{CallError, Failure, FunctionCallError, Gas, HostError, Outcome};
use near_vm_runner::logic::errors::MethodResolveError;
use wasmparser::{ExternalKind, Parser, Payload};

/// The hint to append to a failure; mostly none.
pub(super) fn of_failure(failure: &Failure, prepared: &Prepared) -> Option<String> {
    use FunctionCallError::{HostError, LinkError, MethodResolveError as Method};
    use near_runtime_ext::HostError::GuestPanic;
    match failure {
        Failure::LackBalanceForState { .. } => Some("--balance gives it more".to_owned()),
        Failure::Call(Method(MethodResolveError::MethodNotFound)) => Some(exports(&prepared.wasm)),
        Failure::Call(LinkError { .. }) => imports(prepared),
        // near-sdk's words.
        Failure::Call(HostError(GuestPanic { panic_msg }))
            if prepared.method_args.is_empty()
                && panic_msg.starts_with("Failed to deserialize input from ") =>
        {
            Some("--args gives the arguments".to_owned())
        }
        Failure::Call(_) => None,
    }
}

/// The hint to append if the contract's stack was full, as at the end of a recursion. nearcore reports this in
/// the same words as a host function that was given memory beyond the contract's.
///
/// Such a function charges gas before it fails, and nothing but Wasm's instructions charges gas before
/// the stack is full. Hence the call is made again, with a little less gas than it used: if the stack was
/// full, fewer instructions run now.
pub(super) fn of_full_stack(
    outcome: &Outcome,
    again: impl FnOnce(Gas) -> Result<Outcome, CallError>,
) -> Option<String> {
    /// Less than any host function charges: each charges `base`, or more.
    const LITTLE: Gas = Gas::from_gas(100_000_000);
    use FunctionCallError::HostError as Host;
    let Some(Failure::Call(Host(HostError::MemoryAccessViolation))) = outcome.failure else {
        return None;
    };
    let again = again(outcome.used_gas.saturating_sub(LITTLE)).ok()?;
    let [before, after] = [outcome, &again].map(|it| it.profile.get("wasm_instruction"));
    let hint = "stack overflow: the contract's functions call each other too deeply";
    (after < before).then(|| hint.to_owned())
}

/// The message with the functions that a module exports.
fn exports(wasm: &[u8]) -> String {
    let exports = sections(wasm).filter_map(|payload| match payload {
        Payload::ExportSection(exports) => Some(exports),
        _ => None,
    });
    let exports = exports.flatten().map_while(Result::ok);
    let functions = exports.filter(|export| export.kind == ExternalKind::Func);
    let names: Vec<_> = functions.map(|export| export.name).collect();
    match names.is_empty() {
        true => "the contract exports no functions".to_owned(),
        false => format!("the contract exports {}", names.join(", ")),
    }
}

/// Imports of a module that the network does not offer, if there are any.
fn imports(prepared: &Prepared) -> Option<String> {
    let engine = &prepared.args.engine;
    let offers = |gates, module: &str, name: &str| {
        let imports = Imports::new(&prepared.runtime.config().wasm_config, &gates);
        imports.get(module, name).is_some()
    };
    let imports = sections(&prepared.wasm).filter_map(|payload| match payload {
        Payload::ImportSection(imports) => Some(imports),
        _ => None,
    });
    let imports = imports.flatten().map_while(Result::ok);
    let absent = imports.filter(|import| !offers(engine.gates(), import.module, import.name));
    let names = absent.map(|import| {
        let name = format!("{}.{}", import.module, import.name);
        let opened = engine.gates().open(import.name);
        match offers(opened, import.module, import.name) {
            true => format!("{name} without --open {}", import.name),
            false => name,
        }
    });
    let names: Vec<_> = names.collect();
    (!names.is_empty()).then(|| format!("the network does not offer {}", names.join(", ")))
}

/// The readable sections of a module.
fn sections(wasm: &[u8]) -> impl Iterator<Item = Payload<'_>> {
    Parser::new(0).parse_all(wasm).map_while(Result::ok)
}
