//! How much native stack a compiled function takes, against what it is metered to take.
//!
//! nearcore meters the Wasm stack: a function is charged for its locals and operands, and 256 KiB is all
//! that a run can have. A compiler that keeps more than a few times that on the native stack would
//! overflow it. Cranelift's register allocator can: it looks at ten spill slots at most for one that
//! is free, and where block parameters fill those, every short-lived value gets a slot of its own.
//! So the frames that were made are measured, and a module with one that is too large is not run.
#![allow(unsafe_code, reason = "the beginning of native code is read")]

use super::outline::Outline;
use wasmer::Module;
use wasmer::sys::FunctionExtent;

/// How many times its metered frame a function may take of the native stack.
pub(in crate::engine) const FRAME_FACTOR: usize = 8;
/// How much of a function is read: longer than any prologue.
const PROLOGUE: usize = 128;

/// Whether each function of a module takes at most [`FRAME_FACTOR`] times what it is metered to take;
/// `None` where that cannot be told.
pub(super) fn are_bounded(module: &Module, outline: &Outline<'_>) -> Option<bool> {
    let factor = u64::try_from(FRAME_FACTOR).ok()?;
    let frames = measured(module, outline)?;
    let is_bounded = |(native, metered): &(u64, u64)| *native <= factor.saturating_mul(*metered);
    Some(frames.iter().all(is_bounded))
}

/// The native and the metered frame of each function, bytes; `None` where they cannot be told.
pub(in crate::engine) fn measured(
    module: &Module,
    outline: &Outline<'_>,
) -> Option<Vec<(u64, u64)>> {
    let artifact = module.sys_artifact()?;
    // Singlepass says it itself.
    let told = artifact.finished_functions_max_stack_usage()?;
    let extents = artifact.finished_function_extents()?;
    if extents.len() != outline.functions.len() || told.len() != extents.len() {
        return None;
    }
    let functions = extents.iter().zip(&told).zip(&outline.functions);
    functions
        .map(|(((_, extent), (_, told)), function)| {
            let native = match told {
                Some(native) => ENTRY + u64::try_from(*native).ok()?,
                None => native_frame(&prologue(extent))?,
            };
            Some((native, function.metered_stack().ok()??))
        })
        .collect()
}

/// The first bytes of a function.
fn prologue(function: &FunctionExtent) -> Vec<u8> {
    let length = function.length.min(PROLOGUE);
    // SAFETY: the artifact, which is borrowed while its extents are looked at, has its functions mapped
    // as executable and readable memory; wasmer says where each is and how many bytes it has.
    let code = unsafe { std::slice::from_raw_parts(function.ptr.0.cast::<u8>(), length) };
    code.to_vec()
}

/// What a call pushes, and the frame pointer.
const ENTRY: u64 = 16;

/// What a function of Cranelift's takes of the stack, by its prologue; `None` if that is none of
/// Cranelift's.
///
/// ```text
/// push rbp; mov rbp, rsp          always
/// (sub rsp, 4096; mov [rsp], 0)*  probes of a large frame, up to four,
/// add rsp, 4096 n                     and back
/// mov r11, rsp; sub r11, n; ...   probes of a larger one, in a loop
/// sub rsp, frame                  unless the frame is empty
/// ```
#[cfg(target_arch = "x86_64")]
fn native_frame(code: &[u8]) -> Option<u64> {
    const PROBE: [u8; 7] = [0xc7, 0x04, 0x24, 0, 0, 0, 0];
    let mut code = code.strip_prefix(&[0x55, 0x48, 0x89, 0xe5])?;
    // A frame that is probed in a loop: of more than four pages.
    if let Some(probes) = code.strip_prefix(&[0x49, 0x89, 0xe3]) {
        let pages = u64::from(immediate(probes.strip_prefix(&[0x49, 0x81, 0xeb])?)?);
        return Some(ENTRY + pages + 4096);
    }
    let mut frame = 0;
    loop {
        if let Some(rest) = code.strip_prefix(&[0x48, 0x83, 0xec]) {
            frame += u64::from(*rest.first()?);
            break;
        } else if let Some(rest) = code.strip_prefix(&[0x48, 0x81, 0xec]) {
            frame += u64::from(immediate(rest)?);
            match rest[4..].strip_prefix(&PROBE) {
                Some(rest) => code = rest,
                None => break,
            }
        } else if let Some(rest) = code.strip_prefix(&[0x48, 0x81, 0xc4]) {
            frame -= u64::from(immediate(rest)?).min(frame);
            code = &rest[4..];
        } else {
            break;
        }
    }
    Some(ENTRY + frame)
}

#[cfg(target_arch = "x86_64")]
fn immediate(code: &[u8]) -> Option<u32> {
    Some(u32::from_le_bytes(*code.first_chunk()?))
}

/// Prologues of other processors are not read.
#[cfg(not(target_arch = "x86_64"))]
fn native_frame(_: &[u8]) -> Option<u64> {
    None
}
