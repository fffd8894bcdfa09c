//! Runs the probes: each waits for the operations of its click to end, then connects.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Duration;

use tokio::sync::broadcast::error::RecvError;

use crate::Error;
use crate::accounts::{self, client};
use crate::base::guard::lock;
use crate::core::event::Event;
use crate::features::{Features, connection_card};
use crate::platform::connection_probe::{ClickTime, ProbeTarget, QueuedProbe};
use crate::platform::operation_watch::open as open_operations;
use crate::platform::operation_watch::{VANISHED, is_over};
use crate::resources::computes;
use crate::store::{Tracked, table};
use crate::tools::connect::{self, ConnectError, DatabaseUrl};
use crate::view::{ConnectionProbeState, ConnectionProbeView, ErrorCode, ErrorView, action_word};

/// How long a click is followed.
const PATIENCE: Duration = Duration::from_secs(15 * 60);

/// What to do when the platform did not get there.
const CHECK_OPERATIONS: &str = "Check the project's operations.";

/// How long connecting and asking may each take.
const DEADLINE: Duration = Duration::from_secs(10);

/// Waits before each try to connect: the way to a compute may open a moment after its start has ended.
const TRIES: [Duration; 4] = [
    Duration::ZERO,
    Duration::from_millis(500),
    Duration::from_secs(2),
    Duration::from_secs(5),
];

/// Runs every probe that is queued, until it is aborted.
pub(crate) async fn serve(app: Features) {
    let queue = lock(&app.probes.queue).take();
    let Some(mut queue) = queue else { return };
    while let Some(queued) = queue.recv().await {
        app.tasks.spawn(run(app.clone(), queued));
    }
}

async fn run(app: Features, queued: QueuedProbe) {
    let QueuedProbe {
        click,
        target,
        probe,
    } = queued;
    let said = tokio::select! {
        () = probe.stop.cancelled() => return,
        () = app.network.environment.sleep(PATIENCE) => Err(
            Error::new(ErrorCode::Timeout, "The platform did not respond in time").hint(CHECK_OPERATIONS),
        ),
        said = connect_when_done(&app, click, &target, probe.number) => said,
    };
    match said {
        Ok(Some(milliseconds)) => app.probes.update(&app, probe.number, |view| {
            view.state = ConnectionProbeState::Usable;
            view.milliseconds = Some(milliseconds);
            view.error = None;
        }),
        Ok(None) => app
            .probes
            .remove(&app, |entry| entry.number == probe.number),
        Err(error) => app
            .probes
            .update(&app, probe.number, |view| failed(view, error)),
    }
}

/// The milliseconds from the click to the answer; `None` when there is nothing to connect to.
async fn connect_when_done(
    app: &Features,
    click: ClickTime,
    target: &ProbeTarget,
    number: u64,
) -> Result<Option<u32>, Error> {
    // Before the operations are read: an end in between would be missed.
    let mut events = app.events.subscribe();
    let mut pending = PendingOperations {
        number,
        left: target.operations.iter().cloned().collect(),
        failing: BTreeSet::new(),
    };
    pending.load(app, target).await?;
    while !pending.left.is_empty() {
        match events.recv().await {
            Ok(event) => pending.apply(app, event)?,
            // Events were missed, so everything is read again.
            Err(RecvError::Lagged(_)) => pending.load(app, target).await?,
            Err(RecvError::Closed) => {
                return Err(Error::new(ErrorCode::Cancelled, "Plinth is closing"));
            }
        }
    }
    let Some(compute) = compute_of(app, target).await? else {
        return Ok(None);
    };
    app.probes.update(app, number, |view| {
        view.state = ConnectionProbeState::Connecting;
        view.compute_id = Some(compute.clone());
        view.error = None;
    });
    accounts::ensure_writable(app, &target.account_id)?;
    let (url, ca_file) = way(app, target, &compute).await?;
    answer(app, &url, ca_file).await?;
    let passed = app.network.environment.elapsed().saturating_sub(click.0);
    Ok(Some(u32::try_from(passed.as_millis()).unwrap_or(u32::MAX)))
}

/// The operations of a click that have not ended.
struct PendingOperations {
    number: u64,
    left: BTreeSet<String>,
    /// Those that failed and that the platform may retry.
    failing: BTreeSet<String>,
}

impl PendingOperations {
    /// Reads how all of them stand.
    async fn load(&mut self, app: &Features, target: &ProbeTarget) -> Result<(), Error> {
        let open = open_operations(app).await?;
        let ended = app
            .store
            .read(|store| table::operations::ended(store, u32::MAX))
            .await?;
        let of_account = |row: &&Tracked| row.account_id == target.account_id;
        let known: BTreeMap<_, _> = open
            .iter()
            .chain(&ended)
            .filter(of_account)
            .filter(|row| self.left.contains(&row.id))
            .map(|row| (row.id.clone(), row.state.clone()))
            .collect();
        // One that could not be stored is not followed and has no end to wait for. The connection shows how it ended.
        self.left.retain(|id| known.contains_key(id));
        for (id, state) in known {
            if is_over(&state.status) {
                self.ended(
                    app,
                    &id,
                    &state.status,
                    state.action.as_deref(),
                    state.error,
                )?;
            } else if state.status == "failed" {
                self.failed(app, id, state.action.as_deref(), state.error);
            }
        }
        Ok(())
    }

    fn apply(&mut self, app: &Features, event: Event) -> Result<(), Error> {
        match event {
            Event::OperationEnded {
                operation_id,
                action,
                status,
                error,
                ..
            } if self.left.contains(&operation_id) => {
                self.ended(app, &operation_id, &status, action.as_deref(), error)
            }
            Event::OperationFailed {
                operation_id,
                action,
                error,
                ..
            } if self.left.contains(&operation_id) => {
                self.failed(app, operation_id, action.as_deref(), error);
                Ok(())
            }
            _ => Ok(()),
        }
    }

    fn ended(
        &mut self,
        app: &Features,
        id: &str,
        status: &str,
        action: Option<&str>,
        error: Option<String>,
    ) -> Result<(), Error> {
        let word = action_word(action);
        let said = match status {
            "finished" | "skipped" => None,
            VANISHED => Some(format!("{word} is no longer available")),
            "cancelled" => Some(format!("{word} was canceled")),
            _ => return Err(broken(&word, error)),
        };
        if let Some(said) = said {
            return Err(Error::new(ErrorCode::Platform, said).hint(CHECK_OPERATIONS));
        }
        self.left.remove(id);
        if self.failing.remove(id) && self.failing.is_empty() {
            app.probes.update(app, self.number, |view| {
                view.state = ConnectionProbeState::Waiting;
                view.error = None;
            });
        }
        Ok(())
    }

    /// Shows the failure and waits on, as a retry may succeed.
    fn failed(&mut self, app: &Features, id: String, action: Option<&str>, error: Option<String>) {
        self.failing.insert(id);
        let error = broken(&action_word(action), error);
        app.probes
            .update(app, self.number, |view| failed(view, error));
    }
}

fn broken(word: &str, error: Option<String>) -> Error {
    let message = match error.filter(|error| !error.is_empty()) {
        Some(error) => format!("{word} failed: {error}"),
        None => format!("{word} failed"),
    };
    Error::new(ErrorCode::Platform, message).hint(CHECK_OPERATIONS)
}

async fn compute_of(app: &Features, target: &ProbeTarget) -> Result<Option<String>, Error> {
    if target.compute_id.is_some() {
        return Ok(target.compute_id.clone());
    }
    let (account, project) = (&target.account_id, &target.project_id);
    let all = computes::list_of_branch(app, account, project, &target.branch_id).await?;
    let writable = all.into_iter().find(|it| it.is_writable && !it.is_disabled);
    Ok(writable.map(|compute| compute.id))
}

/// How to connect: as the reply said, else to the branch's usual database as its owner.
async fn way(
    app: &Features,
    target: &ProbeTarget,
    compute: &str,
) -> Result<(DatabaseUrl, Option<PathBuf>), Error> {
    let (account, project) = (&target.account_id, &target.project_id);
    let account_client = client::of(app, account).await?;
    if let Some(url) = &target.url {
        let ca_file =
            accounts::ca_file_of(app, &account_client.account, account_client.click().base());
        return Ok((url.clone(), ca_file));
    }
    let branch = &target.branch_id;
    let card = connection_card::of_compute(app, account, project, branch, compute).await?;
    Ok((card.url, card.ca_file))
}

/// Connects and runs `SELECT 1`.
async fn answer(app: &Features, url: &DatabaseUrl, ca_file: Option<PathBuf>) -> Result<(), Error> {
    let mut last = None;
    for wait in TRIES {
        app.network.environment.sleep(wait).await;
        match connect::check(&app.contacts, url, ca_file.as_deref(), DEADLINE).await {
            Ok(_) => return Ok(()),
            Err(
                error @ (ConnectError::Unreachable { .. }
                | ConnectError::TimedOut { .. }
                | ConnectError::Lost { .. }),
            ) => last = Some(error),
            Err(error) => return Err(error.into()),
        }
    }
    Err(last.map_or_else(
        || Error::internal("No connection was attempted"),
        Error::from,
    ))
}

fn failed(view: &mut ConnectionProbeView, error: Error) {
    view.state = ConnectionProbeState::Failed;
    view.error = Some(ErrorView::from(error));
}
