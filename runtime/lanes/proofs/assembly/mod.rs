//! The assembly of `src/backend`, for all operands: each instruction of the text that is compiled
//! runs on exact integers with carries.

mod machine;
mod product;
mod source;
