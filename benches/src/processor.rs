//! The classes of processors: each has limits of its own in the bounds on times.

use crate::machine::{Machine, SERIAL};
use crate::verification::named;

named! {
    /// What decides how long the lanes take, beside dalek. Limits are strictest in the first.
    pub(crate) Class:
    TwoMultipliers "two 512-bit multipliers";
    /// Either there is one, or both are 256 bits wide and take two passes.
    OneMultiplier "one 512-bit multiplier";
    Avx2 "AVX2 alone";
    Scalar "no vectors";
}

/// The processors of all recordings: as recorded, in short, and the class. A recording of another
/// one needs a line here.
static PROCESSORS: [(&str, &str, Class); 5] = [
    // AMD's optimization guide for family 1Ah: data paths of 512 bits. One signature with a new key
    // takes 0.37 of dalek 2's time by IFMA.
    ("(family 26, model 2,", "AMD Zen 5", Class::TwoMultipliers),
    // Emerald Rapids. Intel's specifications: two AVX-512 FMA units. No times of lanes are recorded.
    (
        "(family 6, model 207,",
        "Intel 6/207",
        Class::TwoMultipliers,
    ),
    // AMD's optimization guide for family 19h, models 10h and up: data paths of 256 bits, which
    // 512-bit operations pass twice.
    ("(family 25, model 17,", "AMD Zen 4", Class::OneMultiplier),
    // Rocket Lake. Intel's optimization manual: a single 512-bit FMA unit, on port 0. One signature
    // with a new key takes 0.50 of dalek 2's time by IFMA.
    ("(family 6, model 167,", "Intel 6/167", Class::OneMultiplier),
    // AMD's first processors with AVX-512 are Zen 4. The recording of `vrf` lacks rows of IFMA.
    ("(family 25, model 1,", "AMD Zen 3", Class::Avx2),
];

/// The short name and the class of a measurement's processor, if it is known.
pub(crate) fn of(machine: &Machine) -> Option<(&'static str, Class)> {
    let mut all = PROCESSORS.iter();
    let (_, name, class) = all.find(|(numbers, ..)| machine.cpu.contains(numbers))?;
    // A build may simulate a processor without vectors.
    let is_scalar = machine.dalek_backend == SERIAL;
    Some((name, if is_scalar { Class::Scalar } else { *class }))
}

/// The short name of a measurement's processor, or the recorded one.
pub(crate) fn name(machine: &Machine) -> &str {
    of(machine).map_or(machine.cpu.as_str(), |(name, _)| name)
}

impl Class {
    /// The class whose limits count: for an unknown processor the strictest.
    pub(crate) fn of(machine: &Machine) -> Self {
        of(machine).map_or(Self::TwoMultipliers, |(_, class)| class)
    }
}
