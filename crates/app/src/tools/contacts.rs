//! Counts which hosts are contacted, and why. Counting takes a lock and no disk: what is counted is saved by whoever takes it.

use std::net::IpAddr;
use std::sync::{Arc, Mutex};

use chrono::{DateTime, Utc};
use pgclient::{ConnectError, DatabaseUrl};
use tokio::sync::Notify;

use crate::base::clock::{Clock, millis, time};
use crate::base::guard::lock;
use crate::model::contact::{Contact, Counts, Unsaved};
use crate::view::ContactReason;

/// The counts since they were taken last. Clones count together.
#[derive(Clone, Debug)]
pub(crate) struct Contacts(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    clock: Arc<dyn Clock>,
    unsaved: Mutex<Unsaved>,
    counted: Notify,
}

impl Contacts {
    pub(crate) fn new(clock: Arc<dyn Clock>) -> Self {
        Self(Arc::new(Inner {
            clock,
            unsaved: Mutex::default(),
            counted: Notify::new(),
        }))
    }

    /// A request is sent or a connection is opened.
    pub(crate) fn begun(&self, reason: ContactReason, host: &str, port: u16) {
        self.change(reason, host, port, |counts, now| {
            counts.count += 1;
            counts.last_at = now;
        });
    }

    /// One that was counted got no answer.
    pub(crate) fn unanswered(&self, reason: ContactReason, host: &str, port: u16) {
        self.change(reason, host, port, |counts, _| counts.unanswered += 1);
    }

    /// A session with a database, which is opened now.
    pub(crate) async fn of_session<T>(
        &self,
        reason: ContactReason,
        url: &DatabaseUrl,
        session: impl Future<Output = Result<T, ConnectError>>,
    ) -> Result<T, ConnectError> {
        let is_silent = |ended: &Result<T, ConnectError>| ended.as_ref().is_err_and(is_silence);
        let to = (reason, url.host(), url.port());
        self.of(to, session, is_silent).await
    }

    /// One that begins now, and at whose end it is known whether somebody answered.
    pub(crate) async fn of<T>(
        &self,
        (reason, host, port): (ContactReason, &str, u16),
        work: impl Future<Output = T>,
        is_silent: impl FnOnce(&T) -> bool,
    ) -> T {
        self.begun(reason, host, port);
        let ended = work.await;
        if is_silent(&ended) {
            self.unanswered(reason, host, port);
        }
        ended
    }

    /// Counts the requests of a client.
    pub(crate) fn observer(&self, reason: ContactReason) -> Arc<dyn api::Observer> {
        Arc::new(OfClient {
            contacts: self.clone(),
            reason,
        })
    }

    /// Waits until something was counted that was not taken.
    pub(crate) async fn counted(&self) {
        self.0.counted.notified().await;
    }

    pub(crate) fn take(&self) -> Unsaved {
        std::mem::take(&mut *lock(&self.0.unsaved))
    }

    /// What was not taken.
    pub(crate) fn unsaved(&self) -> Unsaved {
        lock(&self.0.unsaved).clone()
    }

    /// Takes back what could not be saved.
    pub(crate) fn put_back(&self, taken: Unsaved) {
        let mut unsaved = lock(&self.0.unsaved);
        for (contact, counts) in taken {
            unsaved
                .entry(contact)
                .and_modify(|now| *now = counts.and_later(now))
                .or_insert(counts);
        }
    }

    fn change(
        &self,
        reason: ContactReason,
        host: &str,
        port: u16,
        change: impl FnOnce(&mut Counts, DateTime<Utc>),
    ) {
        // As exact as the store keeps it, so that nothing changes with being saved.
        let now = time(millis(self.0.clock.now()));
        let contact = Contact {
            reason,
            host: host.trim_matches(['[', ']']).to_owned(),
            port,
        };
        let none = Counts {
            count: 0,
            unanswered: 0,
            first_at: now,
            last_at: now,
        };
        change(lock(&self.0.unsaved).entry(contact).or_insert(none), now);
        self.0.counted.notify_one();
    }
}

/// As an address has both, such as `[::1]:5432`.
pub(crate) fn address(host: &str, port: u16) -> String {
    match host.parse::<IpAddr>() {
        Ok(IpAddr::V6(address)) => format!("[{address}]:{port}"),
        _ => format!("{host}:{port}"),
    }
}

/// A server that refuses is one that answers.
pub(crate) fn is_silence(error: &ConnectError) -> bool {
    matches!(
        error,
        ConnectError::Unreachable { .. }
            | ConnectError::TimedOut { .. }
            | ConnectError::Lost { .. }
    )
}

#[derive(Debug)]
struct OfClient {
    contacts: Contacts,
    reason: ContactReason,
}

impl OfClient {
    /// The service, and the proxy that connections go to.
    fn each<'a>(
        &self,
        to: &'a api::Destination,
    ) -> impl Iterator<Item = (ContactReason, &'a api::HostPort)> + use<'a> {
        let proxy = to.proxy.as_ref().map(|it| (ContactReason::Proxy, it));
        std::iter::once((self.reason, &to.service)).chain(proxy)
    }
}

impl api::Observer for OfClient {
    fn sending(&self, to: &api::Destination) {
        for (reason, to) in self.each(to) {
            self.contacts.begun(reason, &to.host, to.port);
        }
    }

    fn unanswered(&self, to: &api::Destination) {
        for (reason, to) in self.each(to) {
            self.contacts.unanswered(reason, &to.host, to.port);
        }
    }
}
