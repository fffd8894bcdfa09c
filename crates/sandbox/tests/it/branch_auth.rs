//! Auth by branch: each branch can have an integration, and the older routes speak of the project's own.

use serde_json::{Value, json};

use crate::support::management::Management;
use crate::support::replies::{made, ok, refused};
use crate::support::test_project::TestProject;
use crate::support::test_sandbox::text;
use crate::support::{Reply, TestSandbox, sql};

const NO_INTEGRATION: &str = "auth integration not found";
const PROVIDER: &str = "provider_one";

fn invalid(reply: &Reply, what: &str) {
    refused(reply, 400, &format!("invalid request: {what}"));
}

/// Paths below the auth of a branch.
fn auth(branch: &str, rest: &str) -> String {
    format!("/branches/{branch}/auth{rest}")
}

fn enable() -> Value {
    json!({ "auth_provider": PROVIDER })
}

async fn enabled(project: &TestProject, branch: &str) -> Value {
    made(&project.post(&auth(branch, ""), &enable()).await, 201)
}

async fn put(project: &TestProject, below: &str, body: &Value) -> Reply {
    let path = project.path(below);
    let body = body.to_string();
    project.api.send("PUT", &path, body.as_bytes()).await
}

async fn delete(project: &TestProject, below: &str, body: &Value) -> Reply {
    let path = project.path(below);
    let body = body.to_string();
    project.api.send("DELETE", &path, body.as_bytes()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn each_branch_has_an_integration_of_its_own() {
    let project = TestProject::without_servers().await;
    let main = project.branch.as_str();
    let child = project.branch("child").await;
    let child = text(&child["branch"], "id");
    let list = "/auth/integrations";
    for branch in [main, child] {
        refused(&project.get(&auth(branch, "")).await, 404, NO_INTEGRATION);
        refused(
            &project.delete(&auth(branch, "")).await,
            404,
            NO_INTEGRATION,
        );
    }
    let keys = enabled(&project, child).await;
    let id = text(&keys, "auth_provider_project_id");
    assert_eq!(text(&keys, "auth_provider"), PROVIDER);
    assert_eq!(text(&keys, "schema_name"), "svc_auth");
    for field in ["pub_client_key", "secret_server_key"] {
        assert!(text(&keys, field).len() > 20, "{field}");
    }
    let mut shown = ok(&project.get(&auth(child, "")).await);
    let created = shown.as_object_mut().unwrap().remove("created_at");
    assert!(created.unwrap().as_str().unwrap().ends_with('Z'));
    let name = &project.made["project"]["name"];
    assert_eq!(
        shown,
        json!({
            "auth_provider": PROVIDER, "auth_provider_project_id": id, "branch_id": child,
            "db_name": "svcdb", "owned_by": "neon", "jwks_url": keys["jwks_url"],
            "base_url": keys["base_url"], "name": name,
        })
    );
    refused(&project.get(&auth(main, "")).await, 404, NO_INTEGRATION);
    // With no other one it is the project's.
    let listed = ok(&project.get(list).await);
    assert_eq!(listed["data"].as_array().unwrap().len(), 1);
    assert_eq!(listed["data"][0]["branch_id"], child);
    let again = project.post(&auth(child, ""), &enable()).await;
    refused(&again, 409, "Neon Auth is already enabled for this branch");
    let older = json!({
        "auth_provider": PROVIDER, "project_id": project.project, "branch_id": child,
    });
    let again = project.api.post("/projects/auth/create", &older).await;
    refused(&again, 409, "Neon Auth is already enabled for this branch");

    // The default branch's is the project's from now on.
    let keys = enabled(&project, main).await;
    assert_ne!(text(&keys, "auth_provider_project_id"), id);
    let branches = async || -> Vec<Value> {
        let listed = ok(&project.get(list).await);
        let all = listed["data"].as_array().unwrap().iter();
        all.map(|it| it["branch_id"].clone()).collect()
    };
    assert_eq!(branches().await, [main, child]);
    let gone = project.delete("/auth/integration/provider_one").await;
    assert_eq!(gone.status, 200, "{}", gone.body);
    assert_eq!(branches().await, [child]);
    refused(&project.get(&auth(main, "")).await, 404, NO_INTEGRATION);
    let gone = delete(&project, &auth(child, ""), &json!({"delete_data": true})).await;
    assert_eq!((gone.status, gone.body.as_str()), (200, ""));
    assert_eq!(branches().await, Vec::<Value>::new());
    project.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_branch_is_enabled_with_must_be_there() {
    let project = TestProject::without_servers().await;
    let path = auth(&project.branch, "");
    invalid(
        &project.post(&path, &json!({})).await,
        "decode application/json: invalid: auth_provider (field required)",
    );
    invalid(
        &project
            .post(&path, &json!({"auth_provider": "nobody"}))
            .await,
        "decode application/json: invalid: auth_provider (it is none of this platform's)",
    );
    let nowhere = json!({"auth_provider": PROVIDER, "database_name": "none"});
    refused(
        &project.post(&path, &nowhere).await,
        404,
        "database not found",
    );
    let elsewhere = auth("br-no-such-00000000", "");
    refused(
        &project.post(&elsewhere, &enable()).await,
        404,
        "branch not found",
    );
    refused(&project.get(&elsewhere).await, 404, "branch not found");
    let ana = project.sandbox.person("ana").await;
    let all = project.path(&path);
    refused(&ana.caller.get(&all).await, 404, "project not found");
    refused(
        &ana.caller.post(&all, &enable()).await,
        404,
        "project not found",
    );
    // The live platform's newer name for its provider, on a database that somebody else owns.
    let role = json!({"role": {"name": "ada"}});
    project
        .done(
            201,
            project
                .post(&format!("/branches/{}/roles", project.branch), &role)
                .await,
        )
        .await;
    let database = json!({"database": {"name": "shop", "owner_name": "ada"}});
    let databases = format!("/branches/{}/databases", project.branch);
    let reply = project.post(&databases, &database).await;
    project.done(201, reply).await;
    let newer = json!({"auth_provider": "better_auth", "database_name": "shop"});
    let keys = made(&project.post(&path, &newer).await, 201);
    assert_eq!(text(&keys, "auth_provider"), "better_auth");
    let shown = ok(&project.get(&path).await);
    assert_eq!(
        (text(&shown, "auth_provider"), text(&shown, "db_name")),
        ("better_auth", "shop")
    );
    // The older routes take the name that the project's integration has.
    let keys = json!({"project_id": project.project, "auth_provider": "better_auth"});
    made(&project.api.post("/projects/auth/keys", &keys).await, 201);
    project.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_integration_is_reached_in_two_ways() {
    let project = TestProject::without_servers().await;
    let branch = project.branch.clone();
    let at = |rest: &str| auth(&branch, rest);
    for rest in [
        "/domains",
        "/oauth_providers",
        "/email_provider",
        "/email_and_password",
        "/allow_localhost",
        "/plugins",
        "/plugins/phone-number",
        "/webhooks",
    ] {
        refused(&project.get(&at(rest)).await, 404, NO_INTEGRATION);
    }
    enabled(&project, &branch).await;

    let domain = |it: &str| json!({"auth_provider": PROVIDER, "domain": it});
    let added = project
        .post(&at("/domains"), &domain("https://a.example.com"))
        .await;
    assert_eq!((added.status, added.body.as_str()), (201, ""));
    refused(
        &project
            .post("/auth/domains", &domain("https://a.example.com"))
            .await,
        409,
        "domain already exists",
    );
    invalid(
        &project
            .post(&at("/domains"), &domain("a.example.com"))
            .await,
        "domain: an address of scheme and host is needed, such as https://example.com",
    );
    let listed = json!({"domains": [domain("https://a.example.com")]});
    assert_eq!(ok(&project.get("/auth/domains").await), listed);
    assert_eq!(ok(&project.get(&at("/domains")).await), listed);
    let named =
        json!({"auth_provider": PROVIDER, "domains": [{"domain": "https://a.example.com"}]});
    assert_eq!(delete(&project, &at("/domains"), &named).await.status, 200);
    refused(
        &delete(&project, "/auth/domains", &named).await,
        404,
        "domain not found",
    );

    let own = json!({"id": "github", "client_id": "abc", "client_secret": "def"});
    let github =
        json!({"id": "github", "type": "standard", "client_id": "abc", "client_secret": "def"});
    assert_eq!(
        ok(&project.post(&at("/oauth_providers"), &own).await),
        github
    );
    refused(
        &project.post("/auth/oauth_providers", &own).await,
        409,
        "OAuth provider already exists",
    );
    let listed = json!({"providers": [{"id": "github", "type": "standard"}]});
    assert_eq!(ok(&project.get("/auth/oauth_providers").await), listed);
    assert_eq!(ok(&project.get(&at("/oauth_providers")).await), listed);
    let changed = project
        .patch(
            &at("/oauth_providers/github"),
            &json!({"client_secret": "ghi"}),
        )
        .await;
    assert_eq!(ok(&changed)["client_secret"], "ghi");
    let gone = project.delete(&at("/oauth_providers/github")).await;
    assert_eq!((gone.status, gone.body.as_str()), (200, ""));
    refused(
        &project.delete("/auth/oauth_providers/github").await,
        404,
        "OAuth provider not found",
    );

    let standard = json!({
        "type": "standard", "host": "mail.example.com", "port": 587, "username": "mailer", "password": "pass word",
        "sender_email": "app@example.com", "sender_name": "App",
    });
    let provider = at("/email_provider");
    assert_eq!(ok(&project.get(&provider).await), json!({"type": "shared"}));
    assert_eq!(ok(&project.patch(&provider, &standard).await), standard);
    assert_eq!(ok(&project.get("/auth/email_server").await), standard);
    invalid(
        &project.patch(&provider, &json!({"port": 0})).await,
        "port: must be between 1 and 65535",
    );
    let plugins = ok(&project.get(&at("/plugins")).await);
    assert_eq!(plugins["email_provider"], standard);
    let sender = json!({"type": "shared", "sender_email": "app@example.com", "sender_name": "App"});
    assert_eq!(ok(&project.patch(&provider, &sender).await), sender);
    assert_eq!(ok(&project.get("/auth/email_server").await), sender);
    invalid(
        &project
            .patch(&provider, &json!({"type": "shared", "sender_email": "app"}))
            .await,
        "sender_email: an email address is needed",
    );
    invalid(
        &project
            .patch(&provider, &json!({"sender_name": "Shop"}))
            .await,
        "decode application/json: invalid: type (field required)",
    );
    assert_eq!(plugins["oauth_providers"], json!([]));
    project.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_are_checked_kept_and_given_back() {
    let project = TestProject::without_servers().await;
    let branch = project.branch.clone();
    let at = |rest: &str| auth(&branch, rest);
    enabled(&project, &branch).await;

    let localhost = at("/allow_localhost");
    let allowed = |it: bool| json!({ "allow_localhost": it });
    assert_eq!(ok(&project.get(&localhost).await), allowed(true));
    assert_eq!(
        ok(&project.patch(&localhost, &allowed(false)).await),
        allowed(false)
    );
    invalid(
        &project.patch(&localhost, &json!({})).await,
        "decode application/json: invalid: allow_localhost (field required)",
    );

    let config = at("/config");
    let name = |it: &str| json!({ "name": it });
    assert_eq!(
        ok(&project.patch(&config, &name("Shöp")).await),
        name("Shöp")
    );
    assert_eq!(ok(&project.get(&at("")).await)["name"], "Shöp");
    for wrong in [String::new(), "x".repeat(257)] {
        invalid(
            &project.patch(&config, &name(&wrong)).await,
            "name: must have 1 to 256 characters",
        );
    }
    invalid(
        &project.patch(&config, &name("a\u{202e}b")).await,
        "name: must not have control or invisible characters",
    );

    let password = at("/email_and_password");
    let mut expected = json!({
        "enabled": true, "email_verification_method": "otp", "require_email_verification": false,
        "auto_sign_in_after_verification": true, "send_verification_email_on_sign_up": false,
        "send_verification_email_on_sign_in": false, "disable_sign_up": false,
    });
    assert_eq!(ok(&project.get(&password).await), expected);
    for (field, value) in [
        ("enabled", json!(false)),
        ("email_verification_method", json!("link")),
        ("require_email_verification", json!(true)),
        ("auto_sign_in_after_verification", json!(false)),
        ("send_verification_email_on_sign_up", json!(true)),
        ("send_verification_email_on_sign_in", json!(true)),
        ("disable_sign_up", json!(true)),
    ] {
        expected[field] = value.clone();
        let changed = project.patch(&password, &json!({field: value})).await;
        assert_eq!(ok(&changed), expected, "{field}");
    }
    invalid(
        &project
            .patch(&password, &json!({"email_verification_method": "pigeon"}))
            .await,
        "decode application/json: invalid: email_verification_method (it is neither link nor otp)",
    );
    assert_eq!(ok(&project.patch(&password, &json!({})).await), expected);

    let plugin = |it: &str| at(&format!("/plugins/{it}"));
    let change =
        json!({"organization_limit": 3, "creator_role": "admin", "send_invitation_email": true});
    let organization = json!({
        "enabled": true, "organization_limit": 3, "membership_limit": 100, "creator_role": "admin",
        "send_invitation_email": true,
    });
    assert_eq!(
        ok(&project.patch(&plugin("organization"), &change).await),
        organization
    );
    for field in ["organization_limit", "membership_limit"] {
        invalid(
            &project
                .patch(&plugin("organization"), &json!({field: 0}))
                .await,
            &format!("{field}: must be between 1 and 2147483647"),
        );
    }
    invalid(
        &project
            .patch(&plugin("organization"), &json!({"creator_role": "king"}))
            .await,
        "decode application/json: invalid: creator_role (it is neither admin nor owner)",
    );

    let magic_link = json!({"enabled": true, "expires_in": 15, "disable_sign_up": true});
    assert_eq!(
        ok(&project.patch(&plugin("magic-link"), &magic_link).await),
        magic_link
    );
    for wrong in [4, 1441] {
        invalid(
            &project
                .patch(&plugin("magic-link"), &json!({"expires_in": wrong}))
                .await,
            "expires_in: must be between 5 and 1440",
        );
    }

    let phone = plugin("phone-number");
    assert_eq!(
        ok(&project.get(&phone).await),
        json!({"enabled": false, "otp_expires_in": 300})
    );
    let phone_number = json!({"enabled": true, "otp_expires_in": 60});
    assert_eq!(
        ok(&project.patch(&phone, &phone_number).await),
        phone_number
    );
    for wrong in [59, 601] {
        invalid(
            &project
                .patch(&phone, &json!({"otp_expires_in": wrong}))
                .await,
            "otp_expires_in: must be between 60 and 600",
        );
    }

    // Everything is there after a restart, and together.
    let TestProject {
        sandbox,
        project: id,
        ..
    } = project;
    let sandbox = sandbox.again(|config| config.servers = false).await;
    let owner = Management::of(&sandbox);
    let plugins = ok(&owner
        .get(&format!("/projects/{id}{}", at("/plugins")))
        .await);
    assert_eq!(
        plugins,
        json!({
            "organization": organization, "magic_link": magic_link, "phone_number": phone_number,
            "email_provider": {"type": "shared"}, "email_and_password": expected, "oauth_providers": [],
            "allow_localhost": false,
        })
    );
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn webhooks_are_set_as_a_whole() {
    let project = TestProject::without_servers().await;
    let path = auth(&project.branch, "/webhooks");
    enabled(&project, &project.branch).await;
    let off = json!({"enabled": false, "enabled_events": [], "timeout_seconds": 5});
    assert_eq!(ok(&project.get(&path).await), off);
    let on = json!({
        "enabled": true, "webhook_url": "https://hooks.example.com/auth?a=1",
        "enabled_events": ["user.before_create", "send.otp"], "timeout_seconds": 10,
    });
    assert_eq!(ok(&put(&project, &path, &on).await), on);
    assert_eq!(ok(&project.get(&path).await), on);
    for (field, value, what) in [
        (
            "webhook_url",
            json!(null),
            "decode application/json: invalid: webhook_url (null is not a value)",
        ),
        (
            "webhook_url",
            json!("ftp://example.com"),
            "webhook_url: an address is needed, such as https://example.com/hook",
        ),
        (
            "enabled_events",
            json!(["send.otp", "user.sneezed"]),
            "decode application/json: invalid: enabled_events (one of them is none of the known events)",
        ),
        (
            "timeout_seconds",
            json!(0),
            "timeout_seconds: must be between 1 and 10",
        ),
        (
            "timeout_seconds",
            json!(11),
            "timeout_seconds: must be between 1 and 10",
        ),
    ] {
        let mut body = on.clone();
        body[field] = value;
        invalid(&put(&project, &path, &body).await, what);
    }
    invalid(
        &put(&project, &path, &json!({})).await,
        "decode application/json: invalid: enabled (field required)",
    );
    assert_eq!(ok(&project.get(&path).await), on, "nothing was changed");
    assert_eq!(
        ok(&put(&project, &path, &json!({"enabled": false})).await),
        off
    );
    project.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn users_of_a_branch_are_made_given_roles_and_deleted() {
    let project = TestProject::without_servers().await;
    let main = project.branch.clone();
    let users = auth(&main, "/users");
    let ada = json!({"email": "ada@example.com", "name": "Ada"});
    refused(&project.post(&users, &ada).await, 404, NO_INTEGRATION);
    enabled(&project, &main).await;
    let id = made(&project.post(&users, &ada).await, 201);
    assert_eq!(id.as_object().unwrap().len(), 1, "{id}");
    let id = text(&id, "id");
    let loud = json!({"email": "ADA@example.com"});
    refused(
        &project.post(&users, &loud).await,
        409,
        "user already exists",
    );
    let older = json!({
        "project_id": project.project, "auth_provider": PROVIDER, "email": "ada@example.com",
    });
    let again = project.api.post("/projects/auth/user", &older).await;
    refused(&again, 409, "user already exists");
    invalid(
        &project.post(&users, &json!({"email": "ada"})).await,
        "email: an email address is needed",
    );
    invalid(
        &project
            .post(&users, &json!({"email": "bob@example.com", "name": ""}))
            .await,
        "name: must have 1 to 255 characters",
    );

    let role = format!("{users}/{id}/role");
    let changed = put(&project, &role, &json!({"roles": ["admin", "editor"]})).await;
    assert_eq!(ok(&changed), json!({ "id": id }));
    invalid(
        &put(&project, &role, &json!({"roles": []})).await,
        "roles: at least one role is needed",
    );
    invalid(
        &put(&project, &role, &json!({"roles": [""]})).await,
        "roles: must have 1 to 255 characters",
    );
    let nobody = format!("{users}/nobody");
    refused(
        &put(
            &project,
            &format!("{nobody}/role"),
            &json!({"roles": ["admin"]}),
        )
        .await,
        404,
        "user not found",
    );
    refused(&project.delete(&nobody).await, 404, "user not found");

    // Another branch has other users.
    let child = project.branch("child").await;
    let child = text(&child["branch"], "id").to_owned();
    enabled(&project, &child).await;
    let there = auth(&child, "/users");
    made(&project.post(&there, &ada).await, 201);
    let of_main = format!("{there}/{id}");
    refused(&project.delete(&of_main).await, 404, "user not found");

    let gone = project.delete(&format!("{users}/{id}")).await;
    assert_eq!((gone.status, gone.body.as_str()), (204, ""));
    refused(
        &project.delete(&format!("/auth/users/{id}")).await,
        404,
        "user not found",
    );
    let id = made(&project.post(&users, &ada).await, 201);
    let older = format!("/auth/users/{}", text(&id, "id"));
    assert_eq!(project.delete(&older).await.status, 204);
    project.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_integration_goes_with_its_branch() {
    let project = TestProject::without_servers().await;
    let child = project.branch("child").await;
    let child = text(&child["branch"], "id").to_owned();
    enabled(&project, &project.branch).await;
    enabled(&project, &child).await;
    let deleted = project
        .delete(&format!("/branches/{child}?hard_delete=true"))
        .await;
    project.done(200, deleted).await;
    refused(
        &project.get(&auth(&child, "")).await,
        404,
        "branch not found",
    );
    let TestProject {
        sandbox,
        project: id,
        ..
    } = project;
    let stored = |sandbox: &TestSandbox| {
        let store = sandbox.folder.path().join("world.db");
        let store = rusqlite::Connection::open(store).unwrap();
        let count = "SELECT count(*) FROM records WHERE kind = 'auth_integration'";
        store
            .query_row(count, [], |row| row.get::<_, i64>(0))
            .unwrap()
    };
    assert_eq!(stored(&sandbox), 1);
    let sandbox = sandbox.again(|config| config.servers = false).await;
    let owner = Management::of(&sandbox);
    let listed = ok(&owner
        .get(&format!("/projects/{id}/auth/integrations"))
        .await);
    assert_eq!(listed["data"].as_array().unwrap().len(), 1);
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn users_are_rows_in_the_database_of_their_branch() {
    let project = TestProject::start().await;
    let main = project.branch.clone();
    enabled(&project, &main).await;
    let users = auth(&main, "/users");
    let user = async |path: &str, email: &str| {
        let reply = project.post(path, &json!({ "email": email })).await;
        text(&made(&reply, 201), "id").to_owned()
    };
    let ada = user(&users, "ada@example.com").await;
    let bob = user(&users, "bob@example.com").await;
    let child = project.branch("child").await;
    let on_child = text(&child["connection_uris"][0], "connection_uri").to_owned();
    let child = text(&child["branch"], "id").to_owned();
    let on_main = text(&project.made["connection_uris"][0], "connection_uri");
    let ca = &project.sandbox.running.ca_file;
    let (on_main, on_child) = (
        sql::connect(ca, on_main).await,
        sql::connect(ca, &on_child).await,
    );
    let rows =
        "SELECT string_agg(email || coalesce(' ' || (raw_json->>'roles'), ''), ', ' ORDER BY email)
        FROM svc_auth.users_sync";

    // The branch began with the users of the data that it is a copy of.
    enabled(&project, &child).await;
    let there = auth(&child, "/users");
    let again = project
        .post(&there, &json!({"email": "Ada@example.com"}))
        .await;
    refused(&again, 409, "user already exists");
    user(&there, "cyd@example.com").await;
    let roles = json!({"roles": ["admin"]});
    let role = |users: &str, id: &str| format!("{users}/{id}/role");
    assert_eq!(
        ok(&put(&project, &role(&there, &ada), &roles).await)["id"],
        json!(ada)
    );
    let gone = project.delete(&format!("{there}/{bob}")).await;
    assert_eq!(gone.status, 204, "{}", gone.body);
    let gone = project.delete(&format!("{there}/{bob}")).await;
    refused(&gone, 404, "user not found");
    assert_eq!(
        sql::one(&on_child, rows).await,
        "ada@example.com [\"admin\"], cyd@example.com"
    );
    assert_eq!(
        sql::one(&on_main, rows).await,
        "ada@example.com, bob@example.com"
    );

    // A user that the sandbox made itself keeps the roles in its row.
    assert_eq!(
        ok(&put(&project, &role(&users, &bob), &roles).await)["id"],
        json!(bob)
    );
    assert_eq!(
        sql::one(&on_main, rows).await,
        "ada@example.com, bob@example.com [\"admin\"]"
    );

    // What people made of the users is theirs to take away first.
    sql::run(
        &on_main,
        &format!(
            "CREATE TABLE orders (by_user text REFERENCES svc_auth.users_sync);
             INSERT INTO orders VALUES ('{ada}')"
        ),
    )
    .await;
    let held = project.delete(&format!("{users}/{ada}")).await;
    assert_eq!(held.status, 422, "{}", held.body);
    assert!(
        text(&held.json(), "message").contains("the database of the users table rejected it"),
        "{}",
        held.body
    );
    sql::run(&on_main, "DROP TABLE orders").await;
    assert_eq!(project.delete(&format!("{users}/{ada}")).await.status, 204);
    assert_eq!(
        sql::one(&on_main, rows).await,
        "bob@example.com [\"admin\"]"
    );

    // Without a request to delete it the table stays, and with it who is in it.
    assert_eq!(project.delete(&auth(&main, "")).await.status, 200);
    enabled(&project, &main).await;
    let again = project
        .post(&users, &json!({"email": "bob@example.com"}))
        .await;
    refused(&again, 409, "user already exists");
    assert_eq!(project.delete(&format!("{users}/{bob}")).await.status, 204);
    user(&users, "bob@example.com").await;
    let gone = delete(&project, &auth(&main, ""), &json!({"delete_data": true})).await;
    assert_eq!(gone.status, 200, "{}", gone.body);
    let schemas = "SELECT count(*) FROM pg_namespace WHERE nspname = 'svc_auth'";
    assert_eq!(sql::one(&on_main, schemas).await, "0");
    assert_eq!(sql::one(&on_child, schemas).await, "1");
    drop((on_main, on_child));
    project.sandbox.stop().await;
}
