pub mod claimed;
pub mod http;
pub mod management;
pub mod people;
pub mod place;
pub mod program;
pub mod smtp;
pub mod sql;
pub mod until;
pub mod world;

pub use http::{Reply, send};
pub use until::{until, until_is};
pub use world::World;
