//! Output of programs, made readable.

/// The first and the last lines of a long output.
pub fn gist(text: &str) -> String {
    let text = without_colour(text);
    let lines: Vec<&str> = text
        .lines()
        .filter(|line| !line.trim().is_empty())
        .collect();
    if lines.len() <= 40 {
        return lines.join("\n");
    }
    let left_out = format!("… {} lines …", lines.len() - 40);
    [
        &lines[..20],
        &[left_out.as_str()],
        &lines[lines.len() - 20..],
    ]
    .concat()
    .join("\n")
}

/// The text without the escape sequences that colour it or make links of it.
pub fn without_colour(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut chars = line.chars();
    while let Some(c) = chars.next() {
        if c != '\u{1b}' {
            out.push(c);
        } else if chars.clone().next() == Some(']') {
            // A link ends with a backslash or a bell.
            chars.find(|c| matches!(c, '\\' | '\u{7}'));
        } else {
            chars.find(char::is_ascii_alphabetic);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_and_links_are_taken_off() {
        let text = "\u{1b}[1m\u{1b}[31mred\u{1b}[0m \u{1b}]8;;https://example.com\u{1b}\\here\u{1b}]8;;\u{1b}\\.";
        assert_eq!(without_colour(text), "red here.");
    }

    #[test]
    fn the_middle_of_a_long_output_is_left_out() {
        let text: String = (1..=100).map(|n| format!("line {n}\n")).collect();
        let gist = gist(&text);
        assert_eq!(gist.lines().count(), 41);
        assert!(gist.starts_with("line 1\n") && gist.ends_with("line 100"));
        assert!(gist.contains("… 60 lines …"), "{gist}");
    }
}
