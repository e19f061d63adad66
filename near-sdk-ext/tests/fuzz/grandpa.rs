//! GRANDPA's parsers, compared with parity-scale-codec, which Substrate uses.
#![allow(
    clippy::cast_possible_truncation,
    reason = "the macro casts the indices of an enum"
)]

use near_sdk_ext::Wasm;
use near_sdk_ext::grandpa::{
    AuthoritySet, DigestItem, Header, Justification, pack, scheduled_change, verify,
};
use parity_scale_codec::{Compact, Decode, DecodeAll as _, Encode};
use proptest::{prop_assert, prop_assert_eq};
use requirements::fuzzing::{Corpus, Target, fuzz};

/// `sp_runtime::generic::Header` in its encoding.
#[derive(Decode, Encode)]
struct ScaleHeader {
    parent_hash: [u8; 32],
    number: Compact<u32>,
    roots: [[u8; 32]; 2],
    digest: Vec<ScaleItem>,
}

/// `sp_runtime::generic::DigestItem`.
#[derive(Decode, Encode)]
enum ScaleItem {
    #[codec(index = 0)]
    Other(Vec<u8>),
    #[codec(index = 4)]
    Consensus([u8; 4], Vec<u8>),
    #[codec(index = 5)]
    Seal([u8; 4], Vec<u8>),
    #[codec(index = 6)]
    PreRuntime([u8; 4], Vec<u8>),
    #[codec(index = 8)]
    RuntimeEnvironmentUpdated,
}

/// The block voted for, the signature, and the voter's key.
type ScalePrecommit = (([u8; 32], u32), [u8; 64], [u8; 32]);

/// `sp_consensus_grandpa::GrandpaJustification`.
#[derive(Decode, Encode)]
struct ScaleJustification {
    round: u64,
    target: ([u8; 32], u32),
    precommits: Vec<ScalePrecommit>,
    votes_ancestries: Vec<ScaleHeader>,
}

/// `sp_consensus_grandpa::ScheduledChange`: the next authorities, and the delay.
type ScaleChange = (Vec<([u8; 32], u64)>, u32);

/// The change that a header announces, by `sp_consensus_grandpa::ConsensusLog`. Logs after their
/// variant are read for scheduled changes alone, since the verifier refuses or skips the others.
fn announced(header: &ScaleHeader) -> Result<Option<ScaleChange>, &'static str> {
    let mut change = None;
    for item in &header.digest {
        let ScaleItem::Consensus([b'F', b'R', b'N', b'K'], log) = item else {
            continue;
        };
        let another = match log.split_first() {
            Some((1, log)) => ScaleChange::decode_all(&mut &log[..]).or(Err("malformed"))?,
            Some((2, _)) => return Err("forced_change"),
            Some((3..=5, _)) => continue,
            _ => return Err("malformed"),
        };
        if change.replace(another).is_some() {
            return Err("several_changes");
        }
    }
    Ok(change)
}

/// A header with two logs of GRANDPA: one that changes nothing, and this.
fn header_with(number: u32, log: Vec<u8>) -> ScaleHeader {
    ScaleHeader {
        parent_hash: [3; 32],
        number: Compact(number),
        roots: [[4; 32], [5; 32]],
        digest: vec![
            ScaleItem::PreRuntime(*b"BABE", vec![1; 20]),
            ScaleItem::Consensus(*b"FRNK", vec![3; 9]),
            ScaleItem::Consensus(*b"FRNK", log),
            ScaleItem::RuntimeEnvironmentUpdated,
            ScaleItem::Other(vec![]),
            ScaleItem::Seal(*b"BABE", vec![9; 64]),
        ],
    }
}

fn header(number: u32) -> ScaleHeader {
    let authorities = vec![([1_u8; 32], 5_u64), ([2; 32], 6)];
    header_with(number, (1_u8, authorities, 0_u32).encode())
}

fn same(ours: DigestItem<'_>, scale: &ScaleItem) -> bool {
    match (ours, scale) {
        (DigestItem::Other(a), ScaleItem::Other(b)) => a == b,
        (DigestItem::Consensus(a, b), ScaleItem::Consensus(c, d))
        | (DigestItem::Seal(a, b), ScaleItem::Seal(c, d))
        | (DigestItem::PreRuntime(a, b), ScaleItem::PreRuntime(c, d)) => (a, b) == (c, &d[..]),
        (DigestItem::RuntimeEnvironmentUpdated, ScaleItem::RuntimeEnvironmentUpdated) => true,
        _ => false,
    }
}

fn same_header(ours: &Header<'_>, scale: &ScaleHeader) -> bool {
    let items: Vec<_> = ours.digest_items().collect();
    ours.parent_hash() == &scale.parent_hash
        && ours.number() == scale.number.0
        && ours.bytes().starts_with(&scale.encode())
        && items.len() == scale.digest.len()
        && items.iter().zip(&scale.digest).all(|(a, b)| same(*a, b))
}

#[test]
fn a_header_is_what_scale_decodes() {
    // Numbers at the bounds of each length, and numbers in a longer form than necessary.
    let numbers = [0, 63, 64, (1 << 14) - 1, 1 << 14, (1 << 30) - 1, 1 << 30];
    let numbers = numbers.into_iter().chain([1_000_000, u32::MAX]);
    let corpus = numbers.fold(Corpus::default(), |corpus, number| {
        corpus.and(&number.to_string(), header(number).encode())
    });
    let longer: [&[u8]; 5] = [
        &[0b01, 0],
        &[0b1111_1101, 0],
        &[0b10, 0, 0, 0],
        &[0b11, 255, 255, 255, 63],
        &[0b111, 0, 0, 0, 0, 1],
    ];
    let parent_and_rest = header(0).encode();
    let (parent, rest) = (&parent_and_rest[..32], &parent_and_rest[33..]);
    let corpus = longer.into_iter().fold(corpus, |corpus, number| {
        corpus.and("a longer number", [parent, number, rest].concat())
    });
    let forced = (2_u8, 5_u32, vec![([7_u8; 32], 3_u64)], 0_u32).encode();
    let mut twice = header(7);
    twice.digest.extend(header(7).digest);
    let corpus = corpus
        .and("a forced change", header_with(7, forced).encode())
        .and("two changes", twice.encode());
    let target = Target::new("grandpa_header", 20_000);
    let tally = fuzz!(target, like & corpus, |bytes: Vec<u8>| {
        // A chain may append more to the standard fields.
        let scale = ScaleHeader::decode(&mut &bytes[..]);
        let ours = Header::decode(&bytes);
        prop_assert_eq!(ours.is_ok(), scale.is_ok(), "{:?}", ours);
        let (Ok(ours), Ok(scale)) = (ours, scale) else {
            return Ok("refused");
        };
        prop_assert!(same_header(&ours, &scale));
        let found = scheduled_change(&ours).map(|change| {
            change.map(|change| {
                let next = change.next_authorities();
                let next: Vec<_> = next.map(|(key, weight)| (*key, weight)).collect();
                // They are still unchecked: `pack` refuses bad ones with an error.
                let _ = pack(next.iter().copied());
                (next, change.delay)
            })
        });
        let found = found.map_err(|error| error.name());
        prop_assert_eq!(&found, &announced(&scale));
        Ok(match found {
            Ok(Some(_)) => "announces a change",
            Ok(None) => "announces nothing",
            Err(_) => "has a bad announcement",
        })
    });
    let ends = [
        "refused",
        "announces a change",
        "announces nothing",
        "has a bad announcement",
    ];
    tally.reaches(&ends, 400);
}

#[test]
fn a_justification_is_what_scale_decodes() {
    let precommit = |id| (([1; 32], 3), [7; 64], [id; 32]);
    let encoded = |headers| {
        ScaleJustification {
            round: 9,
            target: ([1; 32], 3),
            precommits: vec![precommit(8), precommit(9)],
            votes_ancestries: headers,
        }
        .encode()
    };
    let corpus = Corpus::default()
        .and("a justification", encoded(vec![header(4), header(5)]))
        .and("one without headers", encoded(vec![]));
    let packed = pack([([8; 32], 1_u64), ([9; 32], 1)]).expect("a set");
    let target = Target::new("justification", 20_000);
    let tally = fuzz!(target, like & corpus, |bytes: Vec<u8>| {
        let scale = ScaleJustification::decode_all(&mut &bytes[..]);
        let ours = Justification::decode(&bytes);
        prop_assert_eq!(ours.is_ok(), scale.is_ok(), "{:?}", ours);
        let (Ok(ours), Ok(scale)) = (ours, scale) else {
            return Ok("refused");
        };
        prop_assert_eq!(ours.round(), scale.round);
        prop_assert_eq!((*ours.target_hash(), ours.target_number()), scale.target);
        let votes = ours.precommits().map(|vote| {
            let target = (*vote.target_hash, vote.target_number);
            (target, *vote.signature, *vote.id)
        });
        prop_assert_eq!(votes.collect::<Vec<_>>(), scale.precommits);
        let headers = ours.votes_ancestries();
        prop_assert_eq!(headers.len(), scale.votes_ancestries.len());
        let mut pairs = headers.iter().zip(&scale.votes_ancestries);
        prop_assert!(pairs.all(|(ours, scale)| same_header(ours, scale)));
        let authorities = AuthoritySet::new(&packed).expect("packed");
        let verdict = verify::<Wasm>(&ours, &[], &authorities, 4);
        prop_assert!(verdict.is_err(), "nobody signed");
        Ok("decoded")
    });
    tally.reaches(&["refused", "decoded"], 20);
}

#[test]
fn an_authority_set_is_what_pack_makes() {
    let set = |authorities: &[(u8, u64)]| {
        let authorities = authorities
            .iter()
            .map(|(key, weight)| ([*key; 32], *weight));
        pack(authorities).expect("a set")
    };
    let corpus = Corpus::default()
        .and("three", set(&[(1, 5), (2, 1), (200, 900)]))
        .and("one, of all the weight there is", set(&[(0, u64::MAX)]));
    let target = Target::new("authority_set", 20_000);
    let tally = fuzz!(target, like & corpus, |bytes: Vec<u8>| {
        let Ok(set) = AuthoritySet::new(&bytes) else {
            return Ok("refused");
        };
        let authorities: Vec<_> = set.iter().map(|(key, weight)| (*key, weight)).collect();
        prop_assert_eq!(authorities.len(), set.len());
        let total: u64 = authorities.iter().map(|(_, weight)| weight).sum();
        prop_assert_eq!(set.total_weight(), total);
        prop_assert!(set.threshold() <= total && set.threshold() > total / 2);
        // Reversed too: any order packs to these bytes.
        let packed = pack(authorities.into_iter().rev());
        prop_assert_eq!(packed.expect("a set"), bytes);
        Ok("a set")
    });
    tally.reaches(&["refused", "a set"], 20);
}
