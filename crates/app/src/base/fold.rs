//! Text as it is compared when somebody searches: without case, accents and widths.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// `Łódź` and `LODZ` are the same, and so are `Straße` and `strasse`.
pub(crate) fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    text.nfkd()
        .filter(|letter| !is_combining_mark(*letter))
        .map(without_stroke)
        // By way of the capitals: what has no small letter of its own, such as ß and the final sigma, becomes alike.
        .flat_map(char::to_uppercase)
        .flat_map(char::to_lowercase)
        .collect()
}

/// Letters whose stroke is part of them and no accent by the tables.
fn without_stroke(letter: char) -> char {
    match letter {
        'ł' | 'Ł' => 'l',
        'ø' | 'Ø' => 'o',
        'đ' | 'Đ' => 'd',
        'ħ' | 'Ħ' => 'h',
        'ŧ' | 'Ŧ' => 't',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_accents_and_widths_do_not_count() {
        for (text, folded) in [
            ("Shop-Prod", "shop-prod"),
            ("Łódź", "lodz"),
            ("CAFÉ", "cafe"),
            ("cafe\u{301}", "cafe"),
            ("Straße", "strasse"),
            ("ΟΔΟΣ", "οδοσ"),
            ("οδος", "οδοσ"),
            ("İstanbul", "istanbul"),
            ("ｆｕｌｌ", "full"),
            ("東京", "東京"),
        ] {
            assert_eq!(fold(text), folded, "{text}");
            assert_eq!(fold(folded), folded, "{text} twice");
        }
    }
}
