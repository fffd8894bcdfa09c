//! Private networks that reach an organization's databases, and those that a project is restricted to.

use serde::Deserialize;
use serde_json::json;

use super::{Begin, lenient, whole};
use crate::call::Call;
use crate::{Error, Listed, Management, OrgId, ProjectId, Reply};

const OF_REGION: &str = "/organizations/{org_id}/vpc/region/{region_id}/vpc_endpoints";
const ONE: &str = "/organizations/{org_id}/vpc/region/{region_id}/vpc_endpoints/{vpc_endpoint_id}";

/// An endpoint of a private network. Only the id is always there.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct VpcEndpoint {
    /// Which one, as the network's owner knows it.
    pub vpc_endpoint_id: String,
    /// What people call it.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub label: String,
    /// The region, where the list is of all of them.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub region_id: Option<String>,
}

impl Listed for VpcEndpoint {
    const FIELD: &'static str = "endpoints";
}

/// All that is known of an endpoint of a private network.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct VpcEndpointDetails {
    /// Which one, as the network's owner knows it.
    pub vpc_endpoint_id: String,
    /// What people call it.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub label: String,
    /// How it is, such as `accepted`.
    #[serde(default, deserialize_with = "lenient::filled")]
    pub state: Option<String>,
    /// How many projects are restricted to it.
    pub num_restricted_projects: Option<u32>,
    /// Some of them.
    #[serde(default, deserialize_with = "lenient::or_default")]
    pub example_restricted_projects: Vec<String>,
}

/// The endpoints of private networks that one project is restricted to.
#[derive(Debug, Clone)]
pub struct ProjectVpcEndpoints {
    management: Management,
    project: ProjectId,
}

/// The endpoints of private networks of one organization.
#[derive(Debug, Clone)]
pub struct OrganizationVpcEndpoints {
    management: Management,
    organization: OrgId,
}

impl Management {
    /// The endpoints of private networks that a project is restricted to.
    #[must_use]
    pub fn vpc_endpoints(&self, project: &ProjectId) -> ProjectVpcEndpoints {
        ProjectVpcEndpoints {
            management: self.clone(),
            project: project.clone(),
        }
    }

    /// The endpoints of private networks of an organization.
    #[must_use]
    pub fn organization_vpc_endpoints(&self, organization: &OrgId) -> OrganizationVpcEndpoints {
        OrganizationVpcEndpoints {
            management: self.clone(),
            organization: organization.clone(),
        }
    }
}

impl ProjectVpcEndpoints {
    /// All of them (`GET /projects/{project_id}/vpc_endpoints`).
    pub async fn list(&self) -> Result<Reply<Vec<VpcEndpoint>>, Error> {
        let call = Call::get(
            "list the project's VPC endpoints",
            "/projects/{project_id}/vpc_endpoints",
            &[self.project.as_str()],
        )
        .in_project(&self.project);
        whole(&self.management, call).await
    }

    /// Restricts the project to one, besides others (`POST /projects/{project_id}/vpc_endpoints/{vpc_endpoint_id}`).
    pub async fn assign(&self, id: &str, label: &str) -> Result<Reply<()>, Error> {
        let call = self
            .call_one(Call::post, "restrict the project to the VPC endpoint", id)
            .json(&json!({ "label": label }))
            .if_lost("the project may have been restricted to the VPC endpoint");
        self.management.fetch_empty(call).await
    }

    /// Ends that (`DELETE /projects/{project_id}/vpc_endpoints/{vpc_endpoint_id}`).
    pub async fn delete(&self, id: &str) -> Result<Reply<()>, Error> {
        let call = self
            .call_one(Call::delete, "remove the project's VPC endpoint", id)
            .if_lost("the project's VPC endpoint may have been removed");
        self.management.fetch_empty(call).await
    }

    fn call_one(&self, begin: Begin, purpose: &'static str, id: &str) -> Call {
        begin(
            purpose,
            "/projects/{project_id}/vpc_endpoints/{vpc_endpoint_id}",
            &[self.project.as_str(), id],
        )
        .in_project(&self.project)
    }
}

impl OrganizationVpcEndpoints {
    /// Those of all regions (`GET /organizations/{org_id}/vpc/vpc_endpoints`).
    pub async fn list(&self) -> Result<Reply<Vec<VpcEndpoint>>, Error> {
        let call = Call::get(
            "list the organization's VPC endpoints",
            "/organizations/{org_id}/vpc/vpc_endpoints",
            &[self.organization.as_str()],
        );
        whole(&self.management, call).await
    }

    /// Those of one region (`GET /organizations/{org_id}/vpc/region/{region_id}/vpc_endpoints`).
    pub async fn list_of_region(&self, region: &str) -> Result<Reply<Vec<VpcEndpoint>>, Error> {
        let args = [self.organization.as_str(), region];
        let call = Call::get("list the region's VPC endpoints", OF_REGION, &args);
        whole(&self.management, call).await
    }

    /// One of them (`GET /organizations/{org_id}/vpc/region/{region_id}/vpc_endpoints/{vpc_endpoint_id}`).
    pub async fn get(&self, region: &str, id: &str) -> Result<Reply<VpcEndpointDetails>, Error> {
        let call = self.call_one(Call::get, "look up the VPC endpoint", region, id);
        self.management.fetch(call).await
    }

    /// Adds one, or gives it another label
    /// (`POST /organizations/{org_id}/vpc/region/{region_id}/vpc_endpoints/{vpc_endpoint_id}`).
    pub async fn assign(&self, region: &str, id: &str, label: &str) -> Result<Reply<()>, Error> {
        let call = self
            .call_one(Call::post, "add the VPC endpoint", region, id)
            .json(&json!({ "label": label }))
            .if_lost("the VPC endpoint may have been added");
        self.management.fetch_empty(call).await
    }

    /// Deletes one (`DELETE /organizations/{org_id}/vpc/region/{region_id}/vpc_endpoints/{vpc_endpoint_id}`).
    pub async fn delete(&self, region: &str, id: &str) -> Result<Reply<()>, Error> {
        let call = self
            .call_one(Call::delete, "delete the VPC endpoint", region, id)
            .if_lost("the VPC endpoint may have been deleted");
        self.management.fetch_empty(call).await
    }

    fn call_one(&self, begin: Begin, purpose: &'static str, region: &str, id: &str) -> Call {
        begin(purpose, ONE, &[self.organization.as_str(), region, id])
    }
}
