;; `spin` runs a loop of this many turns.
(module
  (func $spin (param i32)
      (loop
          (local.set 0 (i32.sub (local.get 0) (i32.const 1)))
          (br_if 0 (local.get 0))))
  (func (export "spin") (call $spin (i32.const TURNS)))
  (func (export "fall") (unreachable)))
