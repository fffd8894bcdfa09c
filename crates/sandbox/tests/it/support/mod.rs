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
pub use testkit::{http, mail, sql, until, until_is};
