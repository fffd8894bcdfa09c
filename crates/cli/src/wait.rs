//! Waiting until what was begun has ended and can be used.

use std::time::{Duration, Instant};

use app::view::{ErrorCode, ErrorView};
use serde_json::{Value, json};
use tokio::sync::broadcast::error::RecvError;

use crate::failure::{Done, Failure};
use crate::session::Session;
use crate::{print, table};

/// Longest time between two looks: events come before.
const LOOK: Duration = Duration::from_secs(1);

/// Waits until the operations of a change have ended, all others that are followed in its project too, and each compute that
/// they started takes connections.
pub async fn until_usable(session: &Session, project: &str, begun: &Value) -> Done {
    let account = session.account_id().await?.to_owned();
    let begun: Vec<String> = begun
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(|it| it["id"].as_str().map(str::to_owned))
        .collect();
    let end = Instant::now() + session.options.patience();
    let mut events = session.events();
    let mut is_silence_said = false;
    loop {
        let operations = session.call("operation_list", json!({})).await?;
        let here = of(
            &operations,
            &account,
            project,
            |row| &row["operation"]["projectId"],
        );
        let is_going = |row: &&Value| row["operation"]["isOver"] == json!(false);
        let failed = here.iter().find(|row| {
            let id = row["operation"]["id"].as_str().unwrap_or_default();
            let status = row["operation"]["status"].as_str().unwrap_or_default();
            begun.iter().any(|it| it == id) && matches!(status, "failed" | "error" | "cancelled")
        });
        if let Some(row) = failed.filter(|row| row["operation"]["retryAt"].is_null()) {
            return Err(ended_badly(&row["operation"]));
        }
        let probes = session.call("connection_probe_list", json!({})).await?;
        let probes = of(&probes, &account, project, |row| &row["projectId"]);
        if let Some(probe) = probes.iter().find(|row| row["state"] == "failed")
            && let Ok(error) = serde_json::from_value::<ErrorView>(probe["error"].clone())
        {
            return Err(error.into());
        }
        let connects = probes.iter().any(|row| row["state"] != "usable");
        if !here.iter().any(is_going) && !connects {
            return Ok(());
        }
        must_answer(session, &account).await?;
        let mut going = here.iter().copied().filter(is_going);
        let silent = going.find_map(|row| row["unreachableSince"].as_str());
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
    let all = session.call("account_list", json!({})).await?;
    let mut all = all.as_array().into_iter().flatten();
    let Some(found) = all.find(|row| row["id"] == account) else {
        return Ok(());
    };
    let is_silent = matches!(
        found["state"].as_str(),
        Some("unavailable" | "unauthorized")
    );
    match serde_json::from_value::<ErrorView>(found["problem"].clone()) {
        Ok(problem) if is_silent => Err(problem.into()),
        _ => Ok(()),
    }
}

fn late(project: &str, silent: Option<&str>) -> Failure {
    match silent {
        Some(since) => Failure::new(
            ErrorCode::Offline,
            format!(
                "The platform can't be reached since {}",
                table::time_of(since)
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

fn of<'a>(
    rows: &'a Value,
    account: &str,
    project: &str,
    project_of: impl Fn(&Value) -> &Value,
) -> Vec<&'a Value> {
    let rows = rows.as_array().into_iter().flatten();
    rows.filter(|row| row["accountId"] == account && project_of(row) == project)
        .collect()
}

fn ended_badly(operation: &Value) -> Failure {
    let action = operation["actionWord"].as_str().unwrap_or("The operation");
    let status = operation["statusWord"].as_str().unwrap_or("Failed");
    let why = operation["error"].as_str().unwrap_or_default();
    let message = if why.is_empty() {
        format!("{action}: {status}")
    } else {
        format!("{action}: {status}: {why}")
    };
    let hint = "`plinth operations list` shows it.";
    Failure::new(ErrorCode::Platform, message, hint)
}
