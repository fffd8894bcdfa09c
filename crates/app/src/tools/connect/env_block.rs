use std::fmt;

use chrono::{DateTime, SecondsFormat, Utc};
use envfile::{Block, BlockError, Line, is_variable_name};
use secrecy::{ExposeSecret, SecretString};

/// How the comments above the lines of a database start; the second of each is that of the platform's own tools.
pub(super) const EXPIRY_COMMENTS: [&str; 2] = [EXPIRY, "# Claimable DB expires at:"];
pub(super) const LINK_COMMENTS: [&str; 2] = [LINK, "# Claim it now to your account"];
const EXPIRY: &str = "# Temporary database, expires at";
const LINK: &str = "# Claim it to keep it:";

/// What is written into an env file for one database.
#[derive(Debug, Clone)]
pub struct EnvBlock {
    /// Its end and its claim link; none once it is claimed, and then three lines less are written.
    pub claim: Option<EnvClaim>,
    /// The connection string that programs use: through the pooler, or the only one that was asked for.
    pub pooled: SecretString,
    /// The connection string without the pooler, when it is written beside the other.
    pub direct: Option<SecretString>,
}

/// What is written of a database that can still be claimed.
#[derive(Debug, Clone)]
pub struct EnvClaim {
    /// When the database goes unless it is claimed.
    pub expires_at: DateTime<Utc>,
    /// Where it is claimed. Whoever knows it can claim the database.
    pub url: SecretString,
}

impl EnvBlock {
    /// The lines in the order: expiry comment, claim comment, pooled, direct, claim link. Those that this database does
    /// not have are left as they are in the file.
    ///
    /// # Errors
    /// The claim link has more than one line.
    pub fn lines(&self, names: &EnvNames) -> Result<Block, BlockError> {
        let claim = self.claim.as_ref();
        let expiry = claim.map(|claim| {
            let time = claim.expires_at.to_rfc3339_opts(SecondsFormat::Secs, true);
            SecretString::from(format!("{EXPIRY} {time}"))
        });
        let link =
            claim.map(|claim| SecretString::from(format!("{LINK} {}", claim.url.expose_secret())));
        Block::new([
            Line::comment(expiry, &EXPIRY_COMMENTS),
            Line::comment(link, &LINK_COMMENTS),
            Line::variable(names.key(), self.pooled.clone()),
            Line::variable(names.direct(), self.direct.clone()),
            Line::variable(names.claim_url(), claim.map(|claim| claim.url.clone())),
        ])
    }
}

/// The names the values are written under: `key`, `key` + `_DIRECT` and `prefix` +
/// `POSTGRES_CLAIM_URL`.
#[derive(Clone, PartialEq, Eq)]
pub struct EnvNames {
    key: String,
    prefix: String,
}

impl Default for EnvNames {
    fn default() -> Self {
        Self {
            key: "DATABASE_URL".to_owned(),
            prefix: "PUBLIC_".to_owned(),
        }
    }
}

impl fmt::Debug for EnvNames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.variables()).finish()
    }
}

impl EnvNames {
    /// Checks a key (`^[A-Za-z_][A-Za-z0-9_]*$`) and a prefix (the same, or empty).
    ///
    /// # Errors
    /// One of the two is not a name, or both lead to the same variable.
    pub fn new(key: &str, prefix: &str) -> Result<Self, EnvNameError> {
        if !is_variable_name(key) {
            return Err(EnvNameError::Key(key.to_owned()));
        }
        if !prefix.is_empty() && !is_variable_name(prefix) {
            return Err(EnvNameError::Prefix(prefix.to_owned()));
        }
        let names = Self {
            key: key.to_owned(),
            prefix: prefix.to_owned(),
        };
        let claim = names.claim_url();
        if claim == names.key || claim == names.direct() {
            return Err(EnvNameError::Collide(claim));
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

/// Why a variable's name or prefix cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EnvNameError {
    /// The key is not a letter or `_` followed by letters, digits and `_`.
    #[error("{0:?} is not a valid variable name")]
    Key(String),
    /// The prefix holds something else than letters, digits and `_`, or starts with a digit.
    #[error("{0:?} is not a valid prefix for variables")]
    Prefix(String),
    /// Key and prefix make the same name for two values.
    #[error("Two values have the name {0}")]
    Collide(String),
}
