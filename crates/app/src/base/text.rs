//! Text from elsewhere that a person reads: a name of a platform, a path, an answer of a server.

/// True for a character that does something else than being shown: a control character, which a terminal may take for an
/// order, a separator of lines, or a mark that changes the direction of the text around it.
#[must_use]
pub fn is_disruptive(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{206f}')
}

/// The text as one line that only shows itself: without disruptive characters, of which line breaks and tabs become spaces. Blanks at its ends go.
#[must_use]
pub fn one_line(text: &str) -> String {
    let line: String = text
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|c| !is_disruptive(*c))
        .collect();
    line.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_only_shows_itself() {
        assert_eq!(
            one_line("\u{1b}]0;title\u{7}a\nb\tc\u{9b}31m \u{202e}d\u{2066}e\u{61c}\u{2028}f"),
            "]0;titlea b c31m de f"
        );
        assert_eq!(one_line("Müller 👩\u{200d}💻"), "Müller 👩\u{200d}💻");
    }
}
