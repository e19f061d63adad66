//! The members' keys, one value in storage; only approvals by members read it.

use std::collections::BTreeSet;

use near_sdk::env;
use near_sdk_ext::{PublicKey, Signature};

use crate::{Fault, MOST};

/// Its key in storage; the value is the members' keys in sequence.
const MEMBERS: &[u8] = b"m";

/// Stores the members' keys, in the order of their numbers; none may be the group's.
pub(crate) fn store(members: &[PublicKey], group_key: &PublicKey) -> Result<(), Fault> {
    if members.len() > MOST {
        return Err(Fault::TooManyMembers(members.len()));
    }
    let mut seen = BTreeSet::new();
    let mut keys = Vec::with_capacity(PublicKey::LEN * members.len());
    for (at, member) in members.iter().enumerate() {
        if member.is_small_order() {
            return Err(Fault::SmallOrderOfMember { at, key: *member });
        }
        if !seen.insert(member) {
            return Err(Fault::Twice { at, key: *member });
        }
        keys.extend_from_slice(member.as_bytes());
    }
    lack(group_key, &keys)?;
    env::storage_write(MEMBERS, &keys);
    Ok(())
}

/// Checks that none of these stored keys is the group's.
pub(crate) fn lack(group_key: &PublicKey, keys: &[u8]) -> Result<(), Fault> {
    let (keys, _) = keys.as_chunks();
    match keys.iter().position(|key| key == group_key.as_bytes()) {
        Some(member) => Err(Fault::GroupIsMember {
            key: *group_key,
            member,
        }),
        None => Ok(()),
    }
}

/// The keys of all members, as stored.
pub(crate) fn load() -> Vec<u8> {
    env::storage_read(MEMBERS).unwrap_or_default()
}

/// A signature, and the key that must have made it.
pub(crate) type Keyed<'a> = (&'a [u8; 32], &'a [u8; 64]);

/// Each signature with its member's key, from the bytes of [`load`]. No member occurs twice.
pub(crate) fn keyed<'a>(
    keys: &'a [u8],
    signatures: &'a [(u16, Signature)],
) -> Result<Vec<Keyed<'a>>, Fault> {
    let (keys, _) = keys.as_chunks();
    let mut keyed = Vec::with_capacity(signatures.len());
    let mut lowest = 0;
    for (at, (member, signature)) in signatures.iter().enumerate() {
        let number = usize::from(*member);
        if number < lowest {
            return Err(Fault::Unsorted {
                at,
                member: *member,
            });
        }
        let Some(key) = keys.get(number) else {
            return Err(Fault::Unknown {
                at,
                member: *member,
            });
        };
        keyed.push((key, signature.as_bytes()));
        lowest = number + 1;
    }
    Ok(keyed)
}
