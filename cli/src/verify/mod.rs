//! `near-ed25519 verify`: one signature by each rule, and the reasons of a refusal.

mod arguments;
pub(crate) mod form;
mod hint;
mod report;
mod signed;
mod verdict;

pub(crate) use arguments::Verify;

use crate::exit::{self, Failure};
use signed::Signed;

pub(crate) fn run(args: &Verify) -> Result<(), Failure> {
    let signed = Signed::read(args).map_err(Failure::input)?;
    exit::unless(report::print(&signed, args)?)
}
