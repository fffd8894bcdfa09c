use std::fmt;
use std::time::Duration;

use crate::connect_error::ConnectError;
use crate::script::Position;

/// Why running a script ended early.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RunError {
    /// What happened.
    pub failure: RunFailure,
    /// Where in the script, as exactly as the server said it, else where the statement starts.
    pub position: Option<Position>,
    /// Whether the database is certainly as it was before the run.
    pub rolled_back: bool,
}

/// What ended a run.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RunFailure {
    /// No session with the database.
    #[error(transparent)]
    Connect(#[from] ConnectError),
    /// The server refused a statement or its data.
    #[error("{message}")]
    Statement {
        /// The server's message.
        message: String,
        /// The server's detail.
        detail: Option<String>,
        /// What to do: the server's hint, or ours for errors that seed files often meet.
        hint: Option<String>,
        /// Where inside a function or a COPY, in the server's words.
        context: Option<String>,
        /// The five characters of the SQLSTATE.
        sqlstate: Box<str>,
        /// What the message quotes are names and versions, and no data of the script, whatever the SQLSTATE says.
        quotes_names: bool,
    },
    /// The caller cancelled it.
    #[error("The run was stopped")]
    Cancelled,
    /// The server did nothing for longer than the deadline.
    #[error("The database made no progress for {} seconds", .0.as_secs())]
    Stalled(Duration),
    /// The connection broke off.
    #[error("The connection to the database was lost")]
    Lost,
    /// The connection broke off while the end of the transaction was awaited.
    #[error("The connection was lost at the end, so it is not known whether the data was saved")]
    Unknown,
}

impl RunFailure {
    /// The message as it may be written down: where the server complains about a value (class 22 of the SQLSTATEs), without
    /// what it quotes, which is data of the script.
    pub fn message_without_data(&self) -> String {
        let message = self.to_string();
        match self {
            Self::Statement {
                sqlstate,
                quotes_names: false,
                ..
            } => without_quoted_data(sqlstate, &message),
            _ => message,
        }
    }
}

/// A message of a server as it may be written down: where the server complains about a value (class 22 of the SQLSTATEs),
/// without what it quotes.
pub fn without_quoted_data(sqlstate: &str, message: &str) -> String {
    if !sqlstate.starts_with("22") {
        return message.to_owned();
    }
    let parts = message.split('"').enumerate();
    let kept = parts.map(|(at, part)| if at % 2 == 0 { part } else { "…" });
    kept.collect::<Vec<_>>().join("\"")
}

impl RunError {
    /// The cause: the server's message, or ours.
    pub fn message(&self) -> String {
        self.failure.to_string()
    }

    /// [`RunFailure::message_without_data`] of what happened.
    pub fn message_without_data(&self) -> String {
        self.failure.message_without_data()
    }

    /// What to do next, if anything is known.
    pub fn hint(&self) -> Option<String> {
        match &self.failure {
            RunFailure::Connect(error) => error.hint().map(str::to_owned),
            RunFailure::Statement { hint, .. } => hint.clone(),
            RunFailure::Stalled(_) => {
                Some("Check for another session that holds a lock".to_owned())
            }
            RunFailure::Unknown => Some("Check the database before you run it again".to_owned()),
            RunFailure::Cancelled | RunFailure::Lost => None,
        }
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.position {
            Some(position) => write!(f, "{} ({position})", self.failure),
            None => self.failure.fmt(f),
        }
    }
}

impl std::error::Error for RunError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_server_quotes_of_the_data_is_not_written_down() {
        let check = |sqlstate: &str, message: &str| {
            let failure = RunFailure::Statement {
                message: message.to_owned(),
                detail: None,
                hint: None,
                context: None,
                sqlstate: sqlstate.into(),
                quotes_names: false,
            };
            let error = RunError {
                failure,
                position: None,
                rolled_back: true,
            };
            error.message_without_data()
        };
        let wrong = "invalid input syntax for type integer: \"hunter2\"";
        let kept = "invalid input syntax for type integer: \"…\"";
        assert_eq!(check("22P02", wrong), kept);
        assert_eq!(check("22001", "one \"open"), "one \"…");
        let name = "relation \"users\" does not exist";
        assert_eq!(check("42P01", name), name);
    }
}
