//! Why a secret could not be read, stored or removed.

use std::error::Error as StdError;

/// A failed call of a vault. Prints as what failed in plain words; its source may say more and never holds a secret.
#[derive(Debug, thiserror::Error)]
#[error("{}", .kind.message())]
pub struct Error {
    kind: ErrorKind,
    source: Option<Box<dyn StdError + Send + Sync>>,
}

/// The cases that ask for different next steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ErrorKind {
    /// There is no keychain: no session bus, or nothing on it that keeps secrets.
    Absent,
    /// There is one without a default collection: it was never set up, so there is nothing to unlock.
    NotSetUp,
    /// There is one and it is locked.
    Locked,
    /// The person or a policy of the system refused.
    Denied,
    /// It did not answer within the deadline.
    TimedOut,
    /// Something is stored there that this app did not store.
    Corrupt,
    /// The value is longer than [`crate::LARGEST_VALUE`].
    TooLarge,
    /// It answered with an error of its own.
    Failed,
}

impl Error {
    pub(crate) fn new(kind: ErrorKind, source: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        Self {
            kind,
            source: Some(source.into()),
        }
    }

    /// Which case it is.
    #[must_use]
    pub fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// What to do next, as a whole sentence.
    #[must_use]
    pub fn hint(&self) -> &'static str {
        self.kind.hint()
    }
}

impl From<ErrorKind> for Error {
    fn from(kind: ErrorKind) -> Self {
        Self { kind, source: None }
    }
}

impl ErrorKind {
    fn message(self) -> &'static str {
        match self {
            Self::Absent => "this computer has no keychain",
            Self::NotSetUp => "the keychain has no default collection",
            Self::Locked => "the keychain is locked",
            Self::Denied => "access to the keychain was refused",
            Self::TimedOut => "the keychain did not answer in time",
            Self::Corrupt => "the keychain has a different item under this name",
            Self::TooLarge => "the secret is too long for the keychain",
            Self::Failed => "the keychain failed",
        }
    }

    fn hint(self) -> &'static str {
        match self {
            Self::Absent => {
                "Install or start one (GNOME Keyring, KWallet or KeePassXC), or keep secrets in memory until you quit."
            }
            Self::NotSetUp => {
                "Create a default keyring in the system's keychain program, or keep secrets in memory until you quit."
            }
            Self::Locked => "Unlock it and try again, or keep secrets in memory until you quit.",
            Self::Denied => {
                "Allow Plinth to use the keychain and try again, or keep secrets in memory until you quit."
            }
            Self::TimedOut => "Check for a keychain prompt in another window, then try again.",
            Self::Corrupt => "Remove the entry in the system's keychain program, then try again.",
            Self::TooLarge => "Use a shorter value.",
            Self::Failed => "Try again; if it fails again, restart the system's keychain.",
        }
    }
}
