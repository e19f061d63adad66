//! The code of ed25519-lanes over abstract words, and what is proved of it: for all inputs, no word
//! wraps, no limb exceeds its type's bound, and results are the intended polynomials modulo p.
//!
//! # Why a run proves a claim for all inputs
//!
//! The code under proof has no branch on an abstract word, so one run takes the same steps as
//! each run on concrete words. An abstract word (`word`) has two parts.
//!
//! An interval holds the word for all inputs. Each operation computes the interval of its result, and
//! panics if the result might not fit 64 bits or if an operand could exceed what the instruction accepts.
//! If no operation panics, every word is an exact integer: no sum, difference or product wraps.
//!
//! A residue says which integer. Inputs are variables. A shift splits a word x into `low + 2^n high`,
//! and a half product splits a product likewise; `high` is a new variable, and `low` is
//! `x - 2^n high`. Hence each word is an integer polynomial in variables, and a claim such as
//! "the limbs of the result, weighted, are the product" follows from an identity of polynomials modulo p.
//! The identity is evaluated at one point, drawn at random: a residue is a polynomial's value there. If
//! two polynomials of degree D differ, their values agree with a probability of at most D/p (Schwartz,
//! Zippel). `form::Form` counts D with each value, and a comparison with D above 2^20 panics. So each
//! comparison errs with a probability below 2^-234, and 2^40 of them, more than a run has time for, together
//! below 2^-194.
//!
//! # What is assumed
//!
//! The operations of `word`, and of `carried` over `bounded`, state what an instruction computes. The functions of
//! `curve25519_64` state what fiat-crypto's authors prove. `oracle` stands for the encodings of abstract elements.

// The sources are those of another crate, which uses all of them.
#![allow(dead_code)]
#![deny(unsafe_code)]

extern crate fiat_crypto as fiat;
// The code under proof calls the contracts.
extern crate self as fiat_crypto;

pub mod bounded;
mod carried;
pub mod claims;
pub mod curve25519_64;
mod each;
mod form;
mod oracle;
mod term;
mod word;

include!(concat!(env!("OUT_DIR"), "/lanes/lib.rs"));
