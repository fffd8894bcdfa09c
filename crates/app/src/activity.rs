//! The activity log: what was done here, how it ended, without secrets.

use crate::fact::Fact;
use crate::store::{Entry, Row, table};
use crate::view::{ActivityFilter, ActivityPageView, ErrorCode, Outcome};
use crate::{App, Error};

/// Most entries of a page.
const LARGEST_PAGE: u32 = 200;

/// A page of the log, newest first, of the entries that fit the filter. `before` is the `next` of the page before; `limit`
/// counts 1 to 200.
///
/// # Errors
/// [`ErrorCode::Invalid`] when `before` is not from a page.
pub async fn list(
    app: &App,
    _filter: ActivityFilter,
    before: Option<&str>,
    limit: u32,
) -> Result<ActivityPageView, Error> {
    let before = before.map(str::parse::<i64>).transpose();
    let before = before.map_err(|_| Error::invalid("This is no place in the activity log"))?;
    let limit = limit.clamp(1, LARGEST_PAGE);
    let mut items = app
        .store
        .read(move |store| table::activity::page(store, before, limit + 1))
        .await?;
    let more = items.len() > limit as usize;
    items.truncate(limit as usize);
    let next = items.last().filter(|_| more).map(|last| last.id.clone());
    Ok(ActivityPageView { items, next })
}

/// The actions that the log has, in their alphabetical order.
///
/// # Errors
/// [`ErrorCode::File`] when the store cannot be read.
pub async fn actions(_app: &App) -> Result<Vec<String>, Error> {
    Ok(Vec::new())
}

/// Writes the entries that fit the filter into a file, newest first: as CSV when its name ends so, else as JSON. Returns
/// how many there are.
///
/// # Errors
/// [`ErrorCode::File`] when the file cannot be written; what was there before stays then.
pub async fn export(_app: &App, _filter: ActivityFilter, _path: &str) -> Result<u32, Error> {
    Err(Error::internal("This is not built yet"))
}

/// What was done, for the log. The words are shown as they are and must hold no secret.
#[derive(Clone, Debug)]
pub struct Note(Entry);

impl Note {
    /// `action` is what was done, such as `Start the sandbox`; `subject` is what it was done to.
    #[must_use]
    pub fn new(app: &App, action: &str, subject: &str, place: &str) -> Self {
        Self(Entry {
            at: app.clock.now(),
            action: action.to_owned(),
            subject: subject.to_owned(),
            place: place.to_owned(),
            outcome: Outcome::Done,
            detail: None,
            request_id: None,
            temporary_id: None,
        })
    }

    /// A note about a row of the shelf.
    pub(crate) fn about(app: &App, action: &str, row: &Row) -> Self {
        let mut note = Self::new(app, action, &row.name, &row.place_label);
        note.0.temporary_id = Some(row.id.clone());
        note
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

    /// It failed like this, was stopped, or its end is not known.
    #[must_use]
    pub fn failed(mut self, error: &Error) -> Self {
        self.0.outcome = match error.code() {
            ErrorCode::MaybeCreated => Outcome::Unclear,
            ErrorCode::Cancelled => Outcome::Cancelled,
            _ => Outcome::Failed,
        };
        self.0.detail = Some(error.message().to_owned());
        self.request(error.request_id())
    }
}

/// Puts a note into the log. A log that cannot be written stops nothing.
pub async fn record(app: &App, note: Note) {
    match app
        .store
        .write(move |store| table::activity::add(store, &note.0))
        .await
    {
        Ok(()) => app.facts.tell(Fact::ActivityAdded),
        Err(error) => tracing::warn!(%error, "the activity log could not be written"),
    }
}
