//! Words of a POSIX shell.

/// The text as one word of the shell, exactly as it is: in single quotes, in which nothing has a meaning but their end.
///
/// The word is for pasting: a control character would be taken by the terminal before the shell sees it, and one of them can
/// end the paste and press Enter. So a text that has some is written by the shell's own `printf`.
pub(crate) fn quoted(text: &str) -> String {
    if text.chars().any(char::is_control) {
        return format!("\"$(printf '{}')\"", format_of(text));
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}

/// The text as a format of `printf` between single quotes.
pub(super) fn format_of(text: &str) -> String {
    let mut format = String::new();
    for c in text.chars() {
        match c {
            '\'' => format.push_str(r"'\''"),
            '%' => format.push_str("%%"),
            '\\' => format.push_str(r"\\"),
            c if c.is_control() => {
                let bytes = c.encode_utf8(&mut [0; 4]).bytes().collect::<Vec<_>>();
                format.extend(bytes.iter().map(|byte| format!("\\{byte:03o}")));
            }
            c => format.push(c),
        }
    }
    format
}

/// The same, without quotes where none are needed.
pub(crate) fn word(text: &str) -> String {
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
            ("two\nlines", r#""$(printf 'two\012lines')""#),
        ] {
            assert_eq!(word(text), as_word);
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_terminal_sees_no_control_character_and_the_shell_reads_them_all() {
        for text in [
            "a\u{1b}[201~\nid\n x",
            "100%s \\n 'x' \r",
            "\u{7f}\u{9b}31m",
            "tab\tend\u{0b}.",
            "plain 'quoted' $HOME",
        ] {
            let word = word(text);
            assert!(!word.chars().any(char::is_control), "{word:?}");
            let ran = std::process::Command::new("sh")
                .args(["-c", &format!("printf '%s' {word}")])
                .output()
                .unwrap();
            assert_eq!(String::from_utf8(ran.stdout).unwrap(), text);
        }
    }
}
