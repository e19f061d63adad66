//! Stubs for the latest verifiers in builds that lack them. Nothing calls these.

use super::Signed;

pub(super) fn one(_: &Signed) -> bool {
    false
}

pub(super) fn together(_: &[Signed]) -> bool {
    false
}

pub(super) fn each(_: &[Signed]) -> Vec<bool> {
    Vec::new()
}

pub(super) use self::{
    each as simd_strict, each as simd_zip_215, one as commonware, one as solana,
    together as commonware_together, together as solana_together,
};
