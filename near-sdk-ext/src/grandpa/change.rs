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

#[cfg(test)]
mod tests {
    use parity_scale_codec::{Compact, Encode};

    use super::*;

    fn header(logs: &[Vec<u8>]) -> Vec<u8> {
        let item = |log: &Vec<u8>| (4_u8, *ENGINE, log.clone()).encode();
        let items: Vec<u8> = logs.iter().flat_map(item).collect();
        let count = u32::try_from(logs.len()).expect("few");
        let seal = (5_u8, *ENGINE, vec![1_u8]).encode();
        let babe = (4_u8, *b"BABE", vec![1_u8]).encode();
        let count = Compact(count + 2).encode();
        [&[0; 32], &[4][..], &[0; 64], &count, &seal, &items, &babe].concat()
    }

    fn change(delay: u32) -> Vec<u8> {
        (1_u8, vec![([7_u8; 32], 3_u64), ([6; 32], 4)], delay).encode()
    }

    /// Next authorities and delay.
    type Change = (Vec<([u8; 32], u64)>, u32);

    fn found(logs: &[Vec<u8>]) -> Result<Option<Change>, Error> {
        let bytes = header(logs);
        let found = scheduled_change(&Header::decode(&bytes).expect("a header"))?;
        let owned = |change: ScheduledChange<'_>| {
            let next = change
                .next_authorities()
                .map(|(key, weight)| (*key, weight));
            (next.collect(), change.delay)
        };
        Ok(found.map(owned))
    }

    #[test]
    fn a_scheduled_change_is_found_among_other_logs() {
        let others = [3, 4, 5].map(|variant| (variant, 9_u64).encode());
        assert_eq!(found(&others), Ok(None));
        let [a, b, c] = others;
        let next = vec![([7; 32], 3), ([6; 32], 4)];
        assert_eq!(found(&[a, b, change(2), c]), Ok(Some((next, 2))));
    }

    #[test]
    fn forced_several_and_malformed_changes_are_refused() {
        let forced = (2_u8, 5_u32, vec![([7_u8; 32], 3_u64)], 0_u32).encode();
        assert_eq!(found(&[forced]), Err(Error::ForcedChange));
        assert_eq!(found(&[change(0), change(0)]), Err(Error::SeveralChanges));
        let whole = change(0);
        for length in 0..whole.len() {
            assert!(found(&[whole[..length].to_vec()]).is_err(), "{length}");
        }
        assert!(found(&[[whole, vec![0]].concat()]).is_err());
        assert!(found(&[vec![6]]).is_err());
    }
}
