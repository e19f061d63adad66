//! Proofs of the engine for all inputs; `abstracted` has the claims about vector code.

mod vectors;
