(* Which constants are squares, and the orders of B, of a torsion point and of the group.

   The group has 8 l elements: l is prime (primes.rs) and the base point B is not neutral but [l]B is, so l divides
   the order; T has order eight, so 8 does. By Hasse's theorem the order differs from p + 1 by at most twice the root
   of p, and 8 l is the only multiple of 8 l in that interval. *)

Require Import ZArith Bool Lia.
Require Import encoding.
Open Scope Z_scope.

Transparent p d.

(* The order of the base point (RFC 8032, section 5.1); primes.rs compares dalek's with it. *)
Definition l := 2 ^ 252 + 27742317777372353535851937790883648493.

(* Products modulo p, where 2^255 is 19. *)
Definition folded x := Z.land x (Z.ones 255) + 19 * Z.shiftr x 255.
Definition product a b := folded (folded (a * b)).
Infix "**" := product (at level 40, left associativity).

Lemma folded_is x : folded x mod p = x mod p.
Proof.
  unfold folded. rewrite Z.land_ones, Z.shiftr_div_pow2 by lia.
  rewrite (Z.div_mod x (2 ^ 255)) at 3 by lia.
  replace (2 ^ 255 * (x / 2 ^ 255) + x mod 2 ^ 255)
    with (x mod 2 ^ 255 + 19 * (x / 2 ^ 255) + x / 2 ^ 255 * p) by (unfold p; ring).
  symmetry. apply Z.mod_add. discriminate.
Qed.

Lemma product_is a b : (a ** b) mod p = (a * b) mod p.
Proof. unfold product. now rewrite !folded_is. Qed.

Fixpoint power a (exponent : positive) :=
  match exponent with
  | xH => a
  | xO e => let root := power a e in root ** root
  | xI e => let root := power a e in a ** (root ** root)
  end.

Lemma power_is a e : power a e mod p = a ^ Z.pos e mod p.
Proof.
  assert (forall e, power a e mod p = a ^ Z.pos e mod p ->
    (power a e ** power a e) mod p = (a ^ Z.pos e * a ^ Z.pos e) mod p) as square.
  { intros f IH. now rewrite product_is, Z.mul_mod, IH, <- Z.mul_mod by discriminate. }
  induction e as [e IH|e IH|]; cbn [power].
  - replace (Z.pos e~1) with (1 + (Z.pos e + Z.pos e)) by lia. rewrite !Z.pow_add_r, Z.pow_1_r by lia.
    now rewrite product_is, Z.mul_mod, (square e IH), <- Z.mul_mod by discriminate.
  - replace (Z.pos e~0) with (Z.pos e + Z.pos e) by lia. rewrite Z.pow_add_r by lia. apply (square e IH).
  - now rewrite Z.pow_1_r.
Qed.

(* Euler's criterion. *)
Definition half := Eval vm_compute in Z.to_pos (p / 2).
Definition is_square a := exists root, root * root mod p = a mod p.
Definition is_no_square a := a ^ Z.pos half mod p = p - 1.

Ltac no_square := unfold is_no_square; rewrite <- power_is; now vm_compute.

Theorem minus_one_is_square : is_square (-1).
Proof. exists 19681161376707505956807079304988542015446066515923890162744021073123829784752. now vm_compute. Qed.

Theorem d_is_no_square : is_no_square d.
Proof. no_square. Qed.

(* `curve::decode` divides by d y^2 + 1. *)
Theorem minus_inverse_of_d_is_no_square :
  let inverse := 29203323570479832313932222820853031755424015489030106335172286495629888845891 in
  d * inverse mod p = 1 /\ is_no_square (- inverse).
Proof. split; [now vm_compute|no_square]. Qed.

(* The curve's A in Montgomery form. *)
Definition a := 486662.

(* A^2 - 4 is no square, so the subgroup of order 8 is cyclic; `points::prime_order` relies on that. *)
Theorem a_squared_less_four_is_no_square : is_no_square (a * a - 4).
Proof. no_square. Qed.

Theorem minus_a_plus_two_is_square : is_square (- (a + 2)).
Proof. exists 6853475219497561581579357271197624642482790079785650197046958215289687604742. now vm_compute. Qed.

(* For both roots σ of A + 2, 2 σ is no square, so χ of `points::prime_order` is -1 at [2]S. *)
Theorem twice_sigma_is_no_square :
  let sigma := 48802004052532134862652268456126542835229456083994414501085850622543968879637 in
  sigma * sigma mod p = a + 2 /\ is_no_square (2 * sigma) /\ is_no_square (- 2 * sigma).
Proof. split; [now vm_compute|split; no_square]. Qed.

(* A point is X, Y, Z with x = X/Z and y = Y/Z; `sum` adds by the law. *)
Definition coordinates : Type := Z * Z * Z.
Definition sum '(x1, y1, z1) '(x2, y2, z2) : coordinates :=
  let z := z1 ** z2 in
  let zz := z ** z in
  let e := d ** (x1 ** x2) ** (y1 ** y2) in
  (z ** (zz - e) ** (x1 ** y2 + x2 ** y1), z ** (zz + e) ** (y1 ** y2 + x1 ** x2), (zz - e) ** (zz + e)).

(* Replacing ** by * in a term does not change its value modulo p. *)
Lemma product_congruent a b c e : a mod p = b mod p -> c mod p = e mod p -> (a ** c) mod p = (b * e) mod p.
Proof. intros one other. now rewrite product_is, Zmult_mod, one, other, <- Zmult_mod. Qed.

Lemma mul_congruent a b c e : a mod p = b mod p -> c mod p = e mod p -> (a * c) mod p = (b * e) mod p.
Proof. intros one other. now rewrite Zmult_mod, one, other, <- Zmult_mod. Qed.

Lemma add_congruent a b c e : a mod p = b mod p -> c mod p = e mod p -> (a + c) mod p = (b + e) mod p.
Proof. intros one other. now rewrite Zplus_mod, one, other, <- Zplus_mod. Qed.

Lemma sub_congruent a b c e : a mod p = b mod p -> c mod p = e mod p -> (a - c) mod p = (b - e) mod p.
Proof. intros one other. now rewrite Zminus_mod, one, other, <- Zminus_mod. Qed.

Ltac integers :=
  first [eapply product_congruent; integers | eapply mul_congruent; integers | eapply sub_congruent; integers
    | eapply add_congruent; integers | reflexivity].

Theorem sum_is_that_of_law x1 y1 z1 x2 y2 z2 :
  let '(x, y, z) := sum (x1, y1, z1) (x2, y2, z2) in
  let e := d * (x1 * x2) * (y1 * y2) in
  let zz := z1 * z2 * (z1 * z2) in
  x * (zz + e) mod p = z1 * z2 * (x1 * y2 + x2 * y1) * z mod p
  /\ y * (zz - e) mod p = z1 * z2 * (y1 * y2 + x1 * x2) * z mod p.
Proof.
  unfold sum. cbv zeta.
  split; (etransitivity; [integers|symmetry; etransitivity; [integers|f_equal; ring]]).
Qed.

Fixpoint times (n : positive) P :=
  match n with
  | xH => P
  | xO n => let Q := times n P in sum Q Q
  | xI n => let Q := times n P in sum P (sum Q Q)
  end.

Definition is_neutral '(x, y, z) := (x mod p =? 0) && (y mod p =? z mod p) && negb (z mod p =? 0).

(* y is 4/5, and x is the even root. *)
Definition base := (15112221349535400772501151409588531511454012693041857206046113283949847762202,
  46316835694926478169428394003475163141307993866256225615783033603165251855960).
Definition torsion := (14399317868200118260347934320527232580618823971194345261214217575416788799818,
  55188659117513257062467267217118295137698188065244968500265048394206261417927).
Definition is_killed_by n '(x, y) :=
  is_point x y && is_neutral (times n (x, y, 1)).

Theorem base_has_order_l : is_killed_by (Z.to_pos l) base && negb (is_killed_by 1 base) = true.
Proof. now vm_compute. Qed.

Theorem torsion_has_order_eight : is_killed_by 8 torsion && negb (is_killed_by 4 torsion) = true.
Proof. now vm_compute. Qed.

(* |n - (p + 1)| <= 2 sqrt(p), both sides squared so that no root is needed. *)
Definition is_within n := (n - p - 1) * (n - p - 1) <=? 4 * p.

Theorem only_eight_l_is_within n : is_within (8 * l * n) = true <-> n = 1.
Proof.
  split; [|intros ->; now vm_compute]. unfold is_within. rewrite Z.leb_le. intros within.
  destruct (Z.lt_trichotomy n 1) as [less|[one|more]]; [|exact one|]; exfalso; unfold p, l in within; nia.
Qed.

Print Assumptions minus_one_is_square.
Print Assumptions d_is_no_square.
Print Assumptions minus_inverse_of_d_is_no_square.
Print Assumptions a_squared_less_four_is_no_square.
Print Assumptions minus_a_plus_two_is_square.
Print Assumptions twice_sigma_is_no_square.
Print Assumptions sum_is_that_of_law.
Print Assumptions base_has_order_l.
Print Assumptions torsion_has_order_eight.
Print Assumptions only_eight_l_is_within.
