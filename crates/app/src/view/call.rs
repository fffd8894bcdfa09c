use serde::{Deserialize, Serialize};
use specta::Type;

/// A call as text, to be run elsewhere. The key and every other secret stand in it as variables of the shell.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct CallTextView {
    /// As a command of curl.
    pub curl: String,
    /// As a command of the platform's command-line client, where that has one.
    pub cli: Option<String>,
    /// The variables that have to be set before, such as `NEON_API_KEY`.
    pub variables: Vec<String>,
}
