//! Characters that a terminal obeys, hides or cannot show, and their escapes. All output of
//! commands passes here.

use regex_syntax::hir::{Class, HirKind};
use std::fmt::Write as _;
use std::sync::LazyLock;

/// The following by Unicode: control, format, unassigned and private-use characters (C); separators
/// of lines and paragraphs; and characters that are ignored where they are not supported, such as
/// variation selectors and Hangul fillers, whose categories are mark and letter.
const NOT_SHOWN: &str = r"[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]";

/// Their ranges, in order.
static RANGES: LazyLock<Vec<(char, char)>> = LazyLock::new(|| {
    let parsed = regex_syntax::parse(NOT_SHOWN).map(regex_syntax::hir::Hir::into_kind);
    match parsed {
        Ok(HirKind::Class(Class::Unicode(class))) => {
            let ranges = class.iter().map(|range| (range.start(), range.end()));
            ranges.collect()
        }
        // Without the tables only ASCII's characters are known to be harmless. A test checks that
        // they are there.
        _ => vec![('\0', '\x1f'), ('\x7f', char::MAX)],
    }
});

/// Whether a terminal shows the character literally.
fn is_shown(character: char) -> bool {
    if character.is_ascii() {
        return !character.is_ascii_control();
    }
    let after = RANGES.partition_point(|(_, end)| *end < character);
    RANGES
        .get(after)
        .is_none_or(|(start, _)| character < *start)
}

/// The text with characters that are not shown replaced by `spell`, except those in `stays`.
fn spelt(text: &str, stays: &[char], spell: impl Fn(char, &mut String)) -> String {
    let mut spelt = String::with_capacity(text.len());
    for character in text.chars() {
        match is_shown(character) || stays.contains(&character) {
            true => spelt.push(character),
            false => spell(character, &mut spelt),
        }
    }
    spelt
}

fn spell_visibly(character: char, text: &mut String) {
    text.extend(character.escape_default());
}

/// Untrusted text within a line: characters that are not shown literally become escapes such as
/// `\u{200b}`, even line breaks and tabs.
pub fn printable(text: &str) -> String {
    spelt(text, &[], spell_visibly)
}

/// A whole report, escaped likewise, but with the line breaks and tabs of its layout.
pub(super) fn laid_out(text: &str) -> String {
    spelt(text, &['\n', '\t'], spell_visibly)
}

/// JSON, escaped likewise. Apart from the layout's line breaks such characters occur only in
/// strings, where escapes keep the value.
pub(super) fn escaped_json(json: &str) -> String {
    spelt(json, &['\n'], |character, text| {
        for unit in character.encode_utf16(&mut [0; 2]) {
            // Writing to a string cannot fail.
            let _ = write!(text, "\\u{unit:04x}");
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One character of each kind, and the first and last of ranges.
    #[test]
    fn each_kind_of_hidden_character_is_spelt_and_no_other() {
        for (category, hidden) in [
            ("Cc", "\0\t\n\x1b\x1f\x7f\u{80}\u{9b}\u{9f}"),
            (
                "Cf",
                "\u{ad}\u{61c}\u{200b}\u{200f}\u{202a}\u{202e}\u{2066}\u{2069}",
            ),
            ("Cf", "\u{feff}\u{fff9}\u{e0001}\u{e0041}"),
            ("Zl and Zp", "\u{2028}\u{2029}"),
            ("Co", "\u{e000}\u{f8ff}\u{f0000}\u{10fffd}"),
            ("Cn", "\u{378}\u{fdd0}\u{ffff}\u{10ffff}"),
            (
                "ignorable",
                "\u{34f}\u{115f}\u{3164}\u{fe0f}\u{ffa0}\u{e0100}",
            ),
        ] {
            let expected = hidden.escape_default().to_string();
            assert_eq!(printable(hidden), expected, "{category}");
        }
        let shown = " ~\u{a0}é\u{301}ßЖ中א€✓█·😀";
        for text in [printable(shown), laid_out(shown), escaped_json(shown)] {
            assert_eq!(text, shown);
        }
        assert_eq!(laid_out("a\n\tb\r"), "a\n\tb\\r");
    }

    #[test]
    fn json_with_any_character_has_the_same_value_and_only_what_is_shown() {
        let all: String = ('\0'..=char::MAX).collect();
        let json = serde_json::to_string_pretty(&[&all]).expect("JSON");
        let printed = escaped_json(&json);
        assert!(printed.chars().all(|it| is_shown(it) || it == '\n'));
        assert!(printed.contains("\\udb40\\udc01"), "U+E0001");
        let [read]: [String; 1] = serde_json::from_str(&printed).expect("JSON");
        assert_eq!(read, all);
    }
}
