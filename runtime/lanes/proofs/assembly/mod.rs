//! The assembly of `src/backend`, for all operands: each instruction of the text that is compiled
//! runs on exact integers with carries.

mod machine;
#[cfg(target_arch = "x86_64")]
mod processor;
mod product;
mod source;
