use std::collections::BTreeSet;

use serde::Serialize;

use super::model::PlatformState;
use super::record::{Delete, Record};

/// Names the part of the state that changed, for a client that shows it and reads it again.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct StateChange {
    /// `None` for what belongs to no project.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub project_id: Option<String>,
    /// `None` where anything may have changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub part: Option<StatePart>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum StatePart {
    /// The project itself: it came, went or changed.
    Project,
    Branches,
    Endpoints,
    Roles,
    Databases,
    Operations,
    Snapshots,
    Auth,
    ApiKeys,
    Organizations,
}

impl StateChange {
    /// The changes of records that are about to be applied to this state, each once.
    pub fn of(records: &[Record], state: &PlatformState) -> BTreeSet<Self> {
        let one = |record| Self::of_record(record, state);
        records.iter().filter_map(one).collect()
    }

    /// `None` for what no route of the platform shows.
    fn of_record(record: &Record, state: &PlatformState) -> Option<Self> {
        use StatePart::{
            ApiKeys, Auth, Branches, Databases, Endpoints, Operations, Organizations, Project,
            Roles, Snapshots,
        };
        let account = |part| Some((None, Some(part)));
        let project = |id: &str, part| Some((Some(id.to_owned()), Some(part)));
        let branch = |id: &str, part| project(&state.branches.get(id)?.project_id, part);
        let (project_id, part) = match record {
            Record::User(_) | Record::Organization(_) | Record::Member(_) => account(Organizations),
            Record::Key(_) => account(ApiKeys),
            Record::Project(it) => project(&it.id, Project),
            Record::Branch(it) if it.snapshot.is_some() => project(&it.project_id, Snapshots),
            Record::Branch(it) => project(&it.project_id, Branches),
            Record::Endpoint(it) => project(&it.project_id, Endpoints),
            Record::Role(it) => project(&it.project_id, Roles),
            Record::Database(it) => project(&it.project_id, Databases),
            Record::Operation(it) => project(&it.project_id, Operations),
            Record::Temporary(it) => project(&it.project_id, Project),
            Record::AuthIntegration(it) => project(&it.project_id, Auth),
            Record::AuthUser(it) => project(&it.project_id, Auth),
            Record::Document(it) => Some((Some(it.key.project_id.clone()), None)),
            Record::Hour(_) | Record::Removal(_) => None,
            Record::Delete(gone) => match gone {
                Delete::User(_) | Delete::Organization(_) | Delete::Member(_) => {
                    account(Organizations)
                }
                Delete::Key(_) => account(ApiKeys),
                Delete::Project(id) => project(id, Project),
                Delete::Branch(id) => {
                    let project_id = state.branches.get(id)?.project_id.clone();
                    Some((Some(project_id), None))
                }
                Delete::Endpoint(id) => project(&state.endpoints.get(id)?.project_id, Endpoints),
                Delete::Role { branch_id, .. } => branch(branch_id, Roles),
                Delete::Database { branch_id, .. } => branch(branch_id, Databases),
                Delete::AuthIntegration(branch_id) => branch(branch_id, Auth),
                Delete::AuthUser(id) => project(&state.auth_users.get(id)?.project_id, Auth),
                Delete::Operation(id) => project(&state.operations.get(id)?.project_id, Operations),
                Delete::Removal(_) => None,
                Delete::Document(key) => Some((Some(key.project_id.clone()), None)),
            },
        }?;
        Some(Self { project_id, part })
    }
}
