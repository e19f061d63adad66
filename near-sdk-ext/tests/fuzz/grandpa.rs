//! GRANDPA's parsers, compared with parity-scale-codec, which Substrate uses.

use chain_files::grandpa::generate::{Authorities, Block};
use chain_files::grandpa::scale;
use finality_grandpa::voter_set::VoterSet;
use near_sdk_ext::Wasm;
use near_sdk_ext::grandpa::{
    AuthoritySet, DigestItem, Header, Justification, pack, scheduled_change, verify,
};
use parity_scale_codec::{Decode, DecodeAll as _, Encode};
use proptest::{prop_assert, prop_assert_eq};
use requirements::fuzzing::{Corpus, Target, fuzz};

/// `sp_consensus_grandpa::ScheduledChange`: the next authorities, and the delay.
type ScaleChange = (Vec<([u8; 32], u64)>, u32);

/// The change that a header announces, by `sp_consensus_grandpa::ConsensusLog`. Only a scheduled
/// change is decoded beyond its variant, since the verifier refuses or skips the other logs.
fn announced(header: &scale::Header) -> Result<Option<ScaleChange>, &'static str> {
    let mut change = None;
    for item in header.digest.items() {
        let scale::DigestItem::Consensus([b'F', b'R', b'N', b'K'], log) = item else {
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

/// A log of GRANDPA that schedules a change.
fn change() -> Vec<u8> {
    (1_u8, vec![([1_u8; 32], 5_u64), ([2; 32], 6)], 0_u32).encode()
}

/// A header with these logs of GRANDPA, among other items.
fn header(number: u32, logs: &[Vec<u8>]) -> Vec<u8> {
    use scale::DigestItem::{Consensus, Other, PreRuntime, RuntimeEnvironmentUpdated, Seal};
    let mut items = vec![
        PreRuntime(*b"BABE", vec![1; 20]),
        RuntimeEnvironmentUpdated,
        Other(vec![]),
        Consensus(*b"FRNK", vec![3; 9]), // it changes nothing
        Seal(*b"BABE", vec![9; 64]),
    ];
    items.extend(logs.iter().map(|log| Consensus(*b"FRNK", log.clone())));
    let items: Vec<_> = items.iter().map(Encode::encode).collect();
    Block::with_parent([3; 32], number, "", &items).header
}

fn encoded(item: DigestItem<'_>) -> Vec<u8> {
    match item {
        DigestItem::Other(bytes) => (0_u8, bytes).encode(),
        DigestItem::Consensus(engine, message) => (4_u8, engine, message).encode(),
        DigestItem::Seal(engine, seal) => (5_u8, engine, seal).encode(),
        DigestItem::PreRuntime(engine, message) => (6_u8, engine, message).encode(),
        DigestItem::RuntimeEnvironmentUpdated => vec![8],
    }
}

fn same_header(ours: &Header<'_>, scale: &scale::Header) -> bool {
    let items = scale.digest.items().map(|item| item.encode());
    ours.parent_hash() == &scale.parent_hash
        && ours.number() == scale.number.0
        && ours.bytes().starts_with(&scale.encode())
        && ours.digest_items().map(encoded).eq(items)
}

#[test]
fn a_header_is_what_scale_decodes() {
    // Numbers at the bounds of each length, and numbers in a longer form than necessary.
    let numbers = [0, 63, 64, (1 << 14) - 1, 1 << 14, (1 << 30) - 1, 1 << 30];
    let numbers = numbers.into_iter().chain([1_000_000, u32::MAX]);
    let corpus = numbers.fold(Corpus::default(), |corpus, number| {
        corpus.and(&number.to_string(), header(number, &[change()]))
    });
    let longer: [&[u8]; 5] = [
        &[0b01, 0],
        &[0b1111_1101, 0],
        &[0b10, 0, 0, 0],
        &[0b11, 255, 255, 255, 63],
        &[0b111, 0, 0, 0, 0, 1],
    ];
    let parent_and_rest = header(0, &[change()]);
    let (parent, rest) = (&parent_and_rest[..32], &parent_and_rest[33..]);
    let corpus = longer.into_iter().fold(corpus, |corpus, number| {
        corpus.and("a longer number", [parent, number, rest].concat())
    });
    let forced = (2_u8, 5_u32, vec![([7_u8; 32], 3_u64)], 0_u32).encode();
    let corpus = corpus
        .and("a forced change", header(7, &[forced]))
        .and("two changes", header(7, &[change(), change()]));
    let target = Target::new("grandpa_header", 20_000);
    let tally = fuzz!(target, like & corpus, |bytes: Vec<u8>| {
        // A chain may append more to the standard fields.
        let scale = scale::Header::decode(&mut &bytes[..]);
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
    let authorities = Authorities::equal(8, 2, "fuzz");
    let block = Block::new(3, "");
    let child = block.child("");
    let votes = [(0, &block), (1, &child)];
    let encoded = |headers: &[_]| authorities.justify_by(9, &block, &votes, headers).scale;
    let corpus = Corpus::default()
        .and("a justification", encoded(&[&child, &child.child("")]))
        .and("one without headers", encoded(&[]));
    let packed = pack(authorities.set().authorities.iter().copied()).expect("a set");
    let target = Target::new("justification", 20_000);
    let tally = fuzz!(target, like & corpus, |bytes: Vec<u8>| {
        let scale = scale::Justification::decode_all(&mut &bytes[..]);
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
        prop_assert!(verdict.is_err(), "nobody signed for this set");
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
        let voters = VoterSet::new([(0, total)]).expect("a voter");
        prop_assert_eq!(set.threshold(), voters.threshold().0.get());
        // Reversed too: any order packs to these bytes.
        let packed = pack(authorities.into_iter().rev());
        prop_assert_eq!(packed.expect("a set"), bytes);
        Ok("a set")
    });
    tally.reaches(&["refused", "a set"], 20);
}
