//! Recovers deleted projects.

use futures::FutureExt as _;
use futures::future::BoxFuture;

use super::delete_projects::{barred, check, items, listed};
use crate::Error;
use crate::features::Features;
use crate::features::bulk::kind::{Kind, Looked, Next, is_refusal};
use crate::resources::projects;
use crate::view::{AccountView, BulkRequest};

pub(super) struct RecoverProjects;

impl Kind for RecoverProjects {
    fn check(&self, request: &BulkRequest) -> Result<(), Error> {
        check(request)
    }

    fn look<'a>(
        &'a self,
        app: &'a Features,
        account: &'a AccountView,
        request: &'a BulkRequest,
    ) -> BoxFuture<'a, Result<Looked, Error>> {
        async move {
            let listed = listed(app, request).await?;
            Ok(Looked {
                items: items(request, &listed, |_, _| barred(account)),
                warnings: vec![
                    "Connection strings stay the same. Computes stay suspended until a connection starts them."
                        .to_owned(),
                ],
            })
        }
        .boxed()
    }

    fn perform<'a>(
        &'a self,
        app: &'a Features,
        next: &'a Next,
    ) -> BoxFuture<'a, Result<(), Error>> {
        async move {
            let (account, project) = (next.account_id.as_str(), next.item_id.as_str());
            match projects::recover(app, account, project).await {
                // The request that was sent before has done it.
                Err(error) if next.begun && is_refusal(&error) => {
                    let found = projects::get(app, account, project).await;
                    found.map(drop).map_err(|_| error)
                }
                end => end.map(drop),
            }
        }
        .boxed()
    }
}
