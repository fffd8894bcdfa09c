//! What a new key is called: as the former one, with the month in which it was made.

use chrono::{DateTime, Utc};

use crate::base::check::SHORT_NAME;

/// The former name with the month; with the day, and then with a number, where that name is taken.
pub(super) fn propose(
    old_key: &str,
    now: DateTime<Utc>,
    is_taken: impl Fn(&str) -> bool,
) -> String {
    let base = without_date(old_key.trim());
    let base = if base.is_empty() { "Key" } else { base };
    let (month, day) = (now.format("%Y-%m"), now.format("%Y-%m-%d"));
    let numbered = (2..).map(|number: u32| format!("{day} {number}"));
    let mut suffixes = [month.to_string(), day.to_string()]
        .into_iter()
        .chain(numbered);
    let free = suffixes.find_map(|suffix| {
        let name = fitted(base, &suffix);
        (!is_taken(&name)).then_some(name)
    });
    free.unwrap_or_else(|| base.to_owned())
}

/// Without the date that an earlier rotation added.
fn without_date(name: &str) -> &str {
    let Some((base, date)) = name
        .strip_suffix(')')
        .and_then(|rest| rest.rsplit_once(" ("))
    else {
        return name;
    };
    let mut parts = date.splitn(2, ' ');
    let is_date = parts.next().is_some_and(is_month_or_day);
    let is_numbered = parts
        .next()
        .is_none_or(|number| number.chars().all(|c| c.is_ascii_digit()));
    if is_date && is_numbered {
        base.trim_end()
    } else {
        name
    }
}

fn is_month_or_day(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
    let are_digits = parts
        .iter()
        .all(|part| part.chars().all(|c| c.is_ascii_digit()));
    are_digits && matches!(lengths.as_slice(), [4, 2] | [4, 2, 2])
}

fn fitted(base: &str, suffix: &str) -> String {
    let suffix = format!(" ({suffix})");
    let room = SHORT_NAME.saturating_sub(suffix.chars().count());
    let base: String = base.chars().take(room).collect();
    format!("{}{suffix}", base.trim_end())
}

#[cfg(test)]
mod tests {
    use super::propose;
    use chrono::{DateTime, Utc};
    use proptest::prelude::*;

    fn now() -> DateTime<Utc> {
        "2026-11-21T10:00:00Z".parse().unwrap()
    }

    #[test]
    fn the_month_takes_the_place_of_a_former_one() {
        let named = |old_key: &str| propose(old_key, now(), |_| false);
        assert_eq!(named("laptop"), "laptop (2026-11)");
        assert_eq!(named("laptop (2025-02)"), "laptop (2026-11)");
        assert_eq!(named("laptop (2025-02-28)"), "laptop (2026-11)");
        assert_eq!(named("laptop (2025-02-28 2)"), "laptop (2026-11)");
        assert_eq!(named("laptop (old)"), "laptop (old) (2026-11)");
        assert_eq!(named("laptop (2025-2)"), "laptop (2025-2) (2026-11)");
        assert_eq!(named("  "), "Key (2026-11)");
        assert_eq!(named("(2025-02)"), "(2025-02) (2026-11)");
    }

    #[test]
    fn a_name_that_is_taken_gets_the_day_and_then_a_number() {
        let taken = ["a (2026-11)", "a (2026-11-21)", "a (2026-11-21 2)"];
        let named = |count: usize| propose("a", now(), |name| taken[..count].contains(&name));
        assert_eq!(named(1), "a (2026-11-21)");
        assert_eq!(named(2), "a (2026-11-21 2)");
        assert_eq!(named(3), "a (2026-11-21 3)");
    }

    proptest! {
        #[test]
        fn it_always_fits_and_a_second_rotation_does_not_make_it_longer(old_key in "\\PC{0,300}") {
            let once = propose(&old_key, now(), |_| false);
            prop_assert!(once.chars().count() <= 64);
            prop_assert!(once.ends_with(" (2026-11)"));
            prop_assert_eq!(propose(&once, now(), |_| false), once);
        }
    }
}
