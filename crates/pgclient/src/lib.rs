#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

mod connect_error;
mod database_url;
mod portal;
mod program_version;
pub mod roots;
mod run;
mod script;
mod session;

pub use bytes::Bytes;
pub use connect_error::ConnectError;
pub use database_url::{DatabaseUrl, DatabaseUrlError, MASK, Parameter, percent_encoded};
pub use portal::{
    Canceler, Cell, Column, Fetched, Limits, Notice, PortalError, PortalSession, Prepared, Row,
    ServerError, Status,
};
pub use program_version::ProgramVersion;
pub use run::{
    Deadlines, Progress, Report, Restore, RestoreError, RunError, RunFailure, run,
    without_quoted_data,
};
pub use script::{Control, Mode, Position, Script, ScriptError, Statement, without_passwords};
pub use secrecy::{ExposeSecret, SecretString};
pub use session::{Checked, Session, Target, check};
pub use tokio_postgres;
pub use tokio_util::sync::CancellationToken;
