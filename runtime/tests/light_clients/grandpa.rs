//! Calls of `grandpa-client` for these tests.

use crate::client::{Client, Success};
use test_contracts::grandpa::{AuthoritySet, Justification, init_args, submit_finality_args};
use test_contracts::{Build, grandpa_client};

impl Client {
    /// The GRANDPA client in these builds. It trusts this authority set, and block 0 with a made-up
    /// hash.
    #[track_caller]
    pub fn grandpa(builds: &[Build], authorities: &AuthoritySet) -> Self {
        let init = init_args(authorities, 0, &[1; 32]);
        let contracts = builds.iter().map(|build| grandpa_client(*build));
        Self::deploy(contracts, &init, 0)
    }

    /// Submits a justification.
    #[track_caller]
    pub fn submit_finality(&mut self, justification: &Justification) -> Result<Success, String> {
        self.call("submit_finality", &submit_finality_args(justification))
    }

    /// Submits a justification that must be refused.
    #[track_caller]
    pub fn refuses(&mut self, justification: &Justification) -> String {
        self.refusal("submit_finality", &submit_finality_args(justification))
    }
}
