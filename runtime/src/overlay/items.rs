//! The layout of many signatures or proofs in one input, little-endian and without padding:
//!
//! ```text
//! u32 count, then for each item:
//!     [u8; 32] public key, [u8; PROOF] signature or proof, u32 length of the message, message
//! ```
//!
//! No byte follows the last item. Items borrow from the input; the parser stores only references.

/// Largest number of items in one call.
pub(crate) const MAX_ITEMS: u32 = 4096;

/// An input that violates the layout. Items count from 0.
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

/// Parses the items of an input, in its order: at least one, at most [`MAX_ITEMS`]. `item` makes an item
/// from its public key, its signature or proof of `PROOF` bytes, and its message.
///
/// # Errors
///
/// The first place at which the input violates the layout.
pub(crate) fn parse<'a, const PROOF: usize, T>(
    input: &'a [u8],
    item: impl Fn(&'a [u8; 32], &'a [u8; PROOF], &'a [u8]) -> T,
) -> Result<Vec<T>, LayoutError> {
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
    // The count must not determine an allocation: its items are not paid for yet.
    let items = (0..count)
        .map(|number| {
            let (public_key, proof, message) = take(&mut rest, number)?;
            Ok(item(public_key, proof, message))
        })
        .collect::<Result<_, _>>()?;
    match rest.len() {
        0 => Ok(items),
        trailing => Err(LayoutError::Trailing(trailing)),
    }
}

/// Public key, signature or proof, and message.
type Fields<'a, const PROOF: usize> = (&'a [u8; 32], &'a [u8; PROOF], &'a [u8]);

/// Takes the next item, number `item`, from the front of `rest`.
fn take<'a, const PROOF: usize>(
    rest: &mut &'a [u8],
    item: u32,
) -> Result<Fields<'a, PROOF>, LayoutError> {
    let truncated = LayoutError::Truncated { item };
    let (public_key, after) = rest.split_first_chunk().ok_or(truncated)?;
    let (proof, after) = after.split_first_chunk().ok_or(truncated)?;
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
    Ok((public_key, proof, message))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use requirements::fuzzing::{Target, fuzz};

    /// `FUZZ_CASES=1000000 cargo test --workspace --release --lib -- items` runs longer.
    const TARGET: Target = Target::new("batch_items", 4000);

    type Owned<const PROOF: usize> = ([u8; 32], [u8; PROOF], Vec<u8>);

    /// Bytes of an item without its message.
    const fn fixed<const PROOF: usize>() -> usize {
        32 + PROOF + 4
    }

    fn borrowed<const PROOF: usize>(items: &[Owned<PROOF>]) -> Vec<Fields<'_, PROOF>> {
        items
            .iter()
            .map(|(key, proof, message)| (key, proof, &message[..]))
            .collect()
    }

    fn encode<const PROOF: usize>(items: &[Owned<PROOF>]) -> Vec<u8> {
        let parts = items
            .iter()
            .map(|(key, proof, message)| -> [&[u8]; 3] { [key, proof, message] });
        test_support::items::layout(parts)
    }

    fn fields<const PROOF: usize>(input: &[u8]) -> Result<Vec<Fields<'_, PROOF>>, LayoutError> {
        parse(input, |public_key, proof, message| {
            (public_key, proof, message)
        })
    }

    fn three<const PROOF: usize>() -> Vec<Owned<PROOF>> {
        (1..4)
            .map(|n| ([n; 32], [n; PROOF], vec![n; n.into()]))
            .collect()
    }

    #[test]
    fn an_input_that_ends_too_early_ends_in_an_item() {
        ends_in_an_item::<64>();
        ends_in_an_item::<80>();
        ends_in_an_item::<128>();
    }

    fn ends_in_an_item<const PROOF: usize>() {
        let bytes = encode(&three::<PROOF>());
        let fixed = fixed::<PROOF>();
        let start_of = |item: usize| 4 + (1..=item).map(|before| fixed + before).sum::<usize>();
        for len in 0..bytes.len() {
            let error = fields::<PROOF>(&bytes[..len]).expect_err("truncated");
            let item = (0..3).rfind(|&item| len >= start_of(item)).unwrap_or(0);
            let number = u32::try_from(item).expect("small");
            let expected = match len.checked_sub(start_of(item)) {
                _ if len < 4 => LayoutError::NoCount(len),
                Some(of_item) if of_item >= fixed => LayoutError::MessageTooLong {
                    item: number,
                    len: number + 1,
                    left: of_item - fixed,
                },
                _ => LayoutError::Truncated { item: number },
            };
            assert_eq!(error, expected, "{len} of {} bytes", bytes.len());
        }
    }

    #[test]
    fn what_follows_the_last_item_is_counted() {
        let mut bytes = encode(&three::<64>());
        for trailing in 1..200 {
            bytes.push(0);
            assert_eq!(fields::<64>(&bytes), Err(LayoutError::Trailing(trailing)));
        }
    }

    #[test]
    fn counts_have_two_ends() {
        let item = || ([0; 32], [0; 64], Vec::new());
        let count = |count: u32| encode(&vec![item(); usize::try_from(count).expect("small")]);
        let parsed = |bytes: &[u8]| fields::<64>(bytes).map(|items| items.len());
        assert_eq!(parsed(&count(0)), Err(LayoutError::Empty));
        assert_eq!(parsed(&count(1)), Ok(1));
        assert_eq!(parsed(&count(MAX_ITEMS)), Ok(4096));
        let one_more = MAX_ITEMS + 1;
        assert_eq!(
            parsed(&count(one_more)),
            Err(LayoutError::TooMany(one_more))
        );
        // The count itself is refused; the parser does not look for the items.
        assert_eq!(parsed(&[0xff; 4]), Err(LayoutError::TooMany(u32::MAX)));
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
        assert_eq!(fields::<64>(&bytes), Err(expected));
    }

    fn owned<const PROOF: usize>() -> impl Strategy<Value = Owned<PROOF>> {
        let message = prop::collection::vec(any::<u8>(), 0..300);
        (any::<[u8; 32]>(), any::<u8>(), message)
            .prop_map(|(key, s, message)| (key, [s; PROOF], message))
    }

    proptest! {
        #[test]
        fn items_are_found_where_they_are(
            signed in prop::collection::vec(owned::<64>(), 1..20),
            proved in prop::collection::vec(owned::<80>(), 1..20),
            longer in prop::collection::vec(owned::<128>(), 1..20),
        ) {
            let bytes = encode(&signed);
            prop_assert_eq!(fields(&bytes), Ok(borrowed(&signed)));
            let bytes = encode(&proved);
            prop_assert_eq!(fields(&bytes), Ok(borrowed(&proved)));
            let bytes = encode(&longer);
            prop_assert_eq!(fields(&bytes), Ok(borrowed(&longer)));
        }
    }

    /// A count, random bytes, and lengths that overwrite the bytes of an item's length field.
    type Raw = (u32, Vec<u8>, Vec<u32>);

    fn raw() -> impl Strategy<Value = Raw> {
        let bytes = prop::collection::vec(any::<u8>(), 0..700);
        (0..4_u32, bytes, prop::collection::vec(0..60_u32, 4))
    }

    /// Whether the layout parses. If it does, the encoded items must equal the whole input.
    fn is_read<const PROOF: usize>((count, rest, lengths): &Raw) -> Result<bool, TestCaseError> {
        let mut rest = rest.clone();
        let mut at = 32 + PROOF;
        for len in lengths {
            if let Some(place) = rest.get_mut(at..at + 4) {
                place.copy_from_slice(&len.to_le_bytes());
            }
            at += fixed::<PROOF>() + usize::try_from(*len).expect("small");
        }
        // Half of the inputs end exactly with their last item.
        if rest.len().is_multiple_of(2) {
            let all = lengths.iter().take(usize::try_from(*count).expect("small"));
            let all = all.map(|len| fixed::<PROOF>() + usize::try_from(*len).expect("small"));
            rest.truncate(all.sum());
        }
        let bytes = [count.to_le_bytes().to_vec(), rest].concat();
        match fields::<PROOF>(&bytes) {
            Ok(items) => {
                let owned: Vec<_> = items
                    .iter()
                    .map(|(key, proof, message)| (**key, **proof, message.to_vec()))
                    .collect();
                prop_assert_eq!(encode(&owned), bytes);
                Ok(true)
            }
            Err(error) => {
                prop_assert!(error.to_string().starts_with("invalid items: "));
                Ok(false)
            }
        }
    }

    #[test]
    fn any_bytes_are_the_layout_of_what_is_read_or_refused() {
        fuzz!(TARGET, raw(), |raw: Raw| {
            let each = [
                is_read::<64>(&raw)?,
                is_read::<80>(&raw)?,
                is_read::<128>(&raw)?,
            ];
            Ok(if each.contains(&true) {
                "read"
            } else {
                "refused"
            })
        })
        .reaches(&["read", "refused"], 100);
    }
}
