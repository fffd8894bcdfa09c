//! What is run in a shell, as text: requests as commands of curl, and words quoted.

mod curl;
mod shell;

pub(crate) use curl::curl;
pub(crate) use shell::{quoted, word};
