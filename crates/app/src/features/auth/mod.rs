//! What is made of the auth integration: values for an app, its users in the database, and emails that are tried.

mod shown;
mod synced;
mod test_email;

pub use shown::sdk_keys;
pub use synced::{SyncedUsersQuery, users};
pub use test_email::{TestEmail, TestEmailCall, send_test_email};
