//! The code of documents that are no crate's, as tests.
#![forbid(unsafe_code)]

#[cfg(doctest)]
mod documents {
    #[doc = include_str!("../../README.md")]
    mod readme {}
    #[doc = include_str!("../price.md")]
    mod price {}
}
