//! Projects over HTTP, without servers.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::management::Management;
use crate::support::{TestSandbox, until};

#[tokio::test]
async fn a_new_project_comes_with_all_its_parts() {
    // Its operations end when the test lets them, however late the reply is written.
    let pace = Duration::from_secs(60);
    let sandbox = TestSandbox::with(|config| {
        config.servers = false;
        config.operation_pace = pace;
    })
    .await;
    let api = Management::of(&sandbox);
    let reply = api
        .post("/projects", &json!({"project": {"name": "Shop"}}))
        .await;
    assert_eq!(reply.status, 201, "{}", reply.body);
    let made = reply.json();
    let id = made["project"]["id"].as_str().unwrap();
    assert_eq!(made["project"]["name"], "Shop");
    assert_eq!(made["project"]["region_id"], "us-east-2");
    assert_eq!(made["project"]["platform_id"], "aws");
    assert_eq!(made["project"]["pg_version"], 17);
    assert_eq!(made["project"]["store_passwords"], true);
    assert_eq!(made["project"]["creation_source"], "console");
    assert_eq!(made["project"]["locked"], true);
    for counter in [
        "cpu_used_sec",
        "data_storage_bytes_hour",
        "data_transfer_bytes",
        "written_data_bytes",
        "compute_time_seconds",
        "active_time_seconds",
    ] {
        assert_eq!(made["project"][counter], 0, "{counter}");
    }
    let operations = made["operations"].as_array().unwrap();
    let listed: Vec<_> = operations
        .iter()
        .map(|it| {
            (
                it["action"].as_str().unwrap(),
                it["status"].as_str().unwrap(),
            )
        })
        .collect();
    assert_eq!(
        listed,
        [
            ("create_timeline", "running"),
            ("start_compute", "scheduling")
        ]
    );
    assert_eq!(operations[1]["endpoint_id"], made["endpoints"][0]["id"]);
    assert_eq!(made["branch"]["name"], "main");
    assert_eq!(made["branch"]["current_state"], "init");
    assert_eq!(made["branch"]["pending_state"], "ready");
    assert_eq!(made["branch"]["default"], true);
    assert_eq!(made["endpoints"][0]["current_state"], "init");
    assert_eq!(made["endpoints"][0]["pending_state"], "active");
    assert_eq!(made["roles"][0]["name"], "svcdb_owner");
    let password = made["roles"][0]["password"].as_str().unwrap();
    assert!(password.starts_with("npg_"));
    assert_eq!(made["databases"][0]["name"], "svcdb");
    assert_eq!(made["databases"][0]["owner_name"], "svcdb_owner");
    let connection = &made["connection_uris"][0];
    let port = made["endpoints"][0]["port"].as_u64().unwrap();
    let uri = connection["connection_uri"].as_str().unwrap();
    let start = format!("postgresql://svcdb_owner:{password}@localhost:{port}/svcdb?");
    assert!(uri.starts_with(&start), "{uri}");
    assert_eq!(
        connection["connection_parameters"],
        json!({
            "database": "svcdb",
            "password": password,
            "role": "svcdb_owner",
            "host": format!("localhost:{port}"),
            "pooler_host": format!("localhost:{port}"),
        })
    );
    until("both operations have finished", async || {
        sandbox.advance(pace).await;
        let list = api.get(&format!("/projects/{id}/operations")).await.json();
        let operations = list["operations"].as_array().unwrap();
        operations.len() == 2 && operations.iter().all(|it| it["status"] == "finished")
    })
    .await;
    let found = api.get(&format!("/projects/{id}")).await;
    assert_eq!(found.status, 200);
    assert_eq!(found.json()["project"]["locked"], false);
    sandbox.stop().await;
}

async fn created(api: &Management, project: Value) -> Value {
    let reply = api.post("/projects", &json!({ "project": project })).await;
    assert_eq!(reply.status, 201, "{}", reply.body);
    reply.json()
}

fn id_of(made: &Value) -> String {
    made["project"]["id"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn what_is_asked_for_is_kept() {
    let sandbox = TestSandbox::without_servers().await;
    let api = Management::of(&sandbox);
    let made = created(
        &api,
        json!({
            "name": "All of it",
            "region_id": "aws-eu-central-1",
            "pg_version": 17,
            "store_passwords": false,
            "history_retention_seconds": 3600,
            "provisioner": "k8s-neonvm",
            "default_endpoint_settings": {
                "autoscaling_limit_min_cu": 0.5,
                "autoscaling_limit_max_cu": 3,
                "suspend_timeout_seconds": 120,
            },
            "settings": {
                "block_public_connections": true,
                "block_vpc_connections": true,
                "hipaa": true,
                "enable_logical_replication": true,
                "quota": {"active_time_seconds": 5},
                "something_newer": 1,
            },
            "branch": {"name": "trunk", "role_name": "ada", "database_name": "shop"},
        }),
    )
    .await;
    let id = id_of(&made);
    assert_eq!(made["branch"]["name"], "trunk");
    assert_eq!(made["roles"][0]["name"], "ada");
    assert_eq!(made["databases"][0]["name"], "shop");
    assert_eq!(made["endpoints"][0]["autoscaling_limit_max_cu"], 3.0);
    assert_eq!(made["endpoints"][0]["suspend_timeout_seconds"], 120);
    api.waits_until_unlocked(&id).await;
    let found = api.get(&format!("/projects/{id}")).await.json();
    let project = &found["project"];
    assert_eq!(project["region_id"], "aws-eu-central-1");
    assert_eq!(project["store_passwords"], false);
    assert_eq!(project["history_retention_seconds"], 3600);
    assert_eq!(
        project["default_endpoint_settings"],
        json!({
            "autoscaling_limit_min_cu": 0.5,
            "autoscaling_limit_max_cu": 3.0,
            "suspend_timeout_seconds": 120,
        })
    );
    assert_eq!(
        project["settings"],
        json!({
            "block_public_connections": true,
            "block_vpc_connections": true,
            "hipaa": true,
            "enable_logical_replication": true,
            "quota": {"active_time_seconds": 5},
        })
    );
    assert!(project["hipaa_enabled_at"].is_string());
    let path = format!("/projects/{id}/connection_uri?database_name=shop&role_name=ada");
    let refused = api.get(&path).await;
    assert_eq!(refused.status, 412);
    assert_eq!(
        refused.json()["message"],
        "storing passwords is not enabled for the project"
    );
    sandbox.stop().await;
}

#[tokio::test]
async fn what_is_out_of_bounds_is_refused() {
    let sandbox = TestSandbox::without_servers().await;
    let api = Management::of(&sandbox);
    let long = "x".repeat(257);
    for wrong in [
        json!({"name": ""}),
        json!({"name": long}),
        json!({"region_id": "mars-1"}),
        json!({"pg_version": 16}),
        json!({"history_retention_seconds": -1}),
        json!({"history_retention_seconds": 2_592_001}),
        json!({"autoscaling_limit_min_cu": 2, "autoscaling_limit_max_cu": 1}),
        json!({"autoscaling_limit_min_cu": 0.1}),
        json!({"default_endpoint_settings": {"suspend_timeout_seconds": 59}}),
        json!({"branch": {"name": ""}}),
        json!({"branch": {"role_name": "pg_me"}}),
        json!({"branch": {"database_name": "postgres"}}),
        json!({"settings": {"hipaa": "yes"}}),
    ] {
        let reply = api.post("/projects", &json!({ "project": wrong })).await;
        assert_eq!(reply.status, 400, "{wrong}: {}", reply.body);
    }
    let missing = api.post("/projects", &json!({})).await;
    assert_eq!(missing.status, 400);
    assert_eq!(
        missing.json()["message"],
        "invalid request: decode application/json: invalid: project (field required)"
    );
    let foreign = json!({"project": {"org_id": "org-not-mine-00000000"}});
    assert_eq!(api.post("/projects", &foreign).await.status, 404);
    let none = api.get("/projects").await.json();
    assert_eq!(
        none,
        json!({"projects": [], "applications": {}, "integrations": {}})
    );
    sandbox.stop().await;
}

#[tokio::test]
async fn lists_go_on_from_page_to_page_and_can_be_searched() {
    let sandbox = TestSandbox::without_servers().await;
    let api = Management::of(&sandbox);
    let mut ids = Vec::new();
    for number in 0..7 {
        let made = created(&api, json!({"name": format!("Shop {number}")})).await;
        ids.push(id_of(&made));
    }
    ids.sort();
    let mut seen: Vec<String> = Vec::new();
    let mut path = "/projects?limit=3".to_owned();
    loop {
        let page = api.get(&path).await.json();
        let projects = page["projects"].as_array().unwrap();
        if projects.is_empty() {
            assert!(page.get("pagination").is_none());
            break;
        }
        seen.extend(
            projects
                .iter()
                .map(|it| it["id"].as_str().unwrap().to_owned()),
        );
        let cursor = page["pagination"]["cursor"].as_str().unwrap();
        assert_eq!(Some(cursor), seen.last().map(String::as_str));
        path = format!("/projects?limit=3&cursor={cursor}");
    }
    assert_eq!(seen, ids);
    let found = api.get("/projects?search=sHOP%205").await.json();
    assert_eq!(found["projects"].as_array().unwrap().len(), 1);
    assert_eq!(found["projects"][0]["name"], "Shop 5");
    assert_eq!(found["projects"][0]["active_time"], 0);
    assert_eq!(found["projects"][0]["org_name"], "Personal");
    let by_id = api
        .get(&format!("/projects?search={}", ids[0]))
        .await
        .json();
    assert_eq!(by_id["projects"][0]["id"], ids[0].as_str());
    let organization = found["projects"][0]["org_id"].as_str().unwrap();
    let all = api
        .get(&format!("/projects?limit=400&org_id={organization}"))
        .await;
    assert_eq!(all.json()["projects"].as_array().unwrap().len(), 7);
    for (query, status) in [
        ("limit=0", 400),
        ("limit=401", 400),
        ("limit=many", 400),
        ("timeout=99", 400),
        ("timeout=100", 200),
        ("recoverable=maybe", 400),
        ("org_id=org-not-mine-00000000", 404),
    ] {
        let reply = api.get(&format!("/projects?{query}")).await;
        assert_eq!(reply.status, status, "{query}");
    }
    let shared = api.get("/projects/shared").await.json();
    assert_eq!(shared, json!({"projects": []}));
    sandbox.stop().await;
}

#[tokio::test]
async fn an_update_changes_what_it_names_and_nothing_else() {
    let sandbox = TestSandbox::without_servers().await;
    let api = Management::of(&sandbox);
    let made = created(
        &api,
        json!({"name": "Before", "settings": {"block_public_connections": true, "quota": {"written_data_bytes": 1}}}),
    )
    .await;
    let id = id_of(&made);
    let path = format!("/projects/{id}");
    api.waits_until_unlocked(&id).await;
    let same = api
        .patch(&path, &json!({"project": {"name": "Before"}}))
        .await;
    assert_eq!(same.status, 200);
    assert_eq!(same.json()["operations"], json!([]));
    let cleared = api
        .patch(
            &path,
            &json!({"project": {"name": "After", "settings": {"block_public_connections": false, "quota": {"active_time_seconds": 2}}}}),
        )
        .await
        .json();
    assert_eq!(cleared["operations"], json!([]));
    assert_eq!(cleared["project"]["name"], "After");
    let settings = &cleared["project"]["settings"];
    assert_eq!(settings["block_public_connections"], false);
    assert_eq!(
        settings["quota"],
        json!({"written_data_bytes": 1, "active_time_seconds": 2})
    );
    let kept = api
        .patch(
            &path,
            &json!({"project": {"history_retention_seconds": 60}}),
        )
        .await
        .json();
    assert_eq!(kept["operations"][0]["action"], "apply_storage_config");
    assert_eq!(kept["operations"][0]["status"], "running");
    api.waits_until_unlocked(&id).await;
    let restarted = api
        .patch(
            &path,
            &json!({"project": {"settings": {"enable_logical_replication": true}}}),
        )
        .await
        .json();
    let actions: Vec<_> = restarted["operations"].as_array().unwrap().iter().collect();
    assert_eq!(actions.len(), 2);
    assert_eq!(actions[0]["action"], "suspend_compute");
    assert_eq!(actions[1]["action"], "start_compute");
    api.waits_until_unlocked(&id).await;
    for (wrong, status) in [
        (
            json!({"settings": {"enable_logical_replication": false}}),
            422,
        ),
        (json!({"name": ""}), 400),
        (json!({"history_retention_seconds": 2_592_001}), 400),
    ] {
        let reply = api.patch(&path, &json!({ "project": wrong })).await;
        assert_eq!(reply.status, status, "{}", reply.body);
    }
    let missing = api
        .patch("/projects/no-such-00000000", &json!({"project": {}}))
        .await;
    assert_eq!(missing.status, 404);
    assert_eq!(missing.json()["message"], "project not found");
    sandbox.stop().await;
}

#[tokio::test]
async fn a_deleted_project_can_be_recovered_for_seven_days() {
    let sandbox = TestSandbox::without_servers().await;
    let api = Management::of(&sandbox);
    let id = id_of(&created(&api, json!({"name": "Gone"})).await);
    let path = format!("/projects/{id}");
    api.waits_until_unlocked(&id).await;
    let early = api.post(&format!("{path}/recover"), &json!({})).await;
    assert_eq!(early.status, 409);
    let deleted = api.delete(&path).await;
    assert_eq!(deleted.status, 200);
    let body = deleted.json();
    assert_eq!(
        body.as_object().unwrap().keys().collect::<Vec<_>>(),
        ["project"]
    );
    assert_eq!(body["project"]["id"], id.as_str());
    assert_eq!(api.get(&path).await.status, 404);
    assert_eq!(api.delete(&path).await.status, 404);
    let listed = api.get("/projects").await.json();
    assert_eq!(listed["projects"], json!([]));
    let listed = api.get("/projects?recoverable=true").await.json();
    assert_eq!(listed["projects"][0]["id"], id.as_str());
    assert!(listed["projects"][0]["deleted_at"].is_string());
    assert!(listed["projects"][0]["recoverable_until"].is_string());
    let operations = api.get(&format!("{path}/operations")).await;
    assert_eq!(operations.status, 200);
    until("its computes are retired", async || {
        let list = api.get(&format!("{path}/operations")).await.json();
        let newest = &list["operations"][0];
        newest["action"] == "suspend_compute" && newest["status"] == "finished"
    })
    .await;
    let recovered = api.post(&format!("{path}/recover"), &json!({})).await;
    assert_eq!(recovered.status, 200, "{}", recovered.body);
    let recovered = recovered.json();
    assert_eq!(recovered["project"]["id"], id.as_str());
    assert_eq!(recovered["branches"].as_array().unwrap().len(), 1);
    api.waits_until_unlocked(&id).await;
    let list = api.get(&format!("{path}/operations")).await.json();
    assert_eq!(list["operations"][0]["action"], "tenant_attach");
    assert_eq!(api.delete(&path).await.status, 200);
    sandbox
        .advance(std::time::Duration::from_secs(7 * 24 * 3600 + 1))
        .await;
    let late = api.post(&format!("{path}/recover"), &json!({})).await;
    assert_eq!(late.status, 404);
    let listed = api.get("/projects?recoverable=true").await.json();
    assert_eq!(listed["projects"], json!([]));
    sandbox.stop().await;
}

#[tokio::test]
async fn the_computes_of_a_deleted_project_are_suspended_side_by_side() {
    let pace = std::time::Duration::from_secs(3600);
    let sandbox = TestSandbox::without_servers().await;
    let api = Management::of(&sandbox);
    let id = id_of(&created(&api, json!({})).await);
    api.waits_until_unlocked(&id).await;
    for name in ["one", "two", "three"] {
        let body = json!({"branch": {"name": name}});
        let made = api.post(&format!("/projects/{id}/branches"), &body).await;
        assert_eq!(made.status, 201, "{}", made.body);
        api.waits_until_unlocked(&id).await;
    }
    let sandbox = sandbox
        .again(|config| {
            config.servers = false;
            config.operation_pace = pace;
        })
        .await;
    let api = Management::of(&sandbox);
    let path = format!("/projects/{id}");
    assert_eq!(api.delete(&path).await.status, 200);
    until("all four are suspended at once", async || {
        let list = api.get(&format!("{path}/operations?limit=4")).await.json();
        let mut newest = list["operations"].as_array().unwrap().iter();
        newest.all(|it| it["action"] == "suspend_compute" && it["status"] == "running")
    })
    .await;
    let locked = api.post(&format!("{path}/recover"), &json!({})).await;
    assert_eq!(locked.status, 423);
    sandbox.advance(pace).await;
    until("the project can be recovered", async || {
        let recovered = api.post(&format!("{path}/recover"), &json!({})).await;
        recovered.status == 200
    })
    .await;
    sandbox.stop().await;
}

#[tokio::test]
async fn operations_are_listed_newest_first_in_pages() {
    let sandbox = TestSandbox::without_servers().await;
    let api = Management::of(&sandbox);
    let id = id_of(&created(&api, json!({})).await);
    for seconds in [60, 120, 180] {
        api.waits_until_unlocked(&id).await;
        let change = json!({"project": {"history_retention_seconds": seconds}});
        assert_eq!(
            api.patch(&format!("/projects/{id}"), &change).await.status,
            200
        );
    }
    api.waits_until_unlocked(&id).await;
    let mut actions = Vec::new();
    let mut path = format!("/projects/{id}/operations?limit=2");
    loop {
        let page = api.get(&path).await.json();
        let operations = page["operations"].as_array().unwrap().clone();
        if operations.is_empty() {
            assert!(page.get("pagination").is_none());
            break;
        }
        let cursor = page["pagination"]["cursor"].as_str().unwrap();
        path = format!("/projects/{id}/operations?limit=2&cursor={cursor}");
        for it in &operations {
            let one = format!("/projects/{id}/operations/{}", it["id"].as_str().unwrap());
            assert_eq!(api.get(&one).await.json(), json!({ "operation": it }));
        }
        actions.extend(operations);
    }
    let actions: Vec<_> = actions
        .iter()
        .map(|it| it["action"].as_str().unwrap())
        .collect();
    assert_eq!(
        actions,
        [
            "apply_storage_config",
            "apply_storage_config",
            "apply_storage_config",
            "start_compute",
            "create_timeline",
        ]
    );
    for (path, status) in [
        ("operations?limit=0", 400),
        ("operations?limit=1001", 400),
        ("operations?cursor=x", 400),
        ("operations/00000000-0000-4000-8000-000000000000", 404),
    ] {
        let reply = api.get(&format!("/projects/{id}/{path}")).await;
        assert_eq!(reply.status, status, "{path}");
    }
    sandbox.stop().await;
}

#[tokio::test]
async fn a_connection_string_is_returned_for_what_exists() {
    let sandbox = TestSandbox::without_servers().await;
    let api = Management::of(&sandbox);
    let made = created(&api, json!({})).await;
    let id = id_of(&made);
    api.waits_until_unlocked(&id).await;
    let (branch, endpoint) = (
        made["branch"]["id"].as_str().unwrap(),
        made["endpoints"][0]["id"].as_str().unwrap(),
    );
    let both = "database_name=svcdb&role_name=svcdb_owner";
    for more in [
        String::new(),
        "&pooled=True".into(),
        format!("&branch_id={branch}"),
        format!("&endpoint_id={endpoint}"),
    ] {
        let reply = api
            .get(&format!("/projects/{id}/connection_uri?{both}{more}"))
            .await;
        assert_eq!(reply.status, 200, "{more}: {}", reply.body);
        assert_eq!(
            reply.json(),
            json!({"uri": made["connection_uris"][0]["connection_uri"]})
        );
    }
    for (query, status, message) in [
        ("role_name=svcdb_owner", 400, ""),
        (
            "database_name=none&role_name=svcdb_owner",
            404,
            "database not found",
        ),
        ("database_name=svcdb&role_name=none", 404, "role not found"),
        (
            "database_name=svcdb&role_name=svcdb_owner&branch_id=br-none",
            404,
            "branch not found",
        ),
        (
            "database_name=svcdb&role_name=svcdb_owner&endpoint_id=ep-none",
            404,
            "endpoint not found",
        ),
    ] {
        let reply = api
            .get(&format!("/projects/{id}/connection_uri?{query}"))
            .await;
        assert_eq!(reply.status, status, "{query}");
        if !message.is_empty() {
            assert_eq!(reply.json()["message"], message);
        }
    }
    sandbox.stop().await;
}

#[tokio::test]
async fn all_regions_are_listed() {
    let sandbox = TestSandbox::without_servers().await;
    let reply = Management::of(&sandbox).get("/regions").await.json();
    let regions = reply["regions"].as_array().unwrap();
    let mut ids: Vec<_> = regions
        .iter()
        .map(|it| it["region_id"].as_str().unwrap())
        .collect();
    ids.sort_unstable();
    assert_eq!(
        ids,
        [
            "ap-southeast-1",
            "ap-southeast-2",
            "eastus2",
            "eu-central-1",
            "eu-west-2",
            "gwc",
            "sa-east-1",
            "us-east-1",
            "us-east-2",
            "us-west-2",
            "westus3",
        ]
    );
    let default: Vec<_> = regions.iter().filter(|it| it["default"] == true).collect();
    assert_eq!(default.len(), 1);
    assert_eq!(default[0]["region_id"], "us-east-2");
    assert!(
        regions
            .iter()
            .all(|it| it["geo_lat"].is_string() && it["geo_long"].is_string())
    );
    sandbox.stop().await;
}
