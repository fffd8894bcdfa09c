//! What is kept of a resource, for the store that keeps it and the functions that change it.

pub(crate) mod bulk;
pub(crate) mod contact;
pub(crate) mod folder;
pub(crate) mod name;
pub mod profile;
pub(crate) mod project;
pub(crate) mod rotation;
