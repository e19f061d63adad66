//! Justifications of Polkadot, Westend and Avail, and a generated one: they verify, and changed
//! ones do not.

use crate::client::{Client, HOST_BUILDS, rule};
use crate::gas::figures;
use chain_files::grandpa::{AuthoritySet, Justification, authority_set, justification};
use std::collections::BTreeMap;
use std::ops::Range;
use test_contracts::ClientBuild;
use test_contracts::grandpa::generate::{Authorities, Block};

/// Bytes of the round, of a target, and of a precommit's parts: target, signature, key.
const ROUND: usize = 8;
const TARGET: usize = 36;
const SIGNATURE: usize = 64;
const PRECOMMIT: usize = TARGET + SIGNATURE + 32;

/// A justification, and the authorities that signed it.
struct Case {
    authorities: AuthoritySet,
    justification: Justification,
}

impl Case {
    fn read(file: &str) -> Option<Self> {
        let text = requirements::peers::read(&format!("grandpa/{file}.json"))?;
        Some(Self {
            authorities: authority_set(text.as_bytes(), None)
                .expect("authorities")
                .value,
            justification: justification(text.as_bytes())
                .expect("a justification")
                .value,
        })
    }

    fn client(&self, builds: &[ClientBuild]) -> Client {
        Client::grandpa(builds, &self.authorities)
    }

    /// Ranges of the precommits in the encoding; the count precedes them.
    fn precommits(&self) -> Vec<Range<usize>> {
        let scale = &self.justification.scale;
        let start = ROUND + TARGET;
        let (count, length) = match scale[start] & 3 {
            0 => (usize::from(scale[start] >> 2), 1),
            _ => (
                usize::from(u16::from_le_bytes([scale[start], scale[start + 1]]) >> 2),
                2,
            ),
        };
        let first = start + length;
        (0..count)
            .map(|index| first + index * PRECOMMIT..first + (index + 1) * PRECOMMIT)
            .collect()
    }

    /// The justification, with a change to its encoding.
    fn changed(&self, change: impl FnOnce(&mut Vec<u8>)) -> Justification {
        let mut justification = self.justification.clone();
        change(&mut justification.scale);
        assert_ne!(justification, self.justification);
        justification
    }

    fn flipped(&self, byte: usize) -> Justification {
        self.changed(|scale| scale[byte] ^= 1)
    }

    /// The justification verifies in every build.
    fn verifies(&self) {
        let run = |build| {
            let mut client = self.client(&[build]);
            let success = client.submit_finality(&self.justification).expect("final");
            let hash = hex::encode(&self.justification.scale[ROUND..ROUND + 32]);
            assert_eq!(client.status()["hash"], hash, "{build}");
            success.0
        };
        println!("{}", figures("justification", run, 2500));
    }

    /// No changed justification verifies; `expected` counts the refusals by each rule.
    #[track_caller]
    fn refuses_what_is_near(&self, rules: &[(&str, usize)]) {
        let mut changes = Vec::new();
        let target = ROUND..ROUND + TARGET;
        changes.extend([0, target.start, target.end - 4].map(|byte| self.flipped(byte)));
        let precommits = self.precommits();
        for precommit in &precommits {
            let signature = precommit.start + TARGET;
            let key = signature + SIGNATURE;
            let fields = [
                precommit.start,
                signature - 4,
                signature,
                signature + 32,
                key,
            ];
            changes.extend(fields.map(|byte| self.flipped(byte)));
        }
        for (index, header) in self.justification.headers.iter().enumerate() {
            // The header's parent, number and roots, and its last byte.
            for byte in [0, 32, 33, 65, header.len() - 1] {
                let mut justification = self.justification.clone();
                justification.headers[index][byte] ^= 4;
                changes.push(justification);
            }
            let mut justification = self.justification.clone();
            justification.headers.remove(index);
            changes.push(justification);
        }
        // The votes just reach the threshold: one less is too few.
        let (first, last) = (
            precommits[0].clone(),
            precommits[precommits.len() - 1].clone(),
        );
        for precommit in [&first, &last] {
            changes.push(self.changed(|scale| {
                scale.drain(precommit.clone());
                scale[ROUND + TARGET] -= 4;
            }));
        }
        // Two authorities exchange their votes; one authority votes twice.
        let key = |precommit: &Range<usize>| precommit.start + TARGET + SIGNATURE..precommit.end;
        changes.push(self.changed(|scale| {
            let (one, other) = (scale[key(&first)].to_vec(), scale[key(&last)].to_vec());
            scale[key(&first)].copy_from_slice(&other);
            scale[key(&last)].copy_from_slice(&one);
        }));
        changes.push(self.changed(|scale| scale.copy_within(first.clone(), last.start)));

        let mut counts = BTreeMap::new();
        let mut client = self.client(&HOST_BUILDS);
        client.would_accept(&self.justification);
        for change in &changes {
            *counts.entry(rule(&client.refuses(change))).or_insert(0) += 1;
        }
        let mut refused_by = |authorities: AuthoritySet| {
            let refusal = Client::grandpa(&HOST_BUILDS, &authorities).refuses(&self.justification);
            *counts.entry(rule(&refusal)).or_insert(0) += 1;
        };
        let mut stale = self.authorities.clone();
        stale.set_id ^= 1;
        refused_by(stale);
        let mut swapped = self.authorities.clone();
        let voter = &self.justification.scale[key(&first)];
        let is_voter = |(key, _): &&mut ([u8; 32], u64)| key == voter;
        swapped
            .authorities
            .iter_mut()
            .find(is_voter)
            .expect("a voter")
            .0 = [0xaa; 32];
        refused_by(swapped);

        let expected = rules
            .iter()
            .map(|(rule, count)| ((*rule).to_owned(), *count));
        assert_eq!(counts, expected.collect());
    }
}

#[test]
fn nothing_near_a_generated_justification_verifies() {
    let authorities = Authorities::equal(5, 4, "near");
    let target = Block::new(70, "a");
    let child = target.child("b");
    let votes = [(0, &target), (1, &child), (3, &target)];
    let case = Case {
        authorities: authorities.set().clone(),
        justification: authorities.justify_by(2, &target, &votes, &[&child]),
    };
    case.refuses_what_is_near(&[
        ("invalid: bad_signature", 9),
        ("invalid: duplicate_precommit", 1),
        ("invalid: not_descendant", 3),
        ("invalid: unknown_authority", 4),
        ("invalid: unused_header", 1),
        ("invalid: wrong_header_number", 1),
        ("invalid: wrong_target_number", 3),
        ("not_enough_weight", 2),
    ]);
}

/// Block 4635975. Only the 199 signers are known; 98 more authorities of weight 1 complete the set
/// of 297, for which 199 just reach the threshold.
fn polkadot() -> Option<Case> {
    let mut case = Case::read("polkadot_4635975_set450")?;
    let authorities = &mut case.authorities.authorities;
    assert_eq!(authorities.len(), 199);
    authorities.extend((0..98).map(|index| ([index; 32], 1)));
    Some(case)
}

#[test]
fn polkadots_and_westends_justifications_verify_with_just_enough_votes_and_nothing_near_them() {
    let westend = Case::read("westend_512_set0");
    for case in [polkadot(), westend].into_iter().flatten() {
        case.verifies();
        let votes = case.precommits().len();
        case.refuses_what_is_near(&[
            // R and s of each vote; the round, the set's id, and exchanged votes.
            ("invalid: bad_signature", 2 * votes + 3),
            ("invalid: duplicate_precommit", 1),
            // Hash and number: the hash of each vote and of the target.
            ("invalid: not_descendant", votes + 1),
            // A key: of each vote, and of the set.
            ("invalid: unknown_authority", votes + 1),
            ("invalid: wrong_target_number", votes + 1),
            // The first vote or the last is missing.
            ("not_enough_weight", 2),
        ]);
    }
}

#[test]
fn avails_votes_for_descendants_verify_and_nothing_near_them() {
    if let Some(case) = Case::read("avail_ancestry") {
        case.verifies();
        case.refuses_what_is_near(&[
            ("invalid: bad_signature", 9),
            ("invalid: conflicting_block", 1),
            ("invalid: duplicate_precommit", 1),
            ("invalid: missing_header", 4),
            ("invalid: not_descendant", 1),
            ("invalid: unknown_authority", 4),
            ("invalid: unused_header", 31),
            ("invalid: wrong_header_number", 6),
            ("invalid: wrong_target_number", 3),
        ]);
    }
}

#[test]
fn a_missing_header_only_matters_where_its_vote_is_needed() {
    if let Some(case) = Case::read("avail_ancestry_missing_link_works") {
        case.verifies();
    }
    if let Some(case) = Case::read("avail_ancestry_missing_link_no_majority") {
        let refusal = case.client(&HOST_BUILDS).refuses(&case.justification);
        assert_eq!(rule(&refusal), "invalid: missing_header", "{refusal}");
    }
}
