//! The same done to many projects or keys, one after the other, with a plan before and a result for each.

mod keys;
mod plan;
mod run;
mod state;

use crate::clock::local_id;
use crate::fact::Fact;
use crate::model::bulk::{Bulk, Item};
use crate::store::table;
use crate::view::{
    BulkItemState, BulkPlanView, BulkState, BulkVerb, BulkView, BulkWish, ErrorCode,
};
use crate::{App, Error};

pub(crate) use state::Bulks;

/// What would be done. Changes nothing; for keys their list is read.
///
/// # Errors
/// [`crate::view::ErrorCode::Invalid`] when there is nothing to do or the account is not there, and for keys as every look
/// at an account.
pub async fn plan(app: &App, wish: BulkWish) -> Result<BulkPlanView, Error> {
    match wish.verb {
        BulkVerb::DeleteProjects | BulkVerb::RecoverProjects => plan::plan(app, &wish).await,
        BulkVerb::RevokeKeys => keys::plan(app, &wish).await,
    }
}

/// Begins it. What comes of it is told by [`crate::Fact::BulkChanged`]. The same asked for twice is begun once.
///
/// # Errors
/// As [`plan`], and [`crate::view::ErrorCode::ReadOnly`]. [`crate::view::ErrorCode::Exists`] about the one that has some of
/// the projects in hand already.
pub async fn start(app: &App, wish: BulkWish) -> Result<BulkView, Error> {
    let plan = plan(app, wish.clone()).await?;
    let first_refusal = plan.items.iter().find_map(|item| item.error.clone());
    let waits = |item: &crate::view::BulkItemView| item.state == BulkItemState::Waiting;
    if let Some(error) = first_refusal.filter(|_| !plan.items.iter().any(waits)) {
        return Err(error.into());
    }
    ready(app).await?;
    let bulk = Bulk {
        id: local_id(app.clock.as_ref()),
        account_id: wish.account_id,
        verb: wish.verb,
        organization_id: wish.organization_id,
        state: BulkState::Running,
        problem: None,
        items: plan.items.into_iter().map(Item::from).collect(),
        started_at: app.clock.now(),
        is_driven: false,
    };
    let id = bulk.id.clone();
    if let Some(running) = app.bulks.add(bulk)? {
        return Ok(running);
    }
    if let Err(error) = write_down(app, &id).await {
        app.bulks.remove(&id);
        return Err(error);
    }
    go_on(app, &id).await
}

/// Those that go on and those that were not put away, the newest first.
///
/// # Errors
/// [`crate::view::ErrorCode::File`] when the store cannot be read.
pub async fn list(app: &App) -> Result<Vec<BulkView>, Error> {
    ready(app).await?;
    Ok(app.bulks.views())
}

/// Begins no further item until it is resumed.
///
/// # Errors
/// [`crate::view::ErrorCode::NotFound`] for one that is not there.
pub async fn pause(app: &App, id: &str) -> Result<BulkView, Error> {
    change(app, id, |bulk| {
        if bulk.state == BulkState::Running {
            bulk.state = BulkState::Paused;
        }
        Ok(())
    })
    .await
}

/// Goes on with what is left; where nothing is left but what failed, that is tried again.
///
/// # Errors
/// As [`pause`], and [`crate::view::ErrorCode::Invalid`] when nothing is left to be done.
pub async fn resume(app: &App, id: &str) -> Result<BulkView, Error> {
    change(app, id, |bulk| {
        if bulk.state == BulkState::Running {
            return Ok(());
        }
        if !bulk.items.iter().any(Item::is_open) {
            bulk.try_failed_again();
        }
        if !bulk.items.iter().any(Item::is_open) {
            return Err(Error::invalid("Nothing is left to be done").hint("Put it away."));
        }
        bulk.state = BulkState::Running;
        bulk.problem = None;
        Ok(())
    })
    .await?;
    go_on(app, id).await
}

/// Ends it: what has not begun is left as it is.
///
/// # Errors
/// As [`pause`].
pub async fn stop(app: &App, id: &str) -> Result<BulkView, Error> {
    change(app, id, |bulk| {
        bulk.stop();
        Ok(())
    })
    .await
}

/// Puts one that has ended away.
///
/// # Errors
/// As [`pause`], and [`crate::view::ErrorCode::Invalid`] for one that goes on.
pub async fn dismiss(app: &App, id: &str) -> Result<(), Error> {
    ready(app).await?;
    app.bulks.dismiss(id)?;
    let gone = id.to_owned();
    app.store
        .write(move |store| table::bulks::forget(store, &gone))
        .await?;
    tell(app, id);
    Ok(())
}

/// A look found that what an earlier run had begun of a bulk was done.
pub(crate) async fn found_done(app: &App, account_id: &str, verb: BulkVerb, item_id: &str) {
    if ready(app).await.is_err() {
        return;
    }
    for id in app.bulks.found_done(account_id, verb, item_id) {
        if let Err(error) = write_down(app, &id).await {
            tracing::warn!(%error, "the end of an item was not written down");
        }
        tell(app, &id);
    }
}

/// Puts away all of an account that is not there any more.
///
/// # Errors
/// As [`list`].
pub(crate) async fn forget_account(app: &App, account_id: &str) -> Result<(), Error> {
    ready(app).await?;
    let gone = app.bulks.forget_account(account_id);
    let account = account_id.to_owned();
    app.store
        .write(move |store| table::bulks::forget_account(store, &account))
        .await?;
    for id in gone {
        tell(app, &id);
    }
    Ok(())
}

/// Changes one and sees to it that it is written down and told.
async fn change(
    app: &App,
    id: &str,
    change: impl FnOnce(&mut Bulk) -> Result<(), Error>,
) -> Result<BulkView, Error> {
    ready(app).await?;
    let view = app.bulks.change(id, change)?;
    write_down(app, id).await?;
    tell(app, id);
    Ok(view)
}

/// Has a running one driven, unless it is already.
async fn go_on(app: &App, id: &str) -> Result<BulkView, Error> {
    if let Some(driver) = app.bulks.take_over(id) {
        run::begin(app, driver);
    }
    tell(app, id);
    let view = app.bulks.view(id);
    view.ok_or_else(not_there)
}

/// Writes one down as it is when its turn at the store comes.
async fn write_down(app: &App, id: &str) -> Result<(), Error> {
    let (bulks, id) = (app.bulks.clone(), id.to_owned());
    app.store
        .write(move |store| bulks.with(&id, |bulk| table::bulks::save(store, bulk)))
        .await
}

/// Waits until those of earlier runs are read: what ran then waits until somebody resumes it.
async fn ready(app: &App) -> Result<(), Error> {
    let read = async {
        let bulks = app.store.read(table::bulks::all).await?;
        app.bulks.remember(bulks);
        Ok::<_, Error>(())
    };
    app.bulks.read.get_or_try_init(|| read).await.map(drop)
}

/// What it is done to, in the singular and the plural.
fn items_of(verb: BulkVerb) -> (&'static str, &'static str) {
    match verb {
        BulkVerb::DeleteProjects | BulkVerb::RecoverProjects => ("project", "projects"),
        BulkVerb::RevokeKeys => ("key", "keys"),
    }
}

fn tell(app: &App, id: &str) {
    app.facts.tell(Fact::BulkChanged { id: id.to_owned() });
}

fn not_there() -> Error {
    Error::new(ErrorCode::NotFound, "This is not there any more")
        .hint("It was put away; look at the list of what it was done to.")
}
