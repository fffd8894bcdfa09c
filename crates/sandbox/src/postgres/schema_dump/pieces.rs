//! The parts of a dump: its statements, and the lines between them.

/// A part of a dump without the line feed at its end.
#[derive(Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    /// A line between statements: empty, a comment, or a command of psql.
    Line(&'a str),
    /// A statement with all its lines. A line of a text or of a function's body is never a piece of its own.
    Statement(&'a str),
}

/// Splits a dump. Its parts joined by line feeds are the dump again.
pub fn pieces(dump: &str) -> impl Iterator<Item = Piece<'_>> {
    let mut rest = Some(dump);
    std::iter::from_fn(move || {
        let text = rest?;
        let is_between = ["\n", "--", "\\"].iter().any(|it| text.starts_with(it));
        let end = match is_between || text.is_empty() {
            true => 0,
            false => statement_end(text),
        };
        let tail = text.get(end..).unwrap_or_default();
        let end = tail.find('\n').map(|at| end + at);
        let (piece, after) = match end.and_then(|end| text.split_at_checked(end)) {
            Some((piece, after)) => (piece, after.get(1..)),
            None => (text, None),
        };
        rest = after;
        Some(match is_between || piece.is_empty() {
            true => Piece::Line(piece),
            false => Piece::Statement(piece),
        })
    })
}

/// The end of the first statement: behind its semicolon, or the end of the text. `pg_dump` writes texts with
/// `standard_conforming_strings`, and doubles each backslash of an `E''`, so that a backslash escapes no quote.
fn statement_end(text: &str) -> usize {
    let mut at = 0;
    // A dollar within a name opens no quote.
    let mut in_name = false;
    while let Some(next) = text.get(at..).and_then(|rest| rest.chars().next()) {
        let rest = text.get(at..).unwrap_or_default();
        let quoted = match next {
            ';' => return at + 1,
            '\'' | '"' => rest.get(1..).and_then(|it| it.find(next)).map(|it| it + 2),
            '$' if !in_name => dollar_quoted(rest),
            _ => None,
        };
        in_name = quoted.is_none() && (next.is_alphanumeric() || next == '_' || next == '$');
        at += quoted.unwrap_or(next.len_utf8());
    }
    text.len()
}

/// The length of a dollar-quoted text at the beginning, with its quotes.
fn dollar_quoted(text: &str) -> Option<usize> {
    let tag = text.get(1..)?.find('$')? + 2;
    let quote = text.get(..tag)?;
    let name = quote.trim_matches('$');
    let is_tag = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let is_tag = is_tag && !name.starts_with(|c: char| c.is_ascii_digit());
    let body = text.get(tag..).filter(|_| is_tag)?;
    Some(tag + body.find(quote)? + tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_semicolon_or_a_line_within_quotes_ends_no_statement() {
        use Piece::{Line, Statement};
        let all = [
            Line("--"),
            Line("-- Name: it's; Type: TABLE"),
            Line(""),
            Line("\\restrict x"),
            Statement("CREATE TABLE public.\"a;\nb\" (\n    n text DEFAULT 'it''s;\n-- x'\n);"),
            Statement(
                "CREATE FUNCTION public.a$b() RETURNS text\n    AS $_$\n-- $$;\nGRANT x;\n$_$;",
            ),
            Line(""),
            Statement("COMMENT ON TABLE public.t IS E'back\\\\slash;\nü';"),
            Statement("GRANT SELECT ON TABLE public.t TO ana;"),
            Statement("SELECT $1;"),
            Statement("unfinished 'text"),
        ];
        let text = |it: &Piece<'_>| match it {
            Line(text) | Statement(text) => (*text).to_owned(),
        };
        let dump = all.iter().map(text).collect::<Vec<_>>().join("\n");
        assert_eq!(pieces(&dump).collect::<Vec<_>>(), all);
        assert_eq!(pieces("").collect::<Vec<_>>(), [Line("")]);
    }
}
