//! `near-ed25519 vrf`: proofs of a verifiable random function (RFC 9381), made and verified.

mod arguments;
mod gas;
mod prove;
mod secret;
mod verify;

pub(crate) use arguments::VrfCommand;

use crate::exit::Failure;

pub(crate) fn run(command: &VrfCommand) -> Result<(), Failure> {
    match command {
        VrfCommand::Prove(args) => prove::run(args),
        VrfCommand::Verify(args) => verify::run(args),
    }
}
