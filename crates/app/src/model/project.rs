//! How a change of one project changes the cached lists.

use chrono::{DateTime, Utc};

use crate::view::{ProjectScope, ProjectView};

/// Names a list of projects.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
pub(crate) struct ListKey {
    pub(crate) account: String,
    pub(crate) scope: ProjectScope,
    /// The organization that was asked for; empty when none was.
    pub(crate) organization: String,
}

/// What was done to one project, or read of it.
#[derive(Clone, Debug)]
pub(crate) enum ProjectListChange {
    /// It was created or restored: it is in its owner's list from now on.
    Added(Box<ProjectView>),
    /// It was read or changed and is like this now.
    Read(Box<ProjectView>),
    /// It was deleted and can be restored. The record is the last one, where that is known.
    Deleted {
        id: String,
        record: Option<Box<ProjectView>>,
        at: DateTime<Utc>,
        until: DateTime<Utc>,
    },
    /// The platform answers 404 for it.
    Gone(String),
}

/// How a list changes.
#[derive(Clone, Debug)]
pub(crate) enum ListUpdate {
    /// Nothing changes.
    Keep,
    /// It is not in the list any more.
    Remove,
    /// It is in the list like this.
    Upsert(Box<ProjectView>),
}

impl ProjectListChange {
    /// The project it is about.
    pub(crate) fn id(&self) -> &str {
        match self {
            Self::Added(project) | Self::Read(project) => &project.id,
            Self::Deleted { id, .. } | Self::Gone(id) => id,
        }
    }

    /// What becomes of the project in a list of this scope in which it is `listed` or not.
    pub(crate) fn list_update(
        &self,
        scope: ProjectScope,
        organization: &str,
        listed: Option<&ProjectView>,
    ) -> ListUpdate {
        let belongs = |project: &ProjectView| {
            organization.is_empty() || project.organization_id.as_deref() == Some(organization)
        };
        let has_left =
            |project: &ProjectView| !belongs(project) && project.organization_id.is_some();
        match (self, scope) {
            (Self::Added(project), ProjectScope::Own) if has_left(project) => ListUpdate::Remove,
            (Self::Added(project), ProjectScope::Own) if listed.is_some() || belongs(project) => {
                ListUpdate::Upsert(Box::new(merged(project, listed)))
            }
            (Self::Added(_), ProjectScope::Deleted)
            | (Self::Deleted { .. } | Self::Gone(_), ProjectScope::Own | ProjectScope::Shared) => {
                ListUpdate::Remove
            }
            (Self::Read(project), ProjectScope::Deleted) if project.deleted_at.is_none() => {
                ListUpdate::Remove
            }
            (Self::Read(project), ProjectScope::Own | ProjectScope::Shared) => match listed {
                Some(listed) if listed.updated_at <= project.updated_at => {
                    ListUpdate::Upsert(Box::new(merged(project, Some(listed))))
                }
                _ => ListUpdate::Keep,
            },
            (
                Self::Deleted {
                    record: Some(record),
                    at,
                    until,
                    ..
                },
                ProjectScope::Deleted,
            ) if belongs(record) => ListUpdate::Upsert(Box::new(ProjectView {
                deleted_at: record.deleted_at.or(Some(*at)),
                recoverable_until: record.recoverable_until.or(Some(*until)),
                ..(**record).clone()
            })),
            _ => ListUpdate::Keep,
        }
    }

    /// The same on a list in memory.
    pub(crate) fn apply_to(&self, key: &ListKey, items: &mut Vec<ProjectView>) {
        let index = items.iter().position(|it| it.id == self.id());
        let listed = index.map(|index| &items[index]);
        match (
            self.list_update(key.scope, &key.organization, listed),
            index,
        ) {
            (ListUpdate::Remove, Some(index)) => drop(items.remove(index)),
            (ListUpdate::Upsert(project), Some(index)) => items[index] = *project,
            (ListUpdate::Upsert(project), None) => items.insert(0, *project),
            (ListUpdate::Remove, None) | (ListUpdate::Keep, _) => {}
        }
    }
}

/// A single project's record lacks some fields that a list has: those keep the values of the list.
fn merged(project: &ProjectView, listed: Option<&ProjectView>) -> ProjectView {
    let mut merged = project.clone().listed();
    if let Some(listed) = listed {
        let listed = listed.clone();
        merged.organization = merged.organization.or(listed.organization);
        merged.permission = merged.permission.or(listed.permission);
        merged.last_active_at = merged.last_active_at.or(listed.last_active_at);
    }
    merged
}
