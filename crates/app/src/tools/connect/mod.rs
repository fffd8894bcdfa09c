//! Connection strings: reading them, the forms in which the connect card offers them, the lines for an env
//! file, and sessions with the databases they lead to.

mod claim_links;
mod env_block;
mod error;
mod form;
mod forms;
mod psql;
mod session;
mod snippet;

pub use crate::view::{FormGroup, FormId};
pub use claim_links::{ClaimLink, EnvVariable, find_claim_links};
pub use env_block::{EnvBlock, EnvClaim, EnvNameError, EnvNames};
pub use error::ConnectError;
pub(crate) use error::connect_error;
pub use form::Form;
pub use forms::{Given, Sources, forms};
pub use pgclient::{DatabaseUrl, DatabaseUrlError, Parameter};
pub use psql::PsqlParameters;
pub(crate) use session::Session;
pub use session::{Checked, check};
