;; Fails by recursion, or by giving a host function memory beyond its own; both also after host calls that
;; charge gas of every kind.
(module
  (import "env" "log_utf8" (func $log (param i64 i64)))
  (import "env" "sha256" (func $sha256 (param i64 i64 i64)))
  (import "env" "ed25519_verify" (func $verify (param i64 i64 i64 i64 i64 i64) (result i64)))
  (import "env" "storage_write" (func $write (param i64 i64 i64 i64 i64) (result i64)))
  (import "env" "promise_create" (func $create
    (param i64 i64 i64 i64 i64 i64 i64 i64) (result i64)))
  (import "env" "gas" (func $gas (param i32)))
  (import "env" "account_balance" (func $balance (param i64)))
  (memory 1) (data (i32.const 0) "node.near")
  (func $calls
    (call $log (i64.const 9) (i64.const 0))
    (call $sha256 (i64.const 9) (i64.const 0) (i64.const 0))
    (drop (call $verify
      (i64.const 64) (i64.const 0) (i64.const 9) (i64.const 0) (i64.const 32) (i64.const 0)))
    (drop (call $write
      (i64.const 9) (i64.const 0) (i64.const 9) (i64.const 0) (i64.const 0)))
    (drop (call $create (i64.const 9) (i64.const 0) (i64.const 9) (i64.const 0)
      (i64.const 0) (i64.const 0) (i64.const 32) (i64.const 3000000000000)))
    (call $gas (i32.const 1000)))
  (func $beyond (export "log_beyond") (call $log (i64.const 9) (i64.const -9)))
  (func $down (export "down") (call $down))
  (func (export "down_after_calls") (call $calls) (call $down))
  (func $down_calling (export "down_calling")
    (call $sha256 (i64.const 0) (i64.const 0) (i64.const 0)) (call $down_calling))
  (func (export "balance_beyond") (call $calls) (call $balance (i64.const -9)))
  (func (export "log_beyond_after_calls") (call $calls) (call $beyond))
  (func (export "hash_beyond") (call $sha256 (i64.const 9) (i64.const -9) (i64.const 0)))
)
