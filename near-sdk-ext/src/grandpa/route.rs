//! How votes for descendants lead to the commit's target.

use super::{Error, Header, Precommit, order::sorted};

/// The end of a block's chain of parents.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Route<'a> {
    /// The target.
    Target,
    /// Past the target, on another branch.
    Elsewhere,
    /// This hash, whose header is missing.
    Missing(&'a [u8; 32]),
}

struct Node<'a> {
    hash: [u8; 32],
    header: Header<'a>,
    /// The header's index, for errors.
    index: usize,
    parent: Option<usize>,
    route: Route<'a>,
    used: bool,
}

/// The given headers by hash, each with its route.
pub(super) struct Routes<'a> {
    target: (&'a [u8; 32], u32),
    nodes: Vec<Node<'a>>,
    /// The nodes by number, so that parents come before children.
    ascending: Vec<usize>,
}

impl<'a> Routes<'a> {
    /// # Errors
    /// Two headers are the same, or a header's number does not fit its parent's.
    pub(super) fn new(
        target: (&'a [u8; 32], u32),
        headers: impl Iterator<Item = Header<'a>>,
    ) -> Result<Self, Error> {
        let headers: Vec<_> = headers.collect();
        // Equal headers stay in order, so that the error names the earlier one as the first.
        let by_hash = headers.iter().map(Header::hash).zip(0..);
        let node = |(hash, index)| Node {
            hash,
            header: headers[index],
            index,
            parent: None,
            route: Route::Elsewhere,
            used: false,
        };
        let nodes: Vec<_> = sorted(by_hash.collect()).into_iter().map(node).collect();
        if let Some([a, b]) = nodes.array_windows().find(|[a, b]| a.hash == b.hash) {
            let (first, header) = (a.index, b.index);
            return Err(Error::DuplicateHeader { first, header });
        }
        let numbers = nodes.iter().map(|node| node.header.number()).zip(0..);
        let ascending = sorted(numbers.collect());
        let ascending = ascending.into_iter().map(|(_, at)| at).collect();
        let mut routes = Self {
            target,
            nodes,
            ascending,
        };
        for step in 0..routes.ascending.len() {
            routes.connect(routes.ascending[step])?;
        }
        Ok(routes)
    }

    /// Finds the parent of a node, whose route is already known, and from it the node's own route.
    fn connect(&mut self, at: usize) -> Result<(), Error> {
        let (target_hash, target_number) = self.target;
        let Node {
            hash,
            header,
            index,
            ..
        } = self.nodes[at];
        let parent_hash = header.parent_hash();
        let parent = self.find(parent_hash);
        let number = u64::from(header.number());
        let expected = if &hash == target_hash {
            u64::from(target_number)
        } else if parent_hash == target_hash {
            u64::from(target_number) + 1
        } else if let Some(parent) = parent {
            u64::from(self.nodes[parent].header.number()) + 1
        } else {
            number
        };
        if number != expected {
            return Err(Error::WrongHeaderNumber {
                header: index,
                number: header.number(),
                expected,
            });
        }
        let route = match parent {
            _ if &hash == target_hash || parent_hash == target_hash => Route::Target,
            // The parent is a block other than the target, and no higher than it.
            _ if number <= u64::from(target_number) + 1 => Route::Elsewhere,
            Some(parent) => self.nodes[parent].route,
            None => Route::Missing(parent_hash),
        };
        let node = &mut self.nodes[at];
        (node.parent, node.route) = (parent, route);
        Ok(())
    }

    fn find(&self, hash: &[u8; 32]) -> Option<usize> {
        self.nodes.binary_search_by(|node| node.hash.cmp(hash)).ok()
    }

    /// The route of a vote: to the target or, if a header is missing, to [`Route::Missing`].
    ///
    /// # Errors
    /// The vote leads elsewhere, or its number is not the block's.
    pub(super) fn follow(
        &mut self,
        precommit: usize,
        vote: &Precommit<'a>,
    ) -> Result<Route<'a>, Error> {
        let (target_hash, target) = self.target;
        let number = vote.target_number;
        let wrong_number = |expected| Error::WrongTargetNumber {
            precommit,
            number,
            expected,
        };
        if vote.target_hash == target_hash {
            return match number == target {
                true => Ok(Route::Target),
                false => Err(wrong_number(target)),
            };
        }
        if number < target {
            return Err(Error::BelowTarget {
                precommit,
                number,
                target,
            });
        }
        let Some(at) = self.find(vote.target_hash) else {
            return match number == target {
                true => Err(Error::NotDescendant { precommit }),
                false => Ok(Route::Missing(vote.target_hash)),
            };
        };
        let node = &mut self.nodes[at];
        node.used = true;
        if node.header.number() != number {
            return Err(wrong_number(node.header.number()));
        }
        match node.route {
            Route::Elsewhere => Err(Error::NotDescendant { precommit }),
            route => Ok(route),
        }
    }

    /// The target's own header, if it was given. Call this after `follow` for all votes.
    ///
    /// # Errors
    /// Another header is on no vote's route.
    pub(super) fn finish(mut self) -> Result<Option<Header<'a>>, Error> {
        let mut target = None;
        for &at in self.ascending.iter().rev() {
            let node = &self.nodes[at];
            if &node.hash == self.target.0 {
                target = Some(node.header);
            } else if !node.used {
                let header = node.index;
                return Err(Error::UnusedHeader { header });
            } else if let Some(parent) = node.parent {
                self.nodes[parent].used = true;
            }
        }
        Ok(target)
    }
}
