//! Reading a body without ever quoting it.

use serde::de::DeserializeOwned;
use serde_json::error::Category;

/// Longest path that is told, in characters.
const LONGEST: usize = 100;

/// Where and how a body differs from what was expected. Holds nothing of its values.
#[derive(Debug)]
pub(crate) struct Wrong {
    /// Leads to the first wrong place; `.` is the whole. Not told of a body that is no JSON: what stands there for the
    /// name of a field may be anything, a secret too.
    pub(crate) path: String,
    /// Continues "the answer …".
    pub(crate) reason: &'static str,
    /// True when it ends too early.
    pub(crate) is_cut: bool,
}

/// Reads a JSON body that may have more fields than are known.
pub(crate) fn decode<T: DeserializeOwned>(body: &[u8]) -> Result<T, Wrong> {
    let mut deserializer = serde_json::Deserializer::from_slice(body);
    let value = serde_path_to_error::deserialize(&mut deserializer).map_err(|error| {
        let path = error
            .path()
            .to_string()
            .chars()
            .filter(|c| !c.is_control())
            .take(LONGEST)
            .collect();
        Wrong::at(path, error.inner())
    })?;
    deserializer
        .end()
        .map_err(|error| Wrong::at(String::new(), &error))?;
    Ok(value)
}

impl Wrong {
    fn at(path: String, error: &serde_json::Error) -> Self {
        let category = error.classify();
        Self {
            path: match category {
                Category::Data => path,
                Category::Eof | Category::Syntax | Category::Io => ".".to_owned(),
            },
            reason: match category {
                Category::Data => "has an unexpected shape",
                Category::Eof => "ends too early",
                Category::Syntax | Category::Io => "is not JSON",
            },
            is_cut: category == Category::Eof,
        }
    }
}
