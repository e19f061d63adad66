//! Contracts of mere size: the source of a contract with so many records, each unlike the others,
//! and methods that read, keep and answer them, as contracts of megabytes have. They are
//! compiled without optimisation, which makes their code large, and takes a fifth of the time.

use std::fmt::Write as _;

/// The variable that names the generated file to it.
pub(crate) const SOURCE: &str = "LARGE_CONTRACT";

/// What fields are of.
const FIELDS: [&str; 12] = [
    "u8",
    "U128",
    "String",
    "Vec<u32>",
    "Option<AccountId>",
    "BTreeMap<String, u64>",
    "i64",
    "Base64VecU8",
    "(bool, u16)",
    "Vec<(String, i32)>",
    "NearToken",
    "[u64; 4]",
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
    let name = |field: u32| format!("field_{record}_{field}");
    let declared = list(&|field| format!("    pub {}: {},\n", name(field), at(field)));
    let fill = |field: u32| format!("Fill::fill(seed.wrapping_mul({}), {record})", field + 3);
    let filled = list(&|field| format!("            {}: {},\n", name(field), fill(field)));
    let steps = steps(record);
    format!(
        r#"
#[near(serializers = [json, borsh])]
#[derive(Clone, Debug)]
pub struct Record{record} {{
{declared}}}

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
        let record = Record{record} {{
{filled}        }};
        log!("record {record}: {{record:?}}");
        map_{record}().insert(key, record.clone());
        record
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
