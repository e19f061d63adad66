//! `Bmi2::product` and `Bmi2::square`.

use super::machine::{CF, Machine, Number, OF};
use super::source::{Assembly, normal};
use num_bigint::BigInt;

const SOURCE: &str = include_str!("../../src/backend/bmi2/product.rs");

/// The source to prove: of the folder in `PROVED_SOURCES`, if it is set, as `abstracted/build.rs` has it.
fn source() -> String {
    let folder = std::env::var_os("PROVED_SOURCES").map(std::path::PathBuf::from);
    folder.map_or_else(
        || SOURCE.to_owned(),
        |folder| std::fs::read_to_string(folder.join("backend/bmi2/product.rs")).expect("a source"),
    )
}

fn registers(numbers: std::ops::Range<usize>) -> Vec<String> {
    numbers.map(|i| format!("w{i}")).collect()
}

/// The function around the assembly. Each of the operands has a register of its own: `lateout` and
/// `inlateout`, which share registers, would be another function.
const PRODUCT: &str = "fn product(self, a: [u64; 4], b: &[u64; 4]) -> [u64; 4] {
    let [a0, a1, a2, a3] = a;
    let (w0, w1, w2, w3): (u64, u64, u64, u64);
    unsafe {
        asm!(
            a0 = in(reg) a0, a1 = in(reg) a1, a2 = in(reg) a2, a3 = inout(reg) a3 => _,
            w0 = out(reg) w0, w1 = out(reg) w1, w2 = out(reg) w2, w3 = out(reg) w3,
            w4 = out(reg) _, w5 = out(reg) _, w6 = out(reg) _, w7 = inout(reg) b.as_ptr() => _,
            l = out(reg) _, out(\"rdx\") _,
            options(pure, readonly, nostack),
        );
    }
    [w0, w1, w2, w3]
}";
const SQUARE: &str = "fn square(self, a: [u64; 4]) -> [u64; 4] {
    let [a0, a1, a2, a3] = a;
    let (w0, w1, w2, w3): (u64, u64, u64, u64);
    unsafe {
        asm!(
            w0 = inout(reg) a0 => w0, a1 = in(reg) a1, a2 = in(reg) a2, a3 = inout(reg) a3 => _,
            w1 = out(reg) w1, w2 = out(reg) w2, w3 = out(reg) w3,
            w4 = out(reg) _, w5 = out(reg) _, w6 = out(reg) _, w7 = out(reg) _,
            h = out(reg) _, l = out(reg) _, out(\"rdx\") _,
            options(pure, nomem, nostack),
        );
    }
    [w0, w1, w2, w3]
}";

/// A machine with the words of a in these registers. It may change `a3`, `w0` to `w7`, and these others.
fn machine(function: &'static str, of_a: [&str; 4], others: &[&str]) -> (Machine, [Number; 4]) {
    let mut changed = registers(0..8);
    changed.extend(["a3", "rdx"].iter().chain(others).map(ToString::to_string));
    let mut machine = Machine::new(function, changed);
    let a = [(); 4].map(|()| machine.input());
    for (register, word) in of_a.into_iter().zip(&a) {
        machine.registers.insert(register.into(), word.clone());
    }
    (machine, a)
}

/// `reduce!`, for any eight words: the result is theirs modulo p and below `2^255 + 2^11`.
fn check_reduction(machine: &mut Machine, lines: &[String], product: &Number) {
    let p = (BigInt::from(1) << 255_u32) - 19;
    let eight = machine.number(&registers(0..8));
    assert_eq!(eight.poly, product.poly, "eight words are the product");
    let thirty_eight = Number::constant(38);
    let upper = machine.number(&registers(4..8)).times(&thirty_eight);
    let folded = machine.number(&registers(0..4)).plus(&upper);
    // The first addition after the chains: the fifth word is complete.
    let chains = lines
        .iter()
        .position(|line| line.starts_with("add "))
        .expect("an addition");
    let (first, second) = lines.split_at(chains);
    machine.run(first);
    let mut five = registers(0..4);
    five.push("a3".into());
    machine.bounded(&five, &folded);
    assert_eq!(machine.word("a3").high, 38.into(), "the comment's bound");
    let last = second
        .iter()
        .position(|line| line.starts_with("imul "))
        .expect("a product");
    machine.run(&second[..last]);
    assert_eq!(machine.word("a3").high, 77.into(), "the comment's bound");
    machine.run(&second[last..=last]);
    let lower = machine.number(&registers(0..4));
    let sum = lower.plus(&machine.word("a3"));
    assert!(
        sum.high < (BigInt::from(1) << 255_u32) + (1 << 11),
        "the result's bound"
    );
    machine.run(&second[last + 1..]);
    machine.finish();
    let result = machine.number(&registers(0..4));
    assert_eq!(result.poly, sum.poly, "the result is the sum");
    let difference = &result.poly - &product.poly;
    assert!(
        difference.is_multiple_of(&p),
        "the result is the product modulo p"
    );
}

#[test]
fn the_product_is_the_product_modulo_p_for_all_operands() {
    let assembly = Assembly::of(&source(), "product");
    assert_eq!(assembly.frame, normal(PRODUCT));
    let (mut machine, a) = machine("product", ["a0", "a1", "a2", "a3"], &["l"]);
    let b = [(); 4].map(|()| machine.input());
    machine.memory = Some(("w7".into(), b.to_vec()));
    let [first, rows @ .., reduce] = assembly.parts.as_slice() else {
        unreachable!("parts of the product")
    };
    assert_eq!(rows.len(), 3);
    let (of_a, of_b) = (Number::of(&a), Number::of(&b));
    machine.run(first);
    for (j, row) in (1..).zip(rows) {
        let sum = machine.number(&registers(j..j + 4));
        let sum = sum.plus(&of_a.times(&b[j]));
        machine.run(row);
        machine.no_carry(CF, &registers(j..j + 5), &sum);
    }
    check_reduction(&mut machine, reduce, &of_a.times(&of_b));
}

#[test]
fn the_square_is_the_square_modulo_p_for_all_operands() {
    let assembly = Assembly::of(&source(), "square");
    assert_eq!(assembly.frame, normal(SQUARE));
    let (mut machine, a) = machine("square", ["w0", "a1", "a2", "a3"], &["h", "l"]);
    let [products, squares, reduce] = assembly.parts.as_slice() else {
        unreachable!("parts of the square")
    };
    let whole = Number::of(&a);
    // Products of two different words, each once; `a_i a_j` has the weight `i + j`.
    let mut cross = Number::constant(0);
    for i in 0..4 {
        for j in 0..i {
            let weight = Number::constant(BigInt::from(1) << (64 * (i + j - 1)));
            cross = cross.plus(&a[i].times(&a[j]).times(&weight));
        }
    }
    machine.run(products);
    machine.no_carry(OF, &registers(1..7), &cross);
    machine.run(squares);
    // The doubling's carry out of the top word is zero by bounds; that of the sum by this.
    machine.no_carry(CF, &registers(0..8), &whole.times(&whole));
    check_reduction(&mut machine, reduce, &whole.times(&whole));
}

/// There is no other inline assembly than this, and one instruction for AVX2.
#[test]
fn no_other_function_has_assembly() {
    let avx2 = include_str!("../../src/backend/avx2/words.rs");
    let one = r#"asm!(
            "vpmuludq {product}, {a}, {b}",
            product = lateout(ymm_reg) product,
            a = in(ymm_reg) a,
            b = in(ymm_reg) b,
            options(pure, nomem, nostack, preserves_flags),
        );"#;
    // One instruction reads its operands before it writes, so that `lateout` may share a register.
    assert!(avx2.contains(one), "the instruction of AVX2");
    // The crate's own sources, also where `.ci/mutants` builds the proofs as a part of abstract-lanes.
    let mut packages = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).ancestors();
    let lanes = packages.find(|it| it.join("src/backend").is_dir());
    let mut files = vec![lanes.expect("the crate").join("src")];
    let mut found = Vec::new();
    while let Some(path) = files.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(&path).expect("a folder");
            files.extend(entries.map(|entry| entry.expect("an entry").path()));
        } else {
            let text = std::fs::read_to_string(&path).expect("a source");
            for _ in text.matches("asm!(") {
                found.push(
                    path.file_name()
                        .map(|name| name.to_string_lossy().into_owned()),
                );
            }
        }
    }
    found.sort();
    let expected = ["product.rs", "product.rs", "words.rs"].map(|name| Some(name.to_owned()));
    assert_eq!(found, expected);
}
