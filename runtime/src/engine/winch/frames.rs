//! What a function of Winch's takes of the native stack, told by its own check.

use wasmtime::Module;

/// What a call pushes, and the frame pointer.
const ENTRY: u64 = 16;
/// How far into a function its check is.
const PROLOGUE: usize = 64;

/// The frame of each function of a module, bytes, in the order of its code.
///
/// A function begins by adding the most that it will ever take to the limit of the stack, `add r11,
/// imm32`, and comparing that with the stack pointer.
pub(in crate::engine) fn native_frames(module: &Module) -> Vec<u64> {
    let text = module.text();
    let frame = |offset: usize| {
        let prologue = &text[offset..][..PROLOGUE];
        let check = prologue
            .windows(7)
            .find_map(|code| code.strip_prefix(&[0x49, 0x81, 0xc3]))
            .expect("a function of Winch's checks the stack");
        let frame: [u8; 4] = check.try_into().expect("four bytes");
        ENTRY + u64::from(u32::from_le_bytes(frame))
    };
    module
        .functions()
        .map(|function| frame(function.offset))
        .collect()
}
