use std::fmt;

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What failed in plain words, and what to do next where that is known.
#[derive(Debug)]
pub struct Error {
    message: String,
    hint: Option<String>,
    usage: bool,
}

impl Error {
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            hint: None,
            usage: false,
        }
    }

    /// The command line was wrong, not the work.
    pub fn usage(message: impl Into<String>) -> Self {
        Self {
            usage: true,
            ..Self::new(message)
        }
    }

    pub fn is_usage(&self) -> bool {
        self.usage
    }

    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        let hint = hint.into();
        self.hint = Some(match self.hint {
            Some(known) => format!("{known}\n{hint}"),
            None => hint,
        });
        self
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if let Some(hint) = &self.hint {
            write!(f, "\n  → {}", hint.replace('\n', "\n    "))?;
        }
        Ok(())
    }
}

/// Says what was being done when a lower error came up.
pub trait Context<T> {
    fn context(self, what: impl fmt::Display) -> Result<T>;
}

impl<T, E: fmt::Display> Context<T> for std::result::Result<T, E> {
    fn context(self, what: impl fmt::Display) -> Result<T> {
        self.map_err(|e| Error::new(format!("{what}: {e}")))
    }
}
