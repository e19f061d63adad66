//! The state of a client that follows a chain, and the rules for its next block.

use borsh::{BorshDeserialize, BorshSerialize};

use super::{Error, Finalized, ScheduledChange, scheduled_change};

/// A client's state without the authorities: the latest block that it knows to be final, and the id
/// of the set that votes on the next.
///
/// Only [`advance`](Self::advance) moves it to another block. It accepts the latest block again only
/// with its header, if that was missing before. So a change is applied once, even though the voters of
/// the new set also vote, in their first round, for the block that announces the change, until there is
/// a better one.
///
/// The rules are those of `pallet-bridge-grandpa`, with which polkadot-sdk's own bridges follow a
/// chain: block numbers increase, a change without delay is applied with its block, other changes
/// are refused. One thing differs: there each justification comes with its block's header. Here the
/// header may be missing, and a block accepted without its header can be accepted again with it.
///
/// Sources: `submit_finality_proof_ex`, `check_obsolete` and `try_enact_authority_change` in
/// `bridges/modules/grandpa`; for what a chain does, `substrate/frame/grandpa` and
/// `substrate/client/consensus/grandpa`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, BorshSerialize, BorshDeserialize)]
pub struct Progress {
    set_id: u64,
    number: u32,
    hash: [u8; 32],
    /// Whether `set_id` is already that of the set after the latest block, because its header was
    /// shown or the client started there.
    settled: bool,
}

impl Progress {
    /// The state of a client that starts at a trusted block. `set_id` is the id of the set that votes on
    /// blocks *after* it: of the new set, if the block announces a change.
    #[must_use]
    pub const fn new(set_id: u64, number: u32, hash: [u8; 32]) -> Self {
        Self {
            set_id,
            number,
            hash,
            settled: true,
        }
    }

    /// The id of the set whose votes are counted.
    #[must_use]
    pub const fn set_id(&self) -> u64 {
        self.set_id
    }

    /// The number of the latest final block.
    #[must_use]
    pub const fn number(&self) -> u32 {
        self.number
    }

    /// The hash of the latest final block.
    #[must_use]
    pub const fn hash(&self) -> &[u8; 32] {
        &self.hash
    }

    /// Whether a justification of this block could advance the client. Callers can check this before
    /// they verify signatures.
    ///
    /// # Errors
    /// [`Error::OldBlock`], [`Error::ConflictingBlock`] or [`Error::KnownBlock`].
    pub fn expects(&self, number: u32, hash: &[u8; 32]) -> Result<(), Error> {
        let latest = self.number;
        if number > latest {
            Ok(())
        } else if number < latest {
            Err(Error::OldBlock { number, latest })
        } else if hash != &self.hash {
            Err(Error::ConflictingBlock { number })
        } else if self.settled {
            Err(Error::KnownBlock { number })
        } else {
            Ok(())
        }
    }

    /// Moves to a block that [`verify`](super::verify) has shown to be final, by the authorities of
    /// [`set_id`](Self::set_id). Returns the change of authorities that its header announces, if any. From then on the
    /// new authorities vote, and [`set_id`](Self::set_id) is theirs.
    ///
    /// # Errors
    /// As [`expects`](Self::expects); [`Error::DelayedChange`], [`Error::LastSet`]; and as
    /// [`scheduled_change`]. The state is then unchanged.
    pub fn advance<'a>(
        &mut self,
        finalized: &Finalized<'a>,
    ) -> Result<Option<ScheduledChange<'a>>, Error> {
        self.expects(finalized.number, finalized.hash)?;
        let change = match &finalized.header {
            Some(header) => scheduled_change(header)?,
            None => None,
        };
        let set_id = match change.map(|change| change.delay) {
            None => self.set_id,
            Some(0) => self.set_id.checked_add(1).ok_or(Error::LastSet)?,
            Some(delay) => return Err(Error::DelayedChange { delay }),
        };
        *self = Self {
            set_id,
            number: finalized.number,
            hash: *finalized.hash,
            settled: finalized.header.is_some(),
        };
        Ok(change)
    }
}
