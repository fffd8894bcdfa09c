//! What is made of the auth integration: values for an app, its users in the database, and emails that are tried.

mod shown;
mod synced;
mod test_email;

pub use shown::{AuthCreateKeys, AuthEnable, auth_create_keys, auth_enable, sdk_keys};
pub use synced::{AuthUsers, SyncedUsersQuery, users};
pub use test_email::{EmailTest, TestEmail, send_test_email};
