//! Four lanes, by AVX2.

mod field;
mod words;

pub(crate) use words::Avx2;
