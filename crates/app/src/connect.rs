//! Connection strings: reading them, the forms in which the connect card offers them, and sessions
//! with the databases they lead to.

mod database_url;
mod form;
mod session;
mod snippet;

pub use crate::view::{FormGroup, FormId};
pub(crate) use database_url::part_of_url;
pub use database_url::{DatabaseUrl, DatabaseUrlError, Parameter};
pub use form::{Form, Given, Sources, forms};
pub use session::{Checked, ConnectError, check};
pub(crate) use session::{Session, connect_error};
