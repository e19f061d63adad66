//! A light client in one build or in several, which must answer alike.

use crate::client::{Client, HOST_BUILDS, Sent, Success};
use near_runtime_ext::Account;
use prost::Message as _;
use test_contracts::ClientBuild;
use test_contracts::grandpa::{Justification, submit_finality_args};
use test_contracts::tendermint::wire;

/// The builds, each on every backend that can run it.
pub struct Clients(Vec<Client>);

impl From<Client> for Clients {
    fn from(client: Client) -> Self {
        Self(vec![client])
    }
}

impl Clients {
    /// The client in each of [`HOST_BUILDS`].
    #[track_caller]
    pub fn of_the_host(client: impl Fn(ClientBuild) -> Client) -> Self {
        Self(HOST_BUILDS.into_iter().map(client).collect())
    }

    /// Sets the time, in nanoseconds since 1970.
    pub fn set_time(&mut self, now_ns: u64) {
        let clients = self.0.iter_mut();
        clients.for_each(|client| client.set_time(now_ns));
    }

    /// Each client.
    pub fn each(&mut self) -> impl Iterator<Item = &mut Client> {
        self.0.iter_mut()
    }

    /// The account of each client.
    pub fn accounts(&self) -> Vec<Account> {
        self.0.iter().map(Client::account).collect()
    }

    /// Restores an earlier state of each account; time stays.
    pub fn restore(&mut self, accounts: &[Account]) {
        for (client, account) in self.0.iter_mut().zip(accounts) {
            client.restore(account);
        }
    }

    /// Calls a method of each; a refusal is their common message, and a success that of the first.
    #[track_caller]
    pub fn call(&mut self, method: &str, args: &[u8]) -> Result<Success, String> {
        self.send(Sent::new(method, args))
    }

    /// Makes any call of each; as [`Self::call`].
    #[track_caller]
    pub fn send(&mut self, sent: Sent<'_>) -> Result<Success, String> {
        let mut results = self.0.iter_mut().map(|client| client.send(sent));
        let first = results.next().expect("at least one");
        let said = |result: &Result<Success, String>| match result {
            Ok(success) => Ok((success.0.return_bytes().to_vec(), success.0.logs.clone())),
            Err(refusal) => Err(refusal.clone()),
        };
        for other in results {
            assert_eq!(said(&first), said(&other), "{HOST_BUILDS:?}");
        }
        first
    }

    /// The JSON answer of a view, common to all of them.
    #[track_caller]
    pub fn view(&mut self, method: &str) -> serde_json::Value {
        let mut answers = self.0.iter_mut().map(|client| {
            let answer = client.view(method, &serde_json::json!({}));
            answer.expect("an answer")
        });
        let first = answers.next().expect("at least one");
        for other in answers {
            assert_eq!(first, other, "{HOST_BUILDS:?}");
        }
        first
    }

    /// Verifies a header of a Tendermint chain.
    #[track_caller]
    pub fn update(&mut self, header: &wire::Header) -> Result<Success, String> {
        self.call("update_client", &header.encode_to_vec())
    }

    /// Submits a justification of a Substrate chain.
    #[track_caller]
    pub fn submit_finality(&mut self, justification: &Justification) -> Result<Success, String> {
        self.call("submit_finality", &submit_finality_args(justification))
    }

    /// Submits a justification that must be refused; the clients' state is unchanged.
    #[track_caller]
    pub fn refuses(&mut self, justification: &Justification) -> String {
        match self.submit_finality(justification) {
            Ok(_) => panic!("accepted"),
            Err(refusal) => refusal,
        }
    }

    /// Submits a justification that must be accepted, and restores the state.
    #[track_caller]
    pub fn would_accept(&mut self, justification: &Justification) {
        let before = self.accounts();
        self.submit_finality(justification).expect("accepted");
        self.restore(&before);
    }
}
