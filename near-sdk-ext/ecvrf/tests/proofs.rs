//! Proofs for any alpha, and the names of suites.

use near_ecvrf::{SecretKey, Suite, UnknownSuite, verify};

#[test]
fn an_alpha_may_be_of_any_length() {
    let secret_key = SecretKey::from_seed([3; 32]);
    for suite in Suite::ALL {
        // Lengths around SHA-512's blocks of 128 bytes, after the suite's bytes and the key, and
        // long ones.
        let lengths = (0..=130).chain([255, 256, 1000, 4096, 65_535, 65_536]);
        for length in lengths {
            let alpha: Vec<u8> = (0..=u8::MAX).cycle().take(length).collect();
            let proof = secret_key.prove(suite, &alpha);
            assert_eq!(proof.len(), suite.proof_len());
            let verdict = verify(suite, secret_key.public_key(), &alpha, &proof);
            assert!(verdict.is_ok(), "{suite}, {length}");
        }
    }
}

#[test]
fn suites_have_names_codes_and_lengths() {
    let expected = [
        ("tai", 3, 80),
        ("ell2", 4, 80),
        ("draft03", 0x0304, 80),
        ("draft13", 0x0d04, 128),
    ];
    for (suite, (name, code, length)) in Suite::ALL.into_iter().zip(expected) {
        assert_eq!(suite.to_string(), name);
        assert_eq!(name.parse(), Ok(suite));
        assert_eq!(suite.code(), code);
        assert_eq!(Suite::from_code(code), Some(suite));
        assert_eq!(suite.proof_len(), length);
    }
    assert_eq!(Suite::from_code(5), None);
    let unknown = "ELL2".to_owned();
    assert_eq!("ELL2".parse::<Suite>(), Err(UnknownSuite(unknown)));
}
