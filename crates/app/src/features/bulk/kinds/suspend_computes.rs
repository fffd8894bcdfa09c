//! Suspends computes.

use futures::FutureExt as _;
use futures::future::BoxFuture;

use super::branches::named;
use super::computes::{check, is_or_becomes, look};
use crate::Error;
use crate::features::Features;
use crate::features::bulk::kind::{Kind, Looked, Next};
use crate::resources::computes;
use crate::view::{AccountView, BulkRequest, ComputeView};

pub(super) struct SuspendComputes;

impl Kind for SuspendComputes {
    fn check(&self, request: &BulkRequest) -> Result<(), Error> {
        check(request)
    }

    fn look<'a>(
        &'a self,
        app: &'a Features,
        account: &'a AccountView,
        request: &'a BulkRequest,
    ) -> BoxFuture<'a, Result<Looked, Error>> {
        let refusal = |compute: &ComputeView, name: &str| {
            is_or_becomes(compute, "idle").then(|| {
                Error::invalid(format!("{name} is already suspended"))
                    .hint("Remove it from the selection.")
            })
        };
        async move { look(app, account, request, refusal, &["Open connections are closed at once. A new connection starts the compute again."]).await }.boxed()
    }

    fn perform<'a>(
        &'a self,
        app: &'a Features,
        next: &'a Next,
    ) -> BoxFuture<'a, Result<(), Error>> {
        async move {
            let project = named(next.target.project_id.as_deref())?;
            computes::suspend(app, &next.account_id, project, &next.item_id)
                .await
                .map(drop)
        }
        .boxed()
    }
}
