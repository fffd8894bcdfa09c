//! Saving a temporary database, which goes on in the core.

use serde_json::Value;

use super::stoppable::Stoppable;
use crate::failure::Done;
use crate::print::Show;
use crate::session::Session;
use crate::table::{Column, text, time};
use crate::task;

const SAVED: &[Column] = &[
    text("Saved to", "to"),
    text("Bytes", "bytes"),
    time("Finished", "endedAt"),
];
const SAVE: Stoppable = Stoppable {
    at: "saved",
    unfinished: "The database was not saved",
    left: |saved| saved["hint"].as_str().unwrap_or_default().to_owned(),
};

/// Saves it, and waits for the end.
pub async fn save(session: &Session, id: &str, command: &'static str, args: Value) -> Done {
    let asked = session.asked_to_stop();
    let job = session.call(command, args).await?;
    let job = job["id"].as_str().unwrap_or_default();
    let row = SAVE.until_done(session, id, job, asked).await?;
    task::print(session, row["saved"].clone(), Show::One("", SAVED), "").await
}
