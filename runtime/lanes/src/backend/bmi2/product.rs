//! Products, in assembly. A compiler would move carries to registers and to the stack, and would
//! double by shifts over two words, which are slow on some processors.
//!
//! Two chains of additions run side by side, each with its own carry flag (ADX). The code writes
//! only registers: all fourteen besides the pointers to stack and frame. The compiler has that many
//! free only in a separate function, and only in an optimised one that needs no pointer to its
//! frame.

#![expect(unsafe_code, reason = "instructions in an order of our own")]

use super::Bmi2;
use std::arch::asm;

/// Adds `a`, times the word of `b` at `$offset`, to `$t0` to `$t3`. The sum's fifth word is `$t4`.
///
/// The sum has no carry: a word times four words, plus four words, is below 2^320.
macro_rules! add_row {
    ($offset:literal, $t0:literal, $t1:literal, $t2:literal, $t3:literal, $t4:literal) => {
        concat!(
            "mov rdx, [{w7} + ",
            $offset,
            "]\n",
            "xor {l:e}, {l:e}\n", // clears both flags
            "mulx ",
            $t4,
            ", {l}, {a0}\n",
            "adcx ",
            $t0,
            ", {l}\n",
            "adox ",
            $t1,
            ", ",
            $t4,
            "\n",
            "mulx ",
            $t4,
            ", {l}, {a1}\n",
            "adcx ",
            $t1,
            ", {l}\n",
            "adox ",
            $t2,
            ", ",
            $t4,
            "\n",
            "mulx ",
            $t4,
            ", {l}, {a2}\n",
            "adcx ",
            $t2,
            ", {l}\n",
            "adox ",
            $t3,
            ", ",
            $t4,
            "\n",
            "mulx ",
            $t4,
            ", {l}, {a3}\n",
            "adcx ",
            $t3,
            ", {l}\n",
            "mov edx, 0\n", // leaves the flags
            "adox ",
            $t4,
            ", rdx\n",
            "adc ",
            $t4,
            ", rdx\n",
        )
    };
}

/// Reduces the product `w0` to `w7` to a number below `2^255 + 2^11`.
///
/// 2^256 is 38: `w4` to `w7`, times 38, are added to the lowest words. The fifth word of this sum,
/// `a3`, is at most 38. 2^255 is 19: the fifth word and the fourth's highest bit, together at most
/// 77, are added times 19. The fourth word is below 2^63 then, so no carry is left.
macro_rules! reduce {
    () => {
        "
        mov edx, 38
        xor {l:e}, {l:e}
        mulx {a3}, {l}, {w4}
        adcx {w0}, {l}
        adox {w1}, {a3}
        mulx {a3}, {l}, {w5}
        adcx {w1}, {l}
        adox {w2}, {a3}
        mulx {a3}, {l}, {w6}
        adcx {w2}, {l}
        adox {w3}, {a3}
        mulx {a3}, {l}, {w7}
        adcx {w3}, {l}
        mov edx, 0
        adox {a3}, rdx
        adc {a3}, rdx
        add {w3}, {w3}
        adc {a3}, {a3}
        shr {w3}, 1
        imul {a3}, {a3}, 19
        add {w0}, {a3}
        adc {w1}, rdx
        adc {w2}, rdx
        adc {w3}, rdx
        "
    };
}

impl Bmi2 {
    /// The product of numbers below 2^256, modulo 2^255 - 19, below `2^255 + 2^11`.
    #[cfg_attr(not(any(unoptimised, frame_pointers)), inline(always))]
    #[cfg_attr(any(unoptimised, frame_pointers), inline(never))]
    pub(super) fn product(self, a: [u64; 4], b: &[u64; 4]) -> [u64; 4] {
        let [a0, a1, a2, a3] = a;
        let (w0, w1, w2, w3): (u64, u64, u64, u64);
        // SAFETY: the processor has the instructions, because `self` exists. The code reads only
        // the four words at `b`; `w7` holds their address up to the last row.
        unsafe {
            asm!(
                concat!(
                    "
                    mov rdx, [{w7}]
                    mulx {w1}, {w0}, {a0}
                    mulx {w2}, {l}, {a1}
                    add {w1}, {l}
                    mulx {w3}, {l}, {a2}
                    adc {w2}, {l}
                    mulx {w4}, {l}, {a3}
                    adc {w3}, {l}
                    adc {w4}, 0
                    ",
                    add_row!("8", "{w1}", "{w2}", "{w3}", "{w4}", "{w5}"),
                    add_row!("16", "{w2}", "{w3}", "{w4}", "{w5}", "{w6}"),
                    add_row!("24", "{w3}", "{w4}", "{w5}", "{w6}", "{w7}"),
                    reduce!()
                ),
                a0 = in(reg) a0,
                a1 = in(reg) a1,
                a2 = in(reg) a2,
                a3 = inout(reg) a3 => _,
                w0 = out(reg) w0,
                w1 = out(reg) w1,
                w2 = out(reg) w2,
                w3 = out(reg) w3,
                w4 = out(reg) _,
                w5 = out(reg) _,
                w6 = out(reg) _,
                w7 = inout(reg) b.as_ptr() => _,
                l = out(reg) _,
                out("rdx") _,
                options(pure, readonly, nostack),
            );
        }
        [w0, w1, w2, w3]
    }

    /// The square of a number below 2^256, modulo 2^255 - 19, below `2^255 + 2^11`.
    #[cfg_attr(not(any(unoptimised, frame_pointers)), inline(always))]
    #[cfg_attr(any(unoptimised, frame_pointers), inline(never))]
    pub(super) fn square(self, a: [u64; 4]) -> [u64; 4] {
        let [a0, a1, a2, a3] = a;
        let (w0, w1, w2, w3): (u64, u64, u64, u64);
        // SAFETY: the processor has the instructions, because `self` exists. The code writes only
        // registers.
        unsafe {
            asm!(
                concat!(
                    // Each product of two different words, once.
                    "
                    mov rdx, {w0}
                    mulx {w2}, {w1}, {a1}
                    mulx {w3}, {l}, {a2}
                    add {w2}, {l}
                    mulx {w4}, {l}, {a3}
                    adc {w3}, {l}
                    adc {w4}, 0
                    mov rdx, {a1}
                    xor {l:e}, {l:e}
                    mulx {h}, {l}, {a2}
                    adcx {w3}, {l}
                    adox {w4}, {h}
                    mulx {w5}, {l}, {a3}
                    adcx {w4}, {l}
                    mov rdx, {a2}
                    mulx {w6}, {l}, {a3}
                    mov {h:e}, 0
                    adcx {w5}, {h}
                    adox {w5}, {l}
                    adox {w6}, {h}
                    ",
                    // One chain doubles these products; the other one adds the squares.
                    "
                    mov rdx, {w0}
                    xor {w7:e}, {w7:e}
                    mulx {h}, {w0}, {w0}
                    adox {w1}, {w1}
                    adcx {w1}, {h}
                    mov rdx, {a1}
                    mulx {h}, {l}, {a1}
                    adox {w2}, {w2}
                    adcx {w2}, {l}
                    adox {w3}, {w3}
                    adcx {w3}, {h}
                    mov rdx, {a2}
                    mulx {h}, {l}, {a2}
                    adox {w4}, {w4}
                    adcx {w4}, {l}
                    adox {w5}, {w5}
                    adcx {w5}, {h}
                    mov rdx, {a3}
                    mulx {h}, {l}, {a3}
                    adox {w6}, {w6}
                    adcx {w6}, {l}
                    adox {w7}, {w7}
                    adcx {w7}, {h}
                    ",
                    reduce!()
                ),
                w0 = inout(reg) a0 => w0,
                a1 = in(reg) a1,
                a2 = in(reg) a2,
                a3 = inout(reg) a3 => _,
                w1 = out(reg) w1,
                w2 = out(reg) w2,
                w3 = out(reg) w3,
                w4 = out(reg) _,
                w5 = out(reg) _,
                w6 = out(reg) _,
                w7 = out(reg) _,
                h = out(reg) _,
                l = out(reg) _,
                out("rdx") _,
                options(pure, nomem, nostack),
            );
        }
        [w0, w1, w2, w3]
    }
}
