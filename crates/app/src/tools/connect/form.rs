use secrecy::SecretString;

use crate::tools::command_text;
use crate::view::{FormGroup, FormId};

/// One way to write the connection down.
#[derive(Debug, Clone)]
pub struct Form {
    /// Which form it is.
    pub id: FormId,
    /// What kind of form it is.
    pub group: FormGroup,
    /// A short name for it.
    pub label: &'static str,
    /// The language for highlighting, such as `text`, `sh`, `dotenv` or `python`.
    pub language: &'static str,
    /// What to know about it, as a sentence.
    pub note: Option<String>,
    /// The whole text, to be copied or revealed.
    pub text: SecretString,
    /// The text with its secret parts as bullets.
    pub masked: String,
}

/// One word for a POSIX shell, in double quotes where they leave every character as it is.
pub(super) fn shell_quoted(text: &str) -> String {
    if text.chars().any(char::is_control) {
        return command_text::quoted(text);
    }
    if text.contains(['"', '$', '`', '\\', '!']) {
        format!("'{}'", text.replace('\'', r"'\''"))
    } else {
        format!("\"{text}\"")
    }
}
