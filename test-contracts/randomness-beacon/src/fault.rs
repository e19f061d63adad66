//! Why a call is refused.

use near_sdk::{AccountId, NearToken};
use near_sdk_ext::PublicKey;

use crate::{DEPOSIT, MOST_DRAWN, PENALTY, TIMEOUT};

/// Why a call is refused; it changes nothing then. Items count from 0.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// Silence would cost such an operator nothing, or its bond would be locked for good.
    #[error("{0} cannot be the operator of its own beacon: another account calls `new`")]
    OwnOperator(AccountId),
    /// Every proof of such a key would be refused.
    #[error("the key {0} is of small order")]
    SmallOrder(PublicKey),
    /// The key is not a point, or the caller does not have its secret.
    #[error("the proof does not show that {operator} has the secret of {key}")]
    NotTheOperators {
        /// The key.
        key: PublicKey,
        /// The caller.
        operator: AccountId,
    },
    /// The account would need the bond for its storage.
    #[error(
        "the account owns {} beside the bond, and its storage takes {}",
        exact(.owned),
        exact(.takes)
    )]
    Storage {
        /// What the account owns besides the bond.
        owned: NearToken,
        /// The storage stake, which must stay.
        takes: NearToken,
    },
    /// A request pays for its storage and its answer.
    #[error("a request takes a deposit of {}, not {}", exact(&DEPOSIT), exact(.0))]
    Deposit(NearToken),
    /// No request is accepted that the operator could leave unanswered for free.
    #[error(
        "a bond of {} covers open requests of {} each, and no more than {open}",
        exact(.bond),
        exact(&PENALTY)
    )]
    Uncovered {
        /// The operator's tokens.
        bond: NearToken,
        /// The number of open requests.
        open: u64,
    },
    /// The ids in a call must ascend, so that none occurs twice.
    #[error("item {at}: the request {id} is not above the one before")]
    Unsorted {
        /// The item.
        at: usize,
        /// Its request.
        id: u64,
    },
    /// The request was never made, or it was fulfilled or refunded.
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
    /// No suite has this number.
    #[error("{0} is no suite of VRF proofs")]
    Suite(u32),
    /// Numbers are drawn only for fulfilled requests.
    #[error("the request {0} was not fulfilled")]
    NotFulfilled(u64),
    /// There are not that many numbers.
    #[error("{k} different numbers below {n} do not exist")]
    TooFew {
        /// The requested count.
        k: u32,
        /// The bound of the numbers.
        n: u64,
    },
    /// There are more than [`MOST_DRAWN`].
    #[error("{0} numbers are more than the {MOST_DRAWN} that are drawn in a call")]
    TooMany(u32),
    /// Only the operator may withdraw.
    #[error("{0} is not the operator")]
    NotTheOperator(AccountId),
    /// The part that covers open requests stays.
    #[error("of the bond of {}, {} covers no open request", exact(.bond), exact(.free))]
    Withdrawal {
        /// The operator's tokens.
        bond: NearToken,
        /// The part that may be withdrawn.
        free: NearToken,
    },
}

/// An exact amount: of two that look alike when rounded, one may be refused.
fn exact(amount: &NearToken) -> String {
    amount.exact_amount_display()
}
