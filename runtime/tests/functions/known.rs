use super::run;
#[test]
fn probe() {
    for wat in [
        r#"(module (func (export "main")))"#,
        r#"(module (func $leaf drop i32.const 1) (func (export "main") ))"#.replace("drop i32.const 1","(drop (i32.const 1))").as_str(),
        r#"(module (func $leaf (drop (i32.const 1))) (func (export "main") call $leaf call $leaf))"#,
        r#"(module (func $leaf (result i64) (i64.const 1)) (func (export "main") (local i32) (drop (call $leaf)) ))"#,
        r#"(module (import "env" "block_index" (func $height (result i64))) (func $leaf (result i64) (return (call $height))) (func (export "main") (loop (drop (call $leaf)) (drop (call $height)) (br_if 0 (i32.const 0)))))"#,
    ] {
        let outcome = run(wat);
        println!("{wat}\n{:?} {:?}", outcome.failure, outcome.burnt_gas);
        for (place, node) in outcome.functions.as_ref().unwrap().nodes().iter().enumerate() {
            println!("  {} {} calls {}", outcome.functions.as_ref().unwrap().stack(place).join(";"), node.gas.as_gas(), node.calls);
        }
    }
}
