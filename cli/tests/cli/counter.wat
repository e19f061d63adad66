;; Counts its calls in storage; `tell` also returns more than a pipe holds.
(module
  (import "env" "storage_read" (func $read (param i64 i64 i64) (result i64)))
  (import "env" "storage_write" (func $write (param i64 i64 i64 i64 i64) (result i64)))
  (import "env" "read_register" (func $register (param i64 i64)))
  (import "env" "value_return" (func $return (param i64 i64)))
  (memory 2) (data (i32.const 0) "n")
  (func $load
    (if (i64.eq (call $read (i64.const 1) (i64.const 0) (i64.const 0)) (i64.const 1))
      (then (call $register (i64.const 0) (i64.const 8)))))
  (func $increment (export "increment")
    (call $load)
    (i64.store (i32.const 8) (i64.add (i64.load (i32.const 8)) (i64.const 1)))
    (drop (call $write
      (i64.const 1) (i64.const 0) (i64.const 8) (i64.const 8) (i64.const 0))))
  (func (export "tell") (call $increment) (call $return (i64.const 100000) (i64.const 0)))
  (func (export "count") (call $load) (call $return (i64.const 8) (i64.const 8)))
)
