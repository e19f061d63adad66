//! Whether a justification proves its target final.

use crate::{Flavour, checks::Checks as _};

use super::{
    AuthoritySet, Error, Header, Justification, Precommit,
    message::Message,
    route::{Route, Routes},
};

/// A block that is proven final.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finalized<'a> {
    /// The block's hash.
    pub hash: &'a [u8; 32],
    /// Its number.
    pub number: u32,
    /// The round of the votes.
    pub round: u64,
    /// The number of signatures checked, all of them valid.
    pub signatures: u32,
    /// The weight of their signers: the threshold or more.
    pub weight: u64,
    /// The block's own header, if it is among the given ones.
    pub header: Option<Header<'a>>,
}

/// The block that `justification` proves final.
///
/// `headers` add to the justification's own: the votes' routes, if the chain's headers have further
/// fields, and the header of the finalised block. The [module documentation](super) says what is
/// accepted.
///
/// # Errors
/// Every vote and header is checked first; then the weight of the voters; then the signatures, in
/// order. The error names the broken rule, and the vote or header:
/// [`Error::UnknownAuthority`], [`Error::DuplicatePrecommit`], [`Error::Equivocation`],
/// [`Error::BelowTarget`], [`Error::NotDescendant`], [`Error::WrongTargetNumber`],
/// [`Error::WrongHeaderNumber`], [`Error::DuplicateHeader`], [`Error::UnusedHeader`],
/// [`Error::MissingHeader`], [`Error::NotEnoughWeight`], [`Error::BadSignature`].
///
/// # Cost
/// That of [`Flavour::Checks`] with 53 bytes of message, for the votes that reach the threshold;
/// refusals before the signatures are cheap. One hash for each header.
pub fn verify<'a, F: Flavour>(
    justification: &Justification<'a>,
    headers: &[Header<'a>],
    authorities: &AuthoritySet<'_>,
    set_id: u64,
) -> Result<Finalized<'a>, Error> {
    let (counted, header) = count_votes(justification, headers, authorities)?;
    let (signatures, weight) = verify_signatures::<F>(
        &counted,
        Message::new(justification.round(), set_id),
        authorities.threshold(),
    )?;
    Ok(Finalized {
        hash: justification.target_hash(),
        number: justification.target_number(),
        round: justification.round(),
        signatures,
        weight,
        header,
    })
}

/// A vote that leads to the target.
struct Counted<'a> {
    index: usize,
    vote: Precommit<'a>,
    weight: u64,
}

/// Checks everything but the signatures. Returns the votes, whose weight suffices if their signatures
/// are valid, and the target's own header, if it was given.
fn count_votes<'a>(
    justification: &Justification<'a>,
    headers: &[Header<'a>],
    authorities: &AuthoritySet<'_>,
) -> Result<(Vec<Counted<'a>>, Option<Header<'a>>), Error> {
    let target = (justification.target_hash(), justification.target_number());
    let all_headers = justification.votes_ancestries().iter().chain(headers);
    let mut routes = Routes::new(target, all_headers.copied())?;

    let precommits = justification.precommits();
    let mut counted = Vec::with_capacity(precommits.len());
    let mut voted = vec![false; authorities.len()];
    // Sums over distinct authorities cannot exceed the total weight, which has 64 bits.
    let (mut weight, mut uncounted_weight) = (0_u64, 0_u64);
    let mut first_missing = None;
    for (index, vote) in precommits.enumerate() {
        let Some((authority, its_weight)) = authorities.find(vote.id) else {
            return Err(Error::UnknownAuthority { precommit: index });
        };
        if core::mem::replace(&mut voted[authority], true) {
            return Err(second_vote(justification, index, &vote));
        }
        match routes.follow(index, &vote)? {
            Route::Target => {
                weight += its_weight;
                counted.push(Counted {
                    index,
                    vote,
                    weight: its_weight,
                });
            }
            Route::Missing(&hash) => {
                uncounted_weight += its_weight;
                let precommit = index;
                first_missing.get_or_insert(Error::MissingHeader { precommit, hash });
            }
            Route::Elsewhere => return Err(Error::NotDescendant { precommit: index }),
        }
    }
    let target_header = routes.finish()?;
    let threshold = authorities.threshold();
    match first_missing {
        _ if weight >= threshold => Ok((counted, target_header)),
        // The uncounted votes would count if their headers were not missing.
        Some(missing) if weight + uncounted_weight >= threshold => Err(missing),
        _ => Err(Error::NotEnoughWeight { weight, threshold }),
    }
}

/// The error for the second vote of one authority.
#[cold]
fn second_vote(justification: &Justification<'_>, precommit: usize, vote: &Precommit<'_>) -> Error {
    let mut votes = justification.precommits().enumerate();
    let target = |vote: &Precommit<'_>| (*vote.target_hash, vote.target_number);
    match votes.find(|(_, other)| other.id == vote.id) {
        Some((first, other)) if target(&other) != target(vote) => {
            Error::Equivocation { first, precommit }
        }
        Some((first, _)) => Error::DuplicatePrecommit { first, precommit },
        None => Error::UnknownAuthority { precommit },
    }
}

/// The number of signatures that reach the threshold, and their signers' weight.
fn verify_signatures<F: Flavour>(
    votes: &[Counted<'_>],
    mut message: Message,
    threshold: u64,
) -> Result<(u32, u64), Error> {
    let (mut signatures, mut weight, mut checks) = (0, 0, F::Checks::default());
    for counted in votes {
        let vote = &counted.vote;
        let message = message.vote_for(vote.target_hash, vote.target_number);
        if !checks.check(vote.signature, message, vote.id) {
            let precommit = counted.index;
            return Err(Error::BadSignature { precommit });
        }
        signatures += 1;
        weight += counted.weight;
        if weight >= threshold {
            return match checks.finish() {
                Ok(()) => Ok((signatures, weight)),
                Err(good) => Err(Error::BadSignature {
                    precommit: votes[good].index,
                }),
            };
        }
    }
    Err(Error::NotEnoughWeight { weight, threshold })
}
