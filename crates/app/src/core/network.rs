//! Which hosts this program contacted: why, when and how often.

use std::collections::HashMap;
use std::time::Duration;

use crate::Error;
use crate::core::Core;
use crate::core::event::Event;
use crate::core::operation::{Entry, operation};
use crate::model::contact::{Contact, Counts, is_local};
use crate::store::table;
use crate::tools::contacts::address;
use crate::view::{ContactReason, ContactView, NetworkView, count};

/// How long counts wait to be saved together: what a kill loses at most.
const TOGETHER: Duration = Duration::from_secs(2);

/// Every host that was contacted lately, the latest first.
///
/// # Errors
/// [`crate::view::ErrorCode::File`] when the store cannot be read.
#[operation(Page, Read, network_list)]
pub async fn list(app: &Core) -> Result<NetworkView, Error> {
    // While counts are on their way into the store, they are nowhere else.
    let _saving = app.saving_contacts.lock().await;
    let saved = app.store.read(table::network::all).await?;
    let mut all: HashMap<Contact, Counts> = saved.into_iter().collect();
    for (contact, counts) in app.contacts.unsaved() {
        all.entry(contact)
            .and_modify(|saved| *saved = saved.and_later(&counts))
            .or_insert(counts);
    }
    let mut items: Vec<_> = all.into_iter().map(view).collect();
    items.sort_by(|one, other| {
        let order = |it: &ContactView| (it.host.clone(), it.port, it.reason as u8);
        other
            .last_at
            .cmp(&one.last_at)
            .then_with(|| order(one).cmp(&order(other)))
    });
    Ok(NetworkView {
        items,
        kept_days: table::network::KEPT_DAYS,
    })
}

/// Counts what others than the core contact, such as a sandbox that sends mail. It does not keep the core open.
pub fn recorder(app: &Core, reason: ContactReason) -> impl Fn(&str, u16) + Send + Sync + use<> {
    let contacts = app.contacts.clone();
    move |host, port| contacts.begun(reason, host, port)
}

/// Counts what the window contacts by itself, such as a page that it opened in the browser; in a second call whether that
/// got no answer.
#[operation(Program, Change, network_contacted)]
pub fn contacted(app: &Core, reason: ContactReason, host: &str, port: u16, unanswered: bool) {
    match unanswered {
        false => app.contacts.begun(reason, host, port),
        true => app.contacts.unanswered(reason, host, port),
    }
}

/// Saves what is counted every few seconds, until it is aborted.
pub(crate) async fn keep(app: Core) {
    loop {
        app.contacts.counted().await;
        app.clock.sleep(TOGETHER).await;
        save(&app).await;
    }
}

/// Saves what was counted since the last time.
pub(crate) async fn save(app: &Core) {
    let _saving = app.saving_contacts.lock().await;
    let taken = app.contacts.take();
    if taken.is_empty() {
        return;
    }
    let (counted, now) = (taken.clone(), app.clock.now());
    let saved = app
        .store
        .write(move |store| table::network::add(store, &counted, now))
        .await;
    match saved {
        Ok(()) => app.events.publish(Event::NetworkChanged),
        Err(error) => {
            tracing::warn!(%error, "contacted hosts could not be saved");
            app.contacts.put_back(taken);
        }
    }
}

fn view((contact, counts): (Contact, Counts)) -> ContactView {
    let Contact { reason, host, port } = contact;
    ContactView {
        address: address(&host, port),
        is_local: is_local(&host),
        host,
        port,
        reason,
        count: count(counts.count),
        unanswered: count(counts.unanswered),
        first_at: counts.first_at,
        last_at: counts.last_at,
    }
}

pub(crate) const OPERATIONS: &[Entry<Core>] = &[NetworkList::ENTRY, NetworkContacted::ENTRY];
