//! How a value is written so that every reader gets the same one.
//!
//! No single form suits all readers of env files: the shell's `source` needs quotes around a
//! URL with `&` (it would end the command), while `docker run --env-file` takes quotes as part
//! of the value. `dotenv` and its relatives, `node --env-file`, Compose and systemd read both. So:
//!
//! - a value that the shell takes literally (a link without `&`) is written bare, for all readers;
//! - any other is written in double quotes, or in single quotes when it holds a character that is
//!   special inside double quotes;
//! - a value replaced in place keeps its quotes. It stays bare only where the previous value was bare,
//!   needed quotes for the shell, and is not exported: such a file is not one that is sourced.

use crate::parse::Quote;

/// A value that no quoting writes the same for `dotenv` and for the shell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Unwritable;

/// How the previous value in the same place was written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Previous<'a> {
    /// There was none, or an empty one without quotes.
    Nothing,
    Bare {
        value: &'a [u8],
        export: bool,
    },
    Quoted(Quote),
}

/// The value as written, in the style of the previous one where that is valid.
pub(crate) fn encode(value: &str, previous: Previous<'_>) -> Result<String, Unwritable> {
    if let Previous::Quoted(quote) = previous
        && fits(value, quote)
    {
        return Ok(wrap(value, quote));
    }
    let stays_bare = match previous {
        Previous::Bare {
            value: old,
            export: false,
        } => !is_literal_in_shell(old) && is_bare_in_dotenv(value),
        _ => false,
    };
    if is_literal_in_shell(value.as_bytes()) || stays_bare {
        return Ok(value.to_owned());
    }
    [Quote::Double, Quote::Single]
        .into_iter()
        .find(|&quote| fits(value, quote))
        .map(|quote| wrap(value, quote))
        .ok_or(Unwritable)
}

fn wrap(value: &str, quote: Quote) -> String {
    let quote = char::from(quote.byte());
    format!("{quote}{value}{quote}")
}

/// Whether the value between these quotes means itself to `dotenv` and to the shell. Backticks run a
/// command in the shell, so they are never written.
fn fits(value: &str, quote: Quote) -> bool {
    let special: &[char] = match quote {
        Quote::Single => &['\''],
        Quote::Double => &['"', '\\', '$', '`', '!'],
        Quote::Backtick => return false,
    };
    !value.contains(special) && !value.contains(char::is_control)
}

fn is_literal_in_shell(value: &[u8]) -> bool {
    value
        .iter()
        .all(|byte| byte.is_ascii_alphanumeric() || b"_-./:@%+,=?".contains(byte))
}

fn is_bare_in_dotenv(value: &str) -> bool {
    !value.contains(['#', '\'', '"', '`', '\\', '$'])
        && !value.contains(|c: char| c.is_whitespace() || c.is_control())
}
