//! The mutations of branches: how they are stored in the journal, and how each is recognised when its reply is lost.

#[cfg(test)]
mod tests;

use api::resource::branches::{
    Branch, BranchChange, BranchSort, BranchState, CreatedBranch, ListBranches, RecoveredBranch,
    SortOrder,
};
use api::resource::operations::{Operation, OperationAction};
use chrono::SecondsFormat;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::base::ids;
use crate::core::names::NameUpdate;
use crate::model::name::Key;
use crate::platform::mutation::{
    AffectedResources, Answer, Effects, Mutation, Observed, PlatformClient, Reader,
    ReconcileOutcome, Sent, Stop, Subject, Undo, changed, done_if,
};
use crate::view::BulkVerb;
use crate::view::words::Action;

/// The largest page that the platform gives.
const A_PAGE: u32 = 1000;

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "verb", rename_all_fields = "camelCase")]
pub(crate) enum BranchMutation {
    #[serde(rename = "createBranch")]
    Create {
        project: String,
        name: Option<String>,
        parent: Option<String>,
    },
    #[serde(rename = "updateBranch")]
    Update {
        project: String,
        branch: String,
        expected: Value,
    },
    #[serde(rename = "deleteBranch")]
    Delete {
        project: String,
        branch: String,
        /// Deleted without the time in which it could be recovered.
        #[serde(default)]
        for_good: bool,
    },
    #[serde(rename = "recoverBranch")]
    Recover { project: String, branch: String },
    #[serde(rename = "restoreBranch")]
    Restore { project: String, branch: String },
    #[serde(rename = "setDefaultBranch")]
    SetDefault { project: String, branch: String },
}

impl Mutation for BranchMutation {
    type Item = Branch;

    fn subject(&self) -> Subject<'_> {
        let (action, project, branch) = match self {
            Self::Create { project, name, .. } => {
                let name = name.as_deref().unwrap_or("New branch");
                return Subject::new(Action::CreateBranch, name, &["branches", project])
                    .project(project);
            }
            Self::Update {
                project,
                branch,
                expected,
            } => (change_of(expected), project, branch),
            Self::Delete {
                project, branch, ..
            } => (Action::DeleteBranch, project, branch),
            Self::Recover { project, branch } => (Action::RecoverBranch, project, branch),
            Self::Restore { project, branch } => (Action::RestoreBranch, project, branch),
            Self::SetDefault { project, branch } => (Action::MakeBranchDefault, project, branch),
        };
        let subject = Subject::new(action, branch, &["branch", branch]);
        let subject = subject.project(project).branch(branch);
        match self {
            Self::Delete { .. } => subject.removes(),
            _ => subject,
        }
    }

    async fn observe(&self, reader: &Reader<'_>) -> Result<Option<Observed<Branch>>, Stop> {
        Ok(match self {
            Self::Create { project, name, .. } => {
                let list = ListBranches {
                    page_size: Some(A_PAGE),
                    search: name.clone(),
                    sort_by: Some(BranchSort::CreatedAt),
                    sort_order: Some(SortOrder::Descending),
                    ..ListBranches::default()
                };
                let branches = reader.api.branches(&ids::project(project)?);
                reader.all(branches.pages(list)).await?.map(Observed::from)
            }
            Self::Update {
                project, branch, ..
            }
            | Self::Delete {
                project, branch, ..
            }
            | Self::Recover { project, branch }
            | Self::Restore { project, branch }
            | Self::SetDefault { project, branch } => {
                let (project, branch) = (ids::project(project)?, ids::branch(branch)?);
                let found = reader
                    .value(reader.api.branches(&project).get(&branch))
                    .await?;
                Some(Observed {
                    items: vec![found.branch],
                    operations: reader.operations(&project).await?,
                })
            }
        })
    }

    fn decide(&self, sent: &Sent<'_>, seen: Observed<Branch>) -> ReconcileOutcome<Branch> {
        if let Self::Create { name, parent, .. } = self {
            let is_it = |it: &Branch| {
                // Only two names can contradict each other: a request without a parent leaves it to the platform.
                let parent_fits = match (parent, &it.parent_id) {
                    (Some(wanted), Some(found)) => wanted == found.as_str(),
                    _ => true,
                };
                name.as_ref().is_none_or(|name| name == &it.name) && parent_fits
            };
            let like_it = seen.items.into_iter().filter(is_it);
            return sent.made(like_it, |it| it.id.to_string(), |it| it.created_at);
        }
        let operations = seen.operations.clone();
        let Some(branch) = seen.one() else {
            return ReconcileOutcome::NotDone;
        };
        // A deleted branch can be read for as long as it can be recovered, so being there proves nothing.
        let is_deleted = branch.recovery.is_some()
            || branch
                .pending_state
                .iter()
                .chain(&branch.current_state)
                .any(|state| state == &BranchState::StorageDeleted);
        let began = |action: &OperationAction| {
            sent.begun(&operations).any(|it| {
                it.action.as_ref() == Some(action) && it.branch_id.as_ref() == Some(&branch.id)
            })
        };
        let done = match self {
            Self::Create { .. } => false,
            Self::Update { expected, .. } => return changed(expected, &fields(&branch), branch),
            Self::Delete { .. } => {
                // While its operation runs, the branch itself does not show it yet.
                return done_if(is_deleted || began(&OperationAction::DeleteTimeline));
            }
            Self::Recover { .. } => !is_deleted,
            Self::SetDefault { .. } => branch.is_default(),
            Self::Restore { .. } => {
                branch.last_reset_at.is_some_and(|at| at >= sent.since)
                    // The platform restores a branch by an operation of this name on the branch itself.
                    || began(&OperationAction::CreateBranch)
            }
        };
        if done {
            ReconcileOutcome::Done(Some(branch))
        } else {
            ReconcileOutcome::NotDone
        }
    }

    fn id(branch: &Branch) -> Option<String> {
        Some(branch.id.to_string())
    }

    fn affected(branch: &Branch) -> AffectedResources<'_> {
        AffectedResources::branch(branch)
    }

    fn effects(&self, client: &PlatformClient, affected: AffectedResources<'_>) -> Effects {
        match self {
            Self::Delete {
                project,
                branch: id,
                for_good,
            } => {
                let recovery = affected.branch.and_then(|it| it.recovery.as_ref());
                let deleted_at = recovery.and_then(|it| it.deleted_at);
                let until = recovery.and_then(|it| it.recoverable_until);
                let name = affected.branch.map(|it| it.name.clone());
                Effects {
                    undo: if *for_good {
                        Undo::forget(project, Some(id))
                    } else {
                        let id = Some(id.as_str());
                        Undo::Offer(Undo::offer(client, project, id, name, deleted_at, until))
                    },
                    names: vec![NameUpdate::Gone(Key::branch(
                        &client.account.id,
                        project,
                        id,
                    ))],
                    bulk: Some((BulkVerb::DeleteBranches, id.clone())),
                    ..Effects::default()
                }
            }
            Self::Recover { project, branch } => Effects {
                undo: Undo::forget(project, Some(branch)),
                bulk: Some((BulkVerb::RecoverBranches, branch.clone())),
                ..Effects::default()
            },
            Self::Update {
                branch, expected, ..
            } => Effects {
                bulk: bulk_of(expected).map(|verb| (verb, branch.clone())),
                ..Effects::default()
            },
            _ => Effects::default(),
        }
    }

    fn not_there(&self, _account: &str) -> Option<Effects> {
        match self {
            Self::Recover { project, branch } => Some(Effects {
                undo: Undo::forget(project, Some(branch)),
                ..Effects::default()
            }),
            // Its views are only read again.
            _ => None,
        }
    }
}

/// The branch's fields, named and written as in the request.
fn fields(branch: &Branch) -> Value {
    let expires_at = branch
        .expires_at
        .map(|at| at.to_rfc3339_opts(SecondsFormat::Secs, true));
    json!({ "name": branch.name, "protected": branch.protected, "expires_at": expires_at })
}

/// What a change of these fields is called: by its one field, or a change where there is a name among them.
fn change_of(expected: &Value) -> Action {
    match bulk_of(expected) {
        Some(verb) if expected.get("name").is_none() => verb.action(),
        _ => Action::ChangeBranch,
    }
}

/// Which bulk job makes this change.
fn bulk_of(expected: &Value) -> Option<BulkVerb> {
    match expected.get("protected").and_then(Value::as_bool) {
        Some(true) => Some(BulkVerb::ProtectBranches),
        Some(false) => Some(BulkVerb::UnprotectBranches),
        None => expected.get("expires_at").map(|_| BulkVerb::ExpireBranches),
    }
}

impl Answer<Branch> for CreatedBranch {
    fn operations(&self) -> &[Operation] {
        &self.operations
    }

    fn id(&self) -> Option<String> {
        Some(self.branch.id.to_string())
    }

    fn affected(&self) -> AffectedResources<'_> {
        AffectedResources {
            computes: &self.endpoints,
            databases: &self.databases,
            ..AffectedResources::branch(&self.branch)
        }
    }

    fn of(found: Option<Branch>) -> Option<Self> {
        Some(Self {
            branch: found?,
            endpoints: Vec::new(),
            operations: Vec::new(),
            roles: Vec::new(),
            databases: Vec::new(),
            connection_uris: Vec::new(),
        })
    }
}

impl Answer<Branch> for BranchChange {
    fn operations(&self) -> &[Operation] {
        &self.operations
    }

    fn affected(&self) -> AffectedResources<'_> {
        AffectedResources::branch(&self.branch)
    }

    fn of(found: Option<Branch>) -> Option<Self> {
        Some(Self {
            branch: found?,
            operations: Vec::new(),
        })
    }
}

impl Answer<Branch> for RecoveredBranch {
    fn affected(&self) -> AffectedResources<'_> {
        AffectedResources {
            computes: &self.endpoints,
            ..AffectedResources::branch(&self.branch)
        }
    }

    fn of(found: Option<Branch>) -> Option<Self> {
        Some(Self {
            branch: found?,
            endpoints: Vec::new(),
        })
    }
}
