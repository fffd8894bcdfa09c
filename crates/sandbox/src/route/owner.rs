//! A project that gets another owner.

use chrono::{DateTime, Utc};

use crate::shared::Shared;
use crate::state::{Key, KeyScope, PlatformState, Project, Record};

#[derive(Debug, Clone)]
pub enum Owner {
    Organization(String),
    User(String),
}

/// Keys for this project alone end when it leaves the organization they were made in, also for
/// the case that it comes back.
pub fn moved(
    shared: &Shared,
    state: &PlatformState,
    project: &Project,
    to: Owner,
    now: DateTime<Utc>,
) -> Vec<Record> {
    let (organization, user) = match to {
        Owner::Organization(id) => (Some(id), project.creator_id.clone()),
        Owner::User(id) => (None, Some(id)),
    };
    let is_left = |key: &&Key| match &key.scope {
        KeyScope::Project {
            organization_id,
            project_id,
        } => *project_id == project.id && Some(organization_id) != organization.as_ref(),
        KeyScope::Personal | KeyScope::Organization { .. } => false,
    };
    let ended = state.keys.values().filter(is_left);
    let ended = ended.filter(|key| key.revoked_at.is_none());
    let mut records: Vec<Record> = ended
        .map(|key| {
            Record::Key(Key {
                revoked_at: Some(now),
                ..shared.uses.of(key)
            })
        })
        .collect();
    records.push(Record::Project(Project {
        organization_id: organization,
        creator_id: user,
        updated_at: now,
        ..project.clone()
    }));
    records
}
