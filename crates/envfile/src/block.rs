use secrecy::{ExposeSecret, SecretString};

/// Lines that belong together and are written in this order, such as the credentials of one service.
///
/// It has no default names, comments or values: all of that is the caller's.
#[derive(Debug, Clone, Default)]
pub struct Block(Vec<Line>);

impl Block {
    /// Puts lines together. A block that writes no variable changes no file.
    ///
    /// # Errors
    /// A variable's name is not `[A-Za-z_][A-Za-z0-9_]*` or stands there twice, or a comment is not one line that
    /// starts with `#`.
    pub fn new(lines: impl IntoIterator<Item = Line>) -> Result<Self, BlockError> {
        let lines: Vec<Line> = lines.into_iter().collect();
        for (index, line) in lines.iter().enumerate() {
            let Some(name) = &line.variable else {
                let text = line.text.as_ref().map(ExposeSecret::expose_secret);
                if text.is_some_and(|text| !is_comment(text)) {
                    return Err(BlockError::Comment);
                }
                continue;
            };
            if !is_variable_name(name) {
                return Err(BlockError::Name(name.clone()));
            }
            let is_same = |other: &Line| other.variable.as_ref() == Some(name);
            if lines[..index].iter().any(is_same) {
                return Err(BlockError::Duplicate(name.clone()));
            }
        }
        Ok(Self(lines))
    }

    /// The variables that are written, in order.
    pub fn variables(&self) -> Vec<String> {
        let written = self.0.iter().filter(|line| line.text.is_some());
        written.filter_map(|line| line.variable.clone()).collect()
    }

    pub(crate) fn lines(&self) -> &[Line] {
        &self.0
    }
}

/// One line of a [`Block`]: a variable or a comment.
///
/// A line without a value or text is not written. Where the file has it, it stays as it is, and the other lines of the
/// block are put beside it.
#[derive(Debug, Clone)]
pub struct Line {
    /// The variable; none for a comment.
    pub(crate) variable: Option<String>,
    /// The value without quotes, or the whole comment; none for a line that is only looked for.
    pub(crate) text: Option<SecretString>,
    /// How an earlier comment in the same place starts.
    starts: Vec<String>,
}

impl Line {
    /// `name=value`. The value is given without quotes; it gets those it needs.
    pub fn variable(name: impl Into<String>, value: impl Into<Option<SecretString>>) -> Self {
        Self {
            variable: Some(name.into()),
            text: value.into(),
            starts: Vec::new(),
        }
    }

    /// A comment, such as `# Valid until 2030-01-01`. It takes the place of one that stands directly above a variable of
    /// the block and is equal or starts with one of `starts`, such as `# Valid until`.
    pub fn comment(text: impl Into<Option<SecretString>>, starts: &[&str]) -> Self {
        Self {
            variable: None,
            text: text.into(),
            starts: starts.iter().map(ToString::to_string).collect(),
        }
    }

    /// Whether a comment (without indentation and line ending) is an earlier one of this line.
    pub(crate) fn is_earlier(&self, comment: &[u8]) -> bool {
        let is_start = |start: &String| comment.starts_with(start.as_bytes());
        let is_equal = |text: &SecretString| comment == text.expose_secret().as_bytes();
        self.variable.is_none()
            && (self.starts.iter().any(is_start) || self.text.as_ref().is_some_and(is_equal))
    }
}

/// Whether this can name a variable in a shell and for every reader of env files: `[A-Za-z_][A-Za-z0-9_]*`.
pub fn is_variable_name(text: &str) -> bool {
    let mut bytes = text.bytes();
    bytes
        .next()
        .is_some_and(|first| first.is_ascii_alphabetic() || first == b'_')
        && bytes.all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
}

fn is_comment(text: &str) -> bool {
    text.starts_with('#') && !text.contains(['\n', '\r'])
}

/// Why lines make no [`Block`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BlockError {
    /// The name is not a letter or `_` followed by letters, digits and `_`.
    #[error("{0:?} is not a valid variable name")]
    Name(String),
    /// The name stands there twice.
    #[error("Two values have the name {0}")]
    Duplicate(String),
    /// The comment does not start with `#`, or has several lines.
    #[error("A comment must be one line that starts with #")]
    Comment,
}

impl BlockError {
    /// What to do next.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Name(_) => "Use letters, digits and underscores, and do not start with a digit",
            Self::Duplicate(_) => "Choose another name",
            Self::Comment => "Start it with # and leave out line breaks",
        }
    }
}
