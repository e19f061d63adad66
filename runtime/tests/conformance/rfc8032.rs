//! Honest signatures: the short ones of RFC 8032, section 7.1, and sign.input, which Ed25519's
//! authors published with the scheme.

use crate::published;
use near_runtime_ext::rules::Triple;
use sha2::{Digest as _, Sha512};
use std::collections::BTreeSet;

/// The RFC's tests 3 and SHA(abc), which the peer data lacks.
fn short() -> [Triple; 2] {
    [
        (
            "fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025",
            &[0xaf, 0x82][..],
            "6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac\
             18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a",
        ),
        (
            "ec172b93ad5e563bf4932c70e1245034c35467ef2efd4d64ebf819683467e2bf",
            &Sha512::digest(b"abc"),
            "dc2a4459e7369633a52b1bf277839a00201009a3efbf3ecb69bea2186c26b589\
             09351fc9ac90b3ecfdfbc7c66431e0303dca179c138ac17ad9bef1177331a704",
        ),
    ]
    .map(|(public_key, message, signature)| Triple {
        signature: hex::decode(signature).expect("hex"),
        message: message.to_vec(),
        public_key: hex::decode(public_key).expect("hex"),
    })
}

/// The short ones and those of the peer data, without duplicates; `None` without peer data.
pub fn all() -> Option<Vec<Triple>> {
    let all: BTreeSet<_> = short().into_iter().chain(published::honest()?).collect();
    Some(all.into_iter().collect())
}
