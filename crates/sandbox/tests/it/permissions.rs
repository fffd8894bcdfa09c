//! Who a project is shared with, by address.

use std::slice::from_ref;
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::TestSandbox;
use crate::support::management::Management;
use crate::support::replies::{ok, refused};
use crate::support::test_project::TestProject;
use crate::support::test_sandbox::text;

const DAY: Duration = Duration::from_secs(86_400);

fn path(project: &str) -> String {
    format!("/projects/{project}/permissions")
}

fn to(email: &str) -> Value {
    json!({ "email": email })
}

async fn listed(caller: &Management, project: &str) -> Vec<Value> {
    let list = ok(&caller.get(&path(project)).await);
    assert_eq!(list.as_object().unwrap().len(), 1, "{list}");
    list["project_permissions"].as_array().unwrap().clone()
}

/// How many permissions the store has, of whatever project.
fn stored(sandbox: &TestSandbox) -> i64 {
    let store = rusqlite::Connection::open(sandbox.folder.path().join("world.db")).unwrap();
    let sql = "SELECT count(*) FROM records WHERE kind = 'permission'";
    store.query_row(sql, [], |row| row.get(0)).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_permission_is_granted_listed_and_revoked() {
    let fixture = TestProject::without_servers().await;
    let (api, project) = (&fixture.api, &fixture.project);
    assert_eq!(listed(api, project).await, [Value::Null; 0]);
    let before = fixture.get("/operations").await.json();

    let ana = ok(&api.post(&path(project), &to("Ana@example.com")).await);
    let fields: Vec<_> = ana.as_object().unwrap().keys().collect();
    assert_eq!(fields, ["granted_at", "granted_to_email", "id"]);
    assert_eq!(text(&ana, "granted_to_email"), "Ana@example.com");
    assert!(text(&ana, "granted_at").ends_with('Z'));
    fixture.sandbox.advance(Duration::from_secs(5)).await;
    let ben = ok(&api.post(&path(project), &to("ben@example.com")).await);
    assert_eq!(listed(api, project).await, [ana.clone(), ben.clone()]);

    let again = ok(&api.post(&path(project), &to("aNA@EXAMPLE.com")).await);
    assert_eq!(again, ana);
    assert_eq!(listed(api, project).await, [ana.clone(), ben.clone()]);

    let one = format!("{}/{}", path(project), text(&ana, "id"));
    let revoked = ok(&api.delete(&one).await);
    assert_eq!(revoked["granted_at"], ana["granted_at"]);
    assert_eq!(revoked["id"], ana["id"]);
    assert!(text(&revoked, "revoked_at") > text(&ana, "granted_at"));
    assert_eq!(listed(api, project).await, from_ref(&ben));
    refused(&api.delete(&one).await, 404, "permission not found");

    let anew = ok(&api.post(&path(project), &to("Ana@example.com")).await);
    assert_ne!(anew["id"], ana["id"]);
    assert_eq!(listed(api, project).await, [ben, anew]);
    assert_eq!(fixture.get("/operations").await.json(), before);
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_address_is_refused_by_the_name_of_its_field() {
    let fixture = TestProject::without_servers().await;
    let (api, project) = (&fixture.api, &fixture.project);
    let long = format!("a@{}.com", ["e"; 126].join("."));
    assert_eq!(long.len(), 257);
    for email in [
        "",
        "ana",
        "@example.com",
        "ana@",
        "a b@example.com",
        "ana@example.com\n",
        "ana@example.com\0",
        "Ana <ana@example.com>",
        "ana@example.com,ben@example.com",
        "<script>@example.com",
        "änä@example.com",
        "ana@exämple.com",
        "ana\u{202e}@example.com",
        &long,
    ] {
        let reply = api.post(&path(project), &to(email)).await;
        refused(
            &reply,
            400,
            "invalid request: email: an email address is needed",
        );
    }
    for (body, wrong) in [
        (json!({}), "invalid: email (field required)"),
        (
            json!({"email": null}),
            "invalid: email (null is not a value)",
        ),
        (
            json!({"email": ["ana@example.com"]}),
            "invalid type: sequence, expected a string",
        ),
    ] {
        let message = format!("invalid request: decode application/json: {wrong}");
        refused(&api.post(&path(project), &body).await, 400, &message);
    }
    assert_eq!(listed(api, project).await, [Value::Null; 0]);
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn two_grants_of_one_address_at_once_are_one() {
    let fixture = TestProject::without_servers().await;
    let (api, project) = (&fixture.api, &fixture.project);
    let path = path(project);
    let wanted = ["ana@example.com", "ANA@example.com"].map(to);
    let calls = (0..8).map(|at| api.post(&path, &wanted[at % 2]));
    let answers = futures::future::join_all(calls).await;
    let all = listed(api, project).await;
    assert_eq!(all.len(), 1);
    for answer in &answers {
        assert_eq!(ok(answer), all[0]);
    }
    assert_eq!(stored(&fixture.sandbox), 1);

    let one = format!("{path}/{}", text(&all[0], "id"));
    let revoked = futures::future::join_all((0..4).map(|_| api.delete(&one))).await;
    let mut statuses: Vec<u16> = revoked.iter().map(|it| it.status).collect();
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 404, 404, 404]);
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_keeps_permissions_and_what_was_revoked_stays_so() {
    let sandbox = TestSandbox::without_servers().await;
    let api = Management::of(&sandbox);
    let (project, _) = api.makes_project(&json!({"name": "app"})).await;
    let ana = ok(&api.post(&path(&project), &to("ana@example.com")).await);
    let ben = ok(&api.post(&path(&project), &to("ben@example.com")).await);
    let one = format!("{}/{}", path(&project), text(&ben, "id"));
    ok(&api.delete(&one).await);
    assert_eq!(stored(&sandbox), 1);
    let sandbox = sandbox.again(|config| config.servers = false).await;
    let api = Management::of(&sandbox);
    assert_eq!(listed(&api, &project).await, from_ref(&ana));
    let again = ok(&api.post(&path(&project), &to("ANA@example.com")).await);
    assert_eq!(again, ana);
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn permissions_go_with_their_project_and_come_back_with_it() {
    let fixture = TestProject::without_servers().await;
    let (api, project) = (&fixture.api, &fixture.project);
    let other = api.makes_project(&json!({"name": "other"})).await.0;
    let ana = ok(&api.post(&path(project), &to("ana@example.com")).await);
    let elsewhere = ok(&api.post(&path(&other), &to("ana@example.com")).await);
    assert_ne!(elsewhere["id"], ana["id"]);
    let one = format!("{}/{}", path(project), text(&ana, "id"));

    let deleted = fixture.delete("").await;
    fixture.done(200, deleted).await;
    let grant = api.post(&path(project), &to("ben@example.com")).await;
    for reply in [api.get(&path(project)).await, grant, api.delete(&one).await] {
        refused(&reply, 404, "project not found");
    }
    let recovered = fixture.post("/recover", &json!({})).await;
    fixture.done(200, recovered).await;
    assert_eq!(listed(api, project).await, [ana]);

    let deleted = fixture.delete("").await;
    fixture.done(200, deleted).await;
    for _ in 0..2 {
        fixture.sandbox.advance(DAY * 7).await;
        fixture.sandbox.wait_for_operations().await;
    }
    assert_eq!(fixture.get("/operations").await.status, 404);
    assert_eq!(stored(&fixture.sandbox), 1);
    assert_eq!(listed(api, &other).await, [elsewhere]);
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_who_may_see_a_project_sees_and_changes_who_it_is_shared_with() {
    let sandbox = TestSandbox::without_servers().await;
    let (ana, ben) = (sandbox.person("ana").await, sandbox.person("ben").await);
    let wanted = |name: &str| json!({"name": name, "org_id": ana.organization});
    let (project, _) = ana.caller.makes_project(&wanted("first")).await;
    let (other, _) = ana.caller.makes_project(&wanted("second")).await;
    let keys = format!("/organizations/{}/api_keys", ana.organization);
    let wanted = json!({"key_name": "one", "project_id": project});
    let (_, token) = ana.caller.makes_key(&keys, &wanted).await;
    let of_project = Management::with(&sandbox, &token);

    let granted = ok(&of_project.post(&path(&project), &to("c@example.com")).await);
    let id = text(&granted, "id");
    assert_eq!(listed(&ana.caller, &project).await, from_ref(&granted));
    let out_of_scope = format!(
        "not allowed to perform actions outside the project this key is scoped to; subject_project_id:\"{project}\""
    );
    for (caller, project, message) in [
        (&of_project, other.as_str(), out_of_scope.as_str()),
        (&ben.caller, project.as_str(), "project not found"),
        (&ana.caller, "no-such-00000000", "project not found"),
    ] {
        let list = caller.get(&path(project)).await;
        let grant = caller.post(&path(project), &to("d@example.com")).await;
        let revoke = caller.delete(&format!("{}/{id}", path(project))).await;
        for reply in [list, grant, revoke] {
            refused(&reply, 404, message);
        }
    }
    // The permission of one project is none of another.
    let elsewhere = format!("{}/{id}", path(&other));
    let reply = ana.caller.delete(&elsewhere).await;
    refused(&reply, 404, "permission not found");
    assert_eq!(listed(&ana.caller, &project).await, from_ref(&granted));
    let without_key = sandbox.get(&format!("/api/v2{}", path(&project))).await;
    assert_eq!(without_key.status, 401);
    let one = format!("{}/{id}", path(&project));
    ok(&of_project.delete(&one).await);
    assert_eq!(listed(&ana.caller, &project).await, [Value::Null; 0]);
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_permission_opens_the_project_to_the_user_of_its_address() {
    let sandbox = TestSandbox::without_servers().await;
    let (ana, ben) = (sandbox.person("ana").await, sandbox.person("ben").await);
    let body = json!({"name": "common", "org_id": ana.organization});
    let (project, _) = ana.caller.makes_project(&body).await;
    let one = format!("/projects/{project}");
    refused(&ben.caller.get(&one).await, 404, "project not found");

    let address = to("BEN@example.com");
    let granted = ok(&ana.caller.post(&path(&project), &address).await);
    assert_eq!(ok(&ben.caller.get(&one).await)["project"]["name"], "common");
    let shared = ok(&ben.caller.get("/projects/shared").await);
    assert_eq!(text(&shared["projects"][0], "id"), project);
    assert_eq!(listed(&ben.caller, &project).await, from_ref(&granted));

    let revoke = format!("{}/{}", path(&project), text(&granted, "id"));
    ok(&ana.caller.delete(&revoke).await);
    refused(&ben.caller.get(&one).await, 404, "project not found");

    // However it came to be shared, who revokes wants it closed to them.
    let share = format!("/sandbox/projects/{project}/share");
    let with = json!({"user_id": ben.id}).to_string();
    assert_eq!(sandbox.admin("POST", &share, &with).await.status, 204);
    let granted = ok(&ana.caller.post(&path(&project), &address).await);
    ok(&ben.caller.get(&one).await);
    let revoke = format!("{}/{}", path(&project), text(&granted, "id"));
    ok(&ana.caller.delete(&revoke).await);
    refused(&ben.caller.get(&one).await, 404, "project not found");

    // Who signs up later sees the project when it is granted again.
    let early = to("cid@example.com");
    let granted = ok(&ana.caller.post(&path(&project), &early).await);
    let cid = sandbox.person("cid").await;
    refused(&cid.caller.get(&one).await, 404, "project not found");
    assert_eq!(ok(&ana.caller.post(&path(&project), &early).await), granted);
    ok(&cid.caller.get(&one).await);
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_permission_that_cannot_be_read_is_said_and_kept() {
    let fixture = TestProject::without_servers().await;
    let (api, project) = (&fixture.api, fixture.project.clone());
    let ana = ok(&api.post(&path(&project), &to("ana@example.com")).await);
    let sandbox = fixture.sandbox;
    let file = sandbox.folder.path().join("world.db");
    let set = |sql: &str| {
        let store = rusqlite::Connection::open(&file).unwrap();
        assert_eq!(store.execute(sql, []).unwrap(), 1);
    };
    set("UPDATE records SET body = json_set(body, '$.email', 7) WHERE kind = 'permission'");
    let sandbox = sandbox.again(|config| config.servers = false).await;
    let api = Management::of(&sandbox);
    let grant = api.post(&path(&project), &to("ana@example.com")).await;
    for reply in [api.get(&path(&project)).await, grant] {
        refused(
            &reply,
            500,
            "the sandbox couldn't read or write a document of the kind permission",
        );
    }
    set(
        "UPDATE records SET body = json_set(body, '$.email', 'ana@example.com') WHERE kind = 'permission'",
    );
    let sandbox = sandbox.again(|config| config.servers = false).await;
    let api = Management::of(&sandbox);
    assert_eq!(listed(&api, &project).await, [ana]);
    sandbox.stop().await;
}
