;; `say` logs its arguments.
(module
  (import "env" "input" (func $input (param i64)))
  (import "env" "log_utf8" (func $log (param i64 i64)))
  (import "env" "read_register" (func $read (param i64 i64)))
  (import "env" "register_len" (func $len (param i64) (result i64)))
  (memory 1)
  (func (export "say")
      (call $input (i64.const 0)) (call $read (i64.const 0) (i64.const 0))
      (call $log (call $len (i64.const 0)) (i64.const 0))))
