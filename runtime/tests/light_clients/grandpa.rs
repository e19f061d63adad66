//! `grandpa-client` as driven by these tests.

use crate::client::{Client, Success};
use near_runtime_ext::Account;
use test_contracts::grandpa::{AuthoritySet, Justification, init_args, submit_finality_args};
use test_contracts::{ClientBuild, grandpa_client};

impl Client {
    /// The GRANDPA client, trusting block 0, with a made-up hash, and this authority set.
    #[track_caller]
    pub fn grandpa(build: ClientBuild, authorities: &AuthoritySet) -> Self {
        let init = init_args(authorities, 0, &[1; 32]);
        Self::deploy(grandpa_client(build), &init, 0)
    }

    /// Submits a justification.
    #[track_caller]
    pub fn submit_finality(&mut self, justification: &Justification) -> Result<Success, String> {
        self.call("submit_finality", &submit_finality_args(justification))
    }

    /// Submits a justification that must be refused; the client's state is unchanged.
    #[track_caller]
    pub fn refuses(&mut self, justification: &Justification) -> String {
        match self.submit_finality(justification) {
            Ok(_) => panic!("accepted"),
            Err(refusal) => refusal,
        }
    }

    /// Submits a justification that must be accepted, and restores the state.
    #[track_caller]
    pub fn would_accept(&mut self, justification: &Justification) -> Success {
        let before: Account = self.account();
        let success = self.submit_finality(justification).expect("accepted");
        self.restore(&before);
        success
    }
}
