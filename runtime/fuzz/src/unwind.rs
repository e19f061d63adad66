//! What bolero may see after a panic.

use std::panic::{RefUnwindSafe, UnwindSafe};

/// A value that is not used again once a panic went through it: bolero catches the panic of a
/// failed case, reports it, and ends.
#[doc(hidden)]
#[derive(Debug)]
pub struct Unwind<T>(T);

impl<T> UnwindSafe for Unwind<T> {}
impl<T> RefUnwindSafe for Unwind<T> {}

impl<T> Unwind<T> {
    /// The value, wrapped.
    pub fn new(value: T) -> Self {
        Self(value)
    }

    /// The value. (A field would be captured without what is around it.)
    pub fn get(&self) -> &T {
        &self.0
    }
}
