//! Any wide instruction, in terms of `i64` instructions and three locals from `scratch` on.

use wasm_encoder::InstructionSink;

/// How many locals the code below uses.
pub(super) const SCRATCH_LOCALS: u32 = 3;

/// `i64.add128` or `i64.sub128`.
#[derive(Clone, Copy)]
pub(super) enum Sum {
    Add,
    Sub,
}

/// `i64.mul_wide_u` or `i64.mul_wide_s`.
#[derive(Clone, Copy)]
pub(super) enum Product {
    Unsigned,
    Signed,
}

/// `[a_lo a_hi b_lo b_hi] -> [lo hi]`, modulo 2^128.
pub(super) fn sum(code: &mut InstructionSink<'_>, op: Sum, scratch: u32) {
    let (hi, b_lo, third) = (scratch, scratch + 1, scratch + 2);
    code.local_set(hi).local_set(b_lo).local_get(hi);
    match op {
        Sum::Add => {
            let lo = third;
            code.i64_add().local_set(hi); // a_hi + b_hi
            code.local_get(b_lo).i64_add().local_tee(lo);
            code.local_get(hi).local_get(lo).local_get(b_lo).i64_lt_u(); // the carry
            code.i64_extend_i32_u().i64_add();
        }
        Sum::Sub => {
            let a_lo = third;
            code.i64_sub().local_set(hi); // a_hi - b_hi
            code.local_tee(a_lo).local_get(b_lo).i64_sub();
            code.local_get(hi)
                .local_get(a_lo)
                .local_get(b_lo)
                .i64_lt_u(); // the borrow
            code.i64_extend_i32_u().i64_sub();
        }
    }
}

/// `[a b] -> [lo hi]`, by halves of 32 bits: no sum below exceeds 64 bits.
pub(super) fn product(code: &mut InstructionSink<'_>, op: Product, scratch: u32) {
    const LOW: i64 = 0xffff_ffff;
    let (a, b, middle) = (scratch, scratch + 1, scratch + 2);
    code.local_set(b).local_tee(a).local_get(b).i64_mul(); // lo

    code.local_get(a).i64_const(32).i64_shr_u();
    code.local_get(b).i64_const(32).i64_shr_u().i64_mul(); // a_hi * b_hi

    code.local_get(a).i64_const(32).i64_shr_u();
    code.local_get(b).i64_const(LOW).i64_and().i64_mul(); // a_hi * b_lo
    code.local_get(a).i64_const(LOW).i64_and();
    code.local_get(b).i64_const(LOW).i64_and().i64_mul(); // a_lo * b_lo
    code.i64_const(32).i64_shr_u().i64_add().local_tee(middle);
    code.i64_const(32).i64_shr_u().i64_add();

    code.local_get(a).i64_const(LOW).i64_and();
    code.local_get(b).i64_const(32).i64_shr_u().i64_mul(); // a_lo * b_hi
    code.local_get(middle).i64_const(LOW).i64_and().i64_add();
    code.i64_const(32).i64_shr_u().i64_add();

    if let Product::Signed = op {
        // A negative factor is 2^64 too large as an unsigned one.
        for (factor, other) in [(a, b), (b, a)] {
            code.local_get(factor).i64_const(63).i64_shr_s();
            code.local_get(other).i64_and().i64_sub();
        }
    }
}
