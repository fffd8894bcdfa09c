//! Users, organizations and their members.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::TestSandbox;
use crate::support::management::Management;
use crate::support::replies::{ok, refused};
use crate::support::test_sandbox::text;

#[tokio::test(flavor = "multi_thread")]
async fn the_first_key_belongs_to_the_first_user() {
    let sandbox = TestSandbox::without_servers().await;
    let owner = Management::of(&sandbox);
    let identity = ok(&owner.get("/auth").await);
    assert_eq!(text(&identity, "auth_method"), "api_key_user");
    let me = ok(&owner.get("/users/me").await);
    assert_eq!(me["id"], identity["account_id"]);
    assert_eq!(text(&me, "email"), "owner@sandbox.localhost");
    for (field, is_right) in [
        ("login", me["login"] == me["email"]),
        ("name", me["name"].is_string()),
        ("last_name", me["last_name"].is_string()),
        ("image", me["image"].is_string()),
        ("plan", me["plan"].is_string()),
        ("projects_limit", me["projects_limit"].is_i64()),
        ("branches_limit", me["branches_limit"].is_i64()),
        (
            "max_autoscaling_limit",
            me["max_autoscaling_limit"].is_number(),
        ),
        ("active_seconds_limit", me["active_seconds_limit"].is_i64()),
        (
            "auth_accounts",
            me["auth_accounts"][0]["email"] == me["email"],
        ),
    ] {
        assert!(is_right, "{field}: {me}");
    }
    let mine = ok(&owner.get("/users/me/organizations").await);
    let organizations = mine["organizations"].as_array().unwrap();
    assert_eq!(organizations.len(), 1);
    assert_eq!(text(&organizations[0], "name"), "Personal");
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn members_see_their_organization_and_others_do_not() {
    let sandbox = TestSandbox::without_servers().await;
    let (ana, ben) = (sandbox.person("ana").await, sandbox.person("ben").await);
    let path = format!("/organizations/{}", ana.organization);
    let shown = ok(&ana.caller.get(&path).await);
    assert_eq!(
        (text(&shown, "id"), text(&shown, "name")),
        (ana.organization.as_str(), "ana")
    );
    for field in ["handle", "plan", "managed_by", "created_at", "updated_at"] {
        assert!(!text(&shown, field).is_empty(), "{field}");
    }
    refused(&ben.caller.get(&path).await, 404, "organization not found");
    let members = format!("{path}/members");
    refused(
        &ben.caller.get(&members).await,
        404,
        "organization not found",
    );
    refused(
        &ana.caller.get("/organizations/org-no-such-00000000").await,
        404,
        "organization not found",
    );
    sandbox.joins(&ana.organization, &ben.id, "member").await;
    ok(&ben.caller.get(&path).await);
    let mine = ok(&ben.caller.get("/users/me/organizations").await);
    let ids: Vec<_> = mine["organizations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| text(it, "id"))
        .collect();
    assert_eq!(ids, [ana.organization.as_str(), ben.organization.as_str()]);
    let list = ok(&ben
        .caller
        .get(&format!("{members}?sort_by=email&sort_order=asc"))
        .await);
    let first = &list["members"][0];
    assert_eq!(first["user"], json!({"email": ana.email, "has_mfa": false}));
    assert_eq!(
        (
            text(&first["member"], "user_id"),
            text(&first["member"], "role")
        ),
        (ana.id.as_str(), "admin")
    );
    assert_eq!(text(&first["member"], "org_id"), ana.organization);
    assert!(text(&first["member"], "joined_at").ends_with('Z'));
    assert_ne!(first["member"]["id"], first["member"]["user_id"]);
    let key = format!("{path}/api_keys");
    let (_, token) = ana.caller.makes_key(&key, &json!({"key_name": "k"})).await;
    let of_organization = Management::with(&sandbox, &token);
    ok(&of_organization.get(&path).await);
    assert_eq!(
        ok(&of_organization.get(&members).await)["members"]
            .as_array()
            .unwrap()
            .len(),
        2
    );
    let other = format!("/organizations/{}", ben.organization);
    refused(
        &of_organization.get(&other).await,
        404,
        "organization not found",
    );
    sandbox.leaves(&ana.organization, &ben.id).await;
    refused(&ben.caller.get(&path).await, 404, "organization not found");
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn members_come_in_pages_in_every_order() {
    let sandbox = TestSandbox::without_servers().await;
    let ana = sandbox.person("m-ana").await;
    for name in ["zed", "bea", "kim", "leo"] {
        sandbox.advance(Duration::from_secs(5)).await;
        let email = format!("{name}@example.com");
        let user = sandbox
            .made("/sandbox/users", &json!({ "email": email }))
            .await;
        let role = if name == "kim" { "admin" } else { "member" };
        sandbox
            .joins(&ana.organization, text(&user, "id"), role)
            .await;
    }
    let path = format!("/organizations/{}/members", ana.organization);
    let (zed, bea, kim, leo, ana_) = ("zed", "bea", "kim", "leo", "m-ana");
    for (query, by, order, expected) in [
        (
            "limit=2",
            "joined_at",
            "desc",
            vec![leo, kim, bea, zed, ana_],
        ),
        (
            "limit=2&sort_order=asc",
            "joined_at",
            "asc",
            vec![ana_, zed, bea, kim, leo],
        ),
        (
            "limit=2&sort_by=email",
            "email",
            "desc",
            vec![zed, ana_, leo, kim, bea],
        ),
        (
            "limit=3&sort_by=email&sort_order=asc",
            "email",
            "asc",
            vec![bea, kim, leo, ana_, zed],
        ),
        (
            "limit=5&sort_by=email&sort_order=asc",
            "email",
            "asc",
            vec![bea, kim, leo, ana_, zed],
        ),
    ] {
        let (mut seen, mut cursor) = (Vec::new(), String::new());
        for _ in 0..9 {
            let page = ok(&ana.caller.get(&format!("{path}?{query}{cursor}")).await);
            let members = page["members"].as_array().unwrap();
            seen.extend(
                members
                    .iter()
                    .map(|it| text(&it["user"], "email").replace("@example.com", "")),
            );
            let pagination = &page["pagination"];
            assert_eq!(
                (text(pagination, "sort_by"), text(pagination, "sort_order")),
                (by, order)
            );
            let Some(next) = pagination.get("next") else {
                break;
            };
            let next = next
                .as_str()
                .unwrap()
                .replace('+', "%2B")
                .replace('=', "%3D")
                .replace('/', "%2F");
            cursor = format!("&cursor={next}");
        }
        assert_eq!(seen, expected, "{query}");
    }
    let by_role = ok(&ana
        .caller
        .get(&format!("{path}?sort_by=role&sort_order=asc"))
        .await);
    let roles: Vec<_> = by_role["members"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| text(&it["member"], "role"))
        .collect();
    assert_eq!(roles, ["admin", "admin", "member", "member", "member"]);
    for query in [
        "sort_by=age",
        "sort_order=up",
        "limit=0",
        "limit=501",
        "limit=x",
        "cursor=zzz",
    ] {
        let reply = ana.caller.get(&format!("{path}?{query}")).await;
        assert_eq!(reply.status, 400, "{query}: {}", reply.body);
    }
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn people_are_made_by_the_administrative_key_alone() {
    let sandbox = TestSandbox::without_servers().await;
    let ana = sandbox.person("ana").await;
    let admin = async |method: &str, path: &str, body: Value| {
        sandbox.admin(method, path, &body.to_string()).await
    };
    let user = json!({"email": "Ana@example.com"});
    refused(
        &admin("POST", "/sandbox/users", user).await,
        409,
        "user already exists",
    );
    for email in ["", "ana", "a b@example.com", "@example.com"] {
        assert_eq!(
            admin("POST", "/sandbox/users", json!({ "email": email }))
                .await
                .status,
            400,
            "{email}"
        );
    }
    let founded = json!({"name": "x", "admin_id": "nobody"});
    refused(
        &admin("POST", "/sandbox/organizations", founded).await,
        404,
        "user not found",
    );
    let members = format!("/sandbox/organizations/{}/members", ana.organization);
    let again = json!({"user_id": ana.id, "role": "member"});
    refused(
        &admin("POST", &members, again).await,
        409,
        "member already exists",
    );
    let nobody = json!({"user_id": "nobody", "role": "member"});
    refused(
        &admin("POST", &members, nobody).await,
        404,
        "user not found",
    );
    refused(
        &admin("DELETE", &format!("{members}/nobody"), json!({})).await,
        404,
        "member not found",
    );
    refused(
        &admin(
            "POST",
            "/sandbox/users/nobody/keys",
            json!({"key_name": "k"}),
        )
        .await,
        404,
        "user not found",
    );
    let listed = sandbox.admin("GET", &members, "").await.json();
    assert_eq!(
        (listed.as_array().unwrap().len(), &listed[0]["user_id"]),
        (1, &json!(ana.id))
    );
    let users = sandbox.admin("GET", "/sandbox/users", "").await.json();
    assert_eq!(users.as_array().unwrap().len(), 2);
    let all = sandbox
        .admin("GET", "/sandbox/organizations", "")
        .await
        .json();
    assert_eq!(all.as_array().unwrap().len(), 2);
    for path in ["/sandbox/users", "/sandbox/organizations", members.as_str()] {
        assert_eq!(sandbox.get(path).await.status, 401, "{path}");
        assert_eq!(sandbox.post(path, "{}").await.status, 401, "{path}");
    }
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_shared_project_is_seen_and_edited_by_whom_it_is_shared_with() {
    let sandbox = TestSandbox::without_servers().await;
    let (ana, ben) = (sandbox.person("ana").await, sandbox.person("ben").await);
    let (project, _) = ana
        .caller
        .makes_project(&json!({"name": "common", "org_id": ana.organization}))
        .await;
    let one = format!("/projects/{project}");
    refused(&ben.caller.get(&one).await, 404, "project not found");
    let share = format!("/sandbox/projects/{project}/share");
    let with = json!({"user_id": ben.id}).to_string();
    for _ in 0..2 {
        assert_eq!(sandbox.admin("POST", &share, &with).await.status, 204);
    }
    assert_eq!(ok(&ben.caller.get(&one).await)["project"]["name"], "common");
    let shared = ok(&ben.caller.get("/projects/shared").await);
    assert_eq!(text(&shared["projects"][0], "id"), project);
    let path = format!("{share}/{}", ben.id);
    assert_eq!(sandbox.admin("DELETE", &path, "").await.status, 204);
    refused(
        &sandbox.admin("DELETE", &path, "").await,
        404,
        "user not found",
    );
    refused(&ben.caller.get(&one).await, 404, "project not found");
    sandbox.stop().await;
}
