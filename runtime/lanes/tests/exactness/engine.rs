//! Who is judged: every way to have a batch verified.

use ed25519_lanes::{Backend, Item, Rule, Verifier};
use std::io::{self, Write as _};

/// Somebody who verifies a batch.
type Verify = dyn FnMut(&[Item<'_>], Rule) -> Vec<bool>;

/// A way to have a batch verified.
pub struct Engine {
    pub name: String,
    verify: Box<Verify>,
}

impl Engine {
    pub fn new(
        name: impl Into<String>,
        verify: impl FnMut(&[Item<'_>], Rule) -> Vec<bool> + 'static,
    ) -> Self {
        Self {
            name: name.into(),
            verify: Box::new(verify),
        }
    }

    /// As a user calls it, on this backend.
    pub fn of(backend: Backend) -> Option<Self> {
        let verifier = Verifier::with_backend(backend).ok()?;
        let verify = move |items: &[Item<'_>], rule| verifier.verify_many(items, rule);
        Some(Self::new(backend.name(), verify))
    }

    pub fn verify(&mut self, items: &[Item<'_>], rule: Rule) -> Vec<bool> {
        (self.verify)(items, rule)
    }
}

/// All that this processor can be.
pub fn engines() -> Vec<Engine> {
    let (mut engines, mut absent) = (Vec::new(), Vec::new());
    for &backend in Backend::ALL {
        match Engine::of(backend) {
            Some(engine) => engines.push(engine),
            None => absent.push(backend.name()),
        }
    }
    if !absent.is_empty() {
        // Written, not printed: the test harness hides what passing tests print. A standard error
        // that cannot be written to has no reader.
        let absent = absent.join(", ");
        let _ = writeln!(io::stderr(), "SKIPPED {absent}: not on this processor");
    }
    engines
}

#[test]
fn every_backend_that_is_available_is_judged() {
    let available = Backend::ALL.iter().filter(|backend| backend.is_available());
    let names: Vec<_> = engines().into_iter().map(|engine| engine.name).collect();
    for backend in available {
        let name = backend.name();
        assert!(
            names.iter().any(|engine| engine.starts_with(name)),
            "{name}"
        );
    }
}
