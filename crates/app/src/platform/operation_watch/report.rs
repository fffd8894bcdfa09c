//! Changes of operations: diffed, stored as pending, published, and then marked as published.
//!
//! In this order no end is lost in a crash: what was stored and not marked is published at the next start, and what was never
//! stored is found again by the next read. Only what was published right before a crash, and not marked, is published twice.

use super::diff;
use super::state::{has_failed, is_over};
use crate::Error;
use crate::base::checkpoint::Checkpoint;
use crate::core::event::Event;
use crate::core::names::{self, Known};
use crate::model::name::Key;
use crate::platform::Platform;
use crate::store::{Click, OperationState, PendingEvent, Tracked, table};

/// What a reply says of a project's operations.
#[derive(Clone, Debug)]
pub(crate) struct Report {
    pub(crate) account_id: String,
    pub(crate) project_id: String,
    /// By id; `None` for one that the platform does not have any more.
    pub(crate) states: Vec<(String, Option<OperationState>)>,
    pub(crate) source: Source,
}

/// Which reply it was.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Source {
    /// To the watcher, which asks for those that are followed.
    Poll,
    /// To a click: its operations are followed from now on.
    Reply(Click),
    /// To opening a project: its open operations are followed from now on. A failure from before that is not published.
    Opened,
}

/// Stores what changed and publishes it. A caller may drop this in between: it runs to its end, so that what is published is
/// marked.
pub(crate) async fn report(app: &Platform, report: Report) -> Result<(), Error> {
    let this = app.clone();
    app.tasks
        .run(async move { store_and_publish(&this, report).await })
        .await
}

/// The operations that are followed, with those of an earlier run.
pub(crate) async fn open(app: &Platform) -> Result<Vec<Tracked>, Error> {
    recover(app).await?;
    Ok(app.operations.open())
}

/// Loads what an earlier run left, once in a run: the first caller does it, and others wait for that.
pub(crate) async fn recover(app: &Platform) -> Result<(), Error> {
    let recovered = &app.operations.recovered;
    recovered.get_or_try_init(|| load(app)).await.copied()
}

/// Publishes what an earlier run stored and may not have published, and follows the operations that are open.
async fn load(app: &Platform) -> Result<(), Error> {
    let _lock = app.operations.report_lock.lock().await;
    let rows = app.store.read(table::operations::open).await?;
    let rows = publish(app, rows).await?;
    app.operations.update(rows, None, false);
    Ok(())
}

async fn store_and_publish(app: &Platform, report: Report) -> Result<(), Error> {
    let operations = &app.operations;
    let _lock = operations.report_lock.lock().await;
    let (mut rows, mut fresh) = changes_of(app, &report);
    name_branches(app, rows.iter_mut().chain(&mut fresh)).await;
    if rows.is_empty() && fresh.is_empty() {
        return Ok(());
    }
    let write = move |store: &rusqlite::Transaction<'_>| {
        let mut rows = rows;
        for row in fresh {
            // An operation that has ended is in the store only. A late reply in which it still runs must not have it
            // followed again.
            if !table::operations::has_ended(store, &row)? {
                rows.push(row);
            }
        }
        table::operations::save(store, &rows)?;
        Ok(rows)
    };
    let rows = app.store.write(write).await?;
    let (seen_at, clicked) = match &report.source {
        Source::Poll => (None, false),
        Source::Reply(_) => (Some(app.clock.elapsed()), true),
        Source::Opened => (Some(app.clock.elapsed()), false),
    };
    let stored = rows.clone();
    // Before anything is published: whoever reads after an event has to find what it is about.
    operations.update(rows, seen_at, clicked);
    app.checkpoints.passed(Checkpoint::OperationsWritten);
    if !stored.is_empty() {
        app.events.publish(Event::OperationChanged {
            account_id: report.account_id,
            project_id: report.project_id,
            operation_ids: stored.iter().map(|row| row.id.clone()).collect(),
        });
    }
    let published = publish(app, stored).await?;
    operations.update(published, None, false);
    Ok(())
}

/// Adds the known names of the branches: once a branch is deleted, only these rows still have its name.
async fn name_branches(app: &Platform, rows: impl Iterator<Item = &mut Tracked>) {
    let name = |known: &Known| {
        for row in rows {
            let Some(branch) = &row.state.branch_id else {
                continue;
            };
            let key = Key::branch(&row.account_id, &row.project_id, branch);
            if let Some(name) = known.last_name(&key) {
                row.state.branch_name = Some(name.to_owned());
            }
        }
    };
    names::with_known(app, name).await;
}

/// The followed operations that have changed, and those that are followed from now on.
fn changes_of(app: &Platform, report: &Report) -> (Vec<Tracked>, Vec<Tracked>) {
    let (account_id, project_id) = (&report.account_id, &report.project_id);
    let now = app.clock.now();
    let (mut changed, mut fresh) = (Vec::new(), Vec::new());
    for (id, state) in &report.states {
        let known = app.operations.find(account_id, project_id, id);
        if let Some(mut known) = known {
            let before = known.clicked.clone();
            if let Source::Reply(click) = &report.source {
                known.clicked = Some(click.clone());
            }
            let is_clicked = known.clicked != before;
            let after = diff::changed(&known, state.as_ref(), now);
            changed.extend(after.or(is_clicked.then_some(known)));
            continue;
        }
        let Some(state) = state else { continue };
        let (clicked, opened) = match &report.source {
            Source::Poll => continue,
            Source::Reply(click) => (Some(click.clone()), false),
            Source::Opened if is_over(&state.status) => continue,
            Source::Opened => (None, true),
        };
        let row = Tracked {
            account_id: account_id.clone(),
            project_id: project_id.clone(),
            id: id.clone(),
            tracked_at: now,
            clicked,
            failure_published: opened && has_failed(&state.status),
            state: state.clone(),
            ended_at: None,
            pending_event: None,
        };
        fresh.push(diff::begun(row, now));
    }
    (changed, fresh)
}

/// Publishes what is pending of these and marks it as published.
async fn publish(app: &Platform, mut rows: Vec<Tracked>) -> Result<Vec<Tracked>, Error> {
    let pending: Vec<_> = rows
        .iter()
        .filter(|row| row.pending_event.is_some())
        .collect();
    if pending.is_empty() {
        return Ok(rows);
    }
    for row in &pending {
        app.events.publish(event(row));
        if row.pending_event == Some(PendingEvent::Ended) {
            app.events.project_changed(&row.account_id, &row.project_id);
        }
    }
    app.checkpoints.passed(Checkpoint::OperationsPublished);
    let published: Vec<Tracked> = pending.into_iter().cloned().collect();
    let mark = move |store: &rusqlite::Transaction<'_>| {
        table::operations::mark_published(store, &published)
    };
    app.store.write(mark).await?;
    for row in &mut rows {
        row.pending_event = None;
    }
    Ok(rows)
}

fn event(row: &Tracked) -> Event {
    let (account_id, project_id) = (row.account_id.clone(), row.project_id.clone());
    let (operation_id, action) = (row.id.clone(), row.state.action.clone());
    let error = row.state.error.clone();
    match row.pending_event {
        Some(PendingEvent::Failed) => Event::OperationFailed {
            account_id,
            project_id,
            operation_id,
            action,
            error,
        },
        Some(PendingEvent::Ended) | None => Event::OperationEnded {
            account_id,
            project_id,
            operation_id,
            action,
            status: row.state.status.clone(),
            error,
        },
    }
}
