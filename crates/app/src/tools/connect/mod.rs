//! Connection strings: the forms in which the connect card offers them, the lines for an env file, and this app's sessions
//! with the databases they lead to. Reading them and connecting are `pgclient`'s.

mod claim_links;
mod database_app;
mod env_block;
mod form;
mod forms;
mod hint;
mod psql;
mod session;
mod snippet;

pub use crate::view::{FormGroup, FormId};
pub(crate) use claim_links::find_connections;
pub use claim_links::{ClaimLink, EnvVariable, find_claim_links};
pub use database_app::{dbeaver_spec, link_without_password};
pub use env_block::{EnvBlock, EnvClaim, EnvNameError, EnvNames};
pub use form::Form;
pub use forms::{Given, Sources, forms};
pub(crate) use hint::hint;
pub use pgclient::{
    Checked, ConnectError, DatabaseUrl, DatabaseUrlError, Parameter, ProgramVersion,
};
pub use psql::PsqlParameters;
pub(crate) use session::{check, open, target};
