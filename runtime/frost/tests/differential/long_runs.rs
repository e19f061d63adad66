//! The targets of the long runs that `bash .ci/exactness frost` makes and records, and the source
//! files that each record depends on.

use requirements::fuzzing::{AVX2, IFMA, LANES, POINTS, PORTABLE, Target, VECTORS};

/// Source files for data in wire format.
const WIRE: &[&str] = &[
    "runtime/frost/src/public.rs",
    "runtime/frost/src/session.rs",
];

/// Source files for signing, aggregating and finding culprits.
const SIGNING: &[&str] = &[
    "runtime/frost/src/aggregate.rs",
    "runtime/frost/src/culprits.rs",
    "runtime/frost/src/fixed_factor_suite.rs",
    "runtime/frost/src/lagrange.rs",
    "runtime/frost/src/sign.rs",
    "runtime/lanes/src/hash",
    "runtime/lanes/src/item.rs",
    "runtime/lanes/src/points/shares.rs",
    "runtime/lanes/src/single",
];

/// Random changes of data in wire format; each case goes to every backend.
pub const FROM_WIRE: Target = Target::new("frost_from_wire", 2_000)
    .of_code(&[LANES, POINTS, VECTORS, IFMA, AVX2, PORTABLE, WIRE]);

/// Random sessions; each case goes to every backend.
pub const SESSIONS: Target = Target::new("frost_sessions", 300)
    .of_code(&[LANES, POINTS, VECTORS, IFMA, AVX2, PORTABLE, WIRE, SIGNING]);

#[test]
fn they_are_complete_and_of_this_code() {
    assert!(SESSIONS.recorded().cases >= 100_000);
    assert!(FROM_WIRE.recorded().cases >= 1_000_000);
}
