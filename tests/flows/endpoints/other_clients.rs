//! What other clients of the platform do, and the sandbox takes.

use testkit::http::{self, Reply};

use super::fixture::{EndpointFixture, Walk};

async fn send(
    walk: &Walk,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Reply {
    http::send(&walk.sandbox.instant_url, method, path, headers, body).await
}

#[tokio::test(flavor = "multi_thread")]
async fn other_clients_are_understood() {
    let walk = Walk::start().await;
    let fixture = EndpointFixture::fresh(&walk).await;
    let (key, project) = (&walk.sandbox.key, &fixture.project);
    let bearer = format!("Bearer {key}");
    // The platform's own tools send the key in two cookies as well.
    let cookies = format!("zenith={key}; keycloak_token={key}; other=1");
    let one = format!("/api/v2/projects/{project}");
    let headers = [
        ("Authorization", bearer.as_str()),
        ("Cookie", cookies.as_str()),
        ("User-Agent", "neonctl/2.27.0"),
    ];
    assert_eq!(send(&walk, "GET", &one, &headers, "").await.status, 200);

    let authorized = [("Authorization", bearer.as_str())];
    for pooled in ["True", "true", "1", "False", "f", "0"] {
        let path = format!(
            "{one}/connection_uri?database_name=svcdb&role_name=svcdb_owner&pooled={pooled}"
        );
        let reply = send(&walk, "GET", &path, &authorized, "").await;
        assert_eq!(reply.status, 200, "pooled={pooled}: {}", reply.body);
    }
    let path =
        format!("{one}/connection_uri?database_name=svcdb&role_name=svcdb_owner&pooled=perhaps");
    assert_eq!(send(&walk, "GET", &path, &authorized, "").await.status, 400);
    let unknown = send(
        &walk,
        "GET",
        &format!("{one}?fields=all&_=1"),
        &authorized,
        "",
    )
    .await;
    assert_eq!(unknown.status, 200, "{}", unknown.body);

    // What somebody calls a request is said again, in good replies and in errors.
    let named = [
        ("Authorization", bearer.as_str()),
        ("X-Request-ID", "0a1b2c3d4e5f"),
    ];
    let good = send(&walk, "GET", &one, &named, "").await;
    assert_eq!(good.header("x-neon-ret-request-id"), Some("0a1b2c3d4e5f"));
    let json = Some("application/json; charset=utf-8");
    assert_eq!(good.header("content-type"), json);
    let bad = send(
        &walk,
        "GET",
        "/api/v2/projects/quiet-meadow-00000000",
        &named,
        "",
    )
    .await;
    assert_eq!(bad.header("content-type"), json);
    assert_eq!(bad.json()["request_id"], "0a1b2c3d4e5f");
    assert_eq!(bad.header("x-neon-ret-request-id"), Some("0a1b2c3d4e5f"));

    // Fields that nobody knows, and no word about what the body is.
    let body = r#"{"project": {"name": "taken", "wish": {"a": null}}, "more": null}"#;
    for content_type in [Some("application/json; charset=utf-8"), None] {
        let mut headers = vec![("Authorization", bearer.as_str())];
        headers.extend(content_type.map(|it| ("Content-Type", it)));
        let made = send(&walk, "POST", "/api/v2/projects", &headers, body).await;
        assert_eq!(made.status, 201, "{content_type:?}: {}", made.body);
        walk.rest().await;
    }
    let text = [
        ("Authorization", bearer.as_str()),
        ("Content-Type", "text/plain"),
    ];
    let refused = send(&walk, "POST", "/api/v2/projects", &text, body).await;
    assert_eq!(refused.status, 415, "{}", refused.body);
    let broken = send(
        &walk,
        "POST",
        "/api/v2/projects",
        &authorized,
        "{\"project\": {",
    )
    .await;
    assert_eq!(broken.status, 400, "{}", broken.body);
    let message = broken.json()["message"].as_str().unwrap().to_owned();
    assert!(
        message.starts_with("invalid request: decode application/json:"),
        "{message}"
    );
    walk.stop().await;
}
