//! Connection strings: reading them, and the forms in which the connect card offers them.

mod database_url;
mod form;
mod snippet;

pub use database_url::{DatabaseUrl, DatabaseUrlError, Parameter};
pub use form::{Form, FormId, Sources, forms};
