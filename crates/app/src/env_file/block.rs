use std::fmt;

use chrono::{DateTime, SecondsFormat, Utc};
use secrecy::{ExposeSecret, SecretString};

use super::error::NameError;

/// What is written for one database.
#[derive(Debug, Clone)]
pub struct Block {
    /// Its end and its claim link; none once it is claimed, and then three lines less are written.
    pub claim: Option<Claim>,
    /// The connection string that programs use: through the pooler, or the only one that was asked for.
    pub pooled: SecretString,
    /// The connection string without the pooler, when it is written beside the other.
    pub direct: Option<SecretString>,
}

/// What is written of a database that can still be claimed.
#[derive(Debug, Clone)]
pub struct Claim {
    /// When the database goes unless it is claimed.
    pub expires_at: DateTime<Utc>,
    /// Where it is claimed. Whoever knows it can claim the database.
    pub url: SecretString,
}

/// The names the values are written under: `key`, `key` + `_DIRECT` and `prefix` +
/// `POSTGRES_CLAIM_URL`.
#[derive(Clone, PartialEq, Eq)]
pub struct Names {
    key: String,
    prefix: String,
}

impl Default for Names {
    fn default() -> Self {
        Self {
            key: "DATABASE_URL".to_owned(),
            prefix: "PUBLIC_".to_owned(),
        }
    }
}

impl fmt::Debug for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.variables()).finish()
    }
}

impl Names {
    /// Checks a key (`^[A-Za-z_][A-Za-z0-9_]*$`) and a prefix (the same, or empty).
    ///
    /// # Errors
    /// One of the two is not a name, or both lead to the same variable.
    pub fn new(key: &str, prefix: &str) -> Result<Self, NameError> {
        if !is_name(key) {
            return Err(NameError::Key(key.to_owned()));
        }
        if !prefix.is_empty() && !is_name(prefix) {
            return Err(NameError::Prefix(prefix.to_owned()));
        }
        let names = Self {
            key: key.to_owned(),
            prefix: prefix.to_owned(),
        };
        let claim = names.claim_url();
        if claim == names.key || claim == names.direct() {
            return Err(NameError::Collide(claim));
        }
        Ok(names)
    }

    /// The variable of the pooled connection string.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// What stands before the names of public variables.
    pub fn prefix(&self) -> &str {
        &self.prefix
    }

    /// The variable of the direct connection string.
    pub fn direct(&self) -> String {
        format!("{}_DIRECT", self.key)
    }

    /// The variable of the claim link.
    pub fn claim_url(&self) -> String {
        format!("{}POSTGRES_CLAIM_URL", self.prefix)
    }

    /// The three variables in the order they are written.
    pub fn variables(&self) -> [String; 3] {
        [self.key.clone(), self.direct(), self.claim_url()]
    }
}

/// Whether this can name a variable in a shell and in every dotenv reader.
pub(crate) fn is_name(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

/// How the comments above a block start; the others are those of the platform's own tools.
const EXPIRY_COMMENTS: [&str; 2] = [EXPIRY, "# Claimable DB expires at:"];
const LINK_COMMENTS: [&str; 2] = [LINK, "# Claim it now to your account"];
const EXPIRY: &str = "# Temporary database, expires at";
const LINK: &str = "# Claim it to keep it:";

/// One line of a block, in the order of [`Block::lines`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Line {
    Expiry,
    Link,
    Pooled,
    Direct,
    Claim,
}

impl Line {
    /// The order in which a block is written.
    const ORDER: [Self; 5] = [
        Self::Expiry,
        Self::Link,
        Self::Pooled,
        Self::Direct,
        Self::Claim,
    ];

    fn variable(self, names: &Names) -> Option<String> {
        match self {
            Self::Expiry | Self::Link => None,
            Self::Pooled => Some(names.key.clone()),
            Self::Direct => Some(names.direct()),
            Self::Claim => Some(names.claim_url()),
        }
    }

    /// Whether a comment (without indentation) is this line of a former block.
    pub(super) fn is_former(self, comment: &[u8]) -> bool {
        starts_as(self.former(), comment)
    }

    /// How the same line of a former block starts, for a comment.
    fn former(self) -> &'static [&'static str] {
        match self {
            Self::Expiry => &EXPIRY_COMMENTS,
            Self::Link => &LINK_COMMENTS,
            _ => &[],
        }
    }
}

/// One line to be written, whatever it is a part of.
pub(super) struct Entry {
    /// The variable; none for a comment.
    pub(super) variable: Option<String>,
    /// The comment's whole line, or the value without quotes; none for a line that is only looked for.
    pub(super) text: Option<SecretString>,
    /// How it starts where a former one stands, for a comment.
    former: &'static [&'static str],
}

impl Entry {
    /// Whether a comment (without indentation) is a former one of this line.
    pub(super) fn is_former(&self, comment: &[u8]) -> bool {
        starts_as(self.former, comment)
    }
}

fn starts_as(former: &[&str], comment: &[u8]) -> bool {
    former
        .iter()
        .any(|start| comment.starts_with(start.as_bytes()))
}

/// Named values that belong together, such as the keys of an app, in the order in which they are written.
#[derive(Debug, Clone, Default)]
pub struct Values(Vec<(String, SecretString)>);

impl Values {
    /// Checks the names (`^[A-Za-z_][A-Za-z0-9_]*$`, each once).
    ///
    /// # Errors
    /// One of them is no name of a variable, or stands there twice.
    pub fn new(values: Vec<(String, SecretString)>) -> Result<Self, NameError> {
        for (index, (name, _)) in values.iter().enumerate() {
            if !is_name(name) {
                return Err(NameError::Key(name.clone()));
            }
            if values[..index].iter().any(|(other, _)| other == name) {
                return Err(NameError::Collide(name.clone()));
            }
        }
        Ok(Self(values))
    }

    /// The variables, in order.
    #[must_use]
    pub fn variables(&self) -> Vec<String> {
        self.0.iter().map(|(name, _)| name.clone()).collect()
    }

    pub(super) fn entries(&self) -> Vec<Entry> {
        let entry = |(name, value): &(String, SecretString)| Entry {
            variable: Some(name.clone()),
            text: Some(value.clone()),
            former: &[],
        };
        self.0.iter().map(entry).collect()
    }
}

impl Block {
    /// All lines that a block can have, in order.
    pub(super) fn entries(&self, names: &Names) -> Vec<Entry> {
        let entry = |line: Line| Entry {
            variable: line.variable(names),
            text: self.text(line).map(SecretString::from),
            former: line.former(),
        };
        Line::ORDER.into_iter().map(entry).collect()
    }

    /// The comment's whole line, or the value of the variable without quotes; none where the block has no such line.
    fn text(&self, line: Line) -> Option<String> {
        let claim = self.claim.as_ref();
        Some(match line {
            Line::Expiry => {
                let time = claim?.expires_at.to_rfc3339_opts(SecondsFormat::Secs, true);
                format!("{EXPIRY} {time}")
            }
            Line::Link => format!("{LINK} {}", claim?.url.expose_secret()),
            Line::Pooled => self.pooled.expose_secret().to_owned(),
            Line::Direct => self.direct.as_ref()?.expose_secret().to_owned(),
            Line::Claim => claim?.url.expose_secret().to_owned(),
        })
    }

    /// The variables it is written under, in order.
    #[must_use]
    pub fn variables(&self, names: &Names) -> Vec<String> {
        let lines = Line::ORDER.into_iter();
        let lines = lines.filter(|&line| self.text(line).is_some());
        lines.filter_map(|line| line.variable(names)).collect()
    }
}
