use super::lexer::{Lexer, Token};

/// Stands in place of a password.
const DOTS: &str = "'••••••••'";

/// Returns a text without the passwords that its statements set, such as that of `ALTER ROLE ada PASSWORD 'secret'`; `None`
/// for a text that sets none. A quote without an end is left out up to the end of the text.
pub fn without_passwords(text: &str) -> Option<String> {
    let mut lexer = Lexer::new(text.as_bytes(), 0);
    let mut masked = String::new();
    let (mut kept, mut is_next) = (0, false);
    loop {
        let range = match lexer.next() {
            Ok(None) => break,
            Ok(Some((Token::Quoted, range))) if is_next => range,
            // The prefix of `U&'…'` and `E'…'` is a part of the quote, and the sign of a connection string is no SQL.
            Ok(Some((Token::Word, range))) => {
                is_next = text[range].eq_ignore_ascii_case("password");
                continue;
            }
            Ok(Some(_)) => {
                is_next = false;
                continue;
            }
            Err(open) if is_next => open.start..text.len(),
            Err(_) => break,
        };
        masked.push_str(text.get(kept..range.start)?);
        masked.push_str(DOTS);
        kept = range.end;
        is_next = false;
        if kept == text.len() {
            break;
        }
    }
    (kept > 0).then(|| masked + &text[kept..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_of_statements_are_masked_and_nothing_else() {
        for (text, masked) in [
            (
                "ALTER ROLE ada PASSWORD 'se''cret';",
                Some("ALTER ROLE ada PASSWORD '••••••••';"),
            ),
            (
                "create user a password E'x\\'y' login",
                Some("create user a password '••••••••' login"),
            ),
            (
                "CREATE ROLE a ENCRYPTED PASSWORD $$x$$",
                Some("CREATE ROLE a ENCRYPTED PASSWORD '••••••••'"),
            ),
            (
                "ALTER ROLE a PASSWORD /* new */ 'one'; ALTER ROLE b PASSWORD 'two'",
                Some(
                    "ALTER ROLE a PASSWORD /* new */ '••••••••'; ALTER ROLE b PASSWORD '••••••••'",
                ),
            ),
            (
                "ALTER ROLE a PASSWORD 'open",
                Some("ALTER ROLE a PASSWORD '••••••••'"),
            ),
            ("ALTER ROLE a PASSWORD NULL", None),
            ("SELECT password, 'plain' FROM t", None),
            ("-- PASSWORD 'x'", None),
        ] {
            assert_eq!(without_passwords(text).as_deref(), masked, "{text}");
        }
    }
}
