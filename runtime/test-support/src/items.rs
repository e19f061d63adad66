//! The layout of a batch call's items.

/// The count, then public key, signature or proof, length of the message, and message of each item.
pub fn layout<'a>(items: impl ExactSizeIterator<Item = [&'a [u8]; 3]>) -> Vec<u8> {
    let mut bytes = length(items.len()).to_vec();
    for [public_key, proof, message] in items {
        bytes.extend([public_key, proof, &length(message.len()), message].concat());
    }
    bytes
}

fn length(of: usize) -> [u8; 4] {
    u32::try_from(of).expect("within 32 bits").to_le_bytes()
}
