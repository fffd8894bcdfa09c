//! Branches over HTTP, without servers.

use std::time::Duration;

use sandbox::{Action, FaultKind, OperationFault};
use serde_json::{Value, json};

use crate::support::TestSandbox;
use crate::support::management::Management;
use crate::support::test_project::{TestProject, error, id, steps};

#[tokio::test]
async fn a_branch_comes_with_a_compute_and_what_its_parent_has() {
    let fixture = TestProject::without_servers().await;
    let reply = fixture
        .post("/branches", &json!({"branch": {"name": "dev"}}))
        .await;
    assert_eq!(reply.status, 201, "{}", reply.body);
    let made = reply.json();
    assert_eq!(
        steps(&made),
        ["create_branch running", "start_compute scheduling"]
    );
    let (branch, endpoint) = (&made["branch"], &made["endpoints"][0]);
    assert_eq!(branch["name"], "dev");
    assert_eq!(branch["parent_id"], fixture.branch.as_str());
    assert_eq!(branch["current_state"], "init");
    assert_eq!(branch["pending_state"], "ready");
    assert_eq!(
        branch["restricted_actions"],
        json!([{"name": "restore", "reason": "branch not ready yet"}])
    );
    assert_eq!(branch["default"], false);
    assert_eq!(branch["primary"], false);
    assert_eq!(branch["protected"], false);
    assert_eq!(branch["init_source"], "parent-data");
    assert_eq!(branch["creation_source"], "console");
    assert!(branch["parent_lsn"].as_str().unwrap().contains('/'));
    assert_eq!(made["operations"][0]["branch_id"], branch["id"]);
    assert_eq!(made["operations"][1]["endpoint_id"], endpoint["id"]);
    assert_eq!(endpoint["branch_id"], branch["id"]);
    assert_eq!(endpoint["type"], "read_write");
    assert_eq!(endpoint["current_state"], "init");
    assert_eq!(endpoint["pending_state"], "active");
    assert_eq!(made["roles"][0]["name"], "svcdb_owner");
    assert_eq!(made["roles"][0].get("password"), None);
    assert_eq!(made["databases"][0]["name"], "svcdb");
    assert_ne!(
        made["databases"][0]["id"], fixture.made["databases"][0]["id"],
        "it is a database of its own"
    );
    let uri = made["connection_uris"][0]["connection_uri"].as_str();
    assert!(
        uri.unwrap()
            .contains(&format!(":{}/svcdb?", endpoint["port"]))
    );
    fixture.wait_for_operations().await;
    let branch = fixture.branch_record(&id(branch)).await;
    assert_eq!(branch["current_state"], "ready");
    assert_eq!(branch.get("pending_state"), None);
    assert_eq!(branch.get("restricted_actions"), None);
    assert_eq!(fixture.state(&id(endpoint)).await, "active");
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn endpoints_are_made_as_they_are_asked_for() {
    let fixture = TestProject::without_servers().await;
    let none = fixture.post("/branches", &json!({"endpoints": []})).await;
    let none = fixture.done(201, none).await;
    assert_eq!(none["endpoints"], json!([]));
    assert_eq!(
        steps(&none),
        [
            "create_branch running",
            "timeline_update_protected_config scheduling"
        ]
    );
    assert_eq!(none.get("connection_uris"), None);
    assert_eq!(none["branch"]["name"], none["branch"]["id"], "its own id");
    let sized = json!({
        "branch": {"name": "big", "protected": true},
        "endpoints": [{
            "type": "read_write",
            "autoscaling_limit_min_cu": 1,
            "autoscaling_limit_max_cu": 4,
            "suspend_timeout_seconds": 120
        }]
    });
    let sized = fixture.post("/branches", &sized).await;
    let sized = fixture.done(201, sized).await;
    assert_eq!(
        steps(&sized),
        [
            "create_branch running",
            "timeline_update_protected_config scheduling",
            "start_compute scheduling"
        ]
    );
    assert_eq!(sized["branch"]["protected"], true);
    assert_eq!(sized["endpoints"][0]["autoscaling_limit_max_cu"], 4.0);
    assert_eq!(sized["endpoints"][0]["suspend_timeout_seconds"], 120);
    let archived = json!({"branch": {"name": "old", "archived": true}});
    let archived = fixture.post("/branches", &archived).await;
    let archived = fixture.done(201, archived).await;
    assert_eq!(
        steps(&archived),
        [
            "create_branch running",
            "timeline_update_protected_config scheduling",
            "timeline_archive scheduling"
        ]
    );
    let archived = fixture.branch_record(&id(&archived["branch"])).await;
    assert_eq!(archived["current_state"], "archived");
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn without_endpoints_an_option_decides_about_the_compute() {
    let bare = |config: &mut sandbox::Config| {
        config.servers = false;
        config.compute_by_default = false;
    };
    let fixture = TestProject::of(bare, &json!({})).await;
    for (body, computes) in [
        (json!({}), 0),
        (json!({"endpoints": []}), 0),
        (json!({"endpoints": [{"type": "read_write"}]}), 1),
    ] {
        let reply = fixture.post("/branches", &body).await;
        let made = fixture.done(201, reply).await;
        let made = made["endpoints"].as_array().unwrap();
        assert_eq!(made.len(), computes, "{body}");
    }
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn without_a_body_a_branch_is_made_of_the_default_one() {
    let fixture = TestProject::without_servers().await;
    let path = fixture.path("/branches");
    let reply = fixture.api.send("POST", &path, b"").await;
    let made = fixture.done(201, reply).await;
    assert_eq!(made["branch"]["parent_id"], fixture.branch.as_str());
    assert!(made["branch"]["name"].as_str().unwrap().starts_with("br-"));
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn what_cannot_be_a_branch_is_refused() {
    let fixture = TestProject::without_servers().await;
    fixture.branch("dev").await;
    let schema = json!({"branch": {"name": "bare", "init_source": "schema-only"}});
    let schema = fixture.post("/branches", &schema).await;
    let schema = fixture.done(201, schema).await;
    assert_eq!(schema["branch"]["init_source"], "schema-only");
    assert_eq!(schema["branch"].get("parent_id"), None, "it stands alone");
    let two = json!([{"type": "read_write"}, {"type": "read_write"}]);
    let upside_down = json!([{"type": "read_write", "autoscaling_limit_min_cu": 2,
        "autoscaling_limit_max_cu": 1}]);
    let tiny = json!([{"type": "read_write", "autoscaling_limit_min_cu": 0.1}]);
    let nil = json!([{"type": "read_write", "settings": {}}]);
    let hasty = json!([{"type": "read_write", "suspend_timeout_seconds": 59}]);
    let no_history = "the sandbox runs without servers, and branches without data have no past";
    for (body, status, code, message) in [
        (
            json!({"branch": {"name": "dev"}}),
            409,
            "BRANCH_ALREADY_EXISTS",
            "branch already exists; branch_name:\"dev\"",
        ),
        (
            json!({"branch": {"parent_id": "br-no-such-a1b2c3d4"}}),
            404,
            "",
            "parent branch not found",
        ),
        (
            json!({"branch": {"parent_lsn": "0/1500000"}}),
            422,
            "",
            no_history,
        ),
        (
            json!({"branch": {"parent_timestamp": "2026-01-01T00:00:00Z"}}),
            422,
            "",
            no_history,
        ),
        (
            json!({"branch": {"name": ""}}),
            400,
            "",
            "invalid request: branch.name must have 1 to 256 characters",
        ),
        (
            json!({"branch": {"name": "x".repeat(257)}}),
            400,
            "",
            "invalid request: branch.name must have 1 to 256 characters",
        ),
        (
            json!({"branch": {"expires_at": "2020-01-01T00:00:00Z"}}),
            400,
            "",
            "invalid request: expires_at must be in the future",
        ),
        (
            json!({"branch": {"protected": true, "expires_at": "2099-01-01T00:00:00Z"}}),
            400,
            "PROTECTED_BRANCH_EXPIRATION_NOT_ALLOWED",
            "Protected branch cannot have an expiration date",
        ),
        (
            json!({"endpoints": two}),
            409,
            "",
            "read_write endpoint already exists",
        ),
        (
            json!({"endpoints": upside_down}),
            400,
            "",
            "invalid request: autoscaling_limit_min_cu must not be above autoscaling_limit_max_cu",
        ),
        (
            json!({"endpoints": tiny}),
            400,
            "",
            "invalid request: a compute's limits must be 0.25, 0.5 or a whole number from 1 to 56",
        ),
        (
            json!({"endpoints": nil}),
            400,
            "",
            "invalid request: settings must not be nil",
        ),
        (
            json!({"endpoints": hasty}),
            400,
            "",
            "invalid request: suspend_timeout_seconds must be -1, 0 or between 60 and 604800",
        ),
    ] {
        let reply = fixture.post("/branches", &body).await;
        let expected = (status, code.to_owned(), message.to_owned());
        assert_eq!(error(&reply), expected, "{body}");
    }
    let unknown = fixture
        .post("/branches", &json!({"branch": {"init_source": "thin-air"}}))
        .await;
    assert_eq!(unknown.status, 400, "{}", unknown.body);
    let missing = fixture.get("/branches/br-no-such-a1b2c3d4").await;
    assert_eq!(
        error(&missing),
        (404, String::new(), "branch not found".into())
    );
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn a_project_that_is_busy_refuses_another_branch() {
    let sandbox = TestSandbox::with(|config| {
        config.servers = false;
        config.operation_pace = Duration::from_secs(3600);
    })
    .await;
    let api = Management::of(&sandbox);
    let made = api.post("/projects", &json!({"project": {}})).await.json();
    let branches = format!("/projects/{}/branches", id(&made["project"]));
    let reply = api.post(&branches, &json!({})).await;
    assert_eq!(
        error(&reply),
        (
            423,
            String::new(),
            "project already has running conflicting operations, scheduling of new ones is prohibited".into()
        )
    );
    let deleted = api
        .delete(&format!("{branches}/{}", id(&made["branch"])))
        .await;
    assert_eq!(deleted.status, 422, "a refusal that stays comes first");
    sandbox.stop().await;
}

#[tokio::test]
async fn a_limit_of_branches_is_refused() {
    let limited = |config: &mut sandbox::Config| {
        config.servers = false;
        config.branches_limit = Some(2);
    };
    let fixture = TestProject::of(limited, &json!({})).await;
    fixture.branch("second").await;
    let third = fixture.post("/branches", &json!({})).await;
    let refusal = (
        422,
        "BRANCHES_LIMIT_EXCEEDED".into(),
        "branches limit exceeded".into(),
    );
    assert_eq!(error(&third), refusal);
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn the_list_is_searched_sorted_and_paged() {
    let fixture = TestProject::without_servers().await;
    for name in ["dev-c", "dev-a", "dev-b", "other"] {
        let body = json!({"branch": {"name": name}, "endpoints": [],
            "annotation_value": {"made-for": name}});
        let reply = fixture.post("/branches", &body).await;
        fixture.done(201, reply).await;
        fixture.sandbox.advance(Duration::from_secs(60)).await;
    }
    let all = fixture.get("/branches").await.json();
    assert_eq!(names(&all), ["other", "dev-b", "dev-a", "dev-c", "main"]);
    assert_eq!(
        all["pagination"],
        json!({"sort_by": "updated_at", "sort_order": "DESC"})
    );
    let other = id(&all["branches"][0]);
    let annotation = &all["annotations"][&other];
    assert_eq!(
        annotation["object"],
        json!({"type": "console/branch", "id": other})
    );
    assert_eq!(annotation["value"], json!({"made-for": "other"}));
    assert_eq!(all["annotations"].as_object().unwrap().len(), 4);
    let single = fixture.get(&format!("/branches/{other}")).await.json();
    assert_eq!(&single["annotation"], annotation);

    let sorted = "/branches?sort_by=name&sort_order=asc&search=DEV-&limit=2";
    let first = fixture.get(sorted).await.json();
    assert_eq!(names(&first), ["dev-a", "dev-b"]);
    let next = first["pagination"]["next"].as_str().unwrap();
    let second = fixture.get(&format!("{sorted}&cursor={next}")).await.json();
    assert_eq!(names(&second), ["dev-c"]);
    assert_eq!(second["pagination"].get("next"), None);
    let count = fixture.get("/branches/count?search=dev").await.json();
    assert_eq!(count, json!({"count": 3}));

    for bad in [
        "limit=0",
        "limit=10001",
        "cursor=nonsense",
        "sort_by=size",
        &format!("sort_by=created_at&cursor={next}"),
    ] {
        let reply = fixture.get(&format!("/branches?{bad}")).await;
        assert_eq!(reply.status, 400, "{bad}: {}", reply.body);
    }
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn no_branch_is_lost_or_doubled_between_pages_of_one_moment() {
    let fixture = TestProject::without_servers().await;
    for _ in 0..5 {
        let reply = fixture.post("/branches", &json!({"endpoints": []})).await;
        fixture.done(201, reply).await;
    }
    let (mut seen, mut cursor) = (Vec::new(), String::new());
    loop {
        let page = fixture
            .get(&format!("/branches?sort_by=created_at&limit=1{cursor}"))
            .await
            .json();
        seen.extend(names(&page));
        let Some(next) = page["pagination"]["next"].as_str() else {
            break;
        };
        cursor = format!("&cursor={next}");
    }
    seen.sort();
    seen.dedup();
    assert_eq!(seen.len(), 6);
    fixture.sandbox.stop().await;
}

fn names(list: &Value) -> Vec<String> {
    let branches = list["branches"].as_array().unwrap();
    let name = |it: &Value| it["name"].as_str().unwrap().to_owned();
    branches.iter().map(name).collect()
}

#[tokio::test]
async fn a_branch_is_renamed_protected_and_given_an_end() {
    let fixture = TestProject::without_servers().await;
    let dev = id(&fixture.branch("dev").await["branch"]);
    let path = format!("/branches/{dev}");
    let edit = async |branch: Value| {
        let reply = fixture.patch(&path, &json!({ "branch": branch })).await;
        fixture.done(200, reply).await
    };
    let same = edit(json!({"name": "dev"})).await;
    assert_eq!(same["operations"], json!([]));
    let renamed = edit(json!({"name": "work"})).await;
    assert_eq!(renamed["branch"]["name"], "work");
    assert_eq!(renamed["operations"], json!([]));
    let taken = fixture
        .patch(&path, &json!({"branch": {"name": "main"}}))
        .await;
    assert_eq!(error(&taken).1, "BRANCH_ALREADY_EXISTS");
    let ends = edit(json!({"expires_at": "2099-01-01T00:00:00Z"})).await;
    assert_eq!(ends["branch"]["expires_at"], "2099-01-01T00:00:00Z");
    assert!(ends["branch"]["ttl_interval_seconds"].as_i64().unwrap() > 0);
    let refused = fixture
        .patch(&path, &json!({"branch": {"protected": true}}))
        .await;
    assert_eq!(error(&refused).1, "PROTECTED_BRANCH_EXPIRATION_NOT_ALLOWED");
    let refused = fixture
        .post(&format!("{path}/set_as_default"), &json!({}))
        .await;
    assert_eq!(error(&refused).1, "DEFAULT_BRANCH_EXPIRATION_NOT_ALLOWED");
    let stays = edit(json!({"expires_at": null})).await;
    assert_eq!(stays["branch"].get("expires_at"), None);
    assert_eq!(stays["branch"].get("ttl_interval_seconds"), None);
    let protected = edit(json!({"protected": true})).await;
    assert_eq!(protected["branch"]["protected"], true);
    assert_eq!(
        steps(&protected),
        ["timeline_update_protected_config running"]
    );
    let default = format!("/branches/{}", fixture.branch);
    let refused = fixture
        .patch(
            &default,
            &json!({"branch": {"expires_at": "2099-01-01T00:00:00Z"}}),
        )
        .await;
    assert_eq!(error(&refused).1, "DEFAULT_BRANCH_EXPIRATION_NOT_ALLOWED");
    let reply = fixture
        .post(&format!("{path}/set_as_default"), &json!({}))
        .await;
    let made_default = fixture.done(200, reply).await;
    assert_eq!(made_default["operations"], json!([]));
    assert_eq!(made_default["branch"]["default"], true);
    assert_eq!(
        fixture.branch_record(&fixture.branch).await["default"],
        false
    );
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn a_deleted_branch_can_be_recovered_for_a_week() {
    let fixture = TestProject::without_servers().await;
    let made = fixture.branch("dev").await;
    let (dev, endpoint) = (id(&made["branch"]), id(&made["endpoints"][0]));
    let ends = json!({"branch": {"expires_at": "2099-01-01T00:00:00Z"}});
    fixture.patch(&format!("/branches/{dev}"), &ends).await;
    let reply = fixture.delete(&format!("/branches/{dev}")).await;
    let deleted = fixture.done(200, reply).await;
    assert_eq!(
        steps(&deleted),
        ["suspend_compute running", "delete_timeline scheduling"]
    );
    assert_eq!(deleted["branch"]["pending_state"], "storage_deleted");
    assert_eq!(fixture.get(&format!("/branches/{dev}")).await.status, 404);
    assert_eq!(
        fixture.get(&format!("/endpoints/{endpoint}")).await.status,
        404
    );
    assert_eq!(
        fixture.delete(&format!("/branches/{dev}")).await.status,
        204
    );
    assert_eq!(names(&fixture.get("/branches").await.json()), ["main"]);
    let all = fixture
        .get("/branches?include_deleted=true&sort_by=name")
        .await;
    let all = all.json();
    assert_eq!(names(&all), ["main", "dev"]);
    let recovery = &all["branches"][1]["recovery"];
    assert_eq!(recovery["deletion_method"], "user");
    assert!(recovery["deleted_at"].is_string() && recovery["recoverable_until"].is_string());

    let other = id(&fixture.branch("dev").await["branch"]);
    let recover = format!("/branches/{dev}/recover");
    let refused = fixture.post(&recover, &json!({})).await;
    assert_eq!(error(&refused).1, "BRANCH_ALREADY_EXISTS");
    let renamed = json!({"branch": {"name": "other"}});
    fixture.patch(&format!("/branches/{other}"), &renamed).await;
    let reply = fixture.post(&recover, &json!({})).await;
    let back = fixture.done(200, reply).await;
    assert_eq!(back.get("operations"), None);
    assert_eq!(back["branch"]["id"], dev.as_str());
    assert_eq!(back["branch"].get("expires_at"), None, "it stays now");
    assert_eq!(back["endpoints"][0]["id"], endpoint.as_str());
    assert_eq!(back["endpoints"][0]["current_state"], "idle");
    assert_eq!(back["endpoints"][0]["port"], made["endpoints"][0]["port"]);
    let again = fixture.post(&recover, &json!({})).await;
    assert_eq!(error(&again).2, "branch is not deleted");

    let reply = fixture.delete(&format!("/branches/{dev}")).await;
    fixture.done(200, reply).await;
    fixture
        .sandbox
        .advance(Duration::from_secs(7 * 86_400 + 1))
        .await;
    assert_eq!(fixture.post(&recover, &json!({})).await.status, 404);
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn a_branch_deleted_for_good_is_gone_at_once() {
    let fixture = TestProject::without_servers().await;
    let dev = id(&fixture.branch("dev").await["branch"]);
    let reply = fixture
        .delete(&format!("/branches/{dev}?hard_delete=true"))
        .await;
    fixture.done(200, reply).await;
    let all = fixture.get("/branches?include_deleted=true").await.json();
    assert_eq!(names(&all), ["main"]);
    let recover = format!("/branches/{dev}/recover");
    assert_eq!(fixture.post(&recover, &json!({})).await.status, 404);
    fixture.branch("dev").await;
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn branches_that_others_need_cannot_be_deleted() {
    let fixture = TestProject::without_servers().await;
    let dev = id(&fixture.branch("dev").await["branch"]);
    let child = json!({"branch": {"name": "child", "parent_id": dev, "protected": true}});
    let child = fixture.post("/branches", &child).await;
    let child = id(&fixture.done(201, child).await["branch"]);
    let refused = async |branch: &str| {
        let reply = fixture.delete(&format!("/branches/{branch}")).await;
        assert_eq!(reply.status, 422);
        error(&reply).2
    };
    assert_eq!(
        refused(&fixture.branch).await,
        "cannot delete the root branch"
    );
    assert_eq!(
        refused(&dev).await,
        "cannot delete a branch that has children"
    );
    assert_eq!(refused(&child).await, "cannot delete a protected branch");
    let reply = fixture
        .post(&format!("/branches/{dev}/set_as_default"), &json!({}))
        .await;
    fixture.done(200, reply).await;
    assert_eq!(refused(&dev).await, "cannot delete the default branch");
    let missing = fixture.delete("/branches/br-no-such-a1b2c3d4").await;
    assert_eq!(missing.status, 204);
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn a_restore_keeps_what_was_there_on_request() {
    let fixture = TestProject::without_servers().await;
    let dev = id(&fixture.branch("dev").await["branch"]);
    let child = json!({"branch": {"name": "child", "parent_id": dev}});
    let child = fixture.post("/branches", &child).await;
    let child = id(&fixture.done(201, child).await["branch"]);
    let path = format!("/branches/{dev}/restore");
    let from_parent = |more: Value| {
        let mut body = json!({"source_branch_id": fixture.branch});
        let fields = body.as_object_mut().unwrap();
        fields.extend(more.as_object().unwrap().clone());
        body
    };
    for (body, status, message) in [
        (
            from_parent(json!({})),
            422,
            "preserve_under_name is required, since the branch has children",
        ),
        (
            from_parent(json!({"source_lsn": "0/1500000"})),
            422,
            "the sandbox runs without servers, and branches without data have no past",
        ),
        (
            json!({"source_branch_id": dev}),
            400,
            "invalid request: source_lsn or source_timestamp is required to restore a branch from itself",
        ),
        (
            json!({"source_branch_id": "br-no-such-a1b2c3d4"}),
            404,
            "source branch not found",
        ),
        (
            from_parent(json!({"preserve_under_name": "main"})),
            409,
            "branch already exists; branch_name:\"main\"",
        ),
        (
            from_parent(json!({"preserve_under_name": " "})),
            400,
            "invalid request: preserve_under_name must not be blank",
        ),
    ] {
        let reply = fixture.post(&path, &body).await;
        let refusal = error(&reply);
        assert_eq!((refusal.0, refusal.2.as_str()), (status, message), "{body}");
    }
    let reply = fixture
        .post(
            &path,
            &from_parent(json!({"preserve_under_name": "dev_old"})),
        )
        .await;
    let restored = fixture.done(200, reply).await;
    assert_eq!(
        steps(&restored),
        [
            "suspend_compute running",
            "create_branch scheduling",
            "delete_timeline scheduling"
        ]
    );
    assert_eq!(restored["branch"]["current_state"], "resetting");
    assert_eq!(restored["branch"]["pending_state"], "ready");
    assert!(restored["branch"]["last_reset_at"].is_string());
    let after = fixture.branch_record(&dev).await;
    assert_eq!(after["current_state"], "ready");
    assert_eq!(after["parent_id"], fixture.branch.as_str());
    let old = fixture.get("/branches?search=dev_old").await.json();
    let old = &old["branches"][0];
    assert_eq!(old["current_state"], "ready");
    assert_eq!(old["parent_id"], fixture.branch.as_str());
    assert_eq!(fixture.branch_record(&child).await["parent_id"], old["id"]);
    let databases = fixture
        .get(&format!("/branches/{}/databases", id(old)))
        .await
        .json();
    assert_eq!(databases["databases"][0]["name"], "svcdb");
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn a_root_that_is_restored_from_its_child_is_no_root_any_more() {
    let fixture = TestProject::without_servers().await;
    let dev = id(&fixture.branch("dev").await["branch"]);
    let body = json!({"source_branch_id": dev, "preserve_under_name": "before"});
    let reply = fixture
        .post(&format!("/branches/{}/restore", fixture.branch), &body)
        .await;
    fixture.done(200, reply).await;
    let main = fixture.branch_record(&fixture.branch).await;
    assert_eq!(main["parent_id"], dev.as_str());
    assert_eq!(main["default"], true);
    let before = fixture.get("/branches?search=before").await.json();
    let before = &before["branches"][0];
    assert_eq!(before.get("parent_id"), None);
    assert_eq!(before["default"], false);
    assert_eq!(fixture.branch_record(&dev).await["parent_id"], before["id"]);
    let refused = fixture.delete(&format!("/branches/{}", id(before))).await;
    assert_eq!(error(&refused).2, "cannot delete the root branch");
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn a_restore_answers_with_the_parent_that_the_branch_gets() {
    let fixture = TestProject::without_servers().await;
    let dev = id(&fixture.branch("dev").await["branch"]);
    let other = id(&fixture.branch("other").await["branch"]);
    let path = format!("/branches/{dev}/restore");
    let body = json!({"source_branch_id": other});
    let reply = fixture.post(&path, &body).await;
    let answer = fixture.done(200, reply).await;
    assert_eq!(answer["branch"]["parent_id"], other.as_str());
    let after = fixture.branch_record(&dev).await;
    assert_eq!(after["parent_id"], other.as_str());

    // A restore that is given up leaves the parent as it was.
    fixture.gives_up_once(Action::CreateBranch);
    let body = json!({"source_branch_id": fixture.branch});
    let answer = fixture.post(&path, &body).await.json();
    assert_eq!(answer["branch"]["parent_id"], fixture.branch.as_str());
    let within = Duration::from_secs(30);
    assert!(fixture.sandbox.running.settled(within).await);
    let after = fixture.branch_record(&dev).await;
    assert_eq!(after["parent_id"], other.as_str());
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn a_restore_that_is_given_up_leaves_all_as_it_was() {
    let fixture = TestProject::without_servers().await;
    let dev = id(&fixture.branch("dev").await["branch"]);
    for kind in [FaultKind::GiveUp, FaultKind::Cancel, FaultKind::Skip] {
        let fault = OperationFault::once(Action::CreateBranch, kind);
        fixture
            .sandbox
            .running
            .inject_operation_fault(fault)
            .unwrap();
        let body = json!({"source_branch_id": fixture.branch, "preserve_under_name": "before"});
        let reply = fixture
            .post(&format!("/branches/{dev}/restore"), &body)
            .await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        let within = Duration::from_secs(30);
        assert!(fixture.sandbox.running.settled(within).await, "{kind:?}");
        let found = fixture.branch_record(&dev).await;
        assert_eq!(found["current_state"], "ready", "{kind:?}");
        assert_eq!(found.get("pending_state"), None);
        assert_eq!(found.get("last_reset_at"), None, "{kind:?}");
        let all = fixture.get("/branches?sort_by=name").await.json();
        assert_eq!(names(&all), ["main", "dev"], "{kind:?}");
    }
    // The time of one before stays.
    let path = format!("/branches/{dev}/restore");
    let body = json!({"source_branch_id": fixture.branch});
    let reset = fixture.post(&path, &body).await;
    assert_eq!(reset.status, 200, "{}", reset.body);
    let within = Duration::from_secs(30);
    assert!(fixture.sandbox.running.settled(within).await);
    let before = fixture.branch_record(&dev).await["last_reset_at"].clone();
    assert!(before.is_string(), "{before}");
    fixture.sandbox.advance(Duration::from_secs(3600)).await;
    fixture.gives_up_once(Action::CreateBranch);
    let begun = fixture.post(&path, &body).await.json();
    assert_ne!(begun["branch"]["last_reset_at"], before);
    assert!(fixture.sandbox.running.settled(within).await);
    let found = fixture.branch_record(&dev).await;
    assert_eq!(found["last_reset_at"], before);
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn a_branch_that_was_not_made_can_only_be_deleted() {
    let fixture = TestProject::without_servers().await;
    fixture.gives_up_once(Action::CreateBranch);
    let reply = fixture.post("/branches", &json!({})).await;
    assert_eq!(reply.status, 201, "{}", reply.body);
    let made = reply.json();
    assert!(
        fixture
            .sandbox
            .running
            .settled(Duration::from_secs(30))
            .await
    );
    let dev = id(&made["branch"]);
    assert_eq!(fixture.branch_record(&dev).await["current_state"], "init");
    let child = json!({"branch": {"parent_id": dev}});
    let role = json!({"role": {"name": "reader"}});
    let start = format!("/endpoints/{}/start", id(&made["endpoints"][0]));
    for (path, body) in [
        ("/branches".to_owned(), child),
        (format!("/branches/{dev}/roles"), role),
        (start, json!({})),
    ] {
        let refusal = error(&fixture.post(&path, &body).await);
        let expected = (422, String::new(), "branch not ready yet".to_owned());
        assert_eq!(refusal, expected, "{path}");
    }
    let deleted = fixture.delete(&format!("/branches/{dev}")).await;
    assert_eq!(deleted.status, 200, "{}", deleted.body);
    fixture.sandbox.stop().await;
}

/// With a body that would be good, so that only the key is in the way.
#[tokio::test]
async fn nobody_else_sees_or_changes_what_is_in_a_project() {
    let fixture = TestProject::without_servers().await;
    let stranger = fixture.sandbox.person("stranger").await;
    let (branch, endpoint) = (
        format!("/branches/{}", fixture.branch),
        format!("/endpoints/{}", fixture.endpoint),
    );
    let (role, database) = (
        format!("{branch}/roles/svcdb_owner"),
        format!("{branch}/databases/svcdb"),
    );
    let wanted = json!({"branch_id": fixture.branch, "type": "read_write"});
    let none = json!({});
    for (method, path, body) in [
        ("GET", "/branches".to_owned(), &none),
        ("POST", "/branches".to_owned(), &none),
        ("GET", "/branches/count".to_owned(), &none),
        ("GET", branch.clone(), &none),
        ("PATCH", branch.clone(), &json!({"branch": {"name": "x"}})),
        ("DELETE", branch.clone(), &none),
        ("POST", format!("{branch}/recover"), &none),
        (
            "POST",
            format!("{branch}/restore"),
            &json!({"source_branch_id": fixture.branch}),
        ),
        ("POST", format!("{branch}/set_as_default"), &none),
        ("GET", "/endpoints".to_owned(), &none),
        (
            "POST",
            "/endpoints".to_owned(),
            &json!({ "endpoint": wanted }),
        ),
        ("GET", format!("{branch}/endpoints"), &none),
        ("GET", endpoint.clone(), &none),
        (
            "PATCH",
            endpoint.clone(),
            &json!({"endpoint": {"name": "x"}}),
        ),
        ("DELETE", endpoint.clone(), &none),
        ("POST", format!("{endpoint}/start"), &none),
        ("POST", format!("{endpoint}/suspend"), &none),
        ("POST", format!("{endpoint}/restart"), &none),
        ("GET", format!("{branch}/databases"), &none),
        (
            "POST",
            format!("{branch}/databases"),
            &json!({"database": {"name": "x", "owner_name": "svcdb_owner"}}),
        ),
        ("GET", database.clone(), &none),
        (
            "PATCH",
            database.clone(),
            &json!({"database": {"name": "x"}}),
        ),
        ("DELETE", database, &none),
        ("GET", format!("{branch}/roles"), &none),
        (
            "POST",
            format!("{branch}/roles"),
            &json!({"role": {"name": "x"}}),
        ),
        ("GET", role.clone(), &none),
        ("DELETE", role.clone(), &none),
        ("GET", format!("{role}/reveal_password"), &none),
        ("POST", format!("{role}/reset_password"), &none),
    ] {
        let (path, body) = (fixture.path(&path), body.to_string());
        let reply = stranger.caller.send(method, &path, body.as_bytes()).await;
        let expected = (404, String::new(), "project not found".to_owned());
        assert_eq!(error(&reply), expected, "{method} {path}");
        let keyless = crate::support::send(
            fixture.sandbox.url(),
            method,
            &format!("/api/v2{path}"),
            &[("content-type", "application/json")],
            body.as_bytes(),
        )
        .await;
        assert_eq!(keyless.status, 401, "{method} {path}");
    }
    let operations = fixture.get("/operations").await.json();
    assert_eq!(operations["operations"].as_array().unwrap().len(), 2);
    fixture.sandbox.stop().await;
}
