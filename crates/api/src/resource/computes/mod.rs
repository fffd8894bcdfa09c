//! Computes of a project, which the platform calls endpoints.

pub(super) mod record;
mod request;

use serde::{Deserialize, Serialize};
use serde_json::json;

pub use record::{
    Endpoint, EndpointChange, EndpointGroup, EndpointHosts, EndpointState, EndpointType,
    GroupMember, GroupSize,
};
pub use request::{CreateEndpoint, EndpointOptions};

use super::{Begin, whole};
use crate::call::Call;
use crate::{BranchId, EndpointId, Error, Listed, Management, ProjectId, Reply};

impl Listed for Endpoint {
    const FIELD: &'static str = "endpoints";
}

/// The computes of one project.
#[derive(Debug, Clone)]
pub struct Computes {
    management: Management,
    project: ProjectId,
}

impl Management {
    /// The computes of a project.
    #[must_use]
    pub fn computes(&self, project: &ProjectId) -> Computes {
        Computes {
            management: self.clone(),
            project: project.clone(),
        }
    }
}

impl Computes {
    /// All of the project (`GET /projects/{project_id}/endpoints`).
    pub async fn list(&self) -> Result<Reply<Vec<Endpoint>>, Error> {
        let call = Call::get(
            "list the computes",
            "/projects/{project_id}/endpoints",
            &[self.project.as_str()],
        )
        .in_project(&self.project);
        whole(&self.management, call).await
    }

    /// All of one branch (`GET /projects/{project_id}/branches/{branch_id}/endpoints`).
    pub async fn list_of_branch(&self, branch: &BranchId) -> Result<Reply<Vec<Endpoint>>, Error> {
        let call = Call::get(
            "list the branch's computes",
            "/projects/{project_id}/branches/{branch_id}/endpoints",
            &[self.project.as_str(), branch.as_str()],
        )
        .in_project(&self.project);
        whole(&self.management, call).await
    }

    /// Makes one (`POST /projects/{project_id}/endpoints`). A branch has at most one that can be written through: a
    /// second is an error with `is_conflict`.
    pub async fn create(
        &self,
        branch: &BranchId,
        kind: EndpointType,
        options: &CreateEndpoint,
    ) -> Result<Reply<EndpointChange>, Error> {
        #[derive(Serialize)]
        struct Body<'a> {
            branch_id: &'a BranchId,
            #[serde(rename = "type")]
            kind: EndpointType,
            #[serde(flatten)]
            options: &'a CreateEndpoint,
        }
        let body = Body {
            branch_id: branch,
            kind,
            options,
        };
        let call = Call::post(
            "create the compute",
            "/projects/{project_id}/endpoints",
            &[self.project.as_str()],
        )
        .in_project(&self.project)
        .json(&json!({ "endpoint": body }))
        .known_field("endpoint", "branch_id", branch.as_str())
        .if_lost("the compute may have been created");
        self.management.fetch(call).await
    }

    /// One of them (`GET /projects/{project_id}/endpoints/{endpoint_id}`).
    pub async fn get(&self, endpoint: &EndpointId) -> Result<Reply<Endpoint>, Error> {
        #[derive(Deserialize)]
        struct Wrapped {
            endpoint: Endpoint,
        }
        let route = "/projects/{project_id}/endpoints/{endpoint_id}";
        let call = self.call_one(Call::get, "look up the compute", route, endpoint);
        let reply = self.management.fetch::<Wrapped>(call).await?;
        Ok(reply.map(|wrapped| wrapped.endpoint))
    }

    /// Changes it (`PATCH /projects/{project_id}/endpoints/{endpoint_id}`).
    pub async fn update(
        &self,
        endpoint: &EndpointId,
        update: &EndpointOptions,
    ) -> Result<Reply<EndpointChange>, Error> {
        let route = "/projects/{project_id}/endpoints/{endpoint_id}";
        let call = self
            .call_one(Call::patch, "change the compute", route, endpoint)
            .json(&json!({ "endpoint": update }))
            .if_lost("the compute may have been changed");
        self.management.fetch(call).await
    }

    /// Deletes it; the branch keeps its data (`DELETE /projects/{project_id}/endpoints/{endpoint_id}`). `None` when it
    /// was gone already.
    pub async fn delete(
        &self,
        endpoint: &EndpointId,
    ) -> Result<Reply<Option<EndpointChange>>, Error> {
        let route = "/projects/{project_id}/endpoints/{endpoint_id}";
        let call = self
            .call_one(Call::delete, "delete the compute", route, endpoint)
            .if_lost("the compute may have been deleted");
        self.management.fetch_optional(call).await
    }

    /// Wakes it (`POST /projects/{project_id}/endpoints/{endpoint_id}/start`).
    pub async fn start(&self, endpoint: &EndpointId) -> Result<Reply<EndpointChange>, Error> {
        let route = "/projects/{project_id}/endpoints/{endpoint_id}/start";
        let call = self
            .call_one(Call::post, "start the compute", route, endpoint)
            .if_lost("the compute may have been started");
        self.management.fetch(call).await
    }

    /// Puts it to sleep and cuts its connections (`POST /projects/{project_id}/endpoints/{endpoint_id}/suspend`).
    pub async fn suspend(&self, endpoint: &EndpointId) -> Result<Reply<EndpointChange>, Error> {
        let route = "/projects/{project_id}/endpoints/{endpoint_id}/suspend";
        let call = self
            .call_one(Call::post, "suspend the compute", route, endpoint)
            .if_lost("the compute may have been suspended");
        self.management.fetch(call).await
    }

    /// Stops it and starts it again (`POST /projects/{project_id}/endpoints/{endpoint_id}/restart`).
    pub async fn restart(&self, endpoint: &EndpointId) -> Result<Reply<EndpointChange>, Error> {
        let route = "/projects/{project_id}/endpoints/{endpoint_id}/restart";
        let call = self
            .call_one(Call::post, "restart the compute", route, endpoint)
            .if_lost("the compute may have been restarted");
        self.management.fetch(call).await
    }

    fn call_one(
        &self,
        begin: Begin,
        purpose: &'static str,
        route: &'static str,
        endpoint: &EndpointId,
    ) -> Call {
        begin(purpose, route, &[self.project.as_str(), endpoint.as_str()]).in_project(&self.project)
    }
}
