(* Decoding and encoding are inverse, and `is_canonical` accepts exactly the encodings of points among the bytes that
   decode. Hypotheses that are proved elsewhere: those of encoding.v, and that square roots are found
   (claims/decoding.rs). *)

Require Import ZArith Znumtheory Lia Bool.
Require Import encoding.
Open Scope Z_scope.

(* A function finds square roots of u/v if it returns one, or refuses where there is none. *)
Definition finds_roots root :=
  forall u v, ~ (p | v) ->
  match root u v with
  | Some x => 0 <= x < p /\ (p | x * x * v - u)
  | None => forall x, ~ (p | x * x * v - u)
  end.

Section Decoding.

Hypothesis p_prime : prime p.
Hypothesis no_zero_denominator : has_no_zero_denominator.
Variable root : Z -> Z -> option Z.
Hypothesis root_finds_roots : finds_roots root.

(* The point x, y, if it is on the curve. By `decode_iff`, `decode` asks for no other. *)
Definition point_of x y :=
  match bool_dec (is_point x y) true with
  | left on => Some (Point x y on)
  | right _ => None
  end.

(* Section 5.1.3, without its checks for y below p and for the sign of 0: either root, negated if it has not the
   sign. *)
Definition decode r :=
  let y := ordinate r mod p in
  match root (y * y - 1) (d * (y * y) + 1) with
  | Some x => point_of (if Bool.eqb (Z.odd x) (sign r) then x else (- x) mod p) y
  | None => None
  end.

Lemma point_of_iff x y P : point_of x y = Some P <-> x_of P = x /\ y_of P = y.
Proof.
  unfold point_of. destruct (bool_dec _ _) as [on|off]; split.
  - intro H. now injection H as <-.
  - intros [<- <-]. f_equal. now apply points_equal.
  - discriminate.
  - intros [<- <-]. now destruct off, P.
Qed.

(* The roots of one square are x and -x. *)
Lemma two_roots P x :
  0 <= x < p -> (p | x * x * (d * (y_of P * y_of P) + 1) - (y_of P * y_of P - 1)) ->
  x = x_of P \/ x = (- x_of P) mod p.
Proof.
  destruct (ranges P) as [x_range _]. intros range is_root.
  pose proof (Z.divide_sub_r _ _ _ is_root (curve P)) as H.
  replace (_ - _ - _) with ((x - x_of P) * (x + x_of P) * (d * (y_of P * y_of P) + 1)) in H by ring.
  apply no_factor_of_denominator, prime_mult in H; trivial.
  destruct H; [left; now apply same_residue|right; now apply opposite_residue].
Qed.

Lemma opposite_of_opposite x : 0 <= x < p -> (- ((- x) mod p)) mod p = x.
Proof.
  intro. symmetry. pose proof p_range. apply opposite_residue; [lia|apply Z.mod_pos_bound; lia|].
  rewrite Z.mod_eq by lia. exists (- (- x / p)). ring.
Qed.

(* What the code accepts: y modulo p, and any sign where x is 0. *)
Definition decodes_to r P :=
  y_of P = ordinate r mod p /\ (Z.odd (x_of P) = sign r \/ x_of P = 0).

Theorem decode_iff r P : decode r = Some P <-> decodes_to r P.
Proof.
  pose proof p_range. unfold decode, decodes_to. set (y := ordinate r mod p).
  pose proof (root_finds_roots (y * y - 1) _ (no_zero_denominator y)) as found.
  destruct (root _ _) as [x|]; split.
  - rewrite point_of_iff. intros [-> ->]. split; [reflexivity|].
    destruct (Bool.eqb _ _) eqn:same; [left; now apply eqb_prop|].
    apply eqb_false_iff in same. destruct (Z.eq_dec x 0) as [->|]; [now right|left].
    rewrite parity_of_opposite by lia. now destruct (Z.odd x), (sign r).
  - intros [y_is x_has]. apply point_of_iff. split; [|assumption].
    destruct found as [range is_root]. rewrite <- y_is in is_root.
    destruct (ranges P) as [x_range _].
    destruct (Z.eq_dec (x_of P) 0) as [zero|not_zero].
    + assert (x = 0) as -> by (destruct (two_roots P x) as [->| ->]; trivial; now rewrite zero).
      rewrite zero. now destruct (Bool.eqb _ _).
    + destruct x_has as [<-|]; [|contradiction].
      destruct (two_roots P x) as [->| ->]; trivial; [now rewrite eqb_reflx|].
      rewrite parity_of_opposite, opposite_of_opposite by lia. now destruct (Z.odd (x_of P)).
  - discriminate.
  - intros [y_is _]. destruct (found (x_of P)). rewrite <- y_is. apply curve.
Qed.

Theorem decode_encode P : decode (encode P) = Some P.
Proof.
  apply decode_iff. pose proof (ranges P). unfold decodes_to. rewrite ordinate_of_encoding, sign_of_encoding.
  split; [|now left]. now rewrite Z.mod_small.
Qed.

Theorem canonical_is_encoding r P : is_canonical r = true -> decode r = Some P -> r = encode P.
Proof.
  unfold is_canonical. rewrite decode_iff, andb_true_iff, negb_true_iff, Z.ltb_lt.
  intros [below unsigned] [y_is x_has].
  rewrite Z.mod_small in y_is by (split; [apply Z.mod_pos_bound; lia|assumption]).
  apply bytes_equal; [now rewrite ordinate_of_encoding|]. rewrite sign_of_encoding.
  destruct x_has as [->|zero]; [reflexivity|]. rewrite zero. cbn.
  apply x_is_zero_iff in zero; trivial. rewrite y_is, <- !Z.eqb_eq, <- orb_true_iff in zero.
  now rewrite zero, andb_true_r in unsigned.
Qed.

(* Bytes of a point that are not its encoding: y is not below p, or x is 0 and has a sign. *)
Theorem not_canonical_iff r P :
  decode r = Some P -> is_canonical r = false <-> p <= ordinate r \/ (sign r = true /\ x_of P = 0).
Proof.
  rewrite decode_iff. intros [y_is _]. unfold is_canonical.
  rewrite andb_false_iff, Z.ltb_ge, negb_false_iff, andb_true_iff, orb_true_iff, !Z.eqb_eq.
  destruct (Z_lt_le_dec (ordinate r) p) as [below|]; [|tauto].
  rewrite Z.mod_small in y_is by (split; [apply Z.mod_pos_bound; lia|assumption]).
  rewrite <- y_is, <- x_is_zero_iff by assumption. intuition lia.
Qed.

End Decoding.

Print Assumptions decode_iff.
Print Assumptions decode_encode.
Print Assumptions canonical_is_encoding.
Print Assumptions not_canonical_iff.
