pub mod claimed;
pub mod http;
pub mod management;
pub mod people;
pub mod program;
pub mod smtp;
pub mod sql;
pub mod test_project;
pub mod test_sandbox;
pub mod until;

pub use http::{Reply, send};
pub use test_sandbox::TestSandbox;
pub use until::{until, until_is};
