//! `Bmi2::product` and `Bmi2::square`.

use super::machine::{CF, Machine, OF, in_memory};
use super::source::assembly;
use crate::proved;
use abstract_lanes::bounded::{Bounded, are_congruent};
use num_bigint::BigInt;

const SOURCE: &str = include_str!("../../src/backend/bmi2/product.rs");

/// The source to prove: from the folder in `PROVED_SOURCES` if it is set, as in `abstracted/build.rs`.
fn source() -> String {
    let folder = std::env::var_os("PROVED_SOURCES").map(std::path::PathBuf::from);
    folder.map_or_else(
        || SOURCE.to_owned(),
        |folder| std::fs::read_to_string(folder.join("backend/bmi2/product.rs")).expect("a source"),
    )
}

fn registers(numbers: std::ops::Range<usize>) -> Vec<String> {
    numbers.map(|i| format!("{{w{i}}}")).collect()
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

/// The first line of `reduce!`.
const REDUCE: &str = "mov edx, 38";

/// The lines in parts; a part ends before each line on which `begins` is true.
fn split(lines: &[String], begins: impl Fn(&str) -> bool) -> Vec<&[String]> {
    lines.chunk_by(|_, next| !begins(next)).collect()
}

/// Any words, as these operands.
fn any_words(machine: &mut Machine, operands: [String; 4]) -> [Bounded; 4] {
    operands.map(|operand| {
        let word = Bounded::word();
        machine.words.insert(operand, word.clone());
        word
    })
}

/// `reduce!`, for any eight words: the result is theirs modulo p and below `2^255 + 2^11`.
fn check_reduction(machine: &mut Machine, lines: &[String], product: &Bounded) {
    let eight = machine.number(&registers(0..8));
    assert_eq!(eight.value, product.value, "eight words are the product");
    let thirty_eight = Bounded::constant(38);
    let upper = machine.number(&registers(4..8)).times(&thirty_eight);
    let folded = machine.number(&registers(0..4)).plus(&upper);
    // After the chains, which end at the first `add`, the fifth word is complete.
    let parts = split(lines, |it| {
        it.starts_with("add ") || it.starts_with("imul ")
    });
    let [chains, highest, nineteen, sum] = parts.as_slice() else {
        unreachable!("parts of the reduction")
    };
    machine.run(chains);
    let five = [registers(0..4), vec!["{a3}".into()]].concat();
    machine.bounded(&five, &folded);
    assert_eq!(machine.word("{a3}").high, 38.into(), "the comment's bound");
    machine.run(highest);
    assert_eq!(machine.word("{a3}").high, 77.into(), "the comment's bound");
    machine.run(nineteen);
    let lower = machine.number(&registers(0..4));
    let wanted = lower.plus(&machine.word("{a3}"));
    let bound = (BigInt::from(1) << 255_u32) + (1 << 11);
    assert!(wanted.high < bound, "the result's bound");
    machine.run(sum);
    let result = machine.number(&registers(0..4));
    assert_eq!(result.value, wanted.value, "the result is the sum");
    let is_product = are_congruent(&result.value, &product.value);
    assert!(is_product, "the result is the product modulo p");
}

#[test]
fn the_product_is_the_product_modulo_p_for_all_operands() {
    proved(product);
}

#[test]
fn the_square_is_the_square_modulo_p_for_all_operands() {
    proved(square);
}

fn product() {
    let lines = assembly(&source(), "product", PRODUCT);
    let mut machine = Machine::default();
    let of_a = ["{a0}", "{a1}", "{a2}", "{a3}"];
    let a = any_words(&mut machine, of_a.map(str::to_owned));
    let b = any_words(&mut machine, [0, 1, 2, 3].map(|i| in_memory("{w7}", i)));
    let parts = split(&lines, |it| it.contains("[{w7} +") || it == REDUCE);
    let [first, rows @ .., reduce] = parts.as_slice() else {
        unreachable!("parts of the product")
    };
    assert_eq!(rows.len(), 3);
    let (of_a, of_b) = (Bounded::of(&a), Bounded::of(&b));
    machine.run(first);
    for (j, row) in (1..).zip(rows) {
        let sum = machine.number(&registers(j..j + 4));
        let sum = sum.plus(&of_a.times(&b[j]));
        machine.run(row);
        machine.no_carry(CF, &registers(j..j + 5), &sum);
    }
    check_reduction(&mut machine, reduce, &of_a.times(&of_b));
}

fn square() {
    let lines = assembly(&source(), "square", SQUARE);
    let mut machine = Machine::default();
    let of_a = ["{w0}", "{a1}", "{a2}", "{a3}"];
    let a = any_words(&mut machine, of_a.map(str::to_owned));
    let parts = split(&lines, |it| it == "mov rdx, {w0}" || it == REDUCE);
    let [products, squares, reduce] = parts.as_slice() else {
        unreachable!("parts of the square")
    };
    let whole = Bounded::of(&a);
    // Products of two different words, each once; `a_i a_j` has the weight `i + j`.
    let mut cross = Bounded::default();
    for i in 0..4 {
        for j in 0..i {
            let weight = Bounded::constant(BigInt::from(1) << (64 * (i + j - 1)));
            cross = cross.plus(&a[i].times(&a[j]).times(&weight));
        }
    }
    machine.run(products);
    machine.no_carry(OF, &registers(1..7), &cross);
    machine.run(squares);
    // The doubling's carry out of the top word is zero by its bounds, and the sum's is zero by this proof.
    machine.no_carry(CF, &registers(0..8), &whole.times(&whole));
    check_reduction(&mut machine, reduce, &whole.times(&whole));
}

/// The only other inline assembly is one instruction for AVX2.
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
    let mut paths = vec![lanes.expect("the crate").join("src")];
    let mut found = Vec::new();
    while let Some(path) = paths.pop() {
        if let Ok(entries) = std::fs::read_dir(&path) {
            paths.extend(entries.map(|entry| entry.expect("an entry").path()));
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a source");
        let file = path.file_name().expect("a file").to_string_lossy();
        found.extend(text.matches("asm!(").map(|_| file.to_string()));
    }
    found.sort();
    assert_eq!(found, ["product.rs", "product.rs", "words.rs"]);
}
