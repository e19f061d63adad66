(* The argument of docs/same-verdict.md, steps 1 to 3 and 5: for any key A, scalars k and s, and bytes of R, the sums
   that the engine computes decide as dalek's verify and as ZIP-215 do.

   Hypotheses that are proved elsewhere: the points are an abelian group (law.v), which has 8 l elements
   (curve.v), where l is prime (primes.rs); B has the order l; and those of
   encoding.v and decoding.v. That dalek's verify is `dalek` is what the suite `exactness` tests. *)

Require Import ZArith Znumtheory Lia.
Require Import encoding decoding.
Open Scope Z_scope.

Section Verdict.

Variable zero : point.
Variable add : point -> point -> point.
Variable neg : point -> point.
Declare Scope point_scope.
Delimit Scope point_scope with P.
Notation "P + Q" := (add P Q) : point_scope.
Notation "- P" := (neg P) : point_scope.
Notation "P - Q" := (add P (neg Q)) : point_scope.

Hypothesis add_assoc : forall P Q R, (P + (Q + R) = (P + Q) + R)%P.
Hypothesis add_comm : forall P Q, (P + Q = Q + P)%P.
Hypothesis add_zero : forall P, (P + zero = P)%P.
Hypothesis add_neg : forall P, (P - P = zero)%P.

(* [n]P. *)
Definition mul (n : Z) (P : point) : point :=
  match n with
  | Z0 => zero
  | Zpos p => Pos.iter (add P) zero p
  | Zneg p => neg (Pos.iter (add P) zero p)
  end.

Lemma zero_add P : (zero + P = P)%P.
Proof. now rewrite add_comm, add_zero. Qed.

Lemma cancel P Q R : (P + Q = P + R)%P -> Q = R.
Proof.
  intro H.
  rewrite <- (zero_add Q), <- (zero_add R), <- (add_neg P), (add_comm P (neg P)).
  now rewrite <- !add_assoc, H.
Qed.

Lemma neg_unique P Q : (P + Q = zero)%P -> Q = neg P.
Proof. intro H. apply (cancel P). now rewrite H, add_neg. Qed.

Lemma difference_is_zero P Q : (P - Q = zero)%P <-> P = Q.
Proof.
  split; intro H.
  - apply (cancel (neg Q)). now rewrite add_comm, H, add_comm, add_neg.
  - now rewrite H, add_neg.
Qed.

Lemma mul_succ n P : mul (Z.succ n) P = (P + mul n P)%P.
Proof.
  destruct n as [|p|p].
  - reflexivity.
  - change (Z.succ (Z.pos p)) with (Z.pos (p + 1)). rewrite Pos.add_1_r. apply Pos.iter_succ.
  - induction p as [|p _] using Pos.peano_ind.
    + simpl. now rewrite add_zero, add_neg.
    + replace (Z.succ (Z.neg (Pos.succ p))) with (Z.neg p) by lia.
      simpl. rewrite Pos.iter_succ. symmetry. apply neg_unique.
      rewrite add_assoc, (add_comm _ P). apply add_neg.
Qed.

Lemma mul_pred n P : mul (Z.pred n) P = (mul n P - P)%P.
Proof.
  apply (cancel P). rewrite <- mul_succ, Z.succ_pred.
  now rewrite (add_comm (mul n P)), add_assoc, add_neg, zero_add.
Qed.

Lemma mul_add m n P : mul (m + n) P = (mul m P + mul n P)%P.
Proof.
  induction m as [|m IH|m IH] using Z.peano_ind.
  - simpl. now rewrite zero_add.
  - now rewrite Z.add_succ_l, !mul_succ, IH, add_assoc.
  - rewrite Z.add_pred_l, !mul_pred, IH.
    now rewrite <- !add_assoc, (add_comm (mul n P)).
Qed.

Lemma mul_opp n P : mul (- n) P = neg (mul n P).
Proof. apply neg_unique. now rewrite <- mul_add, Z.add_opp_diag_r. Qed.

Lemma mul_of_zero n : mul n zero = zero.
Proof.
  induction n as [|n IH|n IH] using Z.peano_ind.
  - reflexivity.
  - now rewrite mul_succ, IH, add_zero.
  - now rewrite mul_pred, IH, add_neg.
Qed.

Lemma mul_mul m n P : mul (m * n) P = mul m (mul n P).
Proof.
  induction m as [|m IH|m IH] using Z.peano_ind.
  - reflexivity.
  - now rewrite Z.mul_succ_l, mul_add, mul_succ, IH, add_comm.
  - rewrite Z.mul_pred_l, mul_pred. unfold Z.sub. now rewrite mul_add, mul_opp, IH.
Qed.

Lemma neg_add P Q : (- (P + Q) = - P - Q)%P.
Proof.
  symmetry. apply neg_unique.
  rewrite (add_comm P Q), <- add_assoc, (add_assoc P), add_neg, zero_add. apply add_neg.
Qed.

Lemma mul_of_sum n P Q : mul n (P + Q)%P = (mul n P + mul n Q)%P.
Proof.
  assert (four : forall a b c d, ((a + b) + (c + d) = (a + c) + (b + d))%P).
  { intros. rewrite <- !add_assoc. f_equal. rewrite !add_assoc. f_equal. apply add_comm. }
  induction n as [|n IH|n IH] using Z.peano_ind.
  - simpl. now rewrite add_zero.
  - now rewrite !mul_succ, IH, four.
  - now rewrite !mul_pred, IH, neg_add, four.
Qed.

Lemma mul_of_neg n P : mul n (neg P) = neg (mul n P).
Proof. apply neg_unique. rewrite <- mul_of_sum, add_neg. apply mul_of_zero. Qed.

(* Scalars act modulo an order. *)
Lemma mul_mod order m n P :
  mul order P = zero -> (order | m - n) -> mul m P = mul n P.
Proof.
  intros is_order [q H]. replace m with (q * order + n) by lia.
  now rewrite mul_add, mul_mul, is_order, mul_of_zero, zero_add.
Qed.

Variable l : Z.
Hypothesis l_prime : prime l.
Hypothesis l_odd : 2 < l.
(* The group has 8 l elements (Lagrange). *)
Hypothesis group_order : forall P, mul (8 * l) P = zero.
Variable B : point.
Hypothesis base_order : mul l B = zero.

(* Step 2. *)
Lemma odd_is_coprime u : Z.Odd u -> 0 < u < l -> rel_prime u (8 * l).
Proof.
  intros [h odd] below.
  assert (rel_prime u 2) as two.
  { apply rel_prime_sym, prime_rel_prime; [apply prime_2|]. intros [q H]. lia. }
  apply rel_prime_mult.
  - change 8 with (2 * (2 * 2)). auto using rel_prime_mult.
  - apply rel_prime_sym, prime_rel_prime; [assumption|].
    intro divides. apply Z.divide_pos_le in divides; lia.
Qed.

Lemma odd_multiple u P : Z.Odd u -> 0 < u < l -> (mul u P = zero <-> P = zero).
Proof.
  intros odd below. split; intro H.
  - destruct (rel_prime_bezout _ _ (odd_is_coprime u odd below)) as [a b one].
    replace P with (mul 1 P) by apply add_zero.
    rewrite <- one, mul_add, (mul_mul a), (mul_mul b), H, group_order, !mul_of_zero. apply add_zero.
  - now rewrite H, mul_of_zero.
Qed.

(* Step 3: the sum that the engine computes is [u]D. *)
Section Halves.

Variables u v k s : Z.
Hypothesis u_odd : Z.Odd u.
Hypothesis u_below : 0 < u < l.
Hypothesis congruent : (8 * l | v - u * k).

Definition D A R : point := (mul s B - mul k A - R)%P.
Definition halved A R : point := (mul ((u * s) mod l) B - mul v A - mul u R)%P.

Lemma halved_is_multiple A R : halved A R = mul u (D A R).
Proof.
  unfold halved, D. rewrite !mul_of_sum, !mul_of_neg, <- !mul_mul.
  rewrite (mul_mod (8 * l) v (u * k)) by auto.
  rewrite (mul_mod l ((u * s) mod l) (u * s)); auto.
  exists (- (u * s / l)). rewrite Z.mod_eq by lia. lia.
Qed.

Lemma halved_decides A R : halved A R = zero <-> D A R = zero.
Proof. rewrite halved_is_multiple. now apply odd_multiple. Qed.

Lemma halved_decides_times_8 A R : mul 8 (halved A R) = zero <-> mul 8 (D A R) = zero.
Proof.
  rewrite halved_is_multiple, <- mul_mul, Z.mul_comm, mul_mul. now apply odd_multiple.
Qed.

(* Step 1, and the rules. *)
Hypothesis p_prime : prime p.
Hypothesis no_zero_denominator : has_no_zero_denominator.
Variable root : Z -> Z -> option Z.
Hypothesis root_finds_roots : finds_roots root.
Variable inverse : Z -> Z.
Hypothesis inverse_finds_inverses : finds_inverses inverse.
Notation decode := (decode root).

Definition dalek r A := r = encode (mul s B - mul k A)%P.
Definition zip_215 r A := exists R, decode r = Some R /\ mul 8 (D A R) = zero.

Theorem verdict_of_halves r A :
  dalek r A <-> is_canonical r = true /\ exists R, decode r = Some R /\ halved A R = zero.
Proof.
  unfold dalek. split.
  - intros ->. split; [now apply encodings_are_canonical|].
    eexists. split; [now apply decode_encode|]. apply halved_decides. apply add_neg.
  - intros [canonical [R [decoded H]]]. apply halved_decides in H.
    apply (proj1 (difference_is_zero _ _)) in H. rewrite H. eauto using canonical_is_encoding.
Qed.

Theorem zip_215_of_halves r A :
  zip_215 r A <-> exists R, decode r = Some R /\ mul 8 (halved A R) = zero.
Proof. unfold zip_215. now setoid_rewrite halved_decides_times_8. Qed.

(* Step 5: with tables of -A, the engine compares the sum itself, of which it has X, Y and Z. *)
Theorem verdict_with_tables r A X Y Z :
  are_coordinates X Y Z (mul s B + mul k (neg A))%P -> dalek r A <-> encodes_to inverse X Y Z r = true.
Proof.
  rewrite mul_of_neg. intro of_sum. symmetry. now apply comparisons_decide.
Qed.

(* Whatever does not have the sum's encoding is compared once more, times the cofactor. *)
Theorem zip_215_with_tables r A :
  zip_215 r A <->
  dalek r A \/ exists R, decode r = Some R /\ mul 8 (mul s B + mul k (neg A) - R)%P = zero.
Proof.
  unfold zip_215, dalek, D. rewrite mul_of_neg. split; [now right|].
  intros [->|H]; [|assumption].
  eexists. split; [now apply decode_encode|]. rewrite add_neg. apply mul_of_zero.
Qed.

End Halves.
End Verdict.

Print Assumptions verdict_of_halves.
Print Assumptions zip_215_of_halves.
Print Assumptions verdict_with_tables.
Print Assumptions zip_215_with_tables.
