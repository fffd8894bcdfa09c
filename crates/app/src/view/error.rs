use serde::{Deserialize, Serialize};
use specta::Type;

use crate::Error;
use crate::base::error::ErrorCode;

/// Why a command failed: a code to branch on, words to read.
#[derive(Clone, Debug, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase")]
pub struct ErrorView {
    /// What the window branches on.
    pub code: ErrorCode,
    /// What failed, in plain words, no full stop.
    pub message: String,
    /// What to do next: what is usual for the code where nothing better is known.
    pub hint: Option<String>,
    /// The platform's request id, to quote to its support.
    pub request_id: Option<String>,
    /// Id of what it is about, where something is to be done with that: what exists already, or what was made.
    pub about: Option<String>,
}

impl ErrorView {
    /// Of no request and about nothing by its id.
    pub fn new(code: ErrorCode, message: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            code,
            message: message.into(),
            hint: Some(hint.into()),
            request_id: None,
            about: None,
        }
    }
}

impl From<Error> for ErrorView {
    fn from(error: Error) -> Self {
        let Error {
            code,
            message,
            hint,
            request_id,
            about,
        } = error;
        Self {
            code,
            message,
            hint: hint.or_else(|| Some(code.hint().to_owned())),
            request_id,
            about,
        }
    }
}

impl From<ErrorView> for Error {
    fn from(view: ErrorView) -> Self {
        let ErrorView {
            code,
            message,
            hint,
            request_id,
            about,
        } = view;
        Self {
            code,
            message,
            hint,
            request_id,
            about,
        }
    }
}
