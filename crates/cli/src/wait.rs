//! Waiting until what was begun has ended and can be used.

use std::time::{Duration, Instant};

use app::accounts::AccountList;
use app::connection_probe::ConnectionProbeList;
use app::operations::OperationList;
use app::view::{AccountState, AccountView, ConnectionProbeState, ErrorCode, OperationView};
use chrono::{DateTime, Utc};
use tokio::sync::broadcast::error::RecvError;

use crate::failure::{Done, Failure};
use crate::session::Session;
use crate::{columns, print};

/// The longest time between two looks: an event is looked at at once.
const LOOK: Duration = Duration::from_secs(1);

/// Waits with `--wait` until the project can be used after a change.
pub async fn if_asked(session: &Session, project: &str, begun: &[OperationView]) -> Done {
    if !session.options.wait {
        return Ok(());
    }
    until_usable(session, project, begun).await?;
    if !session.options.is_json() {
        print::note("plinth: it has ended, and can be used");
    }
    Ok(())
}

/// Waits until the operations of a change have ended, all others that are followed in its project too, and each compute that
/// they started takes connections.
pub async fn until_usable(session: &Session, project: &str, begun: &[OperationView]) -> Done {
    let account = session.account_id().await?;
    let end = Instant::now() + session.options.patience();
    let mut events = session.events();
    let mut is_silence_said = false;
    loop {
        let mut here = session.run(OperationList {}).await?;
        here.retain(|row| row.account_id == account && row.operation.project_id == project);
        let failed = here.iter().map(|row| &row.operation).find(|operation| {
            let is_failed = matches!(&*operation.status, "failed" | "error" | "cancelled");
            is_failed && begun.iter().any(|it| it.id == operation.id)
        });
        if let Some(operation) = failed.filter(|it| it.retry_at.is_none()) {
            return Err(ended_badly(operation));
        }
        let mut probes = session.run(ConnectionProbeList {}).await?;
        probes.retain(|row| row.account_id == account && row.project_id == project);
        let failed = probes
            .iter()
            .find(|row| row.state == ConnectionProbeState::Failed);
        if let Some(error) = failed.and_then(|row| row.error.clone()) {
            return Err(error.into());
        }
        let connects = probes
            .iter()
            .any(|row| row.state != ConnectionProbeState::Usable);
        here.retain(|row| !row.operation.is_over);
        if here.is_empty() && !connects {
            return Ok(());
        }
        must_answer(session, account).await?;
        let silent = here.iter().find_map(|row| row.unreachable_since);
        let Some(left) = end.checked_duration_since(Instant::now()) else {
            return Err(late(project, silent));
        };
        if silent.is_some() && !is_silence_said {
            is_silence_said = true;
            print::note("The platform can't be reached. Waiting until it answers.");
        }
        // Any event may be the one; a missed one is made up for by the next look.
        let next = async { !matches!(events.recv().await, Err(RecvError::Closed)) };
        if let Ok(false) = tokio::time::timeout(left.min(LOOK), next).await {
            tokio::time::sleep(left.min(LOOK)).await;
        }
    }
}

/// Refuses to wait for a platform that does not run any more, or takes the key no longer: nothing is heard of it then.
async fn must_answer(session: &Session, account: &str) -> Done {
    let all = session.run(AccountList {}).await?;
    let found = all.into_iter().find(|row| row.id == account);
    let is_silent = |row: &AccountView| {
        matches!(
            row.state,
            AccountState::Unavailable | AccountState::Unauthorized
        )
    };
    match found.filter(is_silent).and_then(|row| row.problem) {
        Some(problem) => Err(problem.into()),
        None => Ok(()),
    }
}

fn late(project: &str, silent: Option<DateTime<Utc>>) -> Failure {
    match silent {
        Some(since) => Failure::new(
            ErrorCode::Offline,
            format!(
                "The platform can't be reached since {}",
                columns::time(&since)
            ),
            format!(
                "Whether it has ended is not known: `plinth operations list --project-id {project}` shows it once the \
                 platform answers."
            ),
        ),
        None => Failure::new(
            ErrorCode::Timeout,
            "It has not ended yet",
            format!(
                "It goes on: `plinth operations list --project-id {project}` shows how far it is. Or wait longer with \
                 --timeout."
            ),
        ),
    }
}

fn ended_badly(operation: &OperationView) -> Failure {
    let action = &operation.action_word;
    let status = &operation.status_word;
    let message = match operation.error.as_deref() {
        None | Some("") => format!("{action}: {status}"),
        Some(why) => format!("{action}: {status}: {why}"),
    };
    let hint = "`plinth operations list` shows it.";
    Failure::new(ErrorCode::Platform, message, hint)
}
