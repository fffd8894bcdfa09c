//! Running an SQL file in a temporary database, which goes on in the core.

use serde_json::{Value, json};

use super::stoppable::Stoppable;
use crate::failure::{Done, sentence};
use crate::session::Session;

const SEED: Stoppable = Stoppable {
    at: "seed",
    unfinished: "The SQL file did not run to its end",
    left,
};

/// Runs it, and gives the database once that has ended.
pub async fn seed(session: &Session, id: &str, path: String) -> Done<Value> {
    let asked = session.asked_to_stop();
    let args = json!({ "id": id, "path": path });
    let job = session.call("seed_start", args).await?;
    let job = job["id"].as_str().unwrap_or_default();
    SEED.until_done(session, id, job, asked).await
}

/// Waits for the end of the one that a create began, and gives the database as it is then.
pub async fn of_create(
    session: &Session,
    id: &str,
    asked: impl Future<Output = ()>,
) -> Done<Value> {
    let jobs = session.call("job_list", json!({})).await?;
    let mut jobs = jobs.as_array().into_iter().flatten();
    let job = jobs.find(|job| job["verb"] == "seed" && job["temporaryId"] == id);
    // Without a job it has ended already, and the database says how.
    let job = job.and_then(|job| job["id"].as_str()).unwrap_or_default();
    let seeded = SEED.until_done(session, id, job, asked).await;
    seeded.map_err(|failure| {
        failure.and(&format!(
            "The database is there: `plinth temp get {id}` shows it."
        ))
    })
}

/// The hint of the failure, and what the file left behind.
fn left(seed: &Value) -> String {
    let hint = seed["hint"].as_str().map(sentence);
    let kept = match seed["status"].as_str() {
        Some("cancelled") => "Nothing of the file was kept.".to_owned(),
        Some("partial") => format!(
            "Kept is what it did before, in {} of its statements. Check the database before you run the file again.",
            seed["statements"]
        ),
        Some("rolledBack") => {
            "Nothing of the file was kept. Correct the file, then run it again.".to_owned()
        }
        _ => "Correct the file, then run it again.".to_owned(),
    };
    match hint {
        Some(hint) => format!("{hint} {kept}"),
        None => kept,
    }
}
