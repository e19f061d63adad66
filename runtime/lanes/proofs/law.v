(* The points are a group under the addition law: it is complete, so that its denominators are never zero, and the
   group's axioms are identities.

   Points fulfil `y^2 - x^2 = 1 + d x^2 y^2`. The sum of two points has the denominators `1 + e` and `1 - e` with
   `e = d x1 x2 y1 y2`. If one were zero, `e^2` would be 1. (Bernstein and Lange, "Faster addition and doubling on
   elliptic curves", theorem 3.3, for this curve.)

   Hypotheses that are proved elsewhere: -1 is a square and d is none (curve.v). *)

Require Import Ring.

Section Law.

Variable F : Type.
Variables (zero one : F) (add mul sub : F -> F -> F) (opp : F -> F).
Hypothesis is_ring : ring_theory zero one add mul sub opp eq.
Add Ring F : is_ring.
Notation "0" := zero.
Notation "1" := one.
Notation "2" := (add 1 1).
Infix "+" := add.
Infix "*" := mul.
Infix "-" := sub.
Notation "- a" := (opp a).

Variable d : F.

Definition on_curve x y := d * (x * x) * (y * y) = y * y - x * x - 1.

Section Complete.

Variable i : F.
Hypothesis i_is_root : i * i = - (1).
Hypothesis d_is_no_square : forall a b, a * a = d * (b * b) -> b = 0.
Hypothesis two_is_not_zero : 2 <> 0.

(* Where `e^2` is 1, `(y1 + e j x1)^2 = d (x1 y1)^2 (y2 + j x2)^2` for both roots j of -1. Since d is no square, both
   brackets on the right are zero, times x1 y1; but their difference is not. *)
Theorem law_is_complete x1 y1 x2 y2 : on_curve x1 y1 -> on_curve x2 y2 ->
  let e := d * (x1 * x2) * (y1 * y2) in e * e <> 1.
Proof.
  intros first second e e_is_root. unfold on_curve in first, second.
  assert (forall j, j * j = - (1) -> x1 * y1 * (y2 + j * x2) = 0) as bracket.
  { intros j j_is_root. apply d_is_no_square with (a := y1 + e * j * x1).
    transitivity (y1 * y1 + 2 * j * x1 * y1 * e + (e * e) * (j * j) * (x1 * x1)); [ring|].
    rewrite e_is_root, j_is_root.
    transitivity (d * (x1 * x1) * (y1 * y1) * (y2 * y2 - x2 * x2 + 2 * j * (x2 * y2))).
    2: ring [j_is_root].
    transitivity (d * (x1 * x1) * (y1 * y1) + e * e + 2 * j * x1 * y1 * e).
    - rewrite first, e_is_root. ring.
    - transitivity (d * (x1 * x1) * (y1 * y1) * (1 + d * (x2 * x2) * (y2 * y2)) + 2 * j * x1 * y1 * e).
      + unfold e. ring.
      + rewrite second. unfold e. ring. }
  assert (2 * (x1 * y1 * (i * x2)) = 0) as difference.
  { transitivity (x1 * y1 * (y2 + i * x2) - x1 * y1 * (y2 + - i * x2)); [ring|].
    rewrite !bracket by ring [i_is_root]. ring. }
  apply two_is_not_zero. transitivity (2 * (e * e)); [rewrite e_is_root; ring|].
  transitivity (2 * (x1 * y1 * (i * x2)) * (- i * (d * d) * (x1 * x2) * (y1 * (y2 * y2)))).
  - unfold e. ring [i_is_root].
  - rewrite difference. ring.
Qed.

End Complete.

(* x and y, each with a numerator and a denominator. *)
Definition fractions : Type := (F * F) * (F * F).
Definition of x y : fractions := ((x, 1), (y, 1)).
Definition same (P Q : fractions) :=
  let '((x1, u1), (y1, v1)) := P in
  let '((x2, u2), (y2, v2)) := Q in
  x1 * u2 = x2 * u1 /\ y1 * v2 = y2 * v1.
Definition sum (P Q : fractions) : fractions :=
  let '((x1, u1), (y1, v1)) := P in
  let '((x2, u2), (y2, v2)) := Q in
  let all := u1 * u2 * (v1 * v2) in
  let e := d * (x1 * x2 * (y1 * y2)) in
  ((x1 * y2 * (v1 * u2) + y1 * x2 * (u1 * v2), all + e),
   (y1 * y2 * (u1 * u2) + x1 * x2 * (v1 * v2), all - e)).

Section Axioms.

(* The curve's equation gives `x^2 y^2 = (y^2 - x^2 - 1) / d`, with c for `1/d`. *)
Variable c : F.
Hypothesis c_is_inverse : c * d = 1.
Variables x1 y1 x2 y2 x3 y3 : F.
Definition on x y := x * x * (y * y) = c * (y * y - x * x - 1).
Hypothesis first : on x1 y1.
Hypothesis second : on x2 y2.
Hypothesis third : on x3 y3.

Let P := of x1 y1.
Let Q := of x2 y2.
Let R := of x3 y3.

Theorem neutral : same (sum P (of 0 1)) P.
Proof. unfold same, sum, P, of; cbn. split; ring. Qed.

Theorem negative : same (sum P (of (- x1) y1)) (of 0 1).
Proof. unfold same, sum, P, of; cbn. unfold on in first. split; ring [first c_is_inverse]. Qed.

Theorem commutative : same (sum P Q) (sum Q P).
Proof. unfold same, sum, P, Q, of; cbn. split; ring. Qed.

Theorem associative : same (sum (sum P Q) R) (sum P (sum Q R)).
Proof.
  unfold same, sum, P, Q, R, of; cbn. unfold on in *.
  split; ring [first second third c_is_inverse].
Qed.

(* Sums are on the curve, so that their denominators in further sums are not zero. *)
Theorem sum_is_on_curve : let '((x, u), (y, v)) := sum P Q in
  y * u * (y * u) - x * v * (x * v) = u * v * (u * v) + d * (x * y * (x * y)).
Proof. unfold sum, P, Q, of; cbn. unfold on in *. ring [first second c_is_inverse]. Qed.

End Axioms.
End Law.

Print Assumptions law_is_complete.
Print Assumptions neutral.
Print Assumptions negative.
Print Assumptions commutative.
Print Assumptions associative.
Print Assumptions sum_is_on_curve.
