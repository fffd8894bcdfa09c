//! The order of names: as people read them, "shop 9" before "shop 10", whatever their case and accents.
//!
//! The window has the same rule, in `features/projects/nameOrder.ts`: what the store gives first is what it shows first.
//! `tests/name_order.json` holds the cases of both.

use super::fold::fold;

/// What a name is compared by, byte by byte.
pub(crate) fn name_key(name: &str) -> String {
    let folded = fold(name);
    let mut key = String::with_capacity(folded.len() + 4);
    let mut rest = folded.as_str();
    while let Some(letter) = rest.chars().next() {
        if letter.is_ascii_digit() {
            let end = rest.find(|it: char| !it.is_ascii_digit());
            let (run, after) = rest.split_at(end.unwrap_or(rest.len()));
            push_number(&mut key, run.trim_start_matches('0'));
            rest = after;
        } else {
            // The window compares UTF-16, in which these would stand before the last ones of a single unit.
            if letter > LAST_OF_ONE_UNIT {
                key.push(LAST_OF_ONE_UNIT);
            }
            key.push(letter);
            rest = &rest[letter.len_utf8()..];
        }
    }
    key
}

const LAST_OF_ONE_UNIT: char = '\u{ffff}';

/// A number after how many digits it has, so that the longer is the greater. Nine digits and more are counted in nines.
fn push_number(key: &mut String, digits: &str) {
    let mut left = digits.len();
    while left >= 9 {
        key.push('9');
        left -= 9;
    }
    key.extend(
        u32::try_from(left)
            .ok()
            .and_then(|left| char::from_digit(left, 10)),
    );
    key.push_str(digits);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Groups of names, each before the next; those of one group are the same but for what does not count.
    const CASES: &str = include_str!("../../../../tests/name_order.json");

    #[test]
    fn names_are_in_the_order_that_the_window_has_too() {
        let groups: Vec<Vec<String>> = serde_json::from_str(CASES).unwrap();
        for group in &groups {
            for name in group {
                assert_eq!(
                    name_key(name),
                    name_key(&group[0]),
                    "{name} and {}",
                    group[0]
                );
            }
        }
        for pair in groups.windows(2) {
            let [before, after] = [&pair[0][0], &pair[1][0]];
            assert!(
                name_key(before) < name_key(after),
                "{before} before {after}"
            );
        }
    }
}
