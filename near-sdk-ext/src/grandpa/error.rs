//! The reasons for refusals.

use core::fmt;

/// Why a justification, a header or an authority set is refused, or does not advance a client.
///
/// Precommits count from 0 in the order of the justification. So do headers: first those of the
/// justification, then those passed beside it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The bytes are not the expected SCALE encoding.
    #[error("the {what} cannot be decoded at byte {offset}")]
    Malformed {
        /// The part that cannot be decoded.
        what: &'static str,
        /// Its position, in bytes from the start of the justification, header or digest item.
        offset: usize,
    },
    /// The signer is not in the authority set.
    #[error("precommit {precommit}: its signer is no authority")]
    UnknownAuthority {
        /// The vote refused.
        precommit: usize,
    },
    /// The justification has the vote of an authority twice.
    #[error("precommit {precommit}: the same vote as precommit {first}")]
    DuplicatePrecommit {
        /// The first vote.
        first: usize,
        /// The vote refused.
        precommit: usize,
    },
    /// An authority voted for two blocks in one round.
    #[error("precommit {precommit}: leave it out: its signer has voted in precommit {first}")]
    Equivocation {
        /// The first vote.
        first: usize,
        /// The vote refused.
        precommit: usize,
    },
    /// A vote is for a block that is too low to descend from the target.
    #[error("precommit {precommit}: block {number} is below the target, {target}")]
    BelowTarget {
        /// The vote refused.
        precommit: usize,
        /// The number of the block voted for.
        number: u32,
        /// The number of the commit's target.
        target: u32,
    },
    /// A vote is for a block of another branch.
    #[error("precommit {precommit}: its block does not descend from the target")]
    NotDescendant {
        /// The vote refused.
        precommit: usize,
    },
    /// A vote gives its block a number that is not the block's.
    #[error("precommit {precommit}: its block has number {expected}, not {number}")]
    WrongTargetNumber {
        /// The vote refused.
        precommit: usize,
        /// The number in the vote.
        number: u32,
        /// The number of the block.
        expected: u32,
    },
    /// A header's number does not follow its parent's, or is not that of the target.
    #[error("header {header}: its number is {number}, where its place in the chain is {expected}")]
    WrongHeaderNumber {
        /// The header refused.
        header: usize,
        /// The number in the header.
        number: u32,
        /// The number that it should have, which can be 2^32.
        expected: u64,
    },
    /// Two headers are the same.
    #[error("header {header}: the same as header {first}")]
    DuplicateHeader {
        /// The first one.
        first: usize,
        /// The header refused.
        header: usize,
    },
    /// A header is neither on a vote's route nor the target's own.
    #[error("header {header}: no precommit needs it")]
    UnusedHeader {
        /// The header refused.
        header: usize,
    },
    /// The vote's weight is needed, but a header of its route to the target is missing.
    #[error("precommit {precommit}: on its route the header {} is missing", Hex(.hash))]
    MissingHeader {
        /// The first such vote.
        precommit: usize,
        /// The hash of the missing header.
        hash: [u8; 32],
    },
    /// The voters' weight is too low.
    #[error("{weight} of {threshold}")]
    NotEnoughWeight {
        /// The weight of the voters.
        weight: u64,
        /// The weight needed.
        threshold: u64,
    },
    /// A signature is not for this vote, in this round, by this authority set.
    #[error("precommit {precommit}: the signature does not verify in this round and set")]
    BadSignature {
        /// The vote refused.
        precommit: usize,
    },
    /// An authority set without authorities.
    #[error("the authority set is empty")]
    NoAuthorities,
    /// The length of a packed authority set is not a multiple of 40 bytes.
    #[error("the authority set is {length} bytes, not a multiple of 40")]
    AuthoritySetLength {
        /// The length in bytes.
        length: usize,
    },
    /// A packed authority set is not sorted, or has one authority twice.
    #[error("authority {index} is not above the one before it")]
    AuthorityOrder {
        /// Its index in the set, from 0.
        index: usize,
    },
    /// An authority is in a list twice.
    #[error("the authority {} is there twice", Hex(.key))]
    DuplicateAuthority {
        /// Its public key.
        key: [u8; 32],
    },
    /// An authority has no weight.
    #[error("authority {index} has no weight")]
    ZeroWeight {
        /// Its index in the sorted set, from 0.
        index: usize,
    },
    /// The weights add up to more than 64 bits hold.
    #[error("the total weight is 2^64 or more")]
    TotalWeight,
    /// The header forces a change, for which there is no proof of finality.
    #[error("the header has a forced change of authorities")]
    ForcedChange,
    /// The header schedules more than one change.
    #[error("the header schedules several changes of authorities")]
    SeveralChanges,
    /// The authorities would change at a later block, which no given header names.
    #[error("the authorities change {delay} blocks later")]
    DelayedChange {
        /// The number of further blocks.
        delay: u32,
    },
    /// The block is below the latest one, which is final.
    #[error("block {number}, but {latest} is final")]
    OldBlock {
        /// The block's number.
        number: u32,
        /// The latest block's number.
        latest: u32,
    },
    /// The block is the latest one, and nothing new follows from it.
    #[error("block {number} is final, and who votes on blocks after it is known")]
    KnownBlock {
        /// The block's number.
        number: u32,
    },
    /// Two blocks of one number cannot both be final: more than a third of the authorities cheat,
    /// or the client was started on another chain.
    #[error("another block {number} is final")]
    ConflictingBlock {
        /// The number of both.
        number: u32,
    },
    /// No authority set can follow: set ids have 64 bits, and this is the last.
    #[error("there is no set id after 2^64 - 1")]
    LastSet,
}

impl Error {
    /// The name of the broken rule: the variant's name in snake case. It stays the same from
    /// version to version.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Malformed { .. } => "malformed",
            Self::UnknownAuthority { .. } => "unknown_authority",
            Self::DuplicatePrecommit { .. } => "duplicate_precommit",
            Self::Equivocation { .. } => "equivocation",
            Self::BelowTarget { .. } => "below_target",
            Self::NotDescendant { .. } => "not_descendant",
            Self::WrongTargetNumber { .. } => "wrong_target_number",
            Self::WrongHeaderNumber { .. } => "wrong_header_number",
            Self::DuplicateHeader { .. } => "duplicate_header",
            Self::UnusedHeader { .. } => "unused_header",
            Self::MissingHeader { .. } => "missing_header",
            Self::NotEnoughWeight { .. } => "not_enough_weight",
            Self::BadSignature { .. } => "bad_signature",
            Self::NoAuthorities => "no_authorities",
            Self::AuthoritySetLength { .. } => "authority_set_length",
            Self::AuthorityOrder { .. } => "authority_order",
            Self::DuplicateAuthority { .. } => "duplicate_authority",
            Self::ZeroWeight { .. } => "zero_weight",
            Self::TotalWeight => "total_weight",
            Self::ForcedChange => "forced_change",
            Self::SeveralChanges => "several_changes",
            Self::DelayedChange { .. } => "delayed_change",
            Self::OldBlock { .. } => "old_block",
            Self::KnownBlock { .. } => "known_block",
            Self::ConflictingBlock { .. } => "conflicting_block",
            Self::LastSet => "last_set",
        }
    }
}

struct Hex<'a>(&'a [u8; 32]);

impl fmt::Display for Hex<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("0x")?;
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
