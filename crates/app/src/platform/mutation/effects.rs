//! What follows from a mutation, as its resource says it.

use chrono::{DateTime, Utc};

use super::client::PlatformClient;
use crate::Error;
use crate::base::clock::local_id;
use crate::core::names::NameUpdate;
use crate::model::project::ProjectListChange;
use crate::platform::undo::{KEPT_FOR, platform_now};
use crate::store::table;
use crate::view::{BulkVerb, UndoView};

/// What has to be stored after a mutation.
#[derive(Default)]
pub(crate) struct Effects {
    /// What it changed in the lists of projects.
    pub(crate) projects: Option<ProjectListChange>,
    pub(crate) undo: Undo,
    pub(crate) names: Vec<NameUpdate>,
    /// The item of a bulk job that is done with it, also when the job did not send it itself.
    pub(crate) bulk: Option<(BulkVerb, String)>,
}

/// How the undo list changes.
#[derive(Default)]
pub(crate) enum Undo {
    #[default]
    None,
    Offer(Box<UndoView>),
    Forget {
        project: String,
        branch: Option<String>,
    },
}

impl Undo {
    /// An entry for a deleted project, or a branch of it. `name` and the times are what the reply says.
    pub(crate) fn offer(
        client: &PlatformClient,
        project: &str,
        branch: Option<&str>,
        name: Option<String>,
        deleted_at: Option<DateTime<Utc>>,
        until: Option<DateTime<Utc>>,
    ) -> Box<UndoView> {
        let deleted_at =
            deleted_at.unwrap_or_else(|| platform_now(&client.app, &client.account.id));
        Box::new(UndoView {
            id: local_id(client.app.clock.as_ref()),
            account_id: client.account.id.clone(),
            project_id: project.to_owned(),
            branch_id: branch.map(ToOwned::to_owned),
            name: name.unwrap_or_default(),
            deleted_at,
            until: until.unwrap_or(deleted_at + KEPT_FOR),
            bulk_id: None,
        })
    }

    /// It can no longer be restored.
    pub(crate) fn forget(project: &str, branch: Option<&str>) -> Self {
        Self::Forget {
            project: project.to_owned(),
            branch: branch.map(ToOwned::to_owned),
        }
    }

    /// True when the undo list changed.
    pub(super) fn apply(self, store: &rusqlite::Connection, account: &str) -> Result<bool, Error> {
        match self {
            Self::None => Ok(false),
            Self::Offer(offer) => {
                // A branch cannot be restored while its project is deleted.
                if offer.branch_id.is_none() {
                    table::undo::forget_branches(store, account, &offer.project_id)?;
                }
                table::undo::save(store, &offer)?;
                Ok(true)
            }
            Self::Forget { project, branch } => {
                table::undo::forget(store, account, &project, branch.as_deref())
            }
        }
    }
}
