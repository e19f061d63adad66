//! The layout in which batch calls take their items, and layouts that they refuse.

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

/// Malformed layouts, and their error messages: changes of a `good` one of three items, each of `fixed`
/// bytes and a message of `len`.
pub fn malformed_of(good: &[u8], fixed: usize, len: usize) -> Vec<(Vec<u8>, String)> {
    let of_item = fixed + len;
    let with_count = |count: u32| {
        let mut bytes = good.to_vec();
        bytes[..4].copy_from_slice(&count.to_le_bytes());
        bytes
    };
    // Offset of the second item's message length.
    let second_length = 4 + of_item + fixed - 4;
    let with_length = |len: u32| {
        let mut bytes = good.to_vec();
        bytes[second_length..second_length + 4].copy_from_slice(&len.to_le_bytes());
        bytes
    };
    let after_second_length = good.len() - second_length - 4;
    let trailing = [good, &[0; 7]].concat();
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
        (
            good[..4 + of_item + fixed - 1].to_vec(),
            items("item 1 is truncated"),
        ),
        (with_length(one_more), too_long(one_more)),
        (with_length(u32::MAX), too_long(u32::MAX)),
        (
            with_count(2),
            items(&format!("{of_item} bytes follow the last item")),
        ),
        (trailing, items("7 bytes follow the last item")),
    ]
}
