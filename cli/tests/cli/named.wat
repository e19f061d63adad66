;; Functions with names, one of which fails.
(module
  (import "env" "block_index" (func $height (result i64)))
  (func $look (drop (call $height)))
  (func $fall (call $look) (unreachable))
  (func (export "look") (call $look) (call $look))
  (func (export "fall") (call $fall)))
