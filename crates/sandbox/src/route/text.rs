//! Names that people give, and that windows and terminals show.

use crate::reply::Failure;
use crate::route::body::invalid;

/// Returns true if a text has the form of the platform's ids. Nothing with another id can ever have been there.
pub fn is_id(text: &str) -> bool {
    let is_of_ids = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
    (1..=60).contains(&text.len()) && text.bytes().all(is_of_ids)
}

/// A name of 1 to `longest` characters that can be seen. `field` is what the request calls it.
pub fn check(field: &str, text: &str, longest: usize) -> Result<(), Failure> {
    if !(1..=longest).contains(&text.chars().count()) {
        return Err(invalid(format!(
            "{field} must have 1 to {longest} characters"
        )));
    }
    check_letters(field, text)
}

/// The same of any length.
pub fn check_letters(field: &str, text: &str) -> Result<(), Failure> {
    if text.trim().is_empty() {
        return Err(invalid(format!("{field} must not be blank")));
    }
    if text.chars().any(|it| it.is_control() || is_invisible(it)) {
        return Err(invalid(format!(
            "{field} must not have control or invisible characters"
        )));
    }
    Ok(())
}

/// Spaces without a width, and what turns the direction of the text after it: two names that differ
/// in one of them look the same.
fn is_invisible(letter: char) -> bool {
    matches!(letter,
        '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}
