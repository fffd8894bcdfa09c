//! Names of secrets.

use std::fmt;

/// The name a secret is stored under, such as `temporary/7`. Shown by the system's keychain program, so it never holds
/// a secret itself.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Entry(String);

impl Entry {
    /// A name of a group and an id that is unique within it.
    #[must_use]
    pub fn new(group: &str, id: &str) -> Self {
        Self(format!("{group}/{id}"))
    }

    /// The whole name.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}
