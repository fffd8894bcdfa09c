//! Lines of TypeScript, with and without JSX.

use std::iter::Peekable;
use std::str::Chars;

/// The number of lines that are neither blank nor a comment.
pub fn code_lines(text: &str) -> usize {
    let mut scanner = Scanner::default();
    text.lines().filter(|line| scanner.has_code(line)).count()
}

/// The state at the end of a line.
#[derive(Default)]
struct Scanner {
    is_comment: bool,
    /// The open template literals, the innermost last: zero in its text, else the number of open braces of a `${…}`.
    templates: Vec<usize>,
}

impl Scanner {
    fn has_code(&mut self, line: &str) -> bool {
        let (mut has_code, mut has_braces, mut has_comment) = (false, false, self.is_comment);
        // The last sign of code before the current one.
        let mut last = ' ';
        let mut chars = line.chars().peekable();
        while let Some(sign) = chars.next() {
            if self.is_comment {
                self.is_comment = !(sign == '*' && chars.next_if_eq(&'/').is_some());
                continue;
            }
            if sign.is_whitespace() {
                continue;
            }
            match (self.templates.last_mut(), sign, chars.peek()) {
                (Some(0), '\\', _) => drop(chars.next()),
                (Some(0), '`', _) => drop(self.templates.pop()),
                (Some(braces @ 0), '$', Some('{')) => {
                    chars.next();
                    *braces = 1;
                }
                (Some(0), ..) => {}
                (_, '/', Some('/')) => break,
                (_, '/', Some('*')) => {
                    chars.next();
                    (self.is_comment, has_comment) = (true, true);
                    continue;
                }
                (_, '/', _) if "(,=:[!&|?".contains(last) => skip_to('/', &mut chars),
                (_, '"' | '\'', _) => skip_to(sign, &mut chars),
                (_, '`', _) => self.templates.push(0),
                (Some(braces), '{', _) => *braces += 1,
                (Some(braces), '}', _) => *braces -= 1,
                _ => {}
            }
            has_braces |= matches!(sign, '{' | '}');
            has_code |= !matches!(sign, '{' | '}');
            last = sign;
        }
        // A comment in JSX has braces around it.
        has_code || has_braces && !has_comment
    }
}

/// Skips a string or a regular expression, to the end of the line at most: an apostrophe in JSX closes nothing.
fn skip_to(end: char, chars: &mut Peekable<Chars<'_>>) {
    let mut is_class = false;
    while let Some(sign) = chars.next() {
        match sign {
            '\\' => drop(chars.next()),
            '[' | ']' if end == '/' => is_class = sign == '[',
            _ if sign == end && !is_class => return,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_line_and_comment_do_not_count() {
        let text =
            "/** Docs.\n *\n * More. */\nlet a = 1; // b\n\n// c\n/* d */ e();\n/* f\n   g */\n";
        assert_eq!(code_lines(text), 2);
        assert_eq!(code_lines("f(); /* a\n  b\n*/\n// c\n"), 1);
        assert_eq!(
            code_lines("<p>\n  {/* a */}\n  {/* b\n  c */}\n</p>\n}\n"),
            3
        );
    }

    #[test]
    fn mark_of_a_comment_counts_in_a_string() {
        assert_eq!(code_lines("f(\"/*\");\nf('/*');\nf('\\'/*');\ng();\n"), 4);
        assert_eq!(code_lines("f(/[/*`]/, /a\\/*/);\ng();\n"), 2);
        assert_eq!(
            code_lines("<p>Don't</p>\n<a>https://b</a>\n// c\n<br />\n"),
            3
        );
    }

    #[test]
    fn line_of_a_template_literal_counts() {
        let text = "const a = `\n// b ${c({ d: `/*` })}\n\n/* \\` ${\n// e\nf}\n`;\n// g\n";
        assert_eq!(code_lines(text), 5);
    }
}
