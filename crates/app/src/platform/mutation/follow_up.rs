//! Stores and publishes what follows from a mutation that was applied, whether its caller still waits or not: cached lists and
//! names are updated, a deletion gets an entry in the undo list, and events have the views of it read again.

use super::answer::AffectedResources;
use super::client::PlatformClient;
use super::describe::{Mutation, Subject};
use super::effects::{Effects, Undo};
use crate::core::event::Event;
use crate::core::names::{self, Known, NameUpdate, SeenName};
use crate::model::name::Key;
use crate::platform::{Platform, bulk_jobs, project_lists};
use crate::view::UndoView;

/// Publishes that the target was changed, or may have been, so that its views are read again.
pub(super) fn publish(app: &Platform, account: &str, mutation: &impl Mutation) {
    mutation.publish(app, account);
    if let Some(project) = mutation.subject().project {
        app.events.project_changed(account, project);
    }
}

/// The platform answered 404 for the target: it must not be shown any longer as if it existed.
pub(super) async fn not_there(client: &PlatformClient, mutation: &impl Mutation) {
    let account = client.account.id.as_str();
    match mutation.not_there(account) {
        Some(effects) => store_effects(client, mutation, effects).await,
        None => publish(&client.app, account, mutation),
    }
}

/// Notes what the target and its project are called where only the reply says it: nothing else names what was deleted.
pub(super) async fn learn(
    client: &PlatformClient,
    mutation: &impl Mutation,
    affected: AffectedResources<'_>,
) {
    let (app, account) = (&client.app, client.account.id.as_str());
    let subject = mutation.subject();
    let Some(project) = subject.project else {
        return;
    };
    let found = affected.project.filter(|it| it.id.as_str() == project);
    let project_name = found.map(|it| (Key::project(account, project), &it.name));
    let found = affected
        .branch
        .filter(|it| Some(it.id.as_str()) == subject.branch);
    let branch_name = found.map(|it| (Key::branch(account, project, it.id.as_str()), &it.name));
    let named = [project_name, branch_name];
    let named = named.into_iter().flatten();
    let seen = |known: &Known| {
        let unknown = named.filter(|(key, _)| known.last_name(key).is_none());
        unknown
            .map(|(key, name)| SeenName::named(key, name))
            .collect::<Vec<_>>()
    };
    let seen = names::with_known(app, seen).await;
    names::update(app, [NameUpdate::Seen(seen)]);
}

/// Stores what follows from a mutation that was applied.
pub(super) async fn done<M: Mutation>(
    client: &PlatformClient,
    mutation: &M,
    affected: AffectedResources<'_>,
) {
    let mut effects = mutation.effects(client, affected);
    let subject = mutation.subject();
    // The reply to a deletion still names what is gone.
    if !subject.removes {
        let seen = seen(&client.account.id, &subject, affected);
        effects.names.push(NameUpdate::Seen(seen));
    }
    store_effects(client, mutation, effects).await;
}

/// Stores effects, always before the intent is removed: after a crash in between, the next start reconciles the mutation and
/// stores them then.
async fn store_effects(client: &PlatformClient, mutation: &impl Mutation, effects: Effects) {
    let (app, account) = (&client.app, client.account.id.as_str());
    let Effects {
        projects,
        mut undo,
        names,
        bulk,
    } = effects;
    if let Undo::Offer(offer) = &mut undo
        && offer.name.is_empty()
    {
        offer.name = name(app, offer).await;
    }
    names::update(app, names);
    let (list_loads, owner) = (app.list_loads.clone(), account.to_owned());
    let write = move |store: &rusqlite::Transaction<'_>| {
        if let Some(change) = projects {
            project_lists::change(store, &list_loads, &owner, change)?;
        }
        undo.apply(store, &owner)
    };
    match app.store.write(write).await {
        Ok(true) => app.events.publish(Event::UndoChanged),
        Ok(false) => {}
        Err(error) => tracing::warn!(%error, "effects of a change could not be stored"),
    }
    if let Some((verb, item)) = bulk {
        bulk_jobs::found_done(app, account, verb, &item).await;
    }
    publish(app, account, mutation);
}

/// The last known name of what was deleted, or else its id.
async fn name(app: &Platform, offer: &UndoView) -> String {
    let (account, project) = (&offer.account_id, &offer.project_id);
    let (known, id) = match &offer.branch_id {
        Some(branch) => (
            names::branch_name(app, account, project, branch).await,
            branch,
        ),
        None => (names::project_name(app, account, project).await, project),
    };
    known.unwrap_or_else(|| id.clone())
}

fn seen(account: &str, subject: &Subject<'_>, affected: AffectedResources<'_>) -> Vec<SeenName> {
    let mut all = Vec::new();
    if let Some(it) = affected.project {
        all.push(SeenName::named(
            Key::project(account, it.id.as_str()),
            &it.name,
        ));
    }
    let made = affected.project.map(|it| it.id.as_str());
    let Some(project) = subject.project.or(made) else {
        return all;
    };
    if let Some(it) = affected.branch {
        all.push(SeenName::named(
            Key::branch(account, project, it.id.as_str()),
            &it.name,
        ));
    }
    for it in affected.computes {
        let key = Key::compute(account, project, it.branch_id.as_str(), it.id.as_str());
        all.push(SeenName::named(key, it.name.as_deref().unwrap_or_default()));
    }
    // For a database that does not say which branch it is on.
    let around = affected.branch.map(|it| it.id.as_str()).or(subject.branch);
    for it in affected.databases {
        let of = it.branch_id.as_ref().map(api::BranchId::as_str);
        if let Some(branch) = of.or(around) {
            all.push(SeenName::named(
                Key::database(account, project, branch, &it.name),
                &it.name,
            ));
        }
    }
    all
}
