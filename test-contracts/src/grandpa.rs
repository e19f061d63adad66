//! Arguments of calls to `grandpa-client`.

pub use chain_files::grandpa::{AuthoritySet, Justification, generate};

use crate::fixtures::encode;

/// Borsh arguments of `init`: the client trusts the block of this number and hash, and the
/// authorities to vote on blocks after it.
#[must_use]
pub fn init_args(authorities: &AuthoritySet, number: u32, hash: &[u8; 32]) -> Vec<u8> {
    encode(&(authorities.set_id, &authorities.authorities, number, hash))
}

/// Borsh arguments of `submit_finality`.
#[must_use]
pub fn submit_finality_args(justification: &Justification) -> Vec<u8> {
    encode(&(&justification.scale, &justification.headers))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_are_borsh() {
        let set = AuthoritySet {
            set_id: 7,
            authorities: vec![([1; 32], 2)],
        };
        let [seven, two] = [7_u64, 2].map(u64::to_le_bytes);
        let expected = [
            &seven,
            &[1, 0, 0, 0][..],
            &[1; 32],
            &two,
            &[9, 0, 0, 0],
            &[3; 32],
        ];
        assert_eq!(init_args(&set, 9, &[3; 32]), expected.concat());
        let justification = Justification {
            scale: vec![5, 6],
            headers: vec![vec![8]],
        };
        let expected = [&[2, 0, 0, 0, 5, 6][..], &[1, 0, 0, 0], &[1, 0, 0, 0, 8]];
        assert_eq!(submit_finality_args(&justification), expected.concat());
    }
}
