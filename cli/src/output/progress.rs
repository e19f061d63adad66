//! Progress of long work.

use indicatif::{ProgressBar, ProgressStyle};

/// A progress bar on standard error, with the time left; hidden unless that is a terminal.
pub fn progress(length: u64, what: &'static str) -> ProgressBar {
    let bar = ProgressBar::new(length).with_message(what);
    match ProgressStyle::with_template("{bar:30} {percent}% {msg}, {eta} left") {
        Ok(style) => bar.with_style(style),
        Err(_) => bar,
    }
}
