//! Keys of three kinds: who makes them, what they open, who revokes them.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::management::Management;
use crate::support::replies::{ok, refused};
use crate::support::test_sandbox::text;
use crate::support::{Reply, TestSandbox, http};

const UNAUTHORIZED: &str = "supplied credentials do not pass authentication";
const NOT_FOR_ORGANIZATIONS: &str = "not allowed for organization API keys";

fn out_of_scope(project: &str) -> String {
    format!(
        "not allowed to perform actions outside the project this key is scoped to; subject_project_id:\"{project}\""
    )
}

fn sees(list: &Reply) -> Vec<String> {
    let body = ok(list);
    let projects = body["projects"].as_array().unwrap();
    projects
        .iter()
        .map(|it| text(it, "id").to_owned())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_personal_key_is_made_shown_once_used_and_revoked_for_good() {
    let sandbox = TestSandbox::without_servers().await;
    let ana = sandbox.person("ana").await;
    let reply = ana
        .caller
        .post("/api_keys", &json!({"key_name": "laptop"}))
        .await;
    let made = ok(&reply);
    let (id, token) = (made["id"].as_i64().unwrap(), text(&made, "key"));
    assert!(token.starts_with("napi_") && token.len() > 40);
    assert_eq!(
        (text(&made, "name"), text(&made, "created_by")),
        ("laptop", ana.id.as_str())
    );
    let list = ok(&ana.caller.get("/api_keys").await);
    let listed = list.as_array().unwrap();
    assert_eq!(listed.len(), 2, "{list}");
    let mut shown = listed.iter().find(|it| it["id"] == id).unwrap().clone();
    assert!(text(&shown, "created_at").ends_with('Z'));
    shown.as_object_mut().unwrap().remove("created_at");
    let creator = json!({"id": ana.id, "name": "ana", "image": ""});
    assert_eq!(
        shown,
        json!({"id": id, "name": "laptop", "created_by": creator, "last_used_at": null, "last_used_from_addr": ""})
    );
    let key = Management::with(&sandbox, token);
    let before = sandbox.running.now().timestamp();
    let identity = ok(&key.get("/auth").await);
    assert_eq!(
        identity,
        json!({"account_id": ana.id, "auth_method": "api_key_user", "auth_data": id.to_string()})
    );
    let list = ok(&ana.caller.get("/api_keys").await);
    let used = list
        .as_array()
        .unwrap()
        .iter()
        .find(|it| it["id"] == id)
        .unwrap();
    let at: chrono::DateTime<chrono::Utc> = text(used, "last_used_at").parse().unwrap();
    assert!((before..=before + 60).contains(&at.timestamp()));
    assert_eq!(text(used, "last_used_from_addr"), "127.0.0.1");
    let revoked = ok(&ana.caller.delete(&format!("/api_keys/{id}")).await);
    for (field, value) in [
        ("id", json!(id)),
        ("name", json!("laptop")),
        ("revoked", json!(true)),
        ("created_by", json!(ana.id)),
        ("last_used_at", used["last_used_at"].clone()),
        ("last_used_from_addr", json!("127.0.0.1")),
    ] {
        assert_eq!(revoked[field], value, "{field}");
    }
    for _ in 0..2 {
        refused(&key.get("/auth").await, 401, UNAUTHORIZED);
    }
    let again = ana.caller.delete(&format!("/api_keys/{id}")).await;
    refused(&again, 404, "API key not found");
    let list = ok(&ana.caller.get("/api_keys").await);
    assert_eq!(list.as_array().unwrap().len(), 1);
    let token = token.to_owned();
    let sandbox = sandbox.again(|config| config.servers = false).await;
    refused(
        &Management::with(&sandbox, &token).get("/auth").await,
        401,
        UNAUTHORIZED,
    );
    let list = ok(&Management::with(&sandbox, &ana.key).get("/api_keys").await);
    assert_eq!(text(&list[0], "last_used_from_addr"), "127.0.0.1", "kept");
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_token_is_nowhere_on_the_disk() {
    let sandbox = TestSandbox::without_servers().await;
    let ana = sandbox.person("ana").await;
    let (_, token) = ana
        .caller
        .makes_key("/api_keys", &json!({"key_name": "k"}))
        .await;
    sandbox.running.stop().await;
    let mut looked_at = 0;
    for file in std::fs::read_dir(sandbox.folder.path()).unwrap().flatten() {
        let Ok(bytes) = std::fs::read(file.path()) else {
            continue;
        };
        looked_at += 1;
        let found = bytes
            .windows(token.len())
            .any(|part| part == token.as_bytes());
        assert!(!found, "{:?}", file.path());
    }
    assert!(looked_at > 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_a_good_key_every_call_is_refused() {
    let sandbox = TestSandbox::without_servers().await;
    let good = format!("Bearer {}", sandbox.running.key);
    for value in [
        "",
        "Bearer",
        "Bearer ",
        "Bearer napi_wrong",
        "Basic Zm9vOmJhcg==",
    ] {
        let headers = [("authorization", value)];
        for path in [
            "/auth",
            "/users/me",
            "/api_keys",
            "/projects",
            "/organizations/x/api_keys",
        ] {
            let path = format!("/api/v2{path}");
            let reply = http::send(sandbox.url(), "GET", &path, &headers, b"").await;
            refused(&reply, 401, UNAUTHORIZED);
        }
    }
    let missing = sandbox.get("/api/v2/auth").await;
    refused(&missing, 401, UNAUTHORIZED);
    let headers = [
        ("authorization", good.as_str()),
        ("cookie", "zenith=other; keycloak_token=other"),
    ];
    let reply = http::send(sandbox.url(), "GET", "/api/v2/auth", &headers, b"").await;
    ok(&reply);
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn names_have_1_to_64_characters() {
    let sandbox = TestSandbox::without_servers().await;
    let ana = sandbox.person("ana").await;
    let of_organization = format!("/organizations/{}/api_keys", ana.organization);
    for path in ["/api_keys", of_organization.as_str()] {
        for (body, is_taken) in [
            (json!({"key_name": "ä".repeat(64)}), true),
            (json!({"key_name": "ä".repeat(65)}), false),
            (json!({"key_name": ""}), false),
            (json!({"key_name": 5}), false),
            (json!({}), false),
        ] {
            let reply = ana.caller.post(path, &body).await;
            let message = reply.json()["message"].as_str().unwrap_or("").to_owned();
            let refused = reply.status == 400 && message.starts_with("invalid request: ");
            assert!(
                if is_taken {
                    reply.status == 200
                } else {
                    refused
                },
                "{body}: {message}"
            );
        }
    }
    let reply = ana.caller.delete("/api_keys/seven").await;
    assert_eq!(reply.status, 400, "{}", reply.body);
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_administrators_make_keys_of_an_organization() {
    let sandbox = TestSandbox::without_servers().await;
    let (ana, ben, cem) = (
        sandbox.person("ana").await,
        sandbox.person("ben").await,
        sandbox.person("cem").await,
    );
    sandbox.joins(&ana.organization, &ben.id, "member").await;
    let path = format!("/organizations/{}/api_keys", ana.organization);
    let body = json!({"key_name": "ci"});
    let made = ok(&ana.caller.post(&path, &body).await);
    assert!(made.get("project_id").is_none(), "{made}");
    assert_eq!(
        (text(&made, "name"), text(&made, "created_by")),
        ("ci", ana.id.as_str())
    );
    assert!(text(&made, "created_at").ends_with('Z'));
    let id = made["id"].as_i64().unwrap();
    let key = Management::with(&sandbox, text(&made, "key"));
    refused(
        &ben.caller.post(&path, &body).await,
        403,
        "only administrators of the organization may do this",
    );
    refused(
        &cem.caller.post(&path, &body).await,
        404,
        "organization not found",
    );
    refused(&key.post(&path, &body).await, 404, NOT_FOR_ORGANIZATIONS);
    refused(
        &key.post("/api_keys", &body).await,
        404,
        NOT_FOR_ORGANIZATIONS,
    );
    refused(&key.get("/api_keys").await, 404, NOT_FOR_ORGANIZATIONS);
    refused(&key.get("/users/me").await, 404, NOT_FOR_ORGANIZATIONS);
    refused(
        &key.get("/users/me/organizations").await,
        404,
        NOT_FOR_ORGANIZATIONS,
    );
    let identity = ok(&key.get("/auth").await);
    assert_eq!(
        (
            text(&identity, "account_id"),
            text(&identity, "auth_method")
        ),
        (ana.organization.as_str(), "api_key_org")
    );
    let listed = ok(&ben.caller.get(&path).await);
    assert_eq!(
        (listed.as_array().unwrap().len(), &listed[0]["id"]),
        (1, &json!(id))
    );
    assert_eq!(listed[0]["created_by"]["id"], ana.id.as_str());
    assert_eq!(text(&listed[0], "last_used_from_addr"), "127.0.0.1");
    refused(&cem.caller.get(&path).await, 404, "organization not found");
    // Who may revoke it, by either route.
    let (one, other) = (format!("/api_keys/{id}"), format!("{path}/{id}"));
    let elsewhere = format!("/organizations/{}/api_keys/{id}", cem.organization);
    for route in [&one, &other] {
        refused(
            &ben.caller.delete(route).await,
            403,
            "only administrators of the organization may do this",
        );
        refused(&key.delete(route).await, 404, NOT_FOR_ORGANIZATIONS);
    }
    refused(&cem.caller.delete(&one).await, 404, "API key not found");
    refused(
        &cem.caller.delete(&elsewhere).await,
        404,
        "API key not found",
    );
    refused(
        &cem.caller.delete(&other).await,
        404,
        "organization not found",
    );
    let role = format!(
        "/sandbox/organizations/{}/members/{}",
        ana.organization, ben.id
    );
    assert_eq!(
        sandbox
            .admin("PATCH", &role, r#"{"role":"admin"}"#)
            .await
            .status,
        200
    );
    let (second, _) = ben.caller.makes_key(&path, &body).await;
    let revoked = ok(&ben.caller.delete(&one).await);
    assert_eq!(
        (&revoked["id"], &revoked["revoked"]),
        (&json!(id), &json!(true))
    );
    refused(&key.get("/auth").await, 401, UNAUTHORIZED);
    let revoked = ok(&ana.caller.delete(&format!("{path}/{second}")).await);
    assert_eq!(revoked["last_used_at"], Value::Null);
    assert_eq!(revoked["last_used_from_addr"], "");
    assert_eq!(ok(&ana.caller.get(&path).await), json!([]));
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_personal_key_is_revoked_by_its_owner_alone() {
    let sandbox = TestSandbox::without_servers().await;
    let (ana, ben) = (sandbox.person("ana").await, sandbox.person("ben").await);
    sandbox.joins(&ana.organization, &ben.id, "member").await;
    let (id, token) = ben
        .caller
        .makes_key("/api_keys", &json!({"key_name": "k"}))
        .await;
    let path = format!("/api_keys/{id}");
    refused(&ana.caller.delete(&path).await, 404, "API key not found");
    let through = format!("/organizations/{}/api_keys/{id}", ana.organization);
    refused(&ana.caller.delete(&through).await, 404, "API key not found");
    ok(&Management::with(&sandbox, &token).delete(&path).await);
    refused(
        &Management::with(&sandbox, &token).delete(&path).await,
        401,
        UNAUTHORIZED,
    );
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_of_key_opens_what_it_is_for() {
    let sandbox = TestSandbox::without_servers().await;
    let (ana, ben) = (sandbox.person("ana").await, sandbox.person("ben").await);
    let first = json!({"name": "first", "org_id": ana.organization});
    let second = json!({"name": "second", "org_id": ana.organization});
    let others = json!({"name": "others", "org_id": ben.organization});
    let (first, _) = ana.caller.makes_project(&first).await;
    let (second, _) = ana.caller.makes_project(&second).await;
    let (others, _) = ben.caller.makes_project(&others).await;
    let one = |project: &str| format!("/projects/{project}");
    let path = format!("/organizations/{}/api_keys", ana.organization);
    let (_, token) = ana
        .caller
        .makes_key(&path, &json!({"key_name": "all"}))
        .await;
    let of_organization = Management::with(&sandbox, &token);
    let mut all = vec![first.clone(), second.clone()];
    all.sort();
    assert_eq!(sees(&of_organization.get("/projects").await), all);
    refused(
        &of_organization.get(&one(&others)).await,
        404,
        "project not found",
    );
    // A member joins, sees the organization's projects besides the own ones, and leaves.
    refused(
        &ben.caller.get(&one(&first)).await,
        404,
        "project not found",
    );
    sandbox.joins(&ana.organization, &ben.id, "member").await;
    ok(&ben.caller.get(&one(&first)).await);
    let wanted = json!({"key_name": "one", "project_id": first});
    let made = ok(&ben.caller.post(&path, &wanted).await);
    assert_eq!(text(&made, "project_id"), first);
    let of_project = Management::with(&sandbox, text(&made, "key"));
    sandbox.leaves(&ana.organization, &ben.id).await;
    refused(
        &ben.caller.get(&one(&first)).await,
        404,
        "project not found",
    );
    ok(&ben.caller.get(&one(&others)).await);
    assert_eq!(sees(&ben.caller.get("/projects").await), [others.as_str()]);
    // The key that the member made for one project stays.
    let identity = ok(&of_project.get("/auth").await);
    assert_eq!(
        (
            text(&identity, "account_id"),
            text(&identity, "auth_method")
        ),
        (ana.organization.as_str(), "api_key_org")
    );
    ok(&of_project.get(&one(&first)).await);
    let message = out_of_scope(&first);
    refused(&of_project.get(&one(&second)).await, 404, &message);
    refused(&of_project.delete(&one(&first)).await, 404, &message);
    let new = json!({"project": {"name": "new"}});
    refused(&of_project.post("/projects", &new).await, 404, &message);
    for path in [
        path.as_str(),
        &format!("/organizations/{}", ana.organization),
        &format!("/organizations/{}/members", ana.organization),
        "/api_keys",
        "/users/me",
    ] {
        refused(&of_project.get(path).await, 404, &message);
    }
    refused(&of_project.post(&path, &wanted).await, 404, &message);
    refused(&of_project.post("/api_keys", &wanted).await, 404, &message);
    // A project of another organization, or none, gets no key here.
    for project in [&others, "no-such-00000000"] {
        let wanted = json!({"key_name": "k", "project_id": project});
        refused(
            &ana.caller.post(&path, &wanted).await,
            404,
            "project not found",
        );
    }
    let listed = ok(&ana.caller.get(&path).await);
    let listed = listed.as_array().unwrap();
    assert_eq!(
        listed
            .iter()
            .filter(|it| it["project_id"] == first.as_str())
            .count(),
        1
    );
    let id = made["id"].as_i64().unwrap();
    let revoked = ok(&ana.caller.delete(&format!("/api_keys/{id}")).await);
    assert_eq!(text(&revoked, "project_id"), first);
    refused(&of_project.get(&one(&first)).await, 401, UNAUTHORIZED);
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_key_for_one_project_ends_when_the_project_leaves_the_organization() {
    let sandbox = TestSandbox::without_servers().await;
    let (ana, ben) = (sandbox.person("ana").await, sandbox.person("ben").await);
    let wanted = json!({"name": "moves", "org_id": ana.organization});
    let (project, _) = ana.caller.makes_project(&wanted).await;
    let path = format!("/organizations/{}/api_keys", ana.organization);
    let (_, token) = ana
        .caller
        .makes_key(&path, &json!({"key_name": "one", "project_id": project}))
        .await;
    let (_, all) = ana
        .caller
        .makes_key(&path, &json!({"key_name": "all"}))
        .await;
    let (of_project, of_organization) = (
        Management::with(&sandbox, &token),
        Management::with(&sandbox, &all),
    );
    let one = format!("/projects/{project}");
    let move_to = format!("/sandbox/projects/{project}/move");
    let to = |organization: &str| json!({"organization_id": organization}).to_string();
    assert_eq!(
        sandbox
            .admin("POST", &move_to, &to(&ana.organization))
            .await
            .status,
        204
    );
    ok(&of_project.get(&one).await);
    assert_eq!(
        sandbox
            .admin("POST", &move_to, &to(&ben.organization))
            .await
            .status,
        204
    );
    refused(&of_project.get(&one).await, 401, UNAUTHORIZED);
    refused(&of_organization.get(&one).await, 404, "project not found");
    refused(&ana.caller.get(&one).await, 404, "project not found");
    ok(&ben.caller.get(&one).await);
    assert_eq!(
        ok(&ana.caller.get(&path).await).as_array().unwrap().len(),
        1
    );
    assert_eq!(
        sandbox
            .admin("POST", &move_to, &to(&ana.organization))
            .await
            .status,
        204
    );
    refused(&of_project.get(&one).await, 401, UNAUTHORIZED);
    ok(&of_organization.get(&one).await);
    let nowhere = sandbox
        .admin("POST", &move_to, &to("org-no-such-00000000"))
        .await;
    refused(&nowhere, 404, "organization not found");
    sandbox.stop().await;
}

/// So few that any machine meets them; the platform's own numbers have their test beside the rule.
#[tokio::test(flavor = "multi_thread")]
async fn rates_are_limited_by_the_sandboxs_clock() {
    let sandbox = TestSandbox::with(|config| {
        config.servers = false;
        config.rate_limits = Some(sandbox::RateLimits {
            per_minute: 700,
            per_second: 3,
            organization_keys_per_second: 1,
        });
    })
    .await;
    let (ana, ben) = (sandbox.person("ana").await, sandbox.person("ben").await);
    let path = format!("/organizations/{}/api_keys", ana.organization);
    sandbox.advance(Duration::from_secs(2)).await;
    let begun = sandbox.running.now();
    let calls = (0..30).map(|_| ana.caller.get("/auth"));
    let replies = futures::future::join_all(calls).await;
    let seconds = usize::try_from((sandbox.running.now() - begun).num_seconds()).unwrap();
    let with = |status: u16| replies.iter().filter(|it| it.status == status).count();
    // Three pass in any second, of which the first and the last may be begun.
    let passed = with(200);
    assert!(
        (3..=3 * (seconds + 2)).contains(&passed),
        "{passed} in {seconds} s"
    );
    assert_eq!(with(200) + with(429), replies.len());
    let limited = replies.iter().find(|it| it.status == 429);
    refused(limited.expect("a limit"), 429, "rate limit exceeded");
    // Other routes and other keys go on.
    ok(&ana.caller.get("/users/me").await);
    ok(&ben.caller.get("/auth").await);
    sandbox.advance(Duration::from_secs(1)).await;
    ok(&ana.caller.get("/auth").await);
    sandbox.advance(Duration::from_secs(1)).await;
    let wanted = json!({"key_name": "k"});
    let calls = (0..12).map(|_| ana.caller.post(&path, &wanted));
    let replies = futures::future::join_all(calls).await;
    let limited = replies.iter().find(|it| it.status == 429);
    refused(limited.expect("a limit"), 429, "rate limit exceeded");
    let all = ok(&ana.caller.get(&path).await);
    let made = replies.iter().filter(|it| it.status == 200).count();
    assert_eq!(
        all.as_array().unwrap().len(),
        made,
        "a refused call makes none"
    );
    // The sandbox's own routes have no rates.
    let user = r#"{"email":"x@example.com"}"#;
    assert_eq!(
        sandbox.admin("POST", "/sandbox/users", user).await.status,
        201
    );
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_minute_takes_700_requests_of_a_key() {
    let sandbox = TestSandbox::without_servers().await;
    let owner = Management::of(&sandbox);
    let mut taken = 0;
    // Ends where the first is refused, which the count then is about.
    'all: for _ in 0..60 {
        for path in ["/auth", "/users/me", "/api_keys"] {
            let calls = (0..13).map(|_| owner.get(path));
            for reply in futures::future::join_all(calls).await {
                if reply.status == 429 {
                    break 'all;
                }
                ok(&reply);
                taken += 1;
            }
        }
        sandbox.advance(Duration::from_secs(1)).await;
    }
    assert!((688..=700).contains(&taken), "{taken}");
    refused(
        &owner.get("/users/me/organizations").await,
        429,
        "rate limit exceeded",
    );
    sandbox.advance(Duration::from_secs(60)).await;
    ok(&owner.get("/auth").await);
    sandbox.stop().await;
}
