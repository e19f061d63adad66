//! GRANDPA's verifier, and a client's progress. Each flavour verifies every justification: by
//! near-sdk's mock (which is nearcore's own host function), by ZIP-215 in one batch, and by the
//! baseline's code.

mod case;
mod hand_over;
mod oracle;
mod rules;
