//! Operations of the platform that the sandbox refuses.

use serde_json::json;

use crate::support::replies::{ok, refused};
use crate::support::test_project::TestProject;
use crate::support::test_sandbox::text;

#[tokio::test(flavor = "multi_thread")]
async fn a_data_api_and_vpc_endpoints_are_refused_by_name() {
    let project = TestProject::without_servers().await;
    let api = &project.api;
    let mine = ok(&api.get("/users/me/organizations").await);
    let organization = text(&mine["organizations"][0], "id");
    let data_api = project.path(&format!("/branches/{}/data-api/svcdb", project.branch));
    let of_project = project.path("/vpc_endpoints");
    let vpc = format!("/organizations/{organization}/vpc");
    let region = format!("{vpc}/region/aws-us-east-2/vpc_endpoints");
    for (method, path, status, what) in [
        ("GET", data_api.clone(), 404, "Data API"),
        ("POST", data_api.clone(), 422, "Data API"),
        ("PATCH", data_api.clone(), 422, "Data API"),
        ("DELETE", data_api, 404, "Data API"),
        ("POST", format!("{of_project}/vpce-1"), 422, "VPC endpoints"),
        (
            "DELETE",
            format!("{of_project}/vpce-1"),
            404,
            "VPC endpoints",
        ),
        ("GET", format!("{region}/vpce-1"), 404, "VPC endpoints"),
        ("POST", format!("{region}/vpce-1"), 422, "VPC endpoints"),
        ("DELETE", format!("{region}/vpce-1"), 404, "VPC endpoints"),
    ] {
        let body = json!({"label": "office"}).to_string();
        let reply = api.send(method, &path, body.as_bytes()).await;
        refused(&reply, status, &format!("the sandbox has no {what}"));
    }
    for list in [of_project, format!("{vpc}/vpc_endpoints"), region] {
        assert_eq!(
            ok(&api.get(&list).await),
            json!({"endpoints": []}),
            "{list}"
        );
    }
    for (path, message) in [
        (
            project.path("/branches/br-no-such-00000000/data-api/svcdb"),
            "branch not found",
        ),
        (
            "/projects/no-such-00000000/vpc_endpoints".to_owned(),
            "project not found",
        ),
        (
            "/organizations/org-no-such-00000000/vpc/vpc_endpoints".to_owned(),
            "organization not found",
        ),
    ] {
        refused(&api.get(&path).await, 404, message);
    }
    project.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn storage_and_ai_gateway_are_refused_with_a_reason() {
    let project = TestProject::without_servers().await;
    let missing = "/branches/br-no-such-00000000";
    let branch = format!("/branches/{}", project.branch);
    for (path, reason) in [
        (format!("{branch}/storage"), "region_unavailable"),
        (format!("{branch}/ai_gateway"), "ai_gateway_unavailable"),
        (format!("{missing}/storage"), "branch_not_found"),
        (format!("{missing}/ai_gateway"), "branch_not_found"),
    ] {
        let reply = project.api.get(&project.path(&path)).await;
        assert_eq!(reply.status, 404, "{path}");
        assert_eq!(reply.json()["reason"], reason, "{path}");
    }
    project.sandbox.stop().await;
}
