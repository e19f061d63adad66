//! p and l are prime, by Pocklington's certificates, as the arguments of `docs/same-verdict.md` and
//! `points::prime_order` assume. `law.v`, `curve.v` and `character.v` prove what these assume about the curve.

use abstract_lanes::claims::exponents::p;
use curve25519_dalek::scalar::Scalar;
use num_bigint::BigUint;

/// In each line a number n, a witness, and prime factors of n - 1 whose powers in n - 1 exceed the square root
/// of n. Found by factoring; nothing depends on how. Numbers without a certificate are below 1000.
const CERTIFICATES: &str = "\
57896044618658097711785492504343953926634992332820282019728792003956564819949 2 74058212732561358302231226437062788676166966415465897661863160754340907
74058212732561358302231226437062788676166966415465897661863160754340907 2 75445702479781427272750846543864801 31757755568855353
75445702479781427272750846543864801 2 1919519569386763 72106336199
1919519569386763 2 8574133 127
8574133 2 991 103
72106336199 2 2773320623
2773320623 2 569003
569003 2 419 97
31757755568855353 2 430751 4153
430751 2 1723
1723 2 41 7
4153 2 173
7237005577332262213973186563042994240857116359379907606001950938285454250989 2 276602624281642239937218680557139826668747
276602624281642239937218680557139826668747 2 19757330305831588566944191468367130476339
19757330305831588566944191468367130476339 2 172054593956031949258510691
172054593956031949258510691 2 4434155615661930479
4434155615661930479 2 1257559732178653
1257559732178653 2 1224481 531581
1224481 2 2551
2551 2 17 5
531581 2 3797
3797 2 73";

/// The order of the base point (RFC 8032, section 5.1).
fn l() -> BigUint {
    let low = "27742317777372353535851937790883648493".parse::<BigUint>();
    (BigUint::from(1_u32) << 252_u32) + low.expect("a number")
}

fn gcd(mut a: BigUint, mut b: BigUint) -> BigUint {
    while b != BigUint::from(0_u32) {
        (a, b) = (b.clone(), a % b);
    }
    a
}

/// Pocklington's theorem: let F divide n - 1, with F^2 > n, and let each prime q of F divide the
/// order of the witness w modulo every prime factor of n: `w^(n-1) = 1` and
/// `gcd(w^((n-1)/q) - 1, n) = 1`. Then n is prime.
fn is_prime(n: &BigUint) -> bool {
    let one = BigUint::from(1_u32);
    if let Ok(n @ ..1000) = u32::try_from(n) {
        return n > 1 && (2..n.min(32)).all(|d| !n.is_multiple_of(d));
    }
    let numbers = |line: &str| -> Vec<BigUint> {
        let numbers = line.split(' ');
        numbers.map(|it| it.parse().expect("a number")).collect()
    };
    let mut certificates = CERTIFICATES.lines().map(numbers);
    let certificate = certificates.find(|it| it[0] == *n);
    let Some([_, witness, factors @ ..]) = certificate.as_deref() else {
        return false;
    };
    let whole = n - &one;
    let mut factored = one.clone();
    for q in factors {
        // A factor that repeats would count twice.
        let mut rest = &whole / &factored;
        if !is_prime(q) || &rest % q != BigUint::from(0_u32) {
            return false;
        }
        while &rest % q == BigUint::from(0_u32) {
            rest /= q;
            factored *= q;
        }
        // Zero has the greatest common divisor n with n.
        let power = (witness.modpow(&(&whole / q), n) + n - &one) % n;
        if gcd(power, n.clone()) != one {
            return false;
        }
    }
    &factored * &factored > *n && witness.modpow(&whole, n) == one
}

#[test]
fn p_and_l_are_prime() {
    let of_dalek = BigUint::from_bytes_le((-Scalar::ONE).as_bytes());
    assert_eq!(l(), of_dalek + 1_u32, "dalek's l");
    assert!(is_prime(&p()), "p");
    assert!(is_prime(&l()), "l");
    let composite = p() + 2_u32;
    assert!(!is_prime(&composite) && !is_prime(&BigUint::from(961_u32)));
}
