//! The encodings of abstract elements. Whether an element is zero, and whether it is odd, depends on
//! the inputs; a proof gives each possible answer in turn, and checks what the code makes of it.

use crate::form::{Form, bytes};
use std::cell::RefCell;
use std::collections::VecDeque;

/// What an encoding says of its element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    Zero,
    Odd,
    /// Even, and not zero.
    Even,
    /// These bytes: those of a known element.
    Bytes([u8; 32]),
}

#[derive(Default)]
struct Oracle {
    answers: VecDeque<Answer>,
    /// The elements asked about, with their encodings.
    asked: Vec<(Form, [u8; 32])>,
}

thread_local! {
    static ORACLE: RefCell<Oracle> = RefCell::default();
}

/// Sets the answers to come, and forgets earlier ones.
pub(crate) fn set(answers: &[Answer]) {
    ORACLE.with_borrow_mut(|oracle| {
        *oracle = Oracle {
            answers: answers.iter().copied().collect(),
            asked: Vec::new(),
        };
    });
}

/// The elements asked about since [`set`], in order.
pub(crate) fn asked() -> Vec<Form> {
    ORACLE.with_borrow(|oracle| {
        assert!(oracle.answers.is_empty(), "answers that nothing asked for");
        oracle.asked.iter().map(|(form, _)| *form).collect()
    })
}

/// Any encoding of an element.
pub(crate) fn any_encoding(value: Form) -> [u8; 32] {
    let mut encoded = bytes();
    encoded[31] &= 0x7f;
    ORACLE.with_borrow_mut(|oracle| oracle.asked.push((value, encoded)));
    encoded
}

/// The canonical encoding, by the next answer. Elements that are the same polynomial have the same
/// encoding.
#[track_caller]
pub(crate) fn encoding(value: Form) -> [u8; 32] {
    ORACLE.with_borrow_mut(|oracle| {
        let mut asked = oracle.asked.iter();
        // Elements of a degree too high to compare count as different.
        let same =
            |form: &Form| form.is_comparable() && value.is_comparable() && form.equals(value);
        if let Some((_, encoded)) = asked.find(|(form, _)| same(form)) {
            return *encoded;
        }
        let answer = oracle.answers.pop_front();
        let answer = answer.expect("the code asks about an element without an answer");
        let mut encoded = bytes();
        encoded[31] &= 0x7f;
        match answer {
            Answer::Zero => encoded = [0; 32],
            Answer::Odd => encoded[0] |= 1,
            Answer::Even => encoded[0] &= !1,
            Answer::Bytes(bytes) => encoded = bytes,
        }
        oracle.asked.push((value, encoded));
        encoded
    })
}

/// The element with this encoding; `None` if the bytes are a constant's.
pub(crate) fn decoded(bytes: &[u8; 32]) -> Option<Form> {
    ORACLE.with_borrow(|oracle| {
        let mut asked = oracle.asked.iter();
        asked
            .find(|(_, encoded)| encoded == bytes)
            .map(|(form, _)| *form)
    })
}
