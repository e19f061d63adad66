//! The cells: tasks of both frost-core, in FROST(Ed25519, SHA-512), and near-frost.

use crate::measure::{cell, lacks};
use ed25519_lanes::Backend;
use std::fmt;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Size {
    /// The threshold, which is also the number of signers.
    pub(crate) signers: u16,
    pub(crate) members: u16,
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.signers, self.members)
    }
}

pub(super) const SIZES: [Size; 4] = [Size::of(2, 3), Size::of(7, 10), DKG, MOST];

/// The group whose keys are generated without a dealer.
pub(crate) const DKG: Size = Size::of(67, 100);

/// The largest group.
pub(crate) const MOST: Size = Size::of(667, 1_000);

impl Size {
    const fn of(signers: u16, members: u16) -> Self {
        Self { signers, members }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Task {
    /// The coordinator's work from commitments in wire format to the signature.
    WireToSignature(Size),
    /// A signer's work from the same commitments to its share.
    WireToShare(Size),
    /// Both commitments of each of the largest group's signers, deserialised.
    Points,
    /// A dealer's share in the largest group, checked against deserialised commitments.
    VssShare,
    /// The packages of all others in a key generation, deserialised.
    DkgPackages,
    /// The third part of a key generation.
    DkgPart3,
    /// The largest group's signature, from a session or from deserialised commitments.
    AfterSession,
    /// The signers of wrong shares in the largest group: near-frost starts from commitments in wire
    /// format, frost-core from deserialised ones.
    Culprits,
}

impl Task {
    pub(super) fn all() -> impl Iterator<Item = Self> {
        let of_sizes = [Self::WireToSignature, Self::WireToShare];
        let of_sizes = of_sizes.into_iter().flat_map(|task| SIZES.map(task));
        of_sizes.chain([
            Self::Points,
            Self::VssShare,
            Self::DkgPackages,
            Self::DkgPart3,
            Self::AfterSession,
            Self::Culprits,
        ])
    }

    pub(super) const fn by(self, by: By) -> Cell {
        Cell { task: self, by }
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WireToSignature(size) => write!(f, "wire to signature, {size}"),
            Self::WireToShare(size) => write!(f, "wire to share, {size}"),
            Self::Points => f.write_str("deserialising 1,334 points"),
            Self::VssShare => write!(f, "a VSS share, t = {}", MOST.signers),
            Self::DkgPackages => write!(f, "DKG packages, {DKG}"),
            Self::DkgPart3 => write!(f, "DKG part 3, {DKG}"),
            Self::AfterSession => write!(f, "aggregate after a session, {MOST}"),
            Self::Culprits => write!(f, "culprits, {MOST}"),
        }
    }
}

/// The implementation that does a task: near-frost, by this verify backend; or [`FROST_CORE`].
pub(crate) type By = Option<Backend>;

pub(crate) const FROST_CORE: By = None;

/// A task, and the implementation that does it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Cell {
    pub(super) task: Task,
    pub(super) by: By,
}

impl cell::Cell for Cell {
    fn row(&self) -> String {
        self.task.to_string()
    }

    fn column(&self) -> String {
        self.by.map_or("frost-core", Backend::name).to_owned()
    }

    fn unavailable(&self) -> Option<&'static str> {
        self.by.and_then(lacks)
    }
}
