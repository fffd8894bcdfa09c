//! The same done to many projects, keys, branches or computes, one after the other, with a plan before and a result for each.

mod kind;
mod kinds;
mod plan;
mod run;

use std::collections::BTreeMap;

use crate::Error;
use crate::base::clock::local_id;
use crate::core::operation::{Entry, operation};
use crate::features::Features;
use crate::model::bulk::{Bulk, Item, Target};
use crate::store::table;
use crate::view::{BulkItemState, BulkPlanView, BulkRequest, BulkState, BulkView};

use crate::platform::bulk_jobs::{change, not_there, publish, ready, write_down};

/// What would be done. Changes nothing; the list of keys, branches or computes is read.
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] when there is nothing to do or the account is not there, and as every read at an
/// account.
#[operation(Page, Read, bulk_plan)]
pub async fn plan(app: &Features, request: BulkRequest) -> Result<BulkPlanView, Error> {
    let mut plan = plan::plan(app, &request).await?;
    let places = request.item_ids.iter().zip(0..);
    let places: BTreeMap<_, _> = places.collect();
    plan.items
        .sort_by_key(|item| places.get(&item.item_id).copied());
    Ok(plan)
}

/// Begins a job, whose progress is published as [`crate::Event::BulkChanged`]. While the same one runs, that is returned.
///
/// # Errors
/// As [`plan`], and [`crate::view::ErrorCode::ReadOnly`]. [`crate::view::ErrorCode::Exists`] about the one that has some of
/// the items in hand already.
#[operation(Guarded, Change, bulk_start)]
pub async fn start(app: &Features, request: BulkRequest) -> Result<BulkView, Error> {
    let plan = plan::plan(app, &request).await?;
    let first_refusal = plan.items.iter().find_map(|item| item.error.clone());
    let waits = |item: &crate::view::BulkItemView| item.state == BulkItemState::Waiting;
    if let Some(error) = first_refusal.filter(|_| !plan.items.iter().any(waits)) {
        return Err(error.into());
    }
    ready(app).await?;
    let bulk = Bulk {
        id: local_id(app.clock.as_ref()),
        account_id: request.account_id,
        verb: request.verb,
        target: Target {
            organization_id: request.organization_id,
            project_id: request.project_id,
            expires_at: request.expires_at,
        },
        state: BulkState::Running,
        problem: None,
        items: plan.items.into_iter().map(Item::from).collect(),
        started_at: app.clock.now(),
        is_running: false,
    };
    let id = bulk.id.clone();
    if let Some(running) = app.bulks.add(bulk)? {
        return Ok(running);
    }
    if let Err(error) = write_down(app, &id).await {
        app.bulks.remove(&id);
        return Err(error);
    }
    go_on(app, &id)
}

/// The jobs that run and those whose record was not removed, the newest first.
///
/// # Errors
/// [`crate::view::ErrorCode::File`] when the store cannot be read.
#[operation(Page, Read, bulk_list)]
pub async fn list(app: &Features) -> Result<Vec<BulkView>, Error> {
    ready(app).await?;
    Ok(app.bulks.views())
}

/// Pauses a job: no further item is begun until it is resumed.
///
/// # Errors
/// [`crate::view::ErrorCode::NotFound`] for one that is not there.
#[operation(Page, Change, bulk_pause)]
pub async fn pause(app: &Features, id: &str) -> Result<BulkView, Error> {
    change(app, id, |bulk| {
        if bulk.state == BulkState::Running {
            bulk.state = BulkState::Paused;
        }
        Ok(())
    })
    .await
}

/// Resumes a job. Where only failed items are left, those are tried again.
///
/// # Errors
/// As [`pause`], and [`crate::view::ErrorCode::Invalid`] when nothing is left to be done.
#[operation(Page, Change, bulk_resume)]
pub async fn resume(app: &Features, id: &str) -> Result<BulkView, Error> {
    change(app, id, |bulk| {
        if bulk.state == BulkState::Running {
            return Ok(());
        }
        if !bulk.items.iter().any(Item::is_open) {
            bulk.try_failed_again();
        }
        if !bulk.items.iter().any(Item::is_open) {
            return Err(Error::invalid("Nothing left to do").hint("Dismiss it."));
        }
        bulk.state = BulkState::Running;
        bulk.problem = None;
        Ok(())
    })
    .await?;
    go_on(app, id)
}

/// Ends a job: items that were not begun are left as they are.
///
/// # Errors
/// As [`pause`].
#[operation(Page, Change, bulk_stop)]
pub async fn stop(app: &Features, id: &str) -> Result<BulkView, Error> {
    change(app, id, |bulk| {
        bulk.stop();
        Ok(())
    })
    .await
}

/// Removes the record of a job that has ended.
///
/// # Errors
/// As [`pause`], and [`crate::view::ErrorCode::Invalid`] for one that goes on.
#[operation(Page, Change, bulk_dismiss)]
pub async fn dismiss(app: &Features, id: &str) -> Result<(), Error> {
    ready(app).await?;
    app.bulks.dismiss(id)?;
    let gone = id.to_owned();
    app.store
        .write(move |store| table::bulks::forget(store, &gone))
        .await?;
    publish(app, id);
    Ok(())
}

/// Starts the task of a running job, unless it has one.
fn go_on(app: &Features, id: &str) -> Result<BulkView, Error> {
    if let Some(guard) = app.bulks.begin_run(id) {
        run::begin(app, guard);
    }
    publish(app, id);
    let view = app.bulks.view(id);
    view.ok_or_else(not_there)
}

pub(crate) const OPERATIONS: &[Entry<Features>] = &[
    BulkPlan::ENTRY,
    BulkStart::ENTRY,
    BulkList::ENTRY,
    BulkPause::ENTRY,
    BulkResume::ENTRY,
    BulkStop::ENTRY,
    BulkDismiss::ENTRY,
];
