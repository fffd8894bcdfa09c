//! Starts computes.

use futures::FutureExt as _;
use futures::future::BoxFuture;

use super::branches::named;
use super::computes::{check, is_or_becomes, look};
use crate::Error;
use crate::features::Features;
use crate::features::bulk::kind::{Kind, Looked, Next};
use crate::resources::computes;
use crate::view::{AccountView, BulkRequest, ComputeView};

pub(super) struct StartComputes;

impl Kind for StartComputes {
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
            if compute.is_disabled {
                return Some(
                    Error::invalid(format!("{name} is disabled")).hint("Enable it first."),
                );
            }
            is_or_becomes(compute, "active").then(|| {
                Error::invalid(format!("{name} is already active"))
                    .hint("Remove it from the selection.")
            })
        };
        async move {
            look(
                app,
                account,
                request,
                refusal,
                &["Started computes use compute time until they are suspended again."],
            )
            .await
        }
        .boxed()
    }

    fn perform<'a>(
        &'a self,
        app: &'a Features,
        next: &'a Next,
    ) -> BoxFuture<'a, Result<(), Error>> {
        async move {
            let project = named(next.target.project_id.as_deref())?;
            computes::start(app, &next.account_id, project, &next.item_id)
                .await
                .map(drop)
        }
        .boxed()
    }
}
