;; `named.wat` without names.
(module
  (import "env" "block_index" (func (result i64)))
  (func (drop (call 0)))
  (func (call 1) (unreachable))
  (func (export "look") (call 1) (call 1))
  (func (export "fall") (call 2)))
