//! Reads the platform for the reconciliation of a lost reply.

use api::resource::operations::{ListOperations, Operation};
use api::{BranchId, Management, Page, ProjectId, Reply};
use chrono::{DateTime, Utc};
use futures::{Stream, StreamExt};

use super::client::PlatformClient;
use crate::Error;

/// The largest page that the platform gives.
const OPERATIONS_A_PAGE: u32 = 100;

/// A list that is longer than this many pages is not read to its end.
const MOST_PAGES: usize = 50;

/// What was read, and the operations of its project that started since the request was sent.
#[derive(Clone, Debug)]
pub(crate) struct Observed<I> {
    pub(crate) items: Vec<I>,
    pub(crate) operations: Vec<Operation>,
}

impl<I> Observed<I> {
    /// The one resource that was read.
    pub(crate) fn one(self) -> Option<I> {
        self.items.into_iter().next()
    }
}

/// Where the operations are not needed to decide.
impl<I> From<Vec<I>> for Observed<I> {
    fn from(items: Vec<I>) -> Self {
        Self {
            items,
            operations: Vec::new(),
        }
    }
}

/// Why reading ended early.
pub(crate) enum Stop {
    Api(api::Error),
    Core(Error),
}

impl From<api::Error> for Stop {
    fn from(error: api::Error) -> Self {
        Self::Api(error)
    }
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Core(error)
    }
}

/// Reads for one reconciliation.
pub(crate) struct Reader<'a> {
    pub(crate) api: Management,
    pub(super) client: &'a PlatformClient,
    pub(super) since: DateTime<Utc>,
}

impl Reader<'_> {
    /// The value of a reply.
    pub(crate) async fn value<T>(
        &self,
        call: impl Future<Output = Result<Reply<T>, api::Error>>,
    ) -> Result<T, api::Error> {
        Ok(self.client.send(call).await?.value)
    }

    /// All pages of a list. `None` for one that is too long to be read to its end: what a part of it lacks may be in the
    /// rest.
    pub(crate) async fn all<T>(
        &self,
        pages: impl Stream<Item = Result<Page<T>, api::Error>>,
    ) -> Result<Option<Vec<T>>, api::Error> {
        let mut pages = std::pin::pin!(pages);
        let mut found = Vec::new();
        for _ in 0..MOST_PAGES {
            match pages.next().await {
                Some(page) => found.extend(self.page(page)?.items),
                None => return Ok(Some(found)),
            }
        }
        Ok(None)
    }

    /// The project's operations that started since the request was sent. The list begins with the newest, so the first page
    /// with an older one is the last that is read.
    pub(crate) async fn operations(
        &self,
        project: &ProjectId,
    ) -> Result<Vec<Operation>, api::Error> {
        let is_new = |operation: &Operation| operation.created_at.is_none_or(|at| at >= self.since);
        let list = ListOperations {
            page_size: Some(OPERATIONS_A_PAGE),
            ..ListOperations::default()
        };
        let pages = self.api.operations(project).pages(list);
        let mut pages = std::pin::pin!(pages.take(MOST_PAGES));
        let mut found = Vec::new();
        while let Some(page) = pages.next().await {
            let page = self.page(page)?;
            let ends = !page.items.iter().all(is_new);
            found.extend(page.items.into_iter().filter(is_new));
            if ends {
                break;
            }
        }
        Ok(found)
    }

    /// What this list has of one branch, with the branch's operations. What shows when its operation has ended is read after
    /// the operations: it cannot end unseen in between.
    pub(crate) async fn observed_on<T>(
        &self,
        project: &ProjectId,
        branch: &BranchId,
        list: impl Future<Output = Result<Reply<Vec<T>>, api::Error>>,
    ) -> Result<Observed<T>, api::Error> {
        let mut operations = self.operations(project).await?;
        operations.retain(|operation| operation.branch_id.as_ref() == Some(branch));
        let items = self.value(list).await?;
        Ok(Observed { items, operations })
    }

    /// Takes a page from its stream. Streams do not go through [`PlatformClient`]'s `send`, which notes a refused key, so it
    /// is noted here: no other request is sent with it.
    fn page<T>(&self, page: Result<T, api::Error>) -> Result<T, api::Error> {
        if matches!(&page, Err(error) if error.is_unauthorized()) {
            self.client.refuse();
        }
        page
    }
}
