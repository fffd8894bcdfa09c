use std::ops::Range;

use super::error::{Position, ScriptError};
use super::lexer::Lexer;

/// The lines behind the statement's line up to `\.`; the lexer goes on behind that line.
pub(super) fn copy_data(
    bytes: &[u8],
    lexer: &mut Lexer<'_>,
    at: impl Fn() -> Position,
) -> Result<Range<usize>, ScriptError> {
    let rest = &bytes[lexer.at..];
    let line_end = rest.iter().position(|&byte| byte == b'\n');
    let Some(length) = line_end else {
        return Err(ScriptError::CopyWithoutEnd { at: at() });
    };
    let behind = rest[..length].trim_ascii();
    if !behind.is_empty() && !behind.starts_with(b"--") {
        let offset = rest.iter().position(|byte| !byte.is_ascii_whitespace());
        return Err(ScriptError::CopyFollowed {
            at: Position::of(bytes, lexer.at + offset.unwrap_or(0)),
        });
    }
    let start = lexer.at + length + 1;
    let mut line = start;
    while line < bytes.len() {
        let rest = &bytes[line..];
        let next = rest
            .iter()
            .position(|&byte| byte == b'\n')
            .map(|length| length + 1);
        let text = &rest[..next.unwrap_or(rest.len())];
        if matches!(text, b"\\.\n" | b"\\.\r\n" | b"\\." | b"\\.\r") {
            lexer.at = line + text.len();
            return Ok(start..line);
        }
        line += text.len();
    }
    Err(ScriptError::CopyWithoutEnd { at: at() })
}
