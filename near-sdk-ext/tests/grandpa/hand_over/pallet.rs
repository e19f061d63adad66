//! pallet-bridge-grandpa, polkadot-sdk's own client of such chains: the reference for our client.
//!
//! Source: `submit_finality_proof_ex`, `check_obsolete`, `try_enact_authority_change` and
//! `initialize_bridge` (`bridges/modules/grandpa`).

use super::node::{Chain, Log, Set};

/// The pallet's storage: the best block's number, and the current authority set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Pallet {
    best: u32,
    set_id: u64,
    authority: u8,
}

impl Pallet {
    /// The pallet as initialised at this block; substrate-relay gives it the authorities that
    /// follow.
    pub(crate) fn new(chain: &Chain, number: u32) -> Self {
        let set = chain.set_after(number);
        Self {
            best: number,
            set_id: set.id,
            authority: set.authority,
        }
    }

    pub(crate) fn best(&self) -> u32 {
        self.best
    }

    /// The pallet after this set's votes for a block, always with its header; unchanged if they are
    /// refused.
    pub(crate) fn after(mut self, chain: &Chain, set: &Set, number: u32) -> Self {
        let is_old = number <= self.best;
        let is_justified = (set.id, set.authority) == (self.set_id, self.authority);
        if is_old || !is_justified {
            return self;
        }
        match chain.log(number) {
            Log::Nothing => {}
            Log::Scheduled { delay: 0 } => {
                // The header lists the authorities.
                self.authority = chain.set(set.id + 1).authority;
                self.set_id += 1;
            }
            Log::Scheduled { .. } | Log::Forced { .. } => return self,
        }
        self.best = number;
        self
    }
}
