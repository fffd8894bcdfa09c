//! Follows the changes that platforms report, one connection for each account of which something is shown.

use std::collections::HashMap;
use std::time::Duration;

use api::{FeedError, ReportedChange};
use tokio::task::{AbortHandle, JoinSet};

use super::registry::Heard;
use crate::Error;
use crate::accounts::{change_feed, reports_changes};
use crate::base::under_way::unharmed;
use crate::platform::Platform;
use crate::view::ShownPart;

/// The first wait before a connection is opened again; each further one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(250);
/// The longest of them.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// The connections. They end when this is dropped.
#[derive(Default)]
pub(super) struct Followers {
    tasks: JoinSet<()>,
    by_account: HashMap<String, AbortHandle>,
}

impl Followers {
    /// Follows these accounts, where their platforms report changes, and no others.
    pub(super) fn follow(&mut self, app: &Platform, accounts: &[String]) {
        self.by_account.retain(|account_id, task| {
            let is_shown = accounts.contains(account_id);
            if !is_shown {
                task.abort();
            }
            is_shown
        });
        while self.tasks.try_join_next().is_some() {}
        for account_id in accounts {
            if !self.by_account.contains_key(account_id) && reports_changes(app, account_id) {
                let task = self.tasks.spawn(follow(app.clone(), account_id.clone()));
                self.by_account.insert(account_id.clone(), task);
            }
        }
    }
}

async fn follow(app: Platform, account_id: String) {
    let mut pause = FIRST_PAUSE;
    loop {
        let was_heard = unharmed(listen(&app, &account_id)).await;
        if matches!(was_heard, Some(Ok(FeedError))) {
            pause = FIRST_PAUSE;
        }
        app.clock.sleep(pause).await;
        pause = (pause * 2).min(LONGEST_PAUSE);
    }
}

/// Listens to the changes of an account until the connection ends.
///
/// # Errors
/// There was no connection.
async fn listen(app: &Platform, account_id: &str) -> Result<FeedError, Error> {
    let feed = change_feed(app, account_id).await?;
    let Ok(mut changes) = feed.open().await else {
        return Err(Error::internal("The platform reports no changes"));
    };
    let heard = Heard::begin(&app.shown, account_id);
    loop {
        match changes.next().await {
            Ok(ReportedChange { project_id, part }) => {
                heard.changed(project_id.as_deref(), part.as_deref().and_then(parts));
            }
            Err(end) => return Ok(end),
        }
    }
}

/// The parts that a change makes old, from the platform's word; `None` where it may be any.
fn parts(word: &str) -> Option<&'static [ShownPart]> {
    use ShownPart::{
        ApiKeys, Auth, Branches, Computes, Databases, Operations, Organization, Organizations,
        Project, Projects, Roles, Snapshots,
    };
    Some(match word {
        // A branch has its snapshot schedule.
        "branches" => &[Branches, Project, Projects, Snapshots],
        "endpoints" => &[Computes, Branches, Project, Projects],
        "roles" => &[Roles],
        "databases" => &[Databases],
        "operations" => &[Operations],
        "snapshots" => &[Snapshots],
        "auth" => &[Auth],
        "api_keys" => &[ApiKeys],
        "organizations" => &[Organization, Organizations],
        _ => return None,
    })
}
