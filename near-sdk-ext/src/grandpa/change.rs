//! Changes of the authority set, announced in headers.

use super::{DigestItem, Error, Header, authorities::authority, scale::Cursor};

/// GRANDPA's id among a header's digest items.
const ENGINE: &[u8; 4] = b"FRNK";

/// The authorities that take over once the block that announces them is final.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScheduledChange<'a> {
    next_authorities: &'a [[u8; 40]],
    /// The number of further blocks after which they take over. With 0, as in today's runtimes,
    /// they take over with the announcing block itself.
    pub delay: u32,
}

impl<'a> ScheduledChange<'a> {
    /// The authorities in the header's order, each a public key and its weight. They are not checked
    /// yet: [`pack`](super::pack) checks them.
    pub fn next_authorities(&self) -> impl ExactSizeIterator<Item = (&'a [u8; 32], u64)> + use<'a> {
        self.next_authorities.iter().map(authority)
    }
}

/// The change of authorities that a header announces, if any.
///
/// It skips logs that only ask authorities to act (disabled, pause, resume), and logs of other
/// engines.
///
/// # Errors
/// [`Error::ForcedChange`]: no proof of finality would show it; [`Error::SeveralChanges`];
/// [`Error::Malformed`].
pub fn scheduled_change<'a>(header: &Header<'a>) -> Result<Option<ScheduledChange<'a>>, Error> {
    let mut change = None;
    for item in header.digest_items() {
        let DigestItem::Consensus(ENGINE, log) = item else {
            continue;
        };
        if let Some(another) = read_log(log)?
            && change.replace(another).is_some()
        {
            return Err(Error::SeveralChanges);
        }
    }
    Ok(change)
}

/// `sp_consensus_grandpa::ConsensusLog`.
fn read_log(log: &[u8]) -> Result<Option<ScheduledChange<'_>>, Error> {
    const WHAT: &str = "consensus log";
    let mut cursor = Cursor::new(log);
    let unknown = cursor.malformed(WHAT);
    match cursor.u8(WHAT)? {
        1 => {
            let next_authorities = cursor.array_vec("scheduled change's authorities")?;
            let delay = cursor.u32("scheduled change's delay")?;
            cursor.finish("end of the scheduled change")?;
            Ok(Some(ScheduledChange {
                next_authorities,
                delay,
            }))
        }
        2 => Err(Error::ForcedChange),
        3..=5 => Ok(None),
        _ => Err(unknown),
    }
}
