//! Recovers deleted projects.

use super::delete_projects::{barred, check, items, listed};
use crate::Error;
use crate::features::Features;
use crate::features::bulk::kind::{Kind, Next, Plan, is_refusal};
use crate::resources::projects;
use crate::view::{AccountView, BulkRequest};

pub(super) struct RecoverProjects;

impl Kind for RecoverProjects {
    fn check(&self, request: &BulkRequest) -> Result<(), Error> {
        check(request)
    }

    async fn plan(
        &self,
        app: &Features,
        account: &AccountView,
        request: &BulkRequest,
    ) -> Result<Plan, Error> {
        let listed = listed(app, request).await?;
        Ok(Plan {
            items: items(request, &listed, |_, _| barred(account)),
            warnings: vec![
                "Connection strings stay the same. Computes stay suspended until a connection starts them."
                    .to_owned(),
            ],
        })
    }

    async fn perform(&self, app: &Features, next: &Next) -> Result<(), Error> {
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
}
