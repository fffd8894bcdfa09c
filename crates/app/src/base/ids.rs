//! Ids as the window gives them, checked before anything is sent.

use api::resource::snapshots::SnapshotId;
use api::{BranchId, EndpointId, InvalidId, KeyId, OperationId, OrgId, ProjectId};

use crate::Error;

pub(crate) fn project(text: &str) -> Result<ProjectId, Error> {
    ProjectId::parse(text).map_err(|InvalidId| unfit("project"))
}

pub(crate) fn branch(text: &str) -> Result<BranchId, Error> {
    BranchId::parse(text).map_err(|InvalidId| unfit("branch"))
}

pub(crate) fn compute(text: &str) -> Result<EndpointId, Error> {
    EndpointId::parse(text).map_err(|InvalidId| unfit("compute"))
}

pub(crate) fn operation(text: &str) -> Result<OperationId, Error> {
    OperationId::parse(text).map_err(|InvalidId| unfit("operation"))
}

pub(crate) fn snapshot(text: &str) -> Result<SnapshotId, Error> {
    SnapshotId::parse(text).map_err(|InvalidId| unfit("snapshot"))
}

pub(crate) fn organization(text: &str) -> Result<OrgId, Error> {
    OrgId::parse(text).map_err(|InvalidId| unfit("organization"))
}

pub(crate) fn key(text: &str) -> Result<KeyId, Error> {
    text.parse().map(KeyId).map_err(|_| unfit("key"))
}

/// An id that this program made, spelled as [`crate::base::clock::local_id`] does.
pub(crate) fn local(text: &str) -> Result<String, Error> {
    let id = uuid::Uuid::try_parse(text).map(|id| id.hyphenated().to_string());
    match id {
        Ok(id) if id == text => Ok(id),
        _ => Err(unfit("local")),
    }
}

pub(crate) fn unfit(of_what: &str) -> Error {
    Error::invalid(format!("This is not a valid {of_what} ID"))
        .hint("IDs contain letters, digits and dashes. Copy it again.")
}
