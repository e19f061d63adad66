//! Why a call is refused.

use near_sdk::{AccountId, NearToken};
use near_sdk_ext::PublicKey;

use crate::{DEPOSIT, MOST_DRAWN, PENALTY, TIMEOUT};

/// Why a call is refused; it changes nothing then. Items count from 0.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Its silence would cost nothing, or its bond would be locked for good.
    #[error("{0} cannot be the operator of its own beacon: another account calls `new`")]
    OwnOperator(AccountId),
    /// Every proof of such a key would be refused.
    #[error("the key {0} is of small order")]
    SmallOrder(PublicKey),
    /// The key is not a point, or the caller has not its secret.
    #[error("the proof does not show that {operator} has the secret of {key}")]
    NotTheOperators {
        /// The key.
        key: PublicKey,
        /// Who brought it.
        operator: AccountId,
    },
    /// The bond would be what the account's storage takes.
    #[error(
        "the account owns {} beside the bond, and its storage takes {}",
        exact(.owned),
        exact(.takes)
    )]
    Storage {
        /// What the account owns without the bond.
        owned: NearToken,
        /// What stays in it for its storage.
        takes: NearToken,
    },
    /// A request pays for its storage and for the answer.
    #[error("a request takes a deposit of {}, not {}", exact(&DEPOSIT), exact(.0))]
    Deposit(NearToken),
    /// No request is taken that the operator could leave unanswered at no expense.
    #[error(
        "a bond of {} covers open requests of {} each, and no more than {open}",
        exact(.bond),
        exact(&PENALTY)
    )]
    Uncovered {
        /// The operator's tokens.
        bond: NearToken,
        /// Requests that wait.
        open: u64,
    },
    /// The ids of a call's proofs ascend, so that none is there twice.
    #[error("item {at}: the request {id} is not above the one before")]
    Unsorted {
        /// The item.
        at: usize,
        /// Its request.
        id: u64,
    },
    /// It was never made, or it was fulfilled or refunded.
    #[error("no request {0} is open")]
    NotOpen(u64),
    /// The operator still has time.
    #[error("the request {id} of block {made} may be fulfilled until block {}", .made.saturating_add(TIMEOUT))]
    TooEarly {
        /// The request.
        id: u64,
        /// The height at which it was made.
        made: u64,
    },
    /// There is no such suite.
    #[error("{0} is no suite of VRF proofs")]
    Suite(u32),
    /// Nothing is drawn of a request that waits, or that is not there.
    #[error("the request {0} was not fulfilled")]
    NotFulfilled(u64),
    /// There are no such draws.
    #[error("{k} different numbers below {n} do not exist")]
    TooFew {
        /// How many.
        k: u32,
        /// Below what.
        n: u64,
    },
    /// More than [`MOST_DRAWN`].
    #[error("{0} numbers are more than the {MOST_DRAWN} that are drawn in a call")]
    TooMany(u32),
    /// The bond is the operator's alone.
    #[error("{0} is not the operator")]
    NotTheOperator(AccountId),
    /// What covers open requests stays.
    #[error("of the bond of {}, {} covers no open request", exact(.bond), exact(.free))]
    Withdrawal {
        /// The operator's tokens.
        bond: NearToken,
        /// Those that may go.
        free: NearToken,
    },
}

/// Of two amounts that look alike when they are rounded, one may be refused.
fn exact(amount: &NearToken) -> String {
    amount.exact_amount_display()
}
