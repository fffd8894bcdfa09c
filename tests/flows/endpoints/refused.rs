//! Who is not let in, and what is not there.

use serde_json::{Value, json};
use testkit::http::{self, Reply};

use super::fixture::{EndpointFixture, Walk, text};
use super::list;

/// A request of an endpoint's form, with ids that are nobody's.
fn request(endpoint: &str) -> (String, String) {
    let (method, path) = endpoint.split_once(' ').unwrap();
    let path = path
        .replace("{project_id}", "quiet-meadow-00000000")
        .replace("{branch_id}", "br-quiet-meadow-00000000")
        .replace("{endpoint_id}", "ep-quiet-meadow-00000000")
        .replace("{org_id}", "org-quiet-meadow-00000000")
        .replace("{operation_id}", "00000000-0000-4000-8000-000000000000")
        .replace("{auth_provider}", "provider_one")
        .replace("{oauth_provider_id}", "google")
        .replace("{key_id}", "1");
    (method.to_owned(), format!("/api/v2{path}"))
}

async fn send(walk: &Walk, endpoint: &str, authorization: Option<&str>) -> Reply {
    let (method, path) = request(endpoint);
    let mut headers = vec![("Content-Type", "application/json")];
    headers.extend(authorization.map(|it| ("Authorization", it)));
    http::send(&walk.sandbox.instant_url, &method, &path, &headers, "{}").await
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_opens_without_a_key_that_is_good() {
    let walk = Walk::start().await;
    let fixture = EndpointFixture::fresh(&walk).await;
    let made = fixture
        .prepare("POST /api_keys", json!({"key_name": "old"}))
        .await;
    let revoked = format!("DELETE /api_keys/{}", made["id"]);
    let token = format!("Bearer {}", text(&made, "key"));
    let good = send(&walk, "GET /auth", Some(&token)).await;
    assert_eq!(good.status, 200, "{}", good.body);
    fixture.prepare(&revoked, Value::Null).await;
    let key = &walk.sandbox.key;
    let lowered = format!("bearer {key}");
    assert_eq!(send(&walk, "GET /auth", Some(&lowered)).await.status, 200);
    let none_of_them = [
        None,
        Some(String::new()),
        Some("Bearer".to_owned()),
        Some("Bearer napi_nobody".to_owned()),
        Some(format!("Basic {key}")),
        Some(format!("Bearer {key}x")),
        Some(format!("Bearer {}", walk.sandbox.admin_key)),
        Some(token),
    ];
    for (endpoint, _) in list::all() {
        for authorization in &none_of_them {
            let reply = send(&walk, endpoint, authorization.as_deref()).await;
            assert_eq!(reply.status, 401, "{endpoint}: {}", reply.body);
            let error = reply.json();
            let message = "supplied credentials do not pass authentication";
            assert_eq!(
                (&error["message"], &error["code"]),
                (&json!(message), &json!(""))
            );
        }
    }
    // The cookies that the platform's own clients send beside the key open nothing.
    let cookie = format!("zenith={key}; keycloak_token={key}");
    let headers = [("Cookie", cookie.as_str())];
    let reply = http::send(
        &walk.sandbox.instant_url,
        "GET",
        "/api/v2/auth",
        &headers,
        "",
    )
    .await;
    assert_eq!(reply.status, 401);
    walk.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_route_that_does_not_exist_says_so() {
    let walk = Walk::start().await;
    let fixture = EndpointFixture::fresh(&walk).await;
    for unknown in [
        "GET /",
        "GET /project",
        "PUT /projects",
        "PUT /projects/{p}",
        "PUT /projects/{p}/snapshots",
        "GET /projects/{p}/branches/{b}/masking_rules",
        "POST /projects/{p}/operations",
        "PATCH /projects/{p}/branches/{b}/roles/svcdb_owner",
        "GET /projects/auth/keys",
        "DELETE /api_keys",
        "GET /api_keys/1",
        "POST /organizations/{o}/members",
        "DELETE /users/me",
        "GET /projects/{p}/",
    ] {
        let error = fixture.refuses(404, "", unknown, Value::Null).await;
        assert_eq!(error["message"], "this route does not exist", "{unknown}");
        assert_eq!(error["code"], "", "{unknown}");
    }
    walk.stop().await;
}
