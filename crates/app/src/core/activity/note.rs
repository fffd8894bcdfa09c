//! What is put into the log.

use api::Recorder;
use api::resource::operations::Operation;

use crate::Error;
use crate::core::Core;
use crate::core::event::Event;
use crate::model::profile::Profile;
use crate::store::{ActivityEntry, TemporaryDatabase, table};
use crate::tools::command_text;
use crate::view::words::Action;
use crate::view::{ErrorCode, Outcome};

/// What was done, for the log. The words are shown as they are and must hold no secret.
#[derive(Clone, Debug)]
pub struct Note(ActivityEntry);

impl Note {
    /// `subject` is what it was done to.
    #[must_use]
    pub fn new(app: &Core, action: Action, subject: &str, place: &str) -> Self {
        Self(ActivityEntry {
            at: app.clock.now(),
            action: action.order(),
            subject: subject.to_owned(),
            place: place.to_owned(),
            outcome: Outcome::Done,
            detail: None,
            request_id: None,
            temporary_id: None,
            account_id: None,
            project_id: None,
            operation_ids: Vec::new(),
            curl: None,
            code: None,
        })
    }

    /// A note about a row of the list.
    pub(crate) fn about(app: &Core, action: Action, row: &TemporaryDatabase) -> Self {
        let mut note = Self::new(app, action, &row.name, &row.service_label);
        note.0.temporary_id = Some(row.id.clone());
        note.0.account_id.clone_from(&row.account_id);
        note
    }

    /// Adds the account it was done on, by its local id, and the project it was done in.
    #[must_use]
    pub fn on(mut self, account_id: &str, project_id: Option<&str>) -> Self {
        self.0.account_id = Some(account_id.to_owned());
        self.0.project_id = project_id.map(ToOwned::to_owned);
        self
    }

    /// Adds the project that it made, if it made one.
    pub(crate) fn made(mut self, project_id: Option<String>) -> Self {
        self.0.project_id = project_id.or(self.0.project_id);
        self
    }

    /// Adds the operations that it began.
    pub(crate) fn began(mut self, operations: &[Operation]) -> Self {
        let ids = operations.iter().map(|operation| operation.id.to_string());
        self.0.operation_ids = ids.collect();
        self
    }

    /// Adds the request that was sent last, as text.
    pub(crate) fn sent(mut self, recorder: &Recorder, profile: &Profile) -> Self {
        let requests = recorder.requests();
        self.0.curl = requests
            .last()
            .map(|last| command_text::curl(last, profile).0);
        self
    }

    /// Adds a detail in a sentence.
    #[must_use]
    pub fn detail(mut self, detail: impl Into<String>) -> Self {
        self.0.detail = Some(detail.into());
        self
    }

    /// Adds the platform's request id.
    #[must_use]
    pub fn request(mut self, request_id: Option<&str>) -> Self {
        self.0.request_id = request_id.map(ToOwned::to_owned);
        self
    }

    /// Puts it into the log with what else is written. Whoever does so publishes [`Event::ActivityAdded`].
    pub(crate) fn add(&self, store: &rusqlite::Transaction<'_>) -> Result<(), Error> {
        table::activity::add(store, &self.0)
    }

    /// It failed like this, was stopped, or its end is not known.
    #[must_use]
    pub fn failed(mut self, error: &Error) -> Self {
        self.0.outcome = match error.code() {
            ErrorCode::MaybeCreated => Outcome::Unclear,
            ErrorCode::Cancelled => Outcome::Cancelled,
            _ => Outcome::Failed,
        };
        self.0.code = Some(error.code());
        self.0.detail = Some(error.message().to_owned());
        self.request(error.request_id())
    }
}

/// Puts a note into the log. A log that cannot be written stops nothing.
pub async fn record(app: &Core, note: Note) {
    match app.store.write(move |store| note.add(store)).await {
        Ok(()) => app.events.publish(Event::ActivityAdded),
        Err(error) => tracing::warn!(%error, "the activity log could not be written"),
    }
}
