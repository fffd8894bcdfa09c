//! Saving a temporary database, which goes on in the core.

use std::time::{Duration, Instant};

use app::view::ErrorCode;
use serde_json::{Value, json};

use crate::failure::{Done, Failure};
use crate::print::Show;
use crate::session::Session;
use crate::table::{Column, text, time};
use crate::task;

const SAVED: &[Column] = &[
    text("Saved to", "to"),
    text("Bytes", "bytes"),
    time("Finished", "endedAt"),
];
const LOOK: Duration = Duration::from_millis(200);

/// Saves it, and waits for the end. A save that this program began ends with it.
pub async fn save(session: &Session, id: &str, command: &'static str, args: Value) -> Done {
    let job = session.call(command, args).await?;
    let end = Instant::now() + session.options.patience();
    let mut is_late = false;
    loop {
        let row = session.call("temporary_get", json!({ "id": id })).await?;
        let saved = &row["saved"];
        match saved["status"].as_str() {
            Some("running") => {}
            Some("done") => {
                return task::print(session, saved.clone(), Show::One("", SAVED), "").await;
            }
            _ if is_late => {
                return Err(Failure::new(
                    ErrorCode::Timeout,
                    "The database was not saved in time",
                    format!("Wait longer with --timeout. {}", hint(saved)),
                ));
            }
            _ => {
                let why = saved["error"].as_str();
                let why = why.unwrap_or("The database was not saved");
                let hint = hint(saved);
                return Err(Failure::new(ErrorCode::Database, why, hint));
            }
        }
        // It would end with this program, and its end would not be stored.
        if !is_late && Instant::now() > end {
            is_late = true;
            session
                .call("job_cancel", json!({ "id": job["id"] }))
                .await?;
        }
        tokio::time::sleep(LOOK).await;
    }
}

/// What is left of a save that ended without success, and what to do.
fn hint(saved: &Value) -> &str {
    saved["hint"].as_str().unwrap_or_default()
}
