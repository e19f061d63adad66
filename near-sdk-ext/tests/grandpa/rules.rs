//! Each rule of the verifier, observed and broken: justifications in `rules.txt`, each with its verdict. The file
//! explains its notation.

use chain_files::grandpa::generate::Block;

use crate::case::{Case, id, vote, vote_for};

/// All blocks that have a name.
const NAMES: [&str; 8] = ["b", "t", "s", "l", "r", "u", "v", "n"];

/// A block by its name; or, by a name and a number, a child of the named block that claims this number.
fn block(name: &str) -> Block {
    let child = |of: &str| block(of).child(name);
    match name {
        "b" => Block::new(69, ""),
        "t" | "s" => child("b"),
        "l" | "r" => child("t"),
        "u" => child("r"),
        "v" => child("u"),
        "n" => child("s"),
        _ => {
            let (parent, number) = name.split_at(1);
            let number = number.parse().expect("a number");
            Block::with_parent(block(parent).hash, number, "", &[])
        }
    }
}

#[expect(clippy::panic, reason = "a test fails by panicking")]
fn case(words: &str) -> Case {
    let mut case = Case::new(&block("t"), 4);
    for word in words.split(' ') {
        let (field, value) = word.split_once(':').unwrap_or(("", word));
        let number = || value.parse().expect("a number");
        let blocks = || value.split(',').map(block).collect();
        match field {
            "" => {
                let signer = word[..1].parse().expect("a signer");
                let block = block(word[1..].trim_end_matches(['!', '?', '+']));
                let mut vote_of_block = vote_for(signer, &block);
                let ((_, its_number), signature, _) = &mut vote_of_block;
                match word.chars().last() {
                    Some('!') => *signature = [0; 64],
                    Some('?') => *signature = vote(signer, [0xbb; 32], block.number).1,
                    Some('+') => *its_number += 1,
                    _ => {}
                }
                case.votes.push(vote_of_block);
            }
            "weights" => {
                let weights = value.split(',').map(|it| it.parse().expect("a weight"));
                case.authorities = (0..).map(id).zip(weights).collect();
            }
            "ancestries" => case.ancestries = blocks(),
            "headers" => case.headers = blocks(),
            "round" => case.round = number(),
            "set" => case.set_id = number(),
            "target" => case.target.1 = value.parse().expect("a number"),
            _ => panic!("{word}"),
        }
    }
    case
}

fn verdict(case: &Case) -> String {
    let scale = case.scale();
    let accepted = match case.verify(&scale) {
        Ok(accepted) => accepted,
        Err(error) => {
            let name =
                |said: String, name: &&str| said.replace(&format!("{:?}", block(name).hash), name);
            return NAMES.iter().fold(format!("{error:?}"), name);
        }
    };
    let header = match accepted.header {
        Some(header) if header.bytes() == block("t").header => ", with its header",
        Some(_) => ", with another header",
        None => "",
    };
    let (signatures, weight) = (accepted.signatures, accepted.weight);
    format!("{signatures} signatures of weight {weight}{header}")
}

#[test]
fn every_justification_has_its_verdict() {
    for line in include_str!("rules.txt").lines() {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (words, _) = line.split_once(" => ").expect("a verdict");
        assert_eq!(line, format!("{words} => {}", verdict(&case(words))));
    }
}
