//! A wrapper for values that bolero holds across a panic.

use std::panic::{RefUnwindSafe, UnwindSafe};

/// A value that is not used after a panic passed it: bolero catches the panic of a failed case,
/// reports it, and ends.
#[doc(hidden)]
#[derive(Debug)]
pub struct Unwind<T>(T);

impl<T> UnwindSafe for Unwind<T> {}
impl<T> RefUnwindSafe for Unwind<T> {}

impl<T> Unwind<T> {
    /// Wraps the value.
    pub fn new(value: T) -> Self {
        Self(value)
    }

    /// The value. This is a method because a closure would capture a public field without its
    /// wrapper.
    pub fn get(&self) -> &T {
        &self.0
    }
}
