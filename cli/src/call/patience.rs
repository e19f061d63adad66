//! Lines on standard error about work that takes long.

use crate::output;
use std::io::{self, IsTerminal as _};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Work that takes longer is announced.
pub(super) const PATIENCE: Duration = Duration::from_secs(1);

/// Does the work; if it takes long, and somebody watches standard error, a line says what it is.
pub(crate) fn announced<T>(what: &str, work: impl FnOnce() -> T) -> T {
    match io::stderr().is_terminal() {
        true => told(PATIENCE, || output::complain(what), work),
        false => work(),
    }
}

/// Does the work; if it takes longer than that, says so.
fn told<T>(patience: Duration, tell: impl FnOnce() + Send, work: impl FnOnce() -> T) -> T {
    let (done, waits) = channel::<()>();
    thread::scope(|scope| {
        scope.spawn(move || {
            if waits.recv_timeout(patience) == Err(RecvTimeoutError::Timeout) {
                tell();
            }
        });
        let result = work();
        drop(done);
        result
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_long_is_told_before_it_ends_and_nothing_else_is() {
        let (says, heard) = channel();
        let tell = || says.send("it takes long").expect("heard");
        assert_eq!(
            told(Duration::ZERO, tell, || heard.recv()),
            Ok("it takes long")
        );
        told(Duration::MAX, tell, || ());
        assert!(heard.try_recv().is_err());
    }
}
