//! Builds as text.

use std::{error, fmt, str::FromStr};

use crate::{AnyBuild, Build, ClientBuild, VrfBuild};

/// The text names no [`ClientBuild`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownBuild(String);

impl fmt::Display for UnknownBuild {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let known = ClientBuild::ALL.map(ClientBuild::name).join(", ");
        write!(f, "unknown build `{}`: expected one of {known}", self.0)
    }
}

impl error::Error for UnknownBuild {}

impl fmt::Display for Build {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(ClientBuild::of(*self).name())
    }
}

impl fmt::Display for ClientBuild {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for VrfBuild {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.client().name())
    }
}

impl fmt::Display for AnyBuild {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for ClientBuild {
    type Err = UnknownBuild;

    /// # Errors
    /// [`UnknownBuild`] for anything but a [`ClientBuild::name`].
    fn from_str(text: &str) -> Result<Self, UnknownBuild> {
        Self::ALL
            .into_iter()
            .find(|build| build.name() == text)
            .ok_or_else(|| UnknownBuild(text.to_owned()))
    }
}
