//! The layout of many signatures in one input, little-endian and without padding:
//!
//! ```text
//! u32 count, then for each item:
//!     [u8; 32] public key, [u8; 64] signature, u32 length of the message, message
//! ```
//!
//! No byte follows the last item. Items borrow from the input; only their places are noted.

use ed25519_lanes::Item;

/// Largest number of items in one call.
pub(crate) const MAX_ITEMS: u32 = 4096;

/// An input of another layout. Items count from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum LayoutError {
    #[error("invalid items: {0} bytes have no count")]
    NoCount(usize),
    #[error("invalid items: the count is 0")]
    Empty,
    #[error("invalid items: the count is {0}, above {MAX_ITEMS}")]
    TooMany(u32),
    #[error("invalid items: item {item} is truncated")]
    Truncated { item: u32 },
    #[error("invalid items: item {item} has a message of {len} bytes where {left} are left")]
    MessageTooLong { item: u32, len: u32, left: usize },
    #[error("invalid items: {0} bytes follow the last item")]
    Trailing(usize),
}

/// Parses the items of an input, in its order: at least one, at most [`MAX_ITEMS`].
///
/// # Errors
///
/// The first place at which the input violates the layout.
pub(crate) fn parse(input: &[u8]) -> Result<Vec<Item<'_>>, LayoutError> {
    let (count, mut rest) = input
        .split_first_chunk()
        .ok_or(LayoutError::NoCount(input.len()))?;
    let count = u32::from_le_bytes(*count);
    if count == 0 {
        return Err(LayoutError::Empty);
    }
    if count > MAX_ITEMS {
        return Err(LayoutError::TooMany(count));
    }
    // The count must not determine an allocation: that many items are not paid for yet.
    let items = (0..count)
        .map(|item| take(&mut rest, item))
        .collect::<Result<_, _>>()?;
    match rest.len() {
        0 => Ok(items),
        trailing => Err(LayoutError::Trailing(trailing)),
    }
}

/// Takes the next item, number `item`, from the front of `rest`.
fn take<'a>(rest: &mut &'a [u8], item: u32) -> Result<Item<'a>, LayoutError> {
    let truncated = LayoutError::Truncated { item };
    let (public_key, after) = rest.split_first_chunk().ok_or(truncated)?;
    let (signature, after) = after.split_first_chunk().ok_or(truncated)?;
    let (len, after) = after.split_first_chunk().ok_or(truncated)?;
    let len = u32::from_le_bytes(*len);
    let (message, after) = usize::try_from(len)
        .ok()
        .and_then(|len| after.split_at_checked(len))
        .ok_or(LayoutError::MessageTooLong {
            item,
            len,
            left: after.len(),
        })?;
    *rest = after;
    Ok(Item {
        public_key,
        signature,
        message,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    type Owned = ([u8; 32], [u8; 64], Vec<u8>);

    fn borrowed(items: &[Owned]) -> Vec<Item<'_>> {
        items
            .iter()
            .map(|(public_key, signature, message)| Item {
                public_key,
                signature,
                message,
            })
            .collect()
    }

    fn encode(items: &[Owned]) -> Vec<u8> {
        let parts = items
            .iter()
            .map(|(key, signature, message)| -> [&[u8]; 3] { [key, signature, message] });
        test_support::items::layout(parts)
    }

    fn three() -> Vec<Owned> {
        (1..4)
            .map(|n| ([n; 32], [n; 64], vec![n; n.into()]))
            .collect()
    }

    #[test]
    fn items_are_found_where_they_are() {
        let items = three();
        let bytes = encode(&items);
        let parsed = parse(&bytes).expect("well-formed");
        assert_eq!(parsed, borrowed(&items));
        // The message is borrowed, not copied.
        let message = parsed[2].message.as_ptr_range();
        assert_eq!(message.end, bytes.as_ptr_range().end);
    }

    #[test]
    fn an_input_that_ends_too_early_ends_in_an_item() {
        let bytes = encode(&three());
        let start_of = |item: usize| 4 + (0..item).map(|before| 101 + before).sum::<usize>();
        for len in 0..bytes.len() {
            let error = parse(&bytes[..len]).expect_err("truncated");
            let item = (0..3).rfind(|&item| len >= start_of(item)).unwrap_or(0);
            let number = u32::try_from(item).expect("small");
            let expected = match len.checked_sub(start_of(item)) {
                _ if len < 4 => LayoutError::NoCount(len),
                Some(of_item @ 100..) => LayoutError::MessageTooLong {
                    item: number,
                    len: number + 1,
                    left: of_item - 100,
                },
                _ => LayoutError::Truncated { item: number },
            };
            assert_eq!(error, expected, "{len} of {} bytes", bytes.len());
        }
    }

    #[test]
    fn what_follows_the_last_item_is_counted() {
        let mut bytes = encode(&three());
        for trailing in 1..200 {
            bytes.push(0);
            assert_eq!(parse(&bytes), Err(LayoutError::Trailing(trailing)));
        }
    }

    #[test]
    fn counts_have_two_ends() {
        let item = || ([0; 32], [0; 64], Vec::new());
        let count = |count: u32| encode(&vec![item(); usize::try_from(count).expect("small")]);
        assert_eq!(parse(&count(0)), Err(LayoutError::Empty));
        assert_eq!(parse(&count(1)).map(|items| items.len()), Ok(1));
        let most = count(MAX_ITEMS);
        assert_eq!(parse(&most).map(|items| items.len()), Ok(4096));
        let one_more = MAX_ITEMS + 1;
        assert_eq!(parse(&count(one_more)), Err(LayoutError::TooMany(one_more)));
        // The count itself is refused, not the missing items.
        assert_eq!(parse(&[0xff; 4]), Err(LayoutError::TooMany(u32::MAX)));
    }

    #[test]
    fn a_message_as_long_as_can_be_said_does_not_overflow() {
        let mut bytes = encode(&[([0; 32], [0; 64], Vec::new())]);
        bytes[100..104].fill(0xff);
        bytes.extend([7; 9]);
        let expected = LayoutError::MessageTooLong {
            item: 0,
            len: u32::MAX,
            left: 9,
        };
        assert_eq!(parse(&bytes), Err(expected));
    }

    fn owned() -> impl Strategy<Value = Owned> {
        let message = prop::collection::vec(any::<u8>(), 0..300);
        (any::<[u8; 32]>(), any::<u8>(), message)
            .prop_map(|(key, s, message)| (key, [s; 64], message))
    }

    proptest! {
        #[test]
        fn any_items_round_trip(items in prop::collection::vec(owned(), 1..20)) {
            let bytes = encode(&items);
            prop_assert_eq!(parse(&bytes), Ok(borrowed(&items)));
        }

        #[test]
        fn any_bytes_are_the_layout_of_what_is_read_or_refused(
            count in 0..4_u32,
            mut rest in prop::collection::vec(any::<u8>(), 0..500),
            lengths in prop::collection::vec(0..60_u32, 4),
        ) {
            // Plausible lengths, at the places where lengths are if those before are right.
            let mut at = 96;
            for len in lengths {
                if let Some(place) = rest.get_mut(at..at + 4) {
                    place.copy_from_slice(&len.to_le_bytes());
                }
                at += 100 + usize::try_from(len).expect("small");
            }
            let bytes = [count.to_le_bytes().to_vec(), rest].concat();
            if let Ok(items) = parse(&bytes) {
                let owned: Vec<_> = items
                    .iter()
                    .map(|it| (*it.public_key, *it.signature, it.message.to_vec()))
                    .collect();
                prop_assert_eq!(encode(&owned), bytes);
            }
        }
    }
}
