//! Contracts of mere size: the source of a contract with so many records, each unlike the others,
//! and methods that read, keep, change and answer them, as contracts of megabytes have. They are
//! compiled without optimisation, which makes their code large, and takes a fifth of the time.

use std::fmt::Write as _;

/// The variable that names the generated file to it.
pub(crate) const SOURCE: &str = "LARGE_CONTRACT";

/// What fields are of, and how two values of each are put together.
const FIELDS: [(&str, &str); 12] = [
    ("u8", "a.wrapping_add(*b)"),
    ("U128", "U128(a.0.saturating_mul(b.0))"),
    ("String", "format!(\"{a}, {b}\")"),
    ("Vec<u32>", "a.iter().zip(b).map(|(a, b)| a ^ b).collect()"),
    ("Option<AccountId>", "a.clone().or_else(|| b.clone())"),
    (
        "BTreeMap<String, u64>",
        "a.iter().chain(b).map(|(key, value)| (key.clone(), *value)).collect()",
    ),
    ("i64", "a.checked_sub(*b).unwrap_or_default()"),
    (
        "Base64VecU8",
        "Base64VecU8([a.0.as_slice(), b.0.as_slice()].concat())",
    ),
    ("(bool, u16)", "(a.0 && b.0, a.1.max(b.1))"),
    (
        "Vec<(String, i32)>",
        "a.iter().filter(|one| !b.contains(one)).cloned().collect()",
    ),
    ("NearToken", "a.saturating_add(*b)"),
    (
        "[u64; 4]",
        "std::array::from_fn(|at| a[at].rotate_left(7) ^ b[3 - at])",
    ),
];

/// Steps of arithmetic in a record's method of it. nearcore's limits on functions and blocks leave no
/// room for megabytes of the other methods alone: contracts that are larger hold much code without
/// branches, cryptography mostly.
const STEPS: u32 = 2_000;

/// The source, with the methods of `records` records. Its calls are of the first and the last.
pub(crate) fn source(records: u32) -> String {
    let mut text = String::from("// ```text\n");
    let last = records.saturating_sub(1);
    for record in [0, last] {
        let _ = writeln!(text, "// list_{record} {{\"from\": 0, \"limit\": 3}}");
        let _ = writeln!(text, "// put_{record} {{\"key\": \"k\"}}");
        let _ = writeln!(text, "// mix_{record} {{\"seed\": 7}}");
        let _ = writeln!(text, "// fill_{record} {{\"key\": \"k\", \"seed\": 7}}");
        let _ = writeln!(
            text,
            "// merge_{record} {{\"key\": \"k\", \"other\": \"l\"}}"
        );
    }
    text += "// ```\n";
    (0..records).for_each(|record| text += &methods(record));
    text
}

/// Steps on eight words, with constants that are no other record's.
fn steps(record: u32) -> String {
    let step = |step: u32| {
        let salt = u64::from(record * STEPS + step + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let (to, from, by) = (step % 8, (step * 5 + record + 1) % 8, salt >> 58 | 1);
        format!("        s{to} = (s{to} ^ {salt:#x}).rotate_left({by}).wrapping_add(s{from});\n")
    };
    (0..STEPS).map(step).collect()
}

/// One record and its methods.
fn methods(record: u32) -> String {
    // Another choice of fields for each record, in another order.
    let at = |field: u32| {
        let wanted = (record * 7 + field * (record % 5 + 1)) as usize;
        FIELDS[wanted % FIELDS.len()]
    };
    let fields = 3 + record % 6;
    let list = |line: &dyn Fn(u32) -> String| (0..fields).map(line).collect::<String>();
    let declared = list(&|field| format!("    pub field_{record}_{field}: {},\n", at(field).0));
    let merged = list(&|field| {
        format!(
            "            field_{record}_{field}: {{ let (a, b) = (&self.field_{record}_{field}, \
             &other.field_{record}_{field}); {} }},\n",
            at(field).1
        )
    });
    let steps = steps(record);
    let filled = list(&|field| {
        let text = "Fill::fill(seed.wrapping_mul";
        format!(
            "            field_{record}_{field}: {text}({}), {record}),\n",
            field + 3
        )
    });
    format!(
        r#"
#[near(serializers = [json, borsh])]
#[derive(Clone, Debug, PartialEq)]
pub struct Record{record} {{
{declared}}}

impl Record{record} {{
    fn merge(&self, other: &Self) -> Self {{
        Self {{
{merged}        }}
    }}

    fn fill(seed: u32) -> Self {{
        Self {{
{filled}        }}
    }}
}}

fn map_{record}() -> IterableMap<String, Record{record}> {{
    IterableMap::new(format!("{record}.").into_bytes())
}}

#[near]
impl Contract {{
    pub fn put_{record}(key: String, record: Record{record}) -> Option<Record{record}> {{
        require!(!key.is_empty(), "record {record} needs a key");
        map_{record}().insert(key, record)
    }}

    pub fn fill_{record}(key: String, seed: u32) -> Record{record} {{
        let record = Record{record}::fill(seed);
        map_{record}().insert(key, record.clone());
        record
    }}

    pub fn merge_{record}(key: String, other: String) -> Record{record} {{
        let mut map = map_{record}();
        let Some(record) = map.get(&key) else {{
            env::panic_str(&format!("record {record} has no {{key}}"))
        }};
        let merged = map.get(&other).map_or_else(|| record.clone(), |other| record.merge(other));
        log!("record {record}: {{merged:?}}");
        map.insert(key, merged.clone());
        merged
    }}

    pub fn mix_{record}(seed: u32) -> U64 {{
        let [mut s0, mut s1, mut s2, mut s3, mut s4, mut s5, mut s6, mut s7] = [u64::from(seed); 8];
{steps}        U64(s0 ^ s1 ^ s2 ^ s3 ^ s4 ^ s5 ^ s6 ^ s7)
    }}

    #[result_serializer(borsh)]
    pub fn list_{record}(from: usize, limit: usize) -> Vec<(String, Record{record})> {{
        let map = map_{record}();
        let records = map.iter().skip(from).take(limit);
        records.map(|(key, record)| (key.clone(), record.clone())).collect()
    }}
}}
"#
    )
}
