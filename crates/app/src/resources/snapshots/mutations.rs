//! The mutations of snapshots: how they are stored in the journal, and how each is recognised when its reply is lost.

use api::resource::branches::{Branch, BranchSort, ListBranches, SortOrder};
use api::resource::operations::{Operation, OperationAction};
use api::resource::snapshots::{BackupSchedule, CreatedSnapshot, RestoredSnapshot, Snapshot};
use serde::{Deserialize, Serialize};

use crate::base::ids;
use crate::platform::mutation::{
    AffectedResources, Answer, Mutation, Observed, Reader, ReconcileOutcome, Sent, Stop, Subject,
    done_if,
};
use crate::view::words::Action;

/// The largest page that the platform gives.
const A_PAGE: u32 = 1000;

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "verb", rename_all_fields = "camelCase")]
pub(crate) enum SnapshotMutation {
    #[serde(rename = "createSnapshot")]
    Create {
        project: String,
        branch: String,
        name: Option<String>,
    },
    #[serde(rename = "renameSnapshot")]
    Rename {
        project: String,
        snapshot: String,
        name: String,
    },
    #[serde(rename = "deleteSnapshot")]
    Delete {
        project: String,
        snapshot: String,
        name: String,
    },
}

impl SnapshotMutation {
    fn project(&self) -> &str {
        match self {
            Self::Create { project, .. }
            | Self::Rename { project, .. }
            | Self::Delete { project, .. } => project,
        }
    }
}

impl Mutation for SnapshotMutation {
    type Item = Snapshot;

    fn subject(&self) -> Subject<'_> {
        let project = self.project();
        match self {
            Self::Create { branch, name, .. } => {
                let name = name.as_deref().unwrap_or("New snapshot");
                Subject::new(Action::TakeSnapshot, name, &["snapshots", project])
                    .project(project)
                    .branch(branch)
            }
            Self::Rename { snapshot, name, .. } => {
                Subject::new(Action::RenameSnapshot, name, &["snapshot", snapshot]).project(project)
            }
            Self::Delete { snapshot, name, .. } => {
                Subject::new(Action::DeleteSnapshot, name, &["snapshot", snapshot])
                    .project(project)
                    .removes()
            }
        }
    }

    async fn observe(&self, reader: &Reader<'_>) -> Result<Option<Observed<Snapshot>>, Stop> {
        let snapshots = reader.api.snapshots(&ids::project(self.project())?);
        Ok(Some(reader.value(snapshots.list()).await?.into()))
    }

    fn decide(&self, sent: &Sent<'_>, seen: Observed<Snapshot>) -> ReconcileOutcome<Snapshot> {
        let mut all = seen.items.into_iter();
        match self {
            Self::Create { branch, name, .. } => {
                let is_it = |it: &Snapshot| {
                    let is_of_branch = it.source_branch_id.as_ref();
                    it.manual != Some(false)
                        && is_of_branch.is_none_or(|id| id.as_str() == branch)
                        && name.as_ref().is_none_or(|name| name == &it.name)
                };
                sent.made(
                    all.filter(is_it),
                    |it| it.id.to_string(),
                    |it| it.created_at,
                )
            }
            Self::Rename { snapshot, name, .. } => {
                match all.find(|it| it.id.as_str() == snapshot && &it.name == name) {
                    Some(renamed) => ReconcileOutcome::Done(Some(renamed)),
                    None => ReconcileOutcome::NotDone,
                }
            }
            Self::Delete { snapshot, .. } => done_if(!all.any(|it| it.id.as_str() == snapshot)),
        }
    }

    fn id(snapshot: &Snapshot) -> Option<String> {
        Some(snapshot.id.to_string())
    }
}

/// Branches that come of snapshots.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "verb", rename_all_fields = "camelCase")]
pub(crate) enum RestoreMutation {
    #[serde(rename = "restoreSnapshot")]
    Restore {
        project: String,
        snapshot: String,
        /// None where it gets the name of the branch that it replaces.
        name: Option<String>,
    },
    #[serde(rename = "finalizeRestore")]
    Finalize { project: String, branch: String },
}

impl Mutation for RestoreMutation {
    type Item = Branch;

    fn subject(&self) -> Subject<'_> {
        match self {
            Self::Restore {
                project,
                snapshot,
                name,
            } => {
                let target = name.as_deref().unwrap_or(snapshot);
                Subject::new(Action::RestoreSnapshot, target, &["branches", project])
                    .project(project)
            }
            Self::Finalize { project, branch } => {
                Subject::new(Action::FinalizeRestore, branch, &["branch", branch])
                    .project(project)
                    .branch(branch)
            }
        }
    }

    async fn observe(&self, reader: &Reader<'_>) -> Result<Option<Observed<Branch>>, Stop> {
        Ok(match self {
            Self::Restore { project, .. } => {
                let list = ListBranches {
                    page_size: Some(A_PAGE),
                    sort_by: Some(BranchSort::CreatedAt),
                    sort_order: Some(SortOrder::Descending),
                    ..ListBranches::default()
                };
                let branches = reader.api.branches(&ids::project(project)?);
                reader.all(branches.pages(list)).await?.map(Observed::from)
            }
            Self::Finalize { project, branch } => {
                let (project, branch) = (ids::project(project)?, ids::branch(branch)?);
                let found = reader.api.branches(&project);
                let found = reader.value(found.get(&branch)).await?;
                Some(Observed {
                    items: vec![found.branch],
                    operations: reader.operations(&project).await?,
                })
            }
        })
    }

    fn decide(&self, sent: &Sent<'_>, seen: Observed<Branch>) -> ReconcileOutcome<Branch> {
        match self {
            Self::Restore { snapshot, name, .. } => {
                let is_it = |it: &Branch| {
                    it.restored_from.as_ref() == Some(snapshot)
                        && name.as_ref().is_none_or(|name| name == &it.name)
                };
                let made = seen.items.into_iter().filter(is_it);
                sent.made(made, |it| it.id.to_string(), |it| it.created_at)
            }
            Self::Finalize { .. } => {
                let operations = seen.operations.clone();
                let Some(branch) = seen.one() else {
                    return ReconcileOutcome::NotDone;
                };
                let applies = |it: &Operation| {
                    it.branch_id.as_ref() == Some(&branch.id)
                        && it.action == Some(OperationAction::ApplyConfig)
                };
                let is_finalized = branch.restore_status.as_deref() == Some("finalized");
                match is_finalized || sent.begun(&operations).any(applies) {
                    true => ReconcileOutcome::Done(Some(branch)),
                    false => ReconcileOutcome::NotDone,
                }
            }
        }
    }

    fn id(branch: &Branch) -> Option<String> {
        Some(branch.id.to_string())
    }

    fn affected(branch: &Branch) -> AffectedResources<'_> {
        AffectedResources::branch(branch)
    }
}

#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(tag = "verb", rename_all_fields = "camelCase")]
pub(crate) enum ScheduleMutation {
    #[serde(rename = "setSnapshotSchedule")]
    Set {
        project: String,
        branch: String,
        schedule: BackupSchedule,
    },
}

impl Mutation for ScheduleMutation {
    type Item = BackupSchedule;

    fn subject(&self) -> Subject<'_> {
        let Self::Set {
            project, branch, ..
        } = self;
        Subject::new(
            Action::ChangeSnapshotSchedule,
            branch,
            &["schedule", branch],
        )
        .project(project)
        .branch(branch)
    }

    async fn observe(&self, reader: &Reader<'_>) -> Result<Option<Observed<BackupSchedule>>, Stop> {
        let Self::Set {
            project, branch, ..
        } = self;
        let snapshots = reader.api.snapshots(&ids::project(project)?);
        let branch = ids::branch(branch)?;
        let found = reader.value(snapshots.schedule(&branch)).await?;
        Ok(Some(vec![found].into()))
    }

    fn decide(
        &self,
        _: &Sent<'_>,
        seen: Observed<BackupSchedule>,
    ) -> ReconcileOutcome<BackupSchedule> {
        let Self::Set { schedule, .. } = self;
        done_if(seen.one().is_some_and(|found| &found == schedule))
    }
}

/// The operations of a change whose reply has nothing else.
pub(super) struct Begun(pub(super) Vec<Operation>);

impl<I> Answer<I> for Begun {
    fn operations(&self) -> &[Operation] {
        &self.0
    }

    fn of(_: Option<I>) -> Option<Self> {
        Some(Self(Vec::new()))
    }
}

impl Answer<Snapshot> for CreatedSnapshot {
    fn operations(&self) -> &[Operation] {
        &self.operations
    }

    fn id(&self) -> Option<String> {
        Some(self.snapshot.id.to_string())
    }

    fn of(found: Option<Snapshot>) -> Option<Self> {
        Some(Self {
            snapshot: found?,
            operations: Vec::new(),
        })
    }
}

impl Answer<Snapshot> for Snapshot {
    fn of(found: Option<Self>) -> Option<Self> {
        found
    }
}

impl Answer<Branch> for RestoredSnapshot {
    fn operations(&self) -> &[Operation] {
        &self.operations
    }

    fn id(&self) -> Option<String> {
        Some(self.branch.id.to_string())
    }

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
            operations: Vec::new(),
        })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::platform::mutation::testing::{
        AFTER, BEFORE, all, one, operation, verdict, verdict_gone,
    };

    #[test]
    fn snapshots_are_known_by_branch_name_and_time() {
        let create = |name: Option<&str>| {
            one::<SnapshotMutation>(
                json!({ "verb": "createSnapshot", "project": "p", "branch": "br-1", "name": name }),
            )
        };
        let found = |name: &str, branch: &str, manual: bool, at: &str| json!([{ "id": "snap-1", "name": name, "source_branch_id": branch, "manual": manual, "created_at": at }]);
        for (name, found, end) in [
            (Some("x"), found("x", "br-1", true, AFTER), "done snap-1"),
            (None, found("x", "br-1", true, AFTER), "done snap-1"),
            (Some("x"), found("y", "br-1", true, AFTER), "not done"),
            (Some("x"), found("x", "br-2", true, AFTER), "not done"),
            (Some("x"), found("x", "br-1", true, BEFORE), "not done"),
            (None, found("x", "br-1", false, AFTER), "not done"),
            (None, json!([]), "not done"),
        ] {
            assert_eq!(
                verdict(create(name), &[], all(found.clone())),
                end,
                "{found}"
            );
        }
        let on = |verb: &str| {
            one::<SnapshotMutation>(
                json!({ "verb": verb, "project": "p", "snapshot": "snap-1", "name": "x" }),
            )
        };
        let there = |name: &str| found(name, "br-1", true, BEFORE);
        for (verb, found, end) in [
            ("renameSnapshot", there("x"), "done snap-1"),
            ("renameSnapshot", there("y"), "not done"),
            ("deleteSnapshot", there("x"), "not done"),
            ("deleteSnapshot", json!([]), "done"),
        ] {
            assert_eq!(verdict(on(verb), &[], all(found)), end, "{verb}");
        }
        assert_eq!(verdict_gone(on("deleteSnapshot")), "done");
        assert_eq!(verdict_gone(create(None)), "not done");
    }

    #[test]
    fn restored_branches_are_known_by_their_snapshot_and_status() {
        let restore = || {
            one::<RestoreMutation>(
                json!({ "verb": "restoreSnapshot", "project": "p", "snapshot": "snap-1", "name": null }),
            )
        };
        let branch = |from: &str, at: &str| json!([{ "id": "br-2", "restored_from": from, "created_at": at }]);
        for (found, end) in [
            (branch("snap-1", AFTER), "done br-2"),
            (branch("snap-2", AFTER), "not done"),
            (branch("snap-1", BEFORE), "not done"),
        ] {
            assert_eq!(verdict(restore(), &[], all(found.clone())), end, "{found}");
        }
        let finalize = || {
            one::<RestoreMutation>(
                json!({ "verb": "finalizeRestore", "project": "p", "branch": "br-2" }),
            )
        };
        let status = |status: &str| json!({ "id": "br-2", "restore_status": status });
        let mut begun: Value = operation("op-1", "apply_config", "running", AFTER);
        begun["branch_id"] = json!("br-2");
        for (found, operations, end) in [
            (status("finalized"), json!([]), "done br-2"),
            (status("restored"), json!([]), "not done"),
            (status("restored"), json!([begun]), "done br-2"),
        ] {
            let seen = Observed {
                items: vec![one(found.clone())],
                operations: all(operations),
            };
            assert_eq!(verdict(finalize(), &[], seen), end, "{found}");
        }
    }

    #[test]
    fn a_schedule_is_known_by_its_items() {
        let item = json!({ "frequency": "daily", "hour": 3 });
        let set = one::<ScheduleMutation>(
            json!({ "verb": "setSnapshotSchedule", "project": "p", "branch": "br-1", "schedule": { "schedule": [item] } }),
        );
        let same: BackupSchedule = one(json!({ "schedule": [item] }));
        let none: BackupSchedule = one(json!({ "schedule": [] }));
        assert_eq!(verdict(set.clone(), &[], vec![same]), "done");
        assert_eq!(verdict(set, &[], vec![none]), "not done");
    }
}
