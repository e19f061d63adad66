//! The base point's table, shared by all verifications.

use crate::Layout;
use crate::backend::AffineNiels;
use crate::backend::Portable;
use crate::backend::Task;
use crate::curve::decode::Sign;
use crate::tables::{BuildAll, Tables};
use curve25519_dalek::constants::ED25519_BASEPOINT_COMPRESSED;
use std::sync::LazyLock;

/// The rows of the base point, laid out as [`Layout::BASE`]: built once, in a few milliseconds.
pub(crate) fn base_rows() -> &'static [AffineNiels] {
    static TABLES: LazyLock<Tables> = LazyLock::new(|| {
        let key = ED25519_BASEPOINT_COMPRESSED.as_bytes();
        BuildAll {
            keys: &[key],
            layout: Layout::BASE,
            sign: Sign::AsEncoded,
        }
        .run(Portable)
    });
    TABLES
        .rows()
        .next()
        .flatten()
        .expect("the base point is a point")
}
