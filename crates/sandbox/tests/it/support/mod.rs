pub mod claimed;
pub mod issuer;
pub mod management;
pub mod movers;
pub mod people;
pub mod program;
mod psql;
pub mod replies;
pub mod test_project;
pub mod test_sandbox;

pub use psql::psql;
pub use test_sandbox::TestSandbox;
pub use testkit::http::{Reply, send};
#[cfg(target_os = "linux")]
pub use testkit::until_is;
pub use testkit::{http, mail, sql, until};
