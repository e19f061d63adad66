//! Odd values of each type of number, as bits.

struct Float {
    bits: u32,
    mantissa: u32,
}

const SINGLE: Float = Float {
    bits: 32,
    mantissa: 23,
};
const DOUBLE: Float = Float {
    bits: 64,
    mantissa: 52,
};

impl Float {
    /// Zeros, subnormals, the least and greatest values, ones and infinities; quiet and signalling
    /// NaNs with payloads; values where rounding and conversions to integers change; all with both
    /// signs.
    fn odd(&self) -> Vec<u64> {
        let sign = 1 << (self.bits - 1);
        let infinity = sign - (1 << self.mantissa);
        let quiet = 1 << (self.mantissa - 1);
        let bias = infinity >> (self.mantissa + 1);
        let power = |exponent: u64| (bias + exponent) << self.mantissa;
        let positive = [
            0,
            1,                                       // the least subnormal
            (1 << self.mantissa) - 1,                // the greatest subnormal
            1 << self.mantissa,                      // the least normal
            infinity - 1,                            // the greatest
            infinity,                                //
            infinity | quiet,                        // the canonical NaN
            infinity | quiet | 1,                    // quiet, with a payload
            infinity | quiet | 0x15_5555,            //
            infinity | quiet | (quiet - 1),          //
            infinity | 1,                            // signalling
            infinity | (quiet - 1),                  //
            infinity | quiet >> 1,                   //
            power(0),                                // 1
            power(0) + 1,                            //
            (bias - 1) << self.mantissa,             // 0.5
            power(0) | quiet,                        // 1.5
            power(1) | quiet >> 1,                   // 2.5
            power(u64::from(self.mantissa) - 1) + 1, // about the greatest with a half
            power(31),                               //
            power(31) - 1,                           //
            power(32),                               //
            power(63),                               //
            power(63) - 1,                           //
            power(64),                               //
        ];
        positive
            .into_iter()
            .flat_map(|bits| [bits, bits | sign])
            .collect()
    }

    /// The value in the text format. Rust's decimals of a number are those of no other.
    fn text(&self, bits: u64) -> String {
        let infinity = (1 << (self.bits - 1)) - (1 << self.mantissa);
        let sign = if bits >> (self.bits - 1) == 1 {
            "-"
        } else {
            ""
        };
        match bits & (infinity | ((1 << self.mantissa) - 1)) {
            nan if nan > infinity => format!("{sign}nan:0x{:x}", nan - infinity),
            _ if self.bits == 64 => format!("{:e}", f64::from_bits(bits)),
            _ => format!(
                "{:e}",
                f32::from_bits(u32::try_from(bits).expect("32 bits"))
            ),
        }
    }
}

/// Doubles that are odd once demoted: near the least and greatest float, and halfway between two
/// floats.
const DEMOTED: [u64; 6] = [
    0x36a0_0000_0000_0000, // the least subnormal
    0x3690_0000_0000_0000, // half of it
    0x3690_0000_0000_0001,
    0x47ef_ffff_e000_0000, // the greatest
    0x47ef_ffff_f000_0000, // halfway to the next value
    0x3ff0_0000_1000_0000, // halfway between 1 and the next
];

/// Integers where signs, widths and conversions to floats change.
fn integers(bits: u32) -> Vec<u64> {
    let all = u64::MAX >> (64 - bits);
    let powers = [0, 1, 7, 8, 15, 16, 23, 24, 25, 31, 32, 52, 53, 54, 62, 63];
    let near = |power: u32| {
        let power = 1_u64 << power;
        [power - 1, power, power + 1, power.wrapping_neg()]
    };
    let mut integers: Vec<_> = powers
        .into_iter()
        .filter(|power| *power < bits)
        .flat_map(near)
        .map(|integer| integer & all)
        .collect();
    integers.sort_unstable();
    integers.dedup();
    integers
}

/// Odd values of a number type.
pub(super) fn odd(ty: &str) -> Vec<u64> {
    match ty {
        "i32" => integers(32),
        "i64" => integers(64),
        "f32" => SINGLE.odd(),
        _ => DOUBLE.odd().into_iter().chain(DEMOTED).collect(),
    }
}

/// WAT of a value of this type.
pub(super) fn constant(ty: &str, bits: u64) -> String {
    let value = match ty {
        "f32" => SINGLE.text(bits),
        "f64" => DOUBLE.text(bits),
        _ => bits.to_string(),
    };
    format!("({ty}.const {value})")
}
