//! Operations of the platform that the sandbox refuses: it says so, and the client understands it.

use api::resource::data_api::{CreateDataApi, DataApiSettings};
use api::{Error, Reply};
use serde_json::{Value, json};

use super::fixture::EndpointFixture;
use super::table::{Row, row};

pub fn rows() -> Vec<Row> {
    vec![
        row!(
            "GET /projects/{project_id}/branches/{branch_id}/data-api/{database_name}",
            data_api_raw,
            data_api
        ),
        row!(
            "POST /projects/{project_id}/branches/{branch_id}/data-api/{database_name}",
            data_api_raw,
            data_api
        ),
        row!(
            "PATCH /projects/{project_id}/branches/{branch_id}/data-api/{database_name}",
            data_api_raw,
            data_api
        ),
        row!(
            "DELETE /projects/{project_id}/branches/{branch_id}/data-api/{database_name}",
            data_api_raw,
            data_api
        ),
        row!("GET /projects/{project_id}/vpc_endpoints", vpc_raw, vpc),
        row!(
            "POST /projects/{project_id}/vpc_endpoints/{vpc_endpoint_id}",
            vpc_raw,
            vpc
        ),
        row!(
            "DELETE /projects/{project_id}/vpc_endpoints/{vpc_endpoint_id}",
            vpc_raw,
            vpc
        ),
        row!(
            "GET /organizations/{org_id}/vpc/vpc_endpoints",
            vpc_raw,
            vpc
        ),
        row!(
            "GET /organizations/{org_id}/vpc/region/{region_id}/vpc_endpoints",
            vpc_raw,
            vpc
        ),
        row!(
            "GET /organizations/{org_id}/vpc/region/{region_id}/vpc_endpoints/{vpc_endpoint_id}",
            vpc_raw,
            vpc
        ),
        row!(
            "POST /organizations/{org_id}/vpc/region/{region_id}/vpc_endpoints/{vpc_endpoint_id}",
            vpc_raw,
            vpc
        ),
        row!(
            "DELETE /organizations/{org_id}/vpc/region/{region_id}/vpc_endpoints/{vpc_endpoint_id}",
            vpc_raw,
            vpc
        ),
    ]
}

/// Refused with 404 where something is looked up or deleted, and with 422 where something is wanted.
async fn refused(fixture: &EndpointFixture<'_>, what: &str, methods: &[&str], path: &str) {
    let message = format!("the sandbox has no {what}");
    for method in methods {
        let (status, body) = match *method {
            "GET" | "DELETE" => (404, Value::Null),
            _ => (422, json!({"label": "office"})),
        };
        let request = format!("{method} {path}");
        fixture.refuses(status, &message, &request, body).await;
    }
}

fn missing<T: std::fmt::Debug>(reply: Result<Reply<T>, Error>) {
    assert!(reply.unwrap_err().is_not_found());
}

fn impossible<T: std::fmt::Debug>(reply: Result<Reply<T>, Error>) {
    assert!(reply.unwrap_err().is_invalid());
}

async fn data_api_raw(fixture: &EndpointFixture<'_>) {
    let path = "/projects/{p}/branches/{b}/data-api/svcdb";
    let methods = ["GET", "POST", "PATCH", "DELETE"];
    refused(fixture, "Data API", &methods, path).await;
}

async fn data_api(fixture: &EndpointFixture<'_>) {
    let (project, branch) = (fixture.project_id(), fixture.branch_id());
    let data_api = fixture.api.data_api(&project, &branch, "svcdb");
    missing(data_api.get().await);
    impossible(data_api.create(&CreateDataApi::default()).await);
    impossible(data_api.update(&DataApiSettings::default()).await);
    missing(data_api.delete().await);
}

async fn vpc_raw(fixture: &EndpointFixture<'_>) {
    let what = "VPC endpoints";
    let of_project = "/projects/{p}/vpc_endpoints";
    let region = "/organizations/{o}/vpc/region/aws-us-east-2/vpc_endpoints";
    for list in [of_project, "/organizations/{o}/vpc/vpc_endpoints", region] {
        let request = format!("GET {list}");
        let empty = fixture.answers(200, &request, Value::Null).await;
        assert_eq!(empty, json!({"endpoints": []}), "{list}");
    }
    let one = format!("{of_project}/vpce-1");
    refused(fixture, what, &["POST", "DELETE"], &one).await;
    let one = format!("{region}/vpce-1");
    refused(fixture, what, &["GET", "POST", "DELETE"], &one).await;
}

async fn vpc(fixture: &EndpointFixture<'_>) {
    let of_project = fixture.api.vpc_endpoints(&fixture.project_id());
    assert_eq!(of_project.list().await.unwrap().value, vec![]);
    impossible(of_project.assign("vpce-1", "office").await);
    missing(of_project.delete("vpce-1").await);
    let endpoints = fixture.api.organization_vpc_endpoints(&fixture.org_id());
    let region = "aws-us-east-2";
    assert_eq!(endpoints.list().await.unwrap().value, vec![]);
    assert_eq!(
        endpoints.list_of_region(region).await.unwrap().value,
        vec![]
    );
    missing(endpoints.get(region, "vpce-1").await);
    impossible(endpoints.assign(region, "vpce-1", "office").await);
    missing(endpoints.delete(region, "vpce-1").await);
}
