//! A branch that is made to be looked at, and deleted again, also after a crash.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use serde_json::json;
use specta::Type;
use tokio_util::sync::CancellationToken;

use crate::Error;
use crate::base::clock::local_id;
use crate::core::activity::{self, Note};
use crate::core::intent::{self, IntentGuard};
use crate::features::Features;
use crate::platform::undo::platform_now;
use crate::platform::{one_time_secrets, operations};
use crate::resources::branches::{self, CreateBranch};
use crate::store::{Intent, IntentKind, table};
use crate::view::words::Action;
use crate::view::{ComputeSizeView, CreatedBranchView, ErrorCode};

/// It expires by itself, should nobody come back to delete it.
const LIVES: TimeDelta = TimeDelta::hours(1);

/// What a branch would be restored to.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize, Type)]
#[serde(rename_all = "camelCase", default)]
pub struct PreviewRestore {
    /// The branch that the data would come from; the branch itself, at a moment of its past, or another one.
    pub source_id: String,
    /// A place in the source's WAL.
    pub source_lsn: Option<String>,
    /// A moment of the source.
    pub source_timestamp: Option<DateTime<Utc>>,
}

pub(super) struct TemporaryBranch {
    account: String,
    project: String,
    made: CreatedBranchView,
    intent: IntentGuard,
}

impl TemporaryBranch {
    /// Writes down that it is made before it is.
    pub(super) async fn create(
        app: &Features,
        account: &str,
        project: &str,
        at: &PreviewRestore,
    ) -> Result<Self, Error> {
        let now = platform_now(app, account);
        let name = format!("plinth-preview-{}", local_id(app.clock.as_ref()));
        let detail = json!({ "project": project, "name": name });
        let intent = intent::begin(app, IntentKind::PreviewRestore, account, detail);
        let recorded = intent.intent.clone();
        let record =
            move |store: &rusqlite::Transaction<'_>| table::intents::record(store, &recorded);
        app.store.write(record).await?;
        let create = CreateBranch {
            name: Some(name),
            parent_id: Some(at.source_id.clone()),
            parent_lsn: at.source_lsn.clone(),
            parent_timestamp: at.source_timestamp,
            expires_at: Some(now + LIVES),
            compute: Some(ComputeSizeView::default()),
            ..CreateBranch::default()
        };
        match branches::create(app, account, project, create).await {
            Ok(made) => {
                // It is connected to by what the platform says on demand.
                one_time_secrets::forget_all(app, &made.connections);
                Ok(Self {
                    account: account.to_owned(),
                    project: project.to_owned(),
                    made,
                    intent,
                })
            }
            // It may have been made: that is found out by its name.
            Err(error) if error.code() == ErrorCode::MaybeCreated => Err(error),
            Err(error) => {
                close(app, &intent.intent).await?;
                Err(error)
            }
        }
    }

    pub(super) fn id(&self) -> &str {
        &self.made.branch.id
    }

    /// Its operations have ended.
    pub(super) async fn ready(
        &self,
        app: &Features,
        stop: &CancellationToken,
    ) -> Result<(), Error> {
        operations::finished(app, stop, &self.account, &self.made.operations).await
    }

    pub(super) async fn delete(self, app: &Features) -> Result<(), Error> {
        delete(app, &self.account, &self.project, self.id()).await?;
        close(app, &self.intent.intent).await
    }
}

/// Deletes the branch without a time in which it could be recovered. A branch that is gone already is no error.
async fn delete(app: &Features, account: &str, project: &str, branch: &str) -> Result<(), Error> {
    match branches::delete_for_good(app, account, project, branch).await {
        Err(error) if error.code() != ErrorCode::NotFound => Err(error),
        _ => Ok(()),
    }
}

async fn close(app: &Features, intent: &Intent) -> Result<(), Error> {
    let id = intent.id.clone();
    let close = move |store: &rusqlite::Transaction<'_>| table::intents::close(store, &id);
    app.store.write(close).await
}

/// Deletes the branch that an earlier run left, and says so. One that is not there any more is as well.
pub(crate) async fn recover(app: &Features, intent: &Intent) -> Result<(), Error> {
    let Some(_held) = intent::take(app, intent) else {
        return Ok(());
    };
    let account = &intent.subject;
    let text = |name: &str| intent.detail[name].as_str().unwrap_or_default().to_owned();
    let (project, name) = (text("project"), text("name"));
    let all = match branches::all(app, account, &project, false).await {
        Ok(all) => all,
        Err(error) if error.code() == ErrorCode::NotFound => Vec::new(),
        Err(error) => return Err(error),
    };
    if let Some(left) = all.iter().find(|it| it.name == name) {
        delete(app, account, &project, &left.id).await?;
        let note = Note::new(app, Action::PreviewRestore, &name, "");
        let note = note.on(account, Some(&project)).detail(
            "Plinth had quit before this branch, which it made for a preview, was deleted. It is deleted now.",
        );
        activity::record(app, note).await;
    }
    close(app, intent).await
}
