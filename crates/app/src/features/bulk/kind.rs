//! What a kind of bulk job is, and what all kinds have in common. The kinds themselves are in `kinds`.

use futures::FutureExt as _;
use futures::future::BoxFuture;

use crate::Error;
use crate::features::Features;
use crate::model::bulk::Target;
use crate::view::{AccountView, BulkRequest, BulkVerb, ErrorCode};

/// The next item of a job.
pub(super) struct Next {
    pub(super) index: usize,
    pub(super) account_id: String,
    pub(super) verb: BulkVerb,
    pub(super) target: Target,
    pub(super) item_id: String,
    /// Its request was sent before, and may have done it.
    pub(super) begun: bool,
}

/// What sets one kind of job apart.
pub(super) trait Kind: Sync {
    /// Fails for a request that cannot be, such as one of branches without their project.
    fn check(&self, request: &BulkRequest) -> Result<(), Error>;

    /// Reads the items, in the order in which they are to be done. Changes nothing.
    fn plan(
        &self,
        app: &Features,
        account: &AccountView,
        request: &BulkRequest,
    ) -> impl Future<Output = Result<Plan, Error>> + Send;

    /// Does one item. Its request may have been sent before: [`Next::begun`].
    fn perform(
        &self,
        app: &Features,
        next: &Next,
    ) -> impl Future<Output = Result<(), Error>> + Send;
}

/// Any [`Kind`], with boxed futures so that one can be chosen at run time.
pub(super) trait AnyKind: Sync {
    fn check(&self, request: &BulkRequest) -> Result<(), Error>;

    fn plan<'a>(
        &'a self,
        app: &'a Features,
        account: &'a AccountView,
        request: &'a BulkRequest,
    ) -> BoxFuture<'a, Result<Plan, Error>>;

    fn perform<'a>(&'a self, app: &'a Features, next: &'a Next)
    -> BoxFuture<'a, Result<(), Error>>;
}

impl<K: Kind> AnyKind for K {
    fn check(&self, request: &BulkRequest) -> Result<(), Error> {
        Kind::check(self, request)
    }

    fn plan<'a>(
        &'a self,
        app: &'a Features,
        account: &'a AccountView,
        request: &'a BulkRequest,
    ) -> BoxFuture<'a, Result<Plan, Error>> {
        Kind::plan(self, app, account, request).boxed()
    }

    fn perform<'a>(
        &'a self,
        app: &'a Features,
        next: &'a Next,
    ) -> BoxFuture<'a, Result<(), Error>> {
        Kind::perform(self, app, next).boxed()
    }
}

/// What is known of the items before anything is sent.
pub(super) struct Plan {
    pub(super) items: Vec<PlanItem>,
    /// What to know before, each a sentence, as far as anything can be done.
    pub(super) warnings: Vec<String>,
}

pub(super) struct PlanItem {
    pub(super) id: String,
    pub(super) name: Option<String>,
    /// Why nothing is sent for it.
    pub(super) refusal: Option<Error>,
}

impl PlanItem {
    pub(super) fn is_open(&self) -> bool {
        self.refusal.is_none()
    }
}

/// Why nothing is sent for an account that is locked.
pub(super) fn locked(account: &AccountView) -> Option<Error> {
    let message = || format!("The account {} is read-only", account.name);
    account.is_read_only.then(|| {
        Error::new(ErrorCode::ReadOnly, message())
            .hint("Unlock it in the account's settings and try again.")
            .about(account.id.clone())
    })
}

/// Done, when the platform does not find what an earlier request of the job may have deleted.
pub(super) fn gone_is_done(next: &Next, result: Result<(), Error>) -> Result<(), Error> {
    match result {
        Err(error) if error.code() == ErrorCode::NotFound && next.begun => Ok(()),
        end => end,
    }
}

pub(super) fn counted(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

/// The platform answered that it cannot be done, as it does where it is done already.
pub(super) fn is_refusal(error: &Error) -> bool {
    matches!(error.code(), ErrorCode::Platform | ErrorCode::NotFound)
}
