//! Addresses of keys whose tokens a project takes.

use serde_json::{Value, json};

use crate::support::management::Management;
use crate::support::replies::{made, ok, refused};
use crate::support::test_project::{TestProject, steps};
use crate::support::test_sandbox::text;

const URL: &str = "https://keys.example.com/jwks.json";

fn invalid(what: &str) -> String {
    format!("invalid request: {what}")
}

#[tokio::test(flavor = "multi_thread")]
async fn keys_are_added_once_listed_and_deleted() {
    let project = TestProject::without_servers().await;
    let child = project.branch("child").await;
    let child = text(&child["branch"], "id").to_owned();
    assert_eq!(ok(&project.get("/jwks").await), json!({"jwks": []}));
    let least = json!({"jwks_url": URL, "provider_name": "Clerk"});
    let added = made(&project.post("/jwks", &least).await, 201);
    // Both computes hear of it.
    assert_eq!(
        steps(&added),
        ["apply_config running", "apply_config scheduling"]
    );
    let first = added["jwks"].clone();
    let mut shown = first.clone();
    let fields = shown.as_object_mut().unwrap();
    let id = fields.remove("id").unwrap();
    for field in ["created_at", "updated_at"] {
        let at = fields.remove(field).unwrap();
        assert!(at.as_str().unwrap().ends_with('Z'), "{field}");
    }
    assert_eq!(
        shown,
        json!({"project_id": project.project, "jwks_url": URL, "provider_name": "Clerk"})
    );
    project.wait_for_operations().await;

    let full = json!({
        "jwks_url": URL, "provider_name": "Auth0", "branch_id": child, "jwt_audience": "shop",
        "role_names": ["svcdb_owner"], "skip_role_creation": true,
    });
    let reply = project.post("/jwks", &full).await;
    let added = project.done(201, reply).await;
    assert_eq!(added["operations"].as_array().unwrap().len(), 1);
    for field in ["branch_id", "jwt_audience", "role_names"] {
        assert_eq!(added["jwks"][field], full[field], "{field}");
    }
    for body in [&least, &full] {
        refused(
            &project.post("/jwks", body).await,
            409,
            "JWKS URL already exists",
        );
    }
    let listed = ok(&project.get("/jwks").await);
    assert_eq!(listed, json!({"jwks": [first, added["jwks"]]}));

    let TestProject {
        sandbox,
        project: project_id,
        ..
    } = project;
    let sandbox = sandbox.again(|config| config.servers = false).await;
    let owner = Management::of(&sandbox);
    let all = format!("/projects/{project_id}/jwks");
    assert_eq!(ok(&owner.get(&all).await), listed);
    let one = format!("{all}/{}", id.as_str().unwrap());
    assert_eq!(ok(&owner.delete(&one).await), first);
    refused(&owner.delete(&one).await, 404, "JWKS not found");
    let left = ok(&owner.get(&all).await);
    assert_eq!(left, json!({"jwks": [added["jwks"]]}));
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_keys_are_added_with_must_be_right() {
    let project = TestProject::without_servers().await;
    let good = json!({"jwks_url": URL, "provider_name": "Clerk"});
    let many: Vec<Value> = (0..11).map(|_| json!("svcdb_owner")).collect();
    for (field, value, status, message) in [
        (
            "jwks_url",
            json!("http://keys.example.com"),
            400,
            invalid("jwks_url: an https address is needed, such as https://example.com/jwks.json"),
        ),
        (
            "jwks_url",
            json!("keys"),
            400,
            invalid("jwks_url: an https address is needed, such as https://example.com/jwks.json"),
        ),
        (
            "jwks_url",
            json!("https://user:secret@keys.example.com/jwks.json"),
            400,
            invalid("jwks_url: the address must be without user and password"),
        ),
        (
            "jwks_url",
            json!("https://user@keys.example.com/jwks.json"),
            400,
            invalid("jwks_url: the address must be without user and password"),
        ),
        (
            "jwks_url",
            json!(null),
            400,
            invalid("decode application/json: invalid: jwks_url (null is not a value)"),
        ),
        (
            "provider_name",
            json!(""),
            400,
            invalid("provider_name: must have 1 to 256 characters"),
        ),
        (
            "jwt_audience",
            json!(""),
            400,
            invalid("jwt_audience: must have 1 to 256 characters"),
        ),
        (
            "role_names",
            json!(many),
            400,
            invalid("role_names: there may be at most 10"),
        ),
        (
            "role_names",
            json!(["nobody"]),
            404,
            "role not found; role_name:\"nobody\"".to_owned(),
        ),
        (
            "branch_id",
            json!("br-no-such-00000000"),
            404,
            "branch not found".to_owned(),
        ),
    ] {
        let mut body = good.clone();
        body[field] = value;
        let reply = project.post("/jwks", &body).await;
        assert_eq!(
            (reply.status, text(&reply.json(), "message")),
            (status, message.as_str()),
            "{body}"
        );
    }
    refused(
        &project.post("/jwks", &json!({"jwks_url": URL})).await,
        400,
        &invalid("decode application/json: invalid: provider_name (field required)"),
    );
    let ana = project.sandbox.person("ana").await;
    let path = project.path("/jwks");
    refused(&ana.caller.get(&path).await, 404, "project not found");
    refused(
        &ana.caller.post(&path, &good).await,
        404,
        "project not found",
    );
    assert_eq!(ok(&project.get("/jwks").await), json!({"jwks": []}));
    project.sandbox.stop().await;
}
