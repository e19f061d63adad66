//! The field and the curve, on any machine.

pub(crate) mod both;
pub(crate) mod decode;
pub(crate) mod field;
pub(crate) mod point;
