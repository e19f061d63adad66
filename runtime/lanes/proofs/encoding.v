(* Encodings of points (RFC 8032, section 5.1.2), as the code writes and compares them: `is_canonical` accepts the
   encoding of each point, and `encodes_to` decides whether bytes are the encoding of X/Z and Y/Z.

   Hypotheses that are proved elsewhere: p is prime (primes.rs), the denominator d y^2 + 1 is never zero
   (curve.v), and inverses are found (claims/integers.rs). *)

Require Import ZArith Znumtheory Lia Bool Eqdep_dec.
Open Scope Z_scope.

Definition p := 2 ^ 255 - 19.
(* -121665/121666 modulo p. *)
Definition d := 37095705934669439343138083508754565189542113879843219016388785533085940283555.

Lemma d_is_the_quotient : (121666 * d + 121665) mod p = 0.
Proof. reflexivity. Qed.

Lemma p_range : 2 < p < 2 ^ 255.
Proof. unfold p. lia. Qed.

Lemma p_odd : Z.odd p = true.
Proof. reflexivity. Qed.

Global Opaque p d.

(* A point is x and y below p on the curve -x^2 + y^2 = 1 + d x^2 y^2. *)
Definition is_point x y :=
  (0 <=? x) && (x <? p) && (0 <=? y) && (y <? p)
  && ((y * y - x * x - (1 + d * (x * x) * (y * y))) mod p =? 0).
Record point := Point { x_of : Z; y_of : Z; point_is_point : is_point x_of y_of = true }.

(* 32 bytes are the number that they have in little-endian order. *)
Definition fits number := (0 <=? number) && (number <? 2 ^ 256).
Record bytes := Bytes { number : Z; bytes_fit : fits number = true }.

(* The lower 255 bits, and the highest one. *)
Definition ordinate r := number r mod 2 ^ 255.
Definition sign r := Z.testbit (number r) 255.

Lemma number_is r : number r = ordinate r + Z.b2z (sign r) * 2 ^ 255.
Proof.
  destruct r as [n fit]. unfold ordinate, sign. cbn [number]. unfold fits in fit.
  apply andb_prop in fit. rewrite Z.leb_le, Z.ltb_lt in fit.
  rewrite Z.testbit_spec', (Z.mod_small (n / _)) by
    (lia || (split; [apply Z.div_pos|apply Z.div_lt_upper_bound]; lia)).
  rewrite Z.mod_eq by lia. ring.
Qed.

Lemma bytes_equal a b : ordinate a = ordinate b -> sign a = sign b -> a = b.
Proof.
  intros ordinates signs.
  assert (number a = number b) as numbers by now rewrite !number_is, ordinates, signs.
  destruct a as [m m_fits], b as [n n_fits]. cbn in numbers. subst n.
  f_equal. apply UIP_dec, bool_dec.
Qed.

Lemma points_equal P Q : x_of P = x_of Q -> y_of P = y_of Q -> P = Q.
Proof.
  destruct P as [x y on], Q as [x' y' on']. cbn. intros -> ->. f_equal. apply UIP_dec, bool_dec.
Qed.

Lemma is_point_iff x y :
  is_point x y = true <->
  0 <= x < p /\ 0 <= y < p /\ (p | x * x * (d * (y * y) + 1) - (y * y - 1)).
Proof.
  pose proof p_range. unfold is_point.
  rewrite !andb_true_iff, !Z.leb_le, !Z.ltb_lt, Z.eqb_eq, Z.mod_divide by lia.
  rewrite <- Z.divide_opp_r.
  replace (- (y * y - x * x - (1 + d * (x * x) * (y * y))))
    with (x * x * (d * (y * y) + 1) - (y * y - 1)) by ring.
  tauto.
Qed.

Lemma ranges P : 0 <= x_of P < p /\ 0 <= y_of P < p.
Proof. destruct P as [x y on]. cbn. apply is_point_iff in on. tauto. Qed.

Lemma curve P : (p | x_of P * x_of P * (d * (y_of P * y_of P) + 1) - (y_of P * y_of P - 1)).
Proof. destruct P as [x y on]. cbn. apply is_point_iff in on. tauto. Qed.

(* Section 5.1.2: y, and the parity of x as the highest bit. *)
Definition encoded x y := y + Z.b2z (Z.odd x) * 2 ^ 255.

Lemma encoded_fits P : fits (encoded (x_of P) (y_of P)) = true.
Proof.
  pose proof (ranges P). pose proof p_range. unfold fits, encoded.
  rewrite andb_true_iff, Z.leb_le, Z.ltb_lt. destruct (Z.odd _); cbn [Z.b2z]; lia.
Qed.

Definition encode P := Bytes (encoded (x_of P) (y_of P)) (encoded_fits P).

Lemma ordinate_of_encoding P : ordinate (encode P) = y_of P.
Proof.
  pose proof (ranges P). pose proof p_range. unfold ordinate, encode, encoded. cbn [number].
  rewrite Z.mod_add by lia. apply Z.mod_small. lia.
Qed.

Lemma sign_of_encoding P : sign (encode P) = Z.odd (x_of P).
Proof.
  pose proof (number_is (encode P)) as H. rewrite ordinate_of_encoding in H.
  unfold encode, encoded in H. cbn [number] in H.
  destruct (sign _), (Z.odd (x_of P)); cbn [Z.b2z] in H; lia || reflexivity.
Qed.

(* The code's `is_canonical`. *)
Definition is_canonical r :=
  (ordinate r <? p) && negb (sign r && ((ordinate r =? 1) || (ordinate r =? p - 1))).

Definition finds_inverses inverse := forall z, ~ (p | z) -> (p | z * inverse z - 1).
Definition has_no_zero_denominator := forall y, ~ (p | d * (y * y) + 1).

Section Encoding.

Hypothesis p_prime : prime p.
Hypothesis no_zero_denominator : has_no_zero_denominator.

Lemma same_residue a b : 0 <= a < p -> 0 <= b < p -> (p | a - b) -> a = b.
Proof.
  intros a_range b_range [q multiple]. assert (q = 0) by nia. lia.
Qed.

Lemma equal_residues a b : a mod p = b mod p <-> (p | a - b).
Proof.
  pose proof p_range. split.
  - intro same. exists (a / p - b / p).
    pose proof (Z.div_mod a p). pose proof (Z.div_mod b p). lia.
  - intros [q difference]. replace a with (b + q * p) by lia. apply Z.mod_add. lia.
Qed.

Lemma opposite_residue a b : 0 <= a < p -> 0 <= b < p -> (p | a + b) -> a = (- b) mod p.
Proof.
  intros a_range b_range divides. apply same_residue; [assumption|apply Z.mod_pos_bound; lia|].
  rewrite Z.mod_eq by lia. replace (a - (- b - p * (- b / p))) with (a + b + p * (- b / p)) by ring.
  apply Z.divide_add_r; [assumption|apply Z.divide_factor_l].
Qed.

(* Unless x is zero, one of x and -x is odd. *)
Lemma parity_of_opposite x : 0 < x < p -> Z.odd ((- x) mod p) = negb (Z.odd x).
Proof.
  intro. rewrite <- (Z.mod_add _ 1) by lia. rewrite Z.mod_small by lia.
  replace (- x + 1 * p) with (p - x) by ring. rewrite Z.odd_sub, p_odd. now destruct (Z.odd x).
Qed.

Lemma no_factor_of_denominator a y : (p | a * (d * (y * y) + 1)) -> (p | a).
Proof.
  intro H. apply prime_mult in H; [|assumption]. destruct H; [assumption|]. now destruct (no_zero_denominator y).
Qed.

(* x is zero exactly if y is 1 or -1. *)
Lemma x_is_zero_iff P : x_of P = 0 <-> y_of P = 1 \/ y_of P = p - 1.
Proof.
  pose proof p_range as p_bounds. destruct (ranges P) as [x_range y_range]. pose proof (curve P) as on.
  set (x := x_of P) in *. set (y := y_of P) in *. split.
  - intro zero. rewrite zero in on.
    replace (_ - _) with (- ((y - 1) * (y + 1))) in on by ring.
    apply Z.divide_opp_r, prime_mult in on; [|assumption]. destruct on as [one|minus_one].
    + left. apply same_residue; [lia..|assumption].
    + right. rewrite (opposite_residue y 1) by (assumption || lia).
      rewrite <- (Z.mod_add _ 1) by lia. rewrite Z.mod_small; lia.
  - intro one. assert (p | y * y - 1) as square.
    { replace (y * y - 1) with ((y - 1) * (y + 1)) by ring.
      destruct one as [-> | ->]; [exists 0|exists (p - 2)]; ring. }
    pose proof (Z.divide_add_r _ _ _ on square) as product.
    replace (_ + (y * y - 1)) with (x * x * (d * (y * y) + 1)) in product by ring.
    apply no_factor_of_denominator, prime_mult in product; [|assumption].
    apply same_residue; [lia..|]. rewrite Z.sub_0_r. tauto.
Qed.

Theorem encodings_are_canonical P : is_canonical (encode P) = true.
Proof.
  unfold is_canonical. rewrite ordinate_of_encoding, sign_of_encoding.
  pose proof (ranges P).
  rewrite andb_true_iff, Z.ltb_lt, negb_true_iff. split; [lia|].
  apply not_true_is_false. rewrite andb_true_iff, orb_true_iff, !Z.eqb_eq.
  intros [odd one]. apply x_is_zero_iff in one. now rewrite one in odd.
Qed.

Variable inverse : Z -> Z.
Hypothesis inverse_finds_inverses : finds_inverses inverse.

(* X, Y and Z of a point. *)
Definition are_coordinates X Y Z P := ~ (p | Z) /\ (p | x_of P * Z - X) /\ (p | y_of P * Z - Y).

(* The code's `Sum::encodes_to`. *)
Definition encodes_to X Y Z r :=
  is_canonical r
  && ((ordinate r * Z) mod p =? Y mod p)
  && Bool.eqb (Z.odd ((X * inverse Z) mod p)) (sign r).

Theorem comparisons_decide X Y Z P r : are_coordinates X Y Z P -> encodes_to X Y Z r = true <-> r = encode P.
Proof.
  intros [not_zero [X_is Y_is]]. pose proof p_range. destruct (ranges P) as [x_range y_range].
  assert ((X * inverse Z) mod p = x_of P) as x_is.
  { rewrite <- (Z.mod_small (x_of P) p) by assumption. apply equal_residues.
    apply inverse_finds_inverses in not_zero. destruct X_is as [a X_is], not_zero as [b one].
    exists (x_of P * b - a * inverse Z).
    replace X with (x_of P * Z - a * p) by lia.
    replace ((x_of P * Z - a * p) * inverse Z - x_of P)
      with (x_of P * (Z * inverse Z - 1) - a * p * inverse Z) by ring.
    rewrite one. ring. }
  assert ((ordinate r * Z) mod p = Y mod p <-> (p | ordinate r - y_of P)) as y_iff.
  { rewrite equal_residues. replace (ordinate r * Z - Y)
      with (y_of P * Z - Y + Z * (ordinate r - y_of P)) by ring.
    split; intro divides.
    - apply (Z.divide_add_cancel_r _ _ _ Y_is), prime_mult in divides; tauto.
    - apply Z.divide_add_r; [assumption|now apply Z.divide_mul_r]. }
  unfold encodes_to. rewrite !andb_true_iff, Z.eqb_eq, y_iff, x_is, eqb_true_iff. split.
  - intros [[canonical y_is] signs].
    apply bytes_equal; [rewrite ordinate_of_encoding|now rewrite sign_of_encoding].
    apply same_residue; trivial. split; [apply Z.mod_pos_bound; lia|].
    unfold is_canonical in canonical. apply andb_prop in canonical. now rewrite Z.ltb_lt in canonical.
  - intros ->. rewrite ordinate_of_encoding, sign_of_encoding, Z.sub_diag.
    auto using encodings_are_canonical, Z.divide_0_r.
Qed.

End Encoding.

Print Assumptions encodings_are_canonical.
Print Assumptions comparisons_decide.
