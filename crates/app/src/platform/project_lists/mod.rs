//! Cached lists of projects, to which changes made here are applied.

mod cache;
mod loads;

pub(crate) use cache::{add_page, change, forget_account, project_added, project_read};

pub use cache::{
    ProjectCached, ProjectCachedOrganizations, ProjectCachedPart, cached, cached_organizations,
    cached_part,
};
pub(crate) use loads::ListLoads;
