//! The platform's state: what exists, which step may follow which, and the store that keeps it.
//! Steps are decided without touching anything (the time is passed in), written to SQLite, and
//! only then become visible.

mod catalogue;
mod migrations;
mod model;
mod rows;
mod store;
pub mod temporary;

pub use catalogue::{Catalogue, ChangeError};
pub use model::{
    Branch, BranchState, ClaimStatus, Database, Endpoint, Organization, Project, Role, Row, Secret,
    Temporary, World,
};
pub use store::StoreError;
