;; Verifies one signature in a loop, through the host function, and returns how often it was
;; accepted. The arguments: signature (64), public key (32), rounds (u32), whether the inputs go
;; into registers (u32), message.
(module
  (import "env" "input" (func $input (param i64)))
  (import "env" "register_len" (func $register_len (param i64) (result i64)))
  (import "env" "read_register" (func $read_register (param i64 i64)))
  (import "env" "write_register" (func $write_register (param i64 i64 i64)))
  (import "env" "value_return" (func $value_return (param i64 i64)))
  (import "env" "ed25519_verify"
    (func $ed25519_verify (param i64 i64 i64 i64 i64 i64) (result i64)))
  (memory 2)
  (func (export "run")
    (local $signature_len i64) (local $signature i64)
    (local $message_len i64) (local $message i64)
    (local $public_key_len i64) (local $public_key i64)
    (local $left i32) (local $accepted i64)
    (call $input (i64.const 0))
    (call $read_register (i64.const 0) (i64.const 0))
    (local.set $signature_len (i64.const 64))
    (local.set $signature (i64.const 0))
    (local.set $public_key_len (i64.const 32))
    (local.set $public_key (i64.const 64))
    (local.set $message_len (i64.sub (call $register_len (i64.const 0)) (i64.const 104)))
    (local.set $message (i64.const 104))
    (if (i32.load (i32.const 100))
      (then
        (call $write_register (i64.const 1) (local.get $signature_len) (local.get $signature))
        (call $write_register (i64.const 2) (local.get $message_len) (local.get $message))
        (call $write_register (i64.const 3) (local.get $public_key_len) (local.get $public_key))
        (local.set $signature_len (i64.const -1))
        (local.set $signature (i64.const 1))
        (local.set $message_len (i64.const -1))
        (local.set $message (i64.const 2))
        (local.set $public_key_len (i64.const -1))
        (local.set $public_key (i64.const 3))))
    (local.set $left (i32.load (i32.const 96)))
    (block $done
      (loop $again
        (br_if $done (i32.eqz (local.get $left)))
        (local.set $left (i32.sub (local.get $left) (i32.const 1)))
        (local.set $accepted (i64.add (local.get $accepted)
          (call $ed25519_verify
            (local.get $signature_len) (local.get $signature)
            (local.get $message_len) (local.get $message)
            (local.get $public_key_len) (local.get $public_key))))
        (br $again)))
    (i64.store (i32.const 0) (local.get $accepted))
    (call $value_return (i64.const 8) (i64.const 0))))
