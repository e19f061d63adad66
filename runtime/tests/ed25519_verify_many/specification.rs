//! The layout, as specified.

use super::items::Item;
use crate::meter::parse;

/// The items of a layout, if it is well-formed.
pub fn laid_out(layout: &[u8]) -> Option<Vec<Item>> {
    parse(layout, 64, |public_key, signature, message| {
        Some(Item {
            public_key,
            signature: signature.try_into().ok()?,
            message: message.to_vec(),
        })
    })
}
