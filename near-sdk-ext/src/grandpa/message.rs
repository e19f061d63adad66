//! The message that an authority signs.

use crate::Flavour;

/// `0x01`, the vote's block, round, set id: SCALE's encoding of finality-grandpa's
/// `(Message::Precommit, round, set id)`.
pub(super) struct Message([u8; 1 + 32 + 4 + 8 + 8]);

impl Message {
    /// The message without its block, which [`Self::vote_for`] fills in.
    pub(super) fn new(round: u64, set_id: u64) -> Self {
        let mut bytes = [0; 53];
        bytes[0] = 1;
        bytes[37..45].copy_from_slice(&round.to_le_bytes());
        bytes[45..].copy_from_slice(&set_id.to_le_bytes());
        Self(bytes)
    }

    /// The bytes to sign for this block.
    pub(super) fn vote_for(&mut self, hash: &[u8; 32], number: u32) -> &[u8] {
        // Copied even if the block is the same as before: a comparison costs as much.
        self.0[1..33].copy_from_slice(hash);
        self.0[33..37].copy_from_slice(&number.to_le_bytes());
        &self.0
    }
}

/// Whether `signature` is `public_key`'s precommit for the block `target` (hash and number) in this
/// round of this authority set.
///
/// Source: `sp_consensus_grandpa::check_message_signature`.
///
/// # Cost
/// That of [`Flavour::ed25519_verify`] for 53 bytes of message.
#[must_use]
pub fn check_message_signature<F: Flavour>(
    target: (&[u8; 32], u32),
    public_key: &[u8; 32],
    signature: &[u8; 64],
    round: u64,
    set_id: u64,
) -> bool {
    let mut message = Message::new(round, set_id);
    F::ed25519_verify(signature, message.vote_for(target.0, target.1), public_key)
}
