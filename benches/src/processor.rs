//! The classes of processors: each has limits of its own in the bounds on times.

use crate::machine::{Machine, SERIAL};
use crate::verification::named::named;
use ed25519_lanes::Backend;

named! {
    /// What decides how long the lanes take, beside dalek. Limits are strictest in the first.
    pub(crate) Class:
    TwoMultipliers "two 512-bit multipliers";
    /// Either there is one, or both are 256 bits wide and take two passes.
    OneMultiplier "one 512-bit multiplier";
    Avx2 "AVX2 alone";
    Scalar "no vectors";
}

struct Processor {
    family: u32,
    model: u32,
    name: &'static str,
    class: Class,
}

/// The processors of all recordings. A recording of another one needs a line here.
static PROCESSORS: [Processor; 5] = [
    // AMD's optimization guide for family 1Ah: data paths of 512 bits. One signature with a new key
    // takes 0.37 of dalek 2's time by IFMA.
    Processor::new(26, 2, "AMD Zen 5", Class::TwoMultipliers),
    // Emerald Rapids. Intel's specifications: two AVX-512 FMA units. No times of lanes are recorded.
    Processor::new(6, 207, "Intel 6/207", Class::TwoMultipliers),
    // AMD's optimization guide for family 19h, models 10h and up: data paths of 256 bits, which
    // 512-bit operations pass twice.
    Processor::new(25, 17, "AMD Zen 4", Class::OneMultiplier),
    // Rocket Lake. Intel's optimization manual: a single 512-bit FMA unit, on port 0. One signature
    // with a new key takes 0.50 of dalek 2's time by IFMA.
    Processor::new(6, 167, "Intel 6/167", Class::OneMultiplier),
    // AMD's first processors with AVX-512 are Zen 4. The recording of `vrf` lacks rows of IFMA.
    Processor::new(25, 1, "AMD Zen 3", Class::Avx2),
];

impl Processor {
    const fn new(family: u32, model: u32, name: &'static str, class: Class) -> Self {
        Self {
            family,
            model,
            name,
            class,
        }
    }

    fn of(machine: &Machine) -> Option<&'static Self> {
        PROCESSORS.iter().find(|it| {
            let numbers = format!("(family {}, model {},", it.family, it.model);
            machine.cpu.contains(&numbers)
        })
    }
}

impl Class {
    /// The class of a measurement, if its processor is known.
    pub(crate) fn of(machine: &Machine) -> Option<Self> {
        match machine.dalek_backend.as_str() {
            SERIAL => Some(Self::Scalar), // or the build simulates such a processor
            _ => Processor::of(machine).map(|it| it.class),
        }
    }

    /// The class whose limits count: for an unknown processor the strictest.
    pub(crate) fn held_to(machine: &Machine) -> Self {
        Self::of(machine).unwrap_or(Self::TwoMultipliers)
    }

    /// Whether its processors have this backend's instructions.
    pub(crate) fn has(self, backend: Backend) -> bool {
        match backend {
            Backend::Ifma => matches!(self, Self::TwoMultipliers | Self::OneMultiplier),
            Backend::Avx2 => self != Self::Scalar,
            Backend::Portable | Backend::Dalek => true,
        }
    }
}

/// The processor's short name, if it is known, or its whole one.
pub(crate) fn name(machine: &Machine) -> &str {
    Processor::of(machine).map_or(&machine.cpu, |it| it.name)
}
