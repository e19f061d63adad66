//! Libraries, called from Rust.

use super::{Contender, Run, Signed};
use crate::library::Verify;
use crate::verification::meter::measured;
use std::hint::black_box;

/// A library.
pub(crate) struct Native(pub(crate) Verify);

impl Contender for Native {
    fn verify(&mut self, signed: &Signed, iterations: u32) -> anyhow::Result<Run> {
        // Opaque inputs: the compiler may not verify once for all rounds.
        let (is_accepted, elapsed) =
            measured(|| (0..iterations).all(|_| (self.0)(&black_box(signed).item())));
        Ok(Run {
            is_accepted,
            elapsed,
            burnt_gas: None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::row::{Group, ROWS, Rule};
    use super::*;
    use crate::verification::{Case, Family};

    #[test]
    fn every_library_accepts_by_the_rule_it_is_said_to() {
        let rows = ROWS.iter().filter(|row| row.group == Group::Native);
        for row in rows.filter(|row| row.unavailable().is_none()) {
            let mut contender = row.contender("".as_ref()).expect("nothing to compile");
            for &family in Family::ALL {
                let case = Case::new(family, 32).expect("a case");
                let signed = Signed {
                    signature: case.signature,
                    message: case.message.try_into().expect("32 bytes"),
                    public_key: case.public_key,
                };
                let run = contender.verify(&signed, 1).expect("a verdict");
                let expected = match row.accepts {
                    Rule::Nep364 => family.is_accepted(),
                    // The equation holds, and `R` may be written in any way.
                    Rule::Zip215 => family.is_accepted() || family == Family::RNonCanonical,
                    // AWS-LC wants the key to be canonical, and nothing else.
                    Rule::Own => {
                        let wants_canonical = row.name == "aws-lc-rs";
                        family.is_accepted()
                            && !(wants_canonical && family == Family::ANonCanonical)
                    }
                };
                assert_eq!(run.is_accepted, expected, "{}, {family}", row.name);
            }
        }
    }
}
