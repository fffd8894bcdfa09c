//! PostgreSQL from the client's side.

#![deny(missing_docs)]

mod connect_error;
mod database_url;
pub mod roots;
mod session;

pub use connect_error::ConnectError;
pub use database_url::{DatabaseUrl, DatabaseUrlError, MASK, Parameter, percent_encoded};
pub use secrecy::{ExposeSecret, SecretString};
pub use session::{Checked, Session, Target, check};
pub use tokio_postgres;
