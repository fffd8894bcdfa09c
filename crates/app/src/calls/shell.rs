//! Words of a POSIX shell.

/// The text as one word of the shell, exactly as it is: in single quotes, in which nothing has a meaning but their end.
pub(super) fn quoted(text: &str) -> String {
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// The same, without quotes where none are needed.
pub(super) fn word(text: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_./:@,+".contains(c);
    if !text.is_empty() && text.chars().all(is_plain) {
        text.to_owned()
    } else {
        quoted(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_something_to_the_shell_is_quoted() {
        for (text, as_word) in [
            ("shop-prod", "shop-prod"),
            ("0.5-3", "0.5-3"),
            (
                "http://127.0.0.1:4000/api/v2",
                "http://127.0.0.1:4000/api/v2",
            ),
            ("", "''"),
            ("a b", "'a b'"),
            ("$HOME `id` \"x\" \\", "'$HOME `id` \"x\" \\'"),
            ("it's", r"'it'\''s'"),
            ("'", r"''\'''"),
            ("~", "'~'"),
            ("a=b", "'a=b'"),
            ("grün", "'grün'"),
            ("two\nlines", "'two\nlines'"),
        ] {
            assert_eq!(word(text), as_word);
        }
    }
}
