//! Eight lanes, by AVX-512 with its 52-bit multiply-add (IFMA).

mod field;
mod words;

pub(crate) use words::Ifma;
