//! One read of one project.

use super::known::{Ended, Last};
use crate::accounts::client::AccountClient;
use crate::platform::Platform;
use crate::platform::operation_watch::find::{Found, find};
use crate::platform::operation_watch::looking::Looking;
use crate::platform::operation_watch::{Report, Source, report};
use crate::store::Tracked;

/// Reads these operations of a project and reports what changed. How it went decides when the next read is due.
pub(crate) async fn look(
    app: &Platform,
    account_client: &AccountClient,
    project_id: &str,
    (wanted, last): (Vec<Tracked>, Last),
    looking: Looking,
) {
    let account_id = &account_client.account.id;
    let Found { seen, error, last } = find(account_client, project_id, &wanted, last).await;
    let news = Report {
        account_id: account_id.clone(),
        project_id: project_id.to_owned(),
        seen,
        source: Source::Look,
    };
    let mut ended = error.as_ref().map_or(Ended::Seen, ended_by);
    if let Some(error) = error {
        tracing::debug!(account_id, project_id, %error, "a look at operations failed");
    }
    if let Err(error) = report(app, news).await {
        tracing::warn!(account_id, project_id, %error, "news of operations was not kept");
        ended = Ended::Failed;
    }
    looking.end(ended, last);
}

fn ended_by(error: &api::Error) -> Ended {
    if error.is_rate_limited() || error.is_unauthorized() || error.is_cancelled() {
        Ended::Held
    } else if error.status().is_none() && !error.is_decode() {
        // No connection, a deadline that passed, a connection that was cut.
        Ended::Silent
    } else {
        Ended::Failed
    }
}
