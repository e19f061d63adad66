//! GRANDPA's verifier and the progress of a client. Every justification is verified in each flavour: by near-sdk's
//! mock and so nearcore's own host function, by ZIP-215 all together, and by the baseline's code.

mod case;
mod hand_over;
mod oracle;
mod rules;
