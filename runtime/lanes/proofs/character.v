(* The identities that src/points/prime_order.rs argues by, in any commutative ring: its isogeny, its tangent, its choice
   of a sign, and why χ is a homomorphism.

   M' is `Y^2 = X (X - A - 2) (X - A + 2)`, or `Y^2 = Z (Z + σ^2) (Z + 4)` with `Z = X - A - 2` and `σ^2 = A + 2`. With
   `L = σ + 2` it has the points `S = (2 σ, 2 σ L)`, `[2]S = (0, 0)` and `T = (-σ^2, 0)` in Z. *)

Require Import Ring.

Section Character.

Variable F : Type.
Variables (zero one : F) (add mul sub : F -> F -> F) (opp : F -> F).
Hypothesis is_ring : ring_theory zero one add mul sub opp eq.
Add Ring F : is_ring.
Notation "0" := zero.
Notation "1" := one.
Notation "2" := (add 1 1).
Notation "4" := (add 2 2).
Infix "+" := add.
Infix "*" := mul.
Infix "-" := sub.
Notation "- a" := (opp a).
Notation square a := (a * a).
Notation fourth a := (square (square a)).

Definition in_x a x := x * (x - a - 2) * (x - a + 2).

Theorem isogeny_is_on_curve a s w : square w = fourth s + a * square s + 1 ->
  let x := 2 * (square s + w) + a in let y := 2 * s * x in square y = in_x a x.
Proof. intros root x y. unfold y, x, in_x. ring [root]. Qed.

Variable sigma : F.
Let slope := sigma + 2.
Let a := square sigma - 2.
(* S in X. *)
Let x_of_s := square sigma + 2 * sigma.

(* The line meets M' twice in S, and in [2]S. *)
Theorem line_is_tangent x :
  in_x a x - square (slope * (x - square sigma)) = (x - square sigma) * square (x - x_of_s).
Proof. unfold in_x, a, slope, x_of_s. ring. Qed.

Theorem s_is_on_curve : square (slope * (x_of_s - square sigma)) = in_x a x_of_s.
Proof. unfold in_x, a, slope, x_of_s. ring. Qed.

(* The product of `L c` over both signs of σ is A^2 - 4. *)
Theorem product_of_both_signs c : square c = - square sigma -> slope * (2 - sigma) * square c = square a - 4.
Proof. intros root. rewrite root. unfold slope, a. ring. Qed.

Definition in_z z := z * (z + square sigma) * (z + 4).

Theorem curves_are_the_same x : in_z (x - square sigma) = in_x a x.
Proof. unfold in_x, in_z, a. ring. Qed.

Definition f z y := (z + square sigma) * (z + 4) + square slope * z - 2 * slope * y.

Theorem f_is_square_of_tangent_over_z z y : square y = in_z z -> f z y * z = square (y - slope * z).
Proof. unfold f, in_z, slope. intros on. ring [on]. Qed.

Theorem f_times_f_of_negative_is_fourth_power z y : square y = in_z z -> f z y * f z (- y) = fourth (z - 2 * sigma).
Proof. unfold f, in_z, slope. intros on. ring [on]. Qed.

(* The values at S, -S, [2]S and, with `c^2 = -σ^2`, at T. *)
Theorem values c : square c = - square sigma ->
  let y_of_s := 2 * sigma * slope in
  f (2 * sigma) y_of_s = 0 /\ f (2 * sigma) (- y_of_s) = (4 + 4) * (sigma * square slope)
  /\ f 0 0 = square (2 * sigma) /\ f (- square sigma) 0 = square (slope * c).
Proof. intros root y_of_s. unfold y_of_s, f, slope. repeat split; ring [root]. Qed.

(* The line is `Y = m Z + b`. The coefficients of its equation with M' give the symmetric functions of the three
   roots, whether or not two are equal. Nothing is divided, so the line may go through [2]S too. *)
Section Line.

Variables m b z1 z2 z3 : F.
Let line z := m * z + b.
Hypothesis sum : z1 + z2 + z3 = square m - square sigma - 4.
Hypothesis pairs : z1 * z2 + z1 * z3 + z2 * z3 = 4 * square sigma - 2 * (m * b).
Hypothesis product : z1 * z2 * z3 = square b.

Theorem roots_are_those_of_line z : in_z z - square (line z) = (z - z1) * (z - z2) * (z - z3).
Proof.
  unfold in_z, line.
  transitivity (z * z * z - (z1 + z2 + z3) * (z * z) + (z1 * z2 + z1 * z3 + z2 * z3) * z - z1 * z2 * z3); [|ring].
  rewrite sum, pairs, product. ring.
Qed.

Theorem product_of_f_over_line_is_fourth_power :
  f z1 (line z1) * f z2 (line z2) * f z3 (line z3) = fourth (line (2 * sigma) - 2 * sigma * slope).
Proof.
  (* Eliminate z3 by the sum, z2^2 by the sum of pairs, and z1^3 because z1 is a root. *)
  set (s := square m - square sigma - 4) in sum.
  set (q := 4 * square sigma - 2 * (m * b)) in pairs.
  assert (z3 = s - z1 - z2) as of_z3 by (rewrite <- sum; ring).
  assert (square z2 = (s - z1) * (z1 + z2) - q) as of_z2 by (rewrite <- pairs, of_z3; ring).
  assert (square z1 * z1 = (s * z1 - q) * z1 + square b) as of_z1.
  { rewrite <- sum, <- pairs, <- product. ring. }
  unfold s, q in of_z1, of_z2, of_z3. rewrite of_z3.
  unfold f, line, slope. ring [of_z1 of_z2].
Qed.

End Line.
End Character.

Print Assumptions isogeny_is_on_curve.
Print Assumptions line_is_tangent.
Print Assumptions s_is_on_curve.
Print Assumptions product_of_both_signs.
Print Assumptions curves_are_the_same.
Print Assumptions f_is_square_of_tangent_over_z.
Print Assumptions f_times_f_of_negative_is_fourth_power.
Print Assumptions values.
Print Assumptions roots_are_those_of_line.
Print Assumptions product_of_f_over_line_is_fourth_power.
