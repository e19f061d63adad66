//! Signatures to verify, in the specification's layout.

use ed25519_dalek::{Signature, Signer, SigningKey, Verifier, VerifyingKey};
use ed25519_zebra::VerificationKey;
use test_support::items::layout;

/// An item, valid or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub public_key: [u8; 32],
    pub signature: [u8; 64],
    pub message: Vec<u8>,
}

impl Item {
    /// A valid signature by a key derived from the seed, over a message of `len` bytes.
    pub fn valid(seed: u8, len: usize) -> Self {
        let key = SigningKey::from_bytes(&[seed; 32]);
        let message: Vec<_> = (0..len)
            .map(|at| seed.wrapping_add(at.to_le_bytes()[0]))
            .collect();
        Self {
            public_key: key.verifying_key().to_bytes(),
            signature: key.sign(&message).to_bytes(),
            message,
        }
    }

    /// Whether dalek's `verify` accepts it: rule 0.
    pub fn is_nep_364(&self) -> bool {
        let signature = Signature::from_bytes(&self.signature);
        VerifyingKey::from_bytes(&self.public_key)
            .is_ok_and(|key| key.verify(&self.message, &signature).is_ok())
    }

    /// Whether ed25519-zebra accepts it: rule 1.
    pub fn is_zip_215(&self) -> bool {
        VerificationKey::try_from(self.public_key)
            .is_ok_and(|key| key.verify(&self.signature.into(), &self.message).is_ok())
    }

    /// By the rule of this number.
    pub fn verifies_by(&self, rule: u64) -> bool {
        match rule {
            0 => self.is_nep_364(),
            1 => self.is_zip_215(),
            _ => panic!("no rule {rule}"),
        }
    }
}

/// Valid signatures, each by another key.
pub fn valid(count: u8, len: usize) -> Vec<Item> {
    (0..count).map(|seed| Item::valid(seed, len)).collect()
}

/// The layout, with the actual count.
pub fn encode(items: &[Item]) -> Vec<u8> {
    layout(
        items
            .iter()
            .map(|it| -> [&[u8]; 3] { [&it.public_key, &it.signature, &it.message] }),
    )
}

/// Total bytes of all messages.
pub fn message_bytes(items: &[Item]) -> u64 {
    items.iter().map(|item| item.message.len() as u64).sum()
}

/// Malformed layouts, and their error messages.
pub fn malformed() -> Vec<(Vec<u8>, String)> {
    let good = encode(&valid(3, 20));
    let with_count = |count: u32| {
        let mut bytes = good.clone();
        bytes[..4].copy_from_slice(&count.to_le_bytes());
        bytes
    };
    // Offset of the second item's message length.
    let second_length = 4 + (100 + 20) + 96;
    let with_length = |len: u32| {
        let mut bytes = good.clone();
        bytes[second_length..second_length + 4].copy_from_slice(&len.to_le_bytes());
        bytes
    };
    let after_second_length = good.len() - second_length - 4;
    let trailing = [&good[..], &[0; 7]].concat();
    let items = |what: &str| format!("invalid items: {what}");
    let too_long = |len: u32| {
        items(&format!(
            "item 1 has a message of {len} bytes where {after_second_length} are left"
        ))
    };
    let one_more = u32::try_from(after_second_length).expect("small") + 1;
    vec![
        (Vec::new(), items("0 bytes have no count")),
        (vec![1, 0, 0], items("3 bytes have no count")),
        (with_count(0), items("the count is 0")),
        (vec![0; 4], items("the count is 0")),
        (with_count(4097), items("the count is 4097, above 4096")),
        (
            with_count(u32::MAX),
            items("the count is 4294967295, above 4096"),
        ),
        (with_count(4), items("item 3 is truncated")),
        (with_count(4096), items("item 3 is truncated")),
        (good[..4].to_vec(), items("item 0 is truncated")),
        (good[..4 + 120 + 99].to_vec(), items("item 1 is truncated")),
        (with_length(one_more), too_long(one_more)),
        (with_length(u32::MAX), too_long(u32::MAX)),
        (with_count(2), items("120 bytes follow the last item")),
        (trailing, items("7 bytes follow the last item")),
    ]
}
