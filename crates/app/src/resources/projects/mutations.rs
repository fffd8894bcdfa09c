//! The mutations of projects, as they are journalled.

use api::resource::operations::Operation;
use api::resource::projects::{
    CreatedProject, ListProjects, Project, ProjectChange, RecoveredProject,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::base::ids;
use crate::core::event::Event;
use crate::core::names::NameUpdate;
use crate::model::name::Key;
use crate::model::project::ProjectListChange;
use crate::platform::Platform;
use crate::platform::mutation::{
    AffectedResources, Answer, Effects, Mutation, Observed, PlatformClient, Reader,
    ReconcileOutcome, Sent, Stop, Subject, Undo, changed, done_if, present,
};
use crate::view::words::Action;
use crate::view::{BulkVerb, ProjectView};

/// The largest page that the platform gives.
const A_PAGE: u32 = 400;

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "verb")]
pub(crate) enum ProjectMutation {
    #[serde(rename = "createProject")]
    Create {
        name: Option<String>,
        organization: Option<String>,
    },
    /// `expected` is the part of the request that can be seen afterwards, here and in the other resources.
    #[serde(rename = "updateProject")]
    Update { project: String, expected: Value },
    #[serde(rename = "deleteProject")]
    Delete { project: String },
    #[serde(rename = "recoverProject")]
    Recover { project: String },
}

impl Mutation for ProjectMutation {
    type Item = Project;

    fn subject(&self) -> Subject<'_> {
        let of =
            |action, project| Subject::new(action, project, &["project", project]).project(project);
        match self {
            Self::Create { name, organization } => {
                let organization = organization.as_deref().unwrap_or_default();
                let name = name.as_deref().unwrap_or("New project");
                Subject::new(Action::CreateProject, name, &["projects", organization])
                    .makes_project()
            }
            Self::Update { project, .. } => of(Action::ChangeProject, project),
            Self::Delete { project } => of(Action::DeleteProject, project).removes().ends_project(),
            Self::Recover { project } => of(Action::RecoverProject, project),
        }
    }

    async fn observe(&self, reader: &Reader<'_>) -> Result<Option<Observed<Project>>, Stop> {
        Ok(match self {
            Self::Create { name, organization } => {
                let list = ListProjects {
                    page_size: Some(A_PAGE),
                    search: name.clone(),
                    org_id: organization.as_deref().map(ids::organization).transpose()?,
                    ..ListProjects::default()
                };
                reader
                    .all(reader.api.projects().pages(list))
                    .await?
                    .map(Observed::from)
            }
            Self::Update { project, .. } | Self::Delete { project } | Self::Recover { project } => {
                let project = ids::project(project)?;
                let found = reader.value(reader.api.projects().get(&project)).await?;
                Some(Observed::from(vec![found]))
            }
        })
    }

    fn decide(&self, sent: &Sent<'_>, seen: Observed<Project>) -> ReconcileOutcome<Project> {
        if let Self::Create { name, .. } = self {
            // One that is made without a name is named by its id.
            let is_it = |it: &Project| name.as_deref().unwrap_or(it.id.as_str()) == it.name;
            let like_it = seen.items.into_iter().filter(is_it);
            return sent.made(like_it, |it| it.id.to_string(), |it| it.created_at);
        }
        let Some(project) = seen.one() else {
            return ReconcileOutcome::NotDone;
        };
        let is_deleted = project.deleted_at.is_some();
        match self {
            Self::Update { expected, .. } => changed(expected, &fields(&project), project),
            Self::Delete { .. } => done_if(is_deleted),
            _ if is_deleted => ReconcileOutcome::NotDone,
            _ => ReconcileOutcome::Done(Some(project)),
        }
    }

    fn id(project: &Project) -> Option<String> {
        Some(project.id.to_string())
    }

    fn affected(project: &Project) -> AffectedResources<'_> {
        AffectedResources::project(project)
    }

    fn effects(&self, client: &PlatformClient, affected: AffectedResources<'_>) -> Effects {
        let project = affected.project.map(|it| Box::new(ProjectView::from(it)));
        match self {
            Self::Create { .. } => Effects {
                projects: project.map(ProjectListChange::Added),
                ..Effects::default()
            },
            Self::Update { .. } => Effects {
                projects: project.map(ProjectListChange::Read),
                ..Effects::default()
            },
            Self::Recover { project: id } => Effects {
                projects: project.map(ProjectListChange::Added),
                undo: Undo::forget(id, None),
                bulk: Some((BulkVerb::RecoverProjects, id.clone())),
                ..Effects::default()
            },
            Self::Delete { project: id } => {
                let deleted_at = project.as_ref().and_then(|it| it.deleted_at);
                let until = project.as_ref().and_then(|it| it.recoverable_until);
                let name = project.as_ref().map(|it| it.name.clone());
                let offer = Undo::offer(client, id, None, name, deleted_at, until);
                Effects {
                    projects: Some(ProjectListChange::Deleted {
                        id: id.clone(),
                        record: project,
                        at: offer.deleted_at,
                        until: offer.until,
                    }),
                    undo: Undo::Offer(offer),
                    names: vec![NameUpdate::Gone(Key::project(&client.account.id, id))],
                    bulk: Some((BulkVerb::DeleteProjects, id.clone())),
                }
            }
        }
    }

    fn not_there(&self, account: &str) -> Option<Effects> {
        let gone = |project: &String| Effects {
            projects: Some(ProjectListChange::Gone(project.clone())),
            names: vec![NameUpdate::Gone(Key::project(account, project))],
            ..Effects::default()
        };
        match self {
            Self::Create { .. } => None,
            Self::Update { project, .. } => Some(gone(project)),
            Self::Delete { project } => Some(Effects {
                bulk: Some((BulkVerb::DeleteProjects, project.clone())),
                ..gone(project)
            }),
            Self::Recover { project } => Some(Effects {
                undo: Undo::forget(project, None),
                bulk: Some((BulkVerb::RecoverProjects, project.clone())),
                ..Effects::default()
            }),
        }
    }

    fn publish(&self, app: &Platform, account: &str) {
        app.events.publish(Event::ProjectsChanged {
            account_id: account.to_owned(),
        });
    }
}

/// What is there, in the words of the request.
fn fields(project: &Project) -> Value {
    present(json!({
        "name": project.name,
        "history_retention_seconds": project.history_retention_seconds,
        "settings": project.settings,
        "default_endpoint_settings": project.default_endpoint_settings,
    }))
}

impl Answer<Project> for CreatedProject {
    fn operations(&self) -> &[Operation] {
        &self.operations
    }

    fn id(&self) -> Option<String> {
        Some(self.project.id.to_string())
    }

    fn affected(&self) -> AffectedResources<'_> {
        AffectedResources {
            project: Some(&self.project),
            branch: self.branch.as_ref(),
            computes: &self.endpoints,
            databases: &self.databases,
            key: None,
        }
    }

    fn of(found: Option<Project>) -> Option<Self> {
        Some(Self {
            project: found?,
            connection_uris: Vec::new(),
            roles: Vec::new(),
            databases: Vec::new(),
            operations: Vec::new(),
            branch: None,
            endpoints: Vec::new(),
        })
    }
}

impl Answer<Project> for ProjectChange {
    fn operations(&self) -> &[Operation] {
        &self.operations
    }

    fn affected(&self) -> AffectedResources<'_> {
        AffectedResources::project(&self.project)
    }

    fn of(found: Option<Project>) -> Option<Self> {
        Some(Self {
            project: found?,
            operations: Vec::new(),
        })
    }
}

impl Answer<Project> for RecoveredProject {
    fn affected(&self) -> AffectedResources<'_> {
        AffectedResources::project(&self.project)
    }

    fn of(found: Option<Project>) -> Option<Self> {
        Some(Self {
            project: found?,
            branches: Vec::new(),
        })
    }
}

impl Answer<Project> for Project {
    fn affected(&self) -> AffectedResources<'_> {
        AffectedResources::project(self)
    }

    fn of(found: Option<Project>) -> Option<Self> {
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::platform::mutation::testing::{AFTER, BEFORE, all, one, verdict};

    #[test]
    fn unnamed_projects_are_named_by_their_id() {
        let mutation = ProjectMutation::Create {
            name: None,
            organization: None,
        };
        let projects = json!([
            { "id": "old-one", "name": "old-one", "created_at": BEFORE },
            { "id": "misty-meadow-1", "name": "misty-meadow-1", "created_at": AFTER },
            { "id": "named-2", "name": "shop", "created_at": AFTER },
        ]);
        assert_eq!(verdict(mutation, &[], all(projects)), "done misty-meadow-1");
    }

    #[test]
    fn changes_are_known_by_their_fields() {
        let project = ProjectMutation::Update {
            project: "p".to_owned(),
            expected: json!({ "settings": { "hipaa": true } }),
        };
        for (found, end) in [
            (
                json!({ "id": "p", "settings": { "hipaa": true, "block_public_connections": false } }),
                "done p",
            ),
            (
                json!({ "id": "p", "settings": { "hipaa": false } }),
                "not done",
            ),
            (json!({ "id": "p" }), "unclear"),
        ] {
            let seen = vec![one(found)];
            assert_eq!(verdict(project.clone(), &[], seen), end);
        }
    }
}
