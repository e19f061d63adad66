//! The members' keys, one value in storage; only approvals by members read it.

use std::collections::BTreeSet;

use near_sdk::{env, require};
use near_sdk_ext::{PublicKey, Signature};

use crate::MOST;

/// The storage key; the value is the members' keys in sequence.
const MEMBERS: &[u8] = b"m";

/// Stores the members' keys, in the order of their numbers; none may be the group's.
pub(crate) fn store(members: &[PublicKey], group_key: &PublicKey) {
    let count = members.len();
    require!(count <= MOST, format!("{count} members, above {MOST}"));
    let mut seen = BTreeSet::new();
    let mut keys = Vec::with_capacity(PublicKey::LEN * count);
    for (at, member) in members.iter().enumerate() {
        // Such a key binds nobody. (A text that referred to `at` itself would put it into memory in every round.)
        require!(
            !member.is_small_order(),
            format!("member {}: the key {} is of small order", { at }, *member)
        );
        // A member that counts as two could approve twice.
        require!(
            seen.insert(member),
            format!("member {}: the key {} is another member's", { at }, *member)
        );
        keys.extend_from_slice(member.as_bytes());
    }
    require_lack(group_key, &keys);
    env::storage_write(MEMBERS, &keys);
}

/// Requires that none of these stored keys is the group's: that member would approve alone.
pub(crate) fn require_lack(group_key: &PublicKey, keys: &[u8]) {
    let (keys, _) = keys.as_chunks();
    if let Some(member) = keys.iter().position(|key| key == group_key.as_bytes()) {
        env::panic_str(&format!(
            "the group's key {group_key} is that of member {member}"
        ));
    }
}

/// The keys of all members, as stored.
pub(crate) fn load() -> Vec<u8> {
    env::storage_read(MEMBERS).unwrap_or_default()
}

/// A signature, and the key that must have made it.
pub(crate) type Keyed<'a> = (&'a [u8; 32], &'a [u8; 64]);

/// Each signature with its member's key, from the bytes of [`load`]. The members' numbers must ascend, so
/// that none occurs twice.
pub(crate) fn keyed<'a>(keys: &'a [u8], signatures: &'a [(u16, Signature)]) -> Vec<Keyed<'a>> {
    let (keys, _) = keys.as_chunks();
    let mut keyed = Vec::with_capacity(signatures.len());
    let mut lowest = 0;
    for (at, (member, signature)) in signatures.iter().enumerate() {
        let number = usize::from(*member);
        require!(
            number >= lowest,
            format!(
                "signature {}: member {} is not above the one before",
                { at },
                *member
            )
        );
        let Some(key) = keys.get(number) else {
            let (at, member) = (at, *member);
            env::panic_str(&format!("signature {at}: there is no member {member}"))
        };
        keyed.push((key, signature.as_bytes()));
        lowest = number + 1;
    }
    keyed
}
