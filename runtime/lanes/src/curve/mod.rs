//! The field and the curve, over any machine.

pub(crate) mod decode;
pub(crate) mod field;
pub(crate) mod point;
