//! What a word is by its shape alone.

use uuid::Uuid;

/// Shorter words are no keys: they would be guessed.
const SHORTEST_KEY: usize = 12;
const LONGEST_FILE_ENDING: usize = 4;

pub(super) fn is_uuid(word: &str) -> bool {
    word.len() >= 32 && Uuid::try_parse(word).is_ok()
}

/// An id as platforms give them: `ep-cool-rain-a1b2c3`, `br-old-sun-123456`, `shy-dew-12345678`.
pub(super) fn is_id(word: &str) -> bool {
    let parts: Vec<&str> = word.split('-').collect();
    let Some((last, words)) = parts.split_last() else {
        return false;
    };
    let are_words = words
        .iter()
        .all(|it| !it.is_empty() && it.bytes().all(|b| b.is_ascii_lowercase()));
    let is_end = (6..=12).contains(&last.len())
        && last
            .bytes()
            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
        && last.bytes().any(|b| b.is_ascii_digit());
    (2..=4).contains(&words.len()) && are_words && is_end
}

/// A key, a password, a token: a long word in which kinds of letters change as often as by chance.
pub(super) fn is_key(word: &str) -> bool {
    let is_of_keys = |c: char| c.is_ascii_alphanumeric() || "_-+/=.~%".contains(c);
    if word.len() < SHORTEST_KEY || !word.chars().all(is_of_keys) {
        return false;
    }
    if is_time(word) {
        return false;
    }
    if word.starts_with("eyJ") || is_prefixed(word) {
        return true;
    }
    let letters: Vec<char> = word.chars().filter(char::is_ascii_alphanumeric).collect();
    let digits = letters.iter().filter(|c| c.is_ascii_digit()).count();
    if digits == letters.len() {
        return letters.len() >= 16;
    }
    let changes = |kind: fn(&char) -> bool| {
        let mut changes = 0;
        for pair in letters.windows(2) {
            changes += usize::from(kind(&pair[0]) != kind(&pair[1]));
        }
        changes
    };
    let of_digits = changes(char::is_ascii_digit);
    let of_case = changes(char::is_ascii_uppercase);
    let is_hex = letters.len() >= 24 && letters.iter().all(char::is_ascii_hexdigit);
    is_hex || of_digits >= 4 || (letters.len() >= 16 && of_case * 5 >= letters.len() * 2)
}

/// `napi_…`, `npg_…`, `sk_live_…`: a short word and what nobody would call something.
fn is_prefixed(word: &str) -> bool {
    let Some((prefix, rest)) = word.rsplit_once('_') else {
        return false;
    };
    let is_prefix = (2..=8).contains(&prefix.len())
        && prefix.bytes().all(|b| b.is_ascii_lowercase() || b == b'_');
    let has = |kind: fn(&u8) -> bool| rest.bytes().any(|b| kind(&b));
    let is_mixed =
        has(u8::is_ascii_digit) || (has(u8::is_ascii_uppercase) && has(u8::is_ascii_lowercase));
    is_prefix && rest.len() >= 8 && is_mixed && rest.bytes().all(|b| b.is_ascii_alphanumeric())
}

/// A part of `2026-11-25T23:34:00.123456Z`, which is cut at its colons.
fn is_time(word: &str) -> bool {
    let date = word.get(..10).unwrap_or_default();
    let is_date = date.bytes().enumerate().all(|(at, b)| match at {
        4 | 7 => b == b'-',
        _ => b.is_ascii_digit(),
    });
    let rest = word.get(10..).unwrap_or_default();
    let is_rest = rest
        .bytes()
        .all(|b| b.is_ascii_digit() || b"TZ:.+-".contains(&b));
    is_date && is_rest && word.len() <= 35
}

/// A host by its full name. One of two labels is shown only where it ends like a file.
pub(super) fn is_name_of_host(word: &str) -> bool {
    let labels: Vec<&str> = word.split('.').collect();
    let is_label =
        |it: &&str| !it.is_empty() && it.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    let [.., last] = labels.as_slice() else {
        return false;
    };
    if labels.len() < 2 || word.starts_with("eyJ") || !labels.iter().all(is_label) {
        return false;
    }
    let is_domain = (2..=18).contains(&last.len()) && last.bytes().all(|b| b.is_ascii_lowercase());
    if *last == "localhost" {
        return false;
    }
    // `plinth.log` and `watcher.rs` are files; a longer ending or a third label is a domain's.
    is_domain && (labels.len() > 2 || last.len() > LONGEST_FILE_ENDING || is_known_ending(last))
}

fn is_known_ending(last: &str) -> bool {
    matches!(
        last,
        "com" | "net" | "org" | "tech" | "dev" | "io" | "app" | "new" | "test" | "eu" | "de"
    )
}
