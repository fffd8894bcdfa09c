//! PostgreSQL from the client's side.

#![deny(missing_docs)]

mod database_url;

pub use database_url::{DatabaseUrl, DatabaseUrlError, MASK, Parameter, percent_encoded};
pub use secrecy::{ExposeSecret, SecretString};
