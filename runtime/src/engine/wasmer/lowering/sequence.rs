//! The two sequences in which instrumentation uses wide arithmetic.
//!
//! They are matched as bytes, from the start of an instruction on: reading instructions ahead
//! would copy the stack of open blocks, and take quadratic time. Other encodings of the same
//! instructions do not match, and are left to the generic code.

use super::generic::Sum;
use std::ops::Range;
use wasmparser::BinaryReader;

/// A global plus or minus a constant, which must not leave 64 bits.
///
/// ```wat
/// global.get $global  i64.const 0  i64.const $constant  i64.const 0
/// i64.add128 / i64.sub128  CHECK
/// ```
///
/// where CHECK, that the high half is zero, is
///
/// ```wat
/// i64.eqz  if  else  call $exhausted  unreachable  end
/// ```
pub(super) struct StackCheck {
    pub(super) global: u32,
    pub(super) constant: i64,
    /// Where `call $exhausted  unreachable  end` is.
    pub(super) exhausted: Range<usize>,
}

impl StackCheck {
    pub(super) fn read(code: &mut BinaryReader<'_>, op: Sum) -> Option<Self> {
        expect(code, &[opcode::GLOBAL_GET])?;
        let global = code.read_var_u32().ok()?;
        let constant = wide_constant(code)?;
        match op {
            Sum::Add => expect(code, &opcode::I64_ADD128)?,
            Sum::Sub => expect(code, &opcode::I64_SUB128)?,
        }
        let exhausted = check(code)?;
        Some(Self {
            global,
            constant,
            exhausted,
        })
    }
}

/// The price of an operation that costs by the unit, which must not leave 64 bits.
///
/// ```wat
/// i64.extend_i32_u  i64.const $linear  i64.mul_wide_u  CHECK
/// i64.const 0  i64.const $constant  i64.const 0  i64.add128  CHECK
/// ```
pub(super) struct LinearFee {
    linear: i64,
    pub(super) constant: i64,
}

impl LinearFee {
    pub(super) fn read(code: &mut BinaryReader<'_>) -> Option<Self> {
        expect(code, &[opcode::I64_EXTEND_I32_U, opcode::I64_CONST])?;
        let linear = code.read_var_i64().ok()?;
        expect(code, &opcode::I64_MUL_WIDE_U)?;
        check(code)?;
        let constant = wide_constant(code)?;
        expect(code, &opcode::I64_ADD128)?;
        check(code)?;
        Some(Self { linear, constant })
    }

    /// Whether neither check can ever fail, as no 32-bit count is dear enough.
    pub(super) fn always_fits(&self) -> bool {
        u64::from(u32::MAX)
            .checked_mul(self.linear.cast_unsigned())
            .and_then(|dearest| dearest.checked_add(self.constant.cast_unsigned()))
            .is_some()
    }
}

/// Reads the zero high half of one operand, and the other operand, a constant of 64 bits.
fn wide_constant(code: &mut BinaryReader<'_>) -> Option<i64> {
    expect(code, &[opcode::I64_CONST, 0, opcode::I64_CONST])?;
    let constant = code.read_var_i64().ok()?;
    expect(code, &[opcode::I64_CONST, 0])?;
    Some(constant)
}

/// Reads CHECK; returns where its `call $exhausted  unreachable  end` is.
fn check(code: &mut BinaryReader<'_>) -> Option<Range<usize>> {
    expect(code, &[opcode::I64_EQZ])?;
    expect(code, &opcode::IF_EMPTY)?;
    expect(code, &[opcode::ELSE])?;
    let start = code.original_position();
    expect(code, &[opcode::CALL])?;
    code.read_var_u32().ok()?;
    expect(code, &[opcode::UNREACHABLE, opcode::END])?;
    Some(start..code.original_position())
}

fn expect(code: &mut BinaryReader<'_>, bytes: &[u8]) -> Option<()> {
    (code.read_bytes(bytes.len()).ok()? == bytes).then_some(())
}

mod opcode {
    pub(super) const UNREACHABLE: u8 = 0x00;
    pub(super) const IF_EMPTY: [u8; 2] = [0x04, 0x40];
    pub(super) const ELSE: u8 = 0x05;
    pub(super) const END: u8 = 0x0b;
    pub(super) const CALL: u8 = 0x10;
    pub(super) const GLOBAL_GET: u8 = 0x23;
    pub(super) const I64_CONST: u8 = 0x42;
    pub(super) const I64_EQZ: u8 = 0x50;
    pub(super) const I64_EXTEND_I32_U: u8 = 0xad;
    pub(super) const I64_ADD128: [u8; 2] = [0xfc, 0x13];
    pub(super) const I64_SUB128: [u8; 2] = [0xfc, 0x14];
    pub(super) const I64_MUL_WIDE_U: [u8; 2] = [0xfc, 0x16];
}
