//! A project that is offered to another account.

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde_json::json;

use super::lenient;
use crate::call::Call;
use crate::{Error, Management, OrgId, ProjectId, Reply};

id! {
    /// Id of a request to take a project over. A secret: whoever has it can take the project.
    secret TransferRequestId
}

/// A request to take a project over. Only the id is always there.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct TransferRequest {
    /// Which one.
    pub id: TransferRequestId,
    /// When it was made.
    #[serde(default, deserialize_with = "lenient::time")]
    pub created_at: Option<DateTime<Utc>>,
    /// Until when it can be accepted.
    #[serde(default, deserialize_with = "lenient::time")]
    pub expires_at: Option<DateTime<Utc>>,
}

/// The transfer requests of one project.
#[derive(Debug, Clone)]
pub struct TransferRequests {
    management: Management,
    project: ProjectId,
}

impl Management {
    /// The transfer requests of a project.
    #[must_use]
    pub fn transfer_requests(&self, project: &ProjectId) -> TransferRequests {
        TransferRequests {
            management: self.clone(),
            project: project.clone(),
        }
    }
}

impl TransferRequests {
    /// Offers the project to whoever has the request's id (`POST /projects/{project_id}/transfer_requests`), for a day
    /// when `valid_for` is `None`.
    pub async fn create(
        &self,
        valid_for: Option<Duration>,
    ) -> Result<Reply<TransferRequest>, Error> {
        let mut call = Call::post(
            "create the transfer request",
            "/projects/{project_id}/transfer_requests",
            &[self.project.as_str()],
        )
        .in_project(&self.project)
        .if_lost("the transfer request may have been created");
        if let Some(valid_for) = valid_for {
            call = call.json(&json!({ "ttl_seconds": valid_for.as_secs() }));
        }
        self.management.fetch(call).await
    }

    /// Takes the project over (`PUT /projects/{project_id}/transfer_requests/{request_id}`), into an organization or,
    /// when `None`, into the account of the key.
    pub async fn accept(
        &self,
        request: &TransferRequestId,
        organization: Option<&OrgId>,
    ) -> Result<Reply<()>, Error> {
        let mut call = Call::put(
            "accept the transfer request",
            "/projects/{project_id}/transfer_requests/{request_id}",
            &[self.project.as_str(), request.expose()],
        )
        .in_project(&self.project)
        .secret(request.expose())
        .if_lost("the transfer request may have been accepted");
        if let Some(organization) = organization {
            call = call.json(&json!({ "org_id": organization.as_str() }));
        }
        self.management.fetch_empty(call).await
    }
}
