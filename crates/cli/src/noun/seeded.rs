//! Running an SQL file in a temporary database, which goes on in the core.

use app::jobs::JobList;
use app::seed::SeedStart;
use app::view::{JobVerb, SeedStateView, SeedStatus, TemporaryView};

use super::stoppable::{State, Stoppable, Unfinished};
use crate::failure::{Done, sentence};
use crate::session::Session;

const SEED: Stoppable = Stoppable {
    state,
    unfinished: "The SQL file did not run to its end",
};

/// Runs the file, and returns the database once that has ended.
pub async fn seed(session: &Session, id: String, path: String) -> Done<TemporaryView> {
    let asked = session.asked_to_stop();
    let start = SeedStart {
        id: id.clone(),
        path,
    };
    let job = session.run(start).await?;
    SEED.until_done(session, &id, &job.id, asked).await
}

/// Waits for the end of the file that a create began to run, and returns the database as it is then.
pub async fn of_create(
    session: &Session,
    id: &str,
    asked: impl Future<Output = ()>,
) -> Done<TemporaryView> {
    let mut jobs = session.run(JobList {}).await?.into_iter();
    let job = jobs.find(|job| job.verb == JobVerb::Seed && job.temporary_id.as_deref() == Some(id));
    // A missing job has ended already, and the database has its state.
    let job = job.map(|job| job.id).unwrap_or_default();
    let seeded = SEED.until_done(session, id, &job, asked).await;
    seeded.map_err(|failure| {
        failure.and(&format!(
            "The database is there: `plinth temp get {id}` shows it."
        ))
    })
}

fn state(database: &TemporaryView) -> State {
    let seed = database.seed.as_ref();
    let status = seed.map(|seed| seed.status);
    match status {
        Some(SeedStatus::Running) => State::Running,
        Some(SeedStatus::Done) => State::Done,
        _ => State::Unfinished(Unfinished {
            is_stopped: matches!(status, Some(SeedStatus::Cancelled | SeedStatus::Partial)),
            code: None,
            error: seed.and_then(|seed| seed.error.clone()),
            left: left(seed),
        }),
    }
}

/// Returns the hint of the failure, and what the file left behind.
fn left(seed: Option<&SeedStateView>) -> String {
    let hint = seed.and_then(|seed| seed.hint.as_deref()).map(sentence);
    let effect = match seed.map(|seed| (seed.status, seed.statements)) {
        Some((SeedStatus::Cancelled, _)) => "Nothing of the file was kept.".to_owned(),
        Some((SeedStatus::Partial, statements)) => format!(
            "Kept is what it did before, in {statements} of its statements. Check the database before you run the file again."
        ),
        Some((SeedStatus::RolledBack, _)) => {
            "Nothing of the file was kept. Correct the file, then run it again.".to_owned()
        }
        _ => "Correct the file, then run it again.".to_owned(),
    };
    match hint {
        Some(hint) => format!("{hint} {effect}"),
        None => effect,
    }
}
