//! One read of one project.

use super::tracker::{PollHints, PollOutcome};
use crate::accounts::client::AccountClient;
use crate::platform::Platform;
use crate::platform::operation_watch::fetch::{PollResult, fetch};
use crate::platform::operation_watch::poll_guard::PollGuard;
use crate::platform::operation_watch::{Report, Source, report};
use crate::store::Tracked;

/// Reads these operations of a project and reports what changed. How it went decides when the next read is due.
pub(crate) async fn poll(
    app: &Platform,
    account_client: &AccountClient,
    project_id: &str,
    (wanted, hints): (Vec<Tracked>, PollHints),
    guard: PollGuard,
) {
    let account_id = &account_client.account.id;
    let PollResult {
        states,
        error,
        hints,
    } = fetch(account_client, project_id, &wanted, hints).await;
    let changes = Report {
        account_id: account_id.clone(),
        project_id: project_id.to_owned(),
        states,
        source: Source::Poll,
    };
    let mut outcome = error.as_ref().map_or(PollOutcome::Answered, outcome_of);
    if let Some(error) = error {
        tracing::debug!(account_id, project_id, %error, "a poll of operations failed");
    }
    if let Err(error) = report(app, changes).await {
        tracing::warn!(account_id, project_id, %error, "changes of operations were not stored");
        outcome = PollOutcome::Failed;
    }
    guard.end(outcome, hints);
}

fn outcome_of(error: &api::Error) -> PollOutcome {
    if error.is_rate_limited() || error.is_unauthorized() || error.is_cancelled() {
        PollOutcome::Blocked
    } else if error.status().is_none() && !error.is_decode() {
        // No connection, a deadline that passed, a connection that was cut.
        PollOutcome::Unreachable
    } else {
        PollOutcome::Failed
    }
}
