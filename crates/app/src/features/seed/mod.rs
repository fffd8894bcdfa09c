//! Runs an SQL file over a direct connection, as one script: all or nothing unless a statement in it
//! forbids that. [`Script::read`] finds everything that can be known before anything runs; [`run`] runs it.

mod error;
mod head;
mod lexer;
mod run;
mod script;
mod transaction;

pub use error::{Position, ScriptError, SeedError, SeedFailure};
pub use run::{Deadlines, Progress, Report, Target, run};
pub use script::{MAX_BYTES, MAX_STATEMENTS, Script};
pub use transaction::Mode;
