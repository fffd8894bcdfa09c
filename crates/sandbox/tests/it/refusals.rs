//! What the platform does not take, one row a call: refused before anything is written. And what is taken although something
//! else is under way.

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::http;
use crate::support::management::Management;
use crate::support::test_project::{TestProject, error, id, steps};
use crate::support::{Reply, TestSandbox};

const UNSEEN: &str = "must not have control or invisible characters";

fn refused(reply: &Reply, status: u16, message: &str, call: &str) {
    assert_eq!(
        error(reply),
        (status, String::new(), message.to_owned()),
        "{call}"
    );
}

/// A call below `/api/v2`, in which `{p}`, `{b}` and `{e}` stand for the project, its branch and its compute.
async fn sent(fixture: &TestProject, call: &str, body: &Value) -> Reply {
    let (method, path) = call.split_once(' ').unwrap();
    let path = path
        .replace("{p}", &fixture.project)
        .replace("{b}", &fixture.branch)
        .replace("{e}", &fixture.endpoint);
    let body = match body.is_null() {
        true => String::new(),
        false => body.to_string(),
    };
    fixture.api.send(method, &path, body.as_bytes()).await
}

#[tokio::test]
async fn names_are_what_a_person_can_read() {
    let fixture = TestProject::without_servers().await;
    type Named = fn(&str) -> Value;
    let places: [(&str, &str, Named); 11] = [
        (
            "POST /projects",
            "project.name",
            |it| json!({"project": {"name": it}}),
        ),
        (
            "PATCH /projects/{p}",
            "project.name",
            |it| json!({"project": {"name": it}}),
        ),
        (
            "POST /projects",
            "project.branch.name",
            |it| json!({"project": {"branch": {"name": it}}}),
        ),
        (
            "POST /projects/{p}/branches",
            "branch.name",
            |it| json!({"branch": {"name": it}}),
        ),
        (
            "PATCH /projects/{p}/branches/{b}",
            "branch.name",
            |it| json!({"branch": {"name": it}}),
        ),
        (
            "PATCH /projects/{p}/endpoints/{e}",
            "endpoint.name",
            |it| json!({"endpoint": {"name": it}}),
        ),
        ("POST /api_keys", "key_name:", |it| json!({"key_name": it})),
        (
            "POST /projects",
            "project.branch.role_name",
            |it| json!({"project": {"branch": {"role_name": it}}}),
        ),
        (
            "POST /projects",
            "project.branch.database_name",
            |it| json!({"project": {"branch": {"database_name": it}}}),
        ),
        (
            "POST /projects/{p}/branches/{b}/roles",
            "role.name",
            |it| json!({"role": {"name": it}}),
        ),
        (
            "POST /projects/{p}/branches/{b}/databases",
            "database.name",
            |it| json!({"database": {"name": it, "owner_name": "svcdb_owner"}}),
        ),
    ];
    let wrong = [
        ("  ", "must not be blank"),
        ("\u{3000}", "must not be blank"),
        ("a\0b", UNSEEN),
        ("a\nb", UNSEEN),
        ("a\u{85}b", UNSEEN),
        ("a\u{200b}b", UNSEEN),
        ("gro\u{202e}.exe", UNSEEN),
        ("\u{2067}x", UNSEEN),
        ("\u{feff}x", UNSEEN),
    ];
    for (at, (call, field, body)) in places.into_iter().enumerate() {
        for (name, why) in wrong {
            let reply = sent(&fixture, call, &body(name)).await;
            refused(
                &reply,
                400,
                &format!("invalid request: {field} {why}"),
                call,
            );
        }
        let reply = sent(&fixture, call, &body(&format!("a b – ü 猫 {at}"))).await;
        assert!(reply.status < 300, "{call}: {}", reply.body);
        fixture.wait_for_operations().await;
    }
    for name in ["none", "public", "pg_me", "postgres", "plinth_admin"] {
        for (call, field, body) in [
            (
                "POST /projects/{p}/branches/{b}/roles",
                "role.name",
                json!({"role": {"name": name}}),
            ),
            (
                "POST /projects",
                "project.branch.role_name",
                json!({"project": {"branch": {"role_name": name}}}),
            ),
        ] {
            let reply = sent(&fixture, call, &body).await;
            let why = format!("invalid request: {field} is a reserved name; name:\"{name}\"");
            refused(&reply, 400, &why, call);
        }
    }
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn an_organization_and_a_user_have_names_as_well() {
    let sandbox = TestSandbox::without_servers().await;
    let ada = sandbox.person("ada").await;
    for (name, why) in [
        ("", "must have 1 to 256 characters"),
        (" ", "must not be blank"),
        ("a\u{202e}b", UNSEEN),
    ] {
        let body = json!({"name": name, "admin_id": ada.id}).to_string();
        let reply = sandbox.admin("POST", "/sandbox/organizations", &body).await;
        refused(&reply, 400, &format!("invalid request: name: {why}"), name);
    }
    sandbox.stop().await;
}

#[tokio::test]
async fn settings_are_checked_although_some_are_only_kept() {
    let fixture = TestProject::without_servers().await;
    let ip = |text: &str| {
        (
            json!({"allowed_ips": {"ips": ["10.0.0.1", text]}}),
            format!("allowed_ips.ips: invalid IP address; ip:\"{text}\""),
        )
    };
    let window = |weekdays: Value, start: &str, end: &str| {
        json!({"maintenance_window": {
            "weekdays": weekdays, "start_time": start, "end_time": end,
        }})
    };
    let days = "maintenance_window.weekdays must be days from 1 to 7, each once";
    let time = |field: &str| format!("maintenance_window.{field} must be a time as HH:MM");
    let rows = [
        ip("not-an-ip"),
        ip("1.1.1.1/99"),
        ip("1.1.1.9-1.1.1.1"),
        ip(""),
        (window(json!([9]), "01:00", "02:00"), days.into()),
        (window(json!([0]), "01:00", "02:00"), days.into()),
        (window(json!([1, 1]), "01:00", "02:00"), days.into()),
        (window(json!([]), "01:00", "02:00"), days.into()),
        (window(json!([1]), "99:99", "02:00"), time("start_time")),
        (window(json!([1]), "01:00", "24:00"), time("end_time")),
        (window(json!([1]), "1:00", "02:00"), time("start_time")),
        (
            json!({"preload_libraries": {"enabled_libraries": ["pg_stat_statements", "evil"]}}),
            "preload_libraries.enabled_libraries: unknown library; library_name:\"evil\"".into(),
        ),
    ];
    for (settings, why) in rows {
        let why = format!("invalid request: project.settings.{why}");
        let body = json!({"project": {"settings": settings}});
        for call in ["POST /projects", "PATCH /projects/{p}"] {
            refused(&sent(&fixture, call, &body).await, 400, &why, call);
        }
    }
    let good = json!({
        "allowed_ips": {"ips": ["10.0.0.0/8", "::1", "10.0.0.1-10.0.0.9"], "protected_branches_only": true},
        "maintenance_window": {"weekdays": [1, 7], "start_time": "00:00", "end_time": "23:59"},
        "preload_libraries": {"enabled_libraries": ["pg_stat_statements"]},
        "quota": {"active_time_seconds": 5},
        "audit_log_level": "full",
    });
    let reply = fixture
        .patch("", &json!({"project": {"settings": good}}))
        .await;
    let kept = fixture.done(200, reply).await;
    for (field, value) in good.as_object().unwrap() {
        assert_eq!(&kept["project"]["settings"][field], value, "{field}");
    }
    fixture.sandbox.stop().await;
}

/// Only the end of a branch can be `null`.
#[tokio::test]
async fn null_is_refused_for_every_other_field() {
    let fixture = TestProject::without_servers().await;
    let settings = [
        "autoscaling_limit_min_cu",
        "autoscaling_limit_max_cu",
        "suspend_timeout_seconds",
        "pg_settings",
        "pgbouncer_settings",
    ];
    let rows: [(&str, &str, &[&str]); 9] = [
        ("POST /projects", "project", &["settings", "name", "branch"]),
        (
            "POST /projects",
            "project.settings",
            &["maintenance_window", "quota", "hipaa"],
        ),
        (
            "PATCH /projects/{p}",
            "project",
            &[
                "name",
                "settings",
                "history_retention_seconds",
                "default_endpoint_settings",
            ],
        ),
        (
            "PATCH /projects/{p}",
            "project.settings",
            &["maintenance_window"],
        ),
        (
            "PATCH /projects/{p}",
            "project.default_endpoint_settings",
            &settings,
        ),
        (
            "PATCH /projects/{p}/branches/{b}",
            "branch",
            &["name", "protected"],
        ),
        (
            "PATCH /projects/{p}/branches/{b}/databases/svcdb",
            "database",
            &["name", "owner_name"],
        ),
        (
            "PATCH /projects/{p}/endpoints/{e}",
            "endpoint",
            &[
                "name",
                "settings",
                "pooler_enabled",
                "pooler_mode",
                "suspend_timeout_seconds",
                "passwordless_access",
                "disabled",
                "provisioner",
                "autoscaling_limit_min_cu",
                "autoscaling_limit_max_cu",
                "branch_id",
            ],
        ),
        (
            "PATCH /projects/{p}/endpoints/{e}",
            "endpoint.settings",
            &["pg_settings", "pgbouncer_settings", "preload_libraries"],
        ),
    ];
    for (call, parents, fields) in rows {
        for field in fields {
            let inner = json!({*field: null});
            let wrapped = parents
                .rsplit('.')
                .fold(inner, |it, name| json!({name: it}));
            let why = format!(
                "invalid request: decode application/json: invalid: {field} (null is not a value)"
            );
            refused(&sent(&fixture, call, &wrapped).await, 400, &why, call);
        }
    }
    let snapshot = json!({"snapshot": {"name": null}});
    let call = "PATCH /projects/{p}/snapshots/snap-none-00000000";
    let why = "invalid request: decode application/json: invalid: name (null is not a value)";
    refused(&sent(&fixture, call, &snapshot).await, 400, why, call);
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn pooler_and_libraries_of_a_compute_are_kept() {
    let fixture = TestProject::without_servers().await;
    let call = "PATCH /projects/{p}/endpoints/{e}";
    let changed = |libraries: &str| {
        json!({"endpoint": {
            "pooler_enabled": true,
            "settings": {"pg_settings": {}, "preload_libraries": {"enabled_libraries": [libraries]}},
        }})
    };
    let why = "invalid request: settings.preload_libraries.enabled_libraries: unknown library; library_name:\"evil\"";
    refused(
        &sent(&fixture, call, &changed("evil")).await,
        400,
        why,
        call,
    );
    let reply = sent(&fixture, call, &changed("auto_explain")).await;
    let kept = fixture.done(200, reply).await;
    let read = fixture
        .get(&format!("/endpoints/{}", fixture.endpoint))
        .await;
    for endpoint in [&kept["endpoint"], &read.json()["endpoint"]] {
        assert_eq!(endpoint["pooler_enabled"], true);
        assert_eq!(
            endpoint["settings"]["preload_libraries"],
            json!({"enabled_libraries": ["auto_explain"]})
        );
    }
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn a_computes_size_is_one_that_exists() {
    let fixture = TestProject::without_servers().await;
    let limits = |min: f64, max: f64| json!({"autoscaling_limit_min_cu": min, "autoscaling_limit_max_cu": max});
    let size = "a compute's limits must be 0.25, 0.5 or a whole number from 1 to 56";
    let fixed = "autoscaling_limit_max_cu must not be above 16 unless both limits are the same";
    let growth = "autoscaling_limit_max_cu must not be more than 8 above autoscaling_limit_min_cu";
    for (min, max, why) in [
        (0.3, 1.0, size),
        (0.25, 0.75, size),
        (1.5, 2.0, size),
        (1.0, 1_000_000.0, size),
        (57.0, 57.0, size),
        (16.0, 18.0, fixed),
        (1.0, 10.0, growth),
        (0.5, 9.0, growth),
    ] {
        let why = format!("invalid request: {why}");
        for (call, body) in [
            (
                "PATCH /projects/{p}/endpoints/{e}",
                json!({"endpoint": limits(min, max)}),
            ),
            (
                "PATCH /projects/{p}",
                json!({"project": {"default_endpoint_settings": limits(min, max)}}),
            ),
            ("POST /projects", json!({"project": limits(min, max)})),
        ] {
            refused(&sent(&fixture, call, &body).await, 400, &why, call);
        }
    }
    for (min, max) in [(0.25, 8.0), (0.5, 0.5), (8.0, 16.0), (56.0, 56.0)] {
        let reply = fixture
            .patch(
                "",
                &json!({"project": {"default_endpoint_settings": limits(min, max)}}),
            )
            .await;
        fixture.done(200, reply).await;
    }
    // One limit alone takes the other with it.
    for (given, other, follows) in [
        (
            "autoscaling_limit_min_cu",
            "autoscaling_limit_max_cu",
            [(2.0, 10.0), (56.0, 56.0)],
        ),
        (
            "autoscaling_limit_max_cu",
            "autoscaling_limit_min_cu",
            [(16.0, 16.0), (20.0, 20.0)],
        ),
    ] {
        for (value, follower) in follows {
            let body = json!({"project": {"default_endpoint_settings": {given: value}}});
            let reply = fixture.patch("", &body).await;
            let made = fixture.done(200, reply).await;
            let defaults = &made["project"]["default_endpoint_settings"];
            assert_eq!(defaults[other], follower, "{given} {value}");
        }
    }
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn a_provisioner_and_a_pooler_mode_are_known_ones_and_given_back() {
    let fixture = TestProject::without_servers().await;
    for (call, body) in [
        ("POST /projects", json!({"project": {"provisioner": "k8s"}})),
        (
            "PATCH /projects/{p}/endpoints/{e}",
            json!({"endpoint": {"provisioner": "k8s"}}),
        ),
        (
            "PATCH /projects/{p}/endpoints/{e}",
            json!({"endpoint": {"pooler_mode": "session"}}),
        ),
        (
            "POST /projects/{p}/branches",
            json!({"endpoints": [{"type": "read_write", "provisioner": "k8s"}]}),
        ),
    ] {
        let reply = sent(&fixture, call, &body).await;
        assert_eq!(reply.status, 400, "{call}: {}", reply.body);
    }
    let changed = json!({"endpoint": {"provisioner": "k8s-pod", "pooler_mode": "transaction"}});
    let reply = fixture
        .patch(&format!("/endpoints/{}", fixture.endpoint), &changed)
        .await;
    let made = fixture.done(200, reply).await;
    assert_eq!(made["endpoint"]["provisioner"], "k8s-pod");
    let wanted = json!({"project": {"provisioner": "serverless-platform"}});
    let made = fixture.api.post("/projects", &wanted).await.json();
    assert_eq!(made["project"]["provisioner"], "serverless-platform");
    assert_eq!(made["endpoints"][0]["provisioner"], "serverless-platform");
    let unsaid = &fixture.made["project"]["provisioner"];
    assert_eq!(unsaid, "k8s-neonvm");
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn an_annotation_has_at_most_fifty_properties() {
    let fixture = TestProject::without_servers().await;
    let of = |count: usize| -> Value {
        let all = (0..count).map(|at| (format!("key-{at}"), json!("x")));
        Value::Object(all.collect())
    };
    let why = |field: &str| format!("invalid request: {field} must have at most 50 properties");
    for (call, field, body) in [
        (
            "POST /projects/{p}/branches",
            "annotation_value",
            (|it| json!({ "annotation_value": it })) as fn(Value) -> Value,
        ),
        (
            "POST /projects",
            "project.branch.annotations",
            |it| json!({"project": {"branch": {"annotations": it}}}),
        ),
    ] {
        let reply = sent(&fixture, call, &body(of(51))).await;
        refused(&reply, 400, &why(field), call);
        assert_eq!(
            sent(&fixture, call, &body(of(50))).await.status,
            201,
            "{call}"
        );
    }
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn a_cursor_is_one_that_a_page_ended_with() {
    let fixture = TestProject::without_servers().await;
    for cursor in ["zzz", "a-b", "a-b-c-d", "A-b-c", "..%2f-a-b"] {
        let call = format!("GET /projects?cursor={cursor}");
        let why = "invalid request: query: cursor: it is not from this list";
        refused(&sent(&fixture, &call, &Value::Null).await, 400, why, cursor);
    }
    // Its project may be gone since.
    for cursor in [fixture.project.as_str(), "plain-field-00000001", ""] {
        let call = format!("GET /projects?cursor={cursor}");
        assert_eq!(
            sent(&fixture, &call, &Value::Null).await.status,
            200,
            "{cursor}"
        );
    }
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn a_body_is_json_and_says_so() {
    let sandbox = TestSandbox::without_servers().await;
    let key = format!("Bearer {}", sandbox.running.key);
    let send = async |kind: Option<&str>, path: &str, body: &str| {
        let mut headers = vec![("authorization", key.as_str())];
        headers.extend(kind.map(|kind| ("content-type", kind)));
        http::send(sandbox.url(), "POST", path, &headers, body).await
    };
    let key_name = r#"{"key_name": "one"}"#;
    for kind in [
        "text/plain",
        "application/x-www-form-urlencoded",
        "application/jsonx",
        "",
    ] {
        let reply = send(Some(kind), "/api/v2/api_keys", key_name).await;
        refused(
            &reply,
            415,
            &format!("unexpected Content-Type: {kind}"),
            kind,
        );
    }
    for kind in [
        None,
        Some("application/json"),
        Some("Application/JSON; charset=utf-8"),
    ] {
        let reply = send(kind, "/api/v2/api_keys", key_name).await;
        assert_eq!(reply.status, 200, "{kind:?}: {}", reply.body);
    }
    // Without a body there is nothing to be of a type.
    let made = send(None, "/api/v2/projects", r#"{"project": {}}"#)
        .await
        .json();
    sandbox.wait_for_operations().await;
    let branches = format!("/api/v2/projects/{}/branches", id(&made["project"]));
    assert_eq!(send(Some("text/plain"), &branches, "").await.status, 201);
    sandbox.stop().await;
}

#[tokio::test]
async fn a_region_comes_back_as_it_was_sent() {
    let fixture = TestProject::without_servers().await;
    for (sent, platform) in [
        ("aws-eu-central-1", "aws"),
        ("eu-central-1", "aws"),
        ("azure-gwc", "azure"),
        ("sa-east-1", "aws"),
    ] {
        let wanted = json!({"project": {"region_id": sent}});
        let made = fixture.api.post("/projects", &wanted).await.json();
        assert_eq!(made["project"]["region_id"], sent);
        assert_eq!(made["project"]["platform_id"], platform, "{sent}");
        assert_eq!(made["endpoints"][0]["region_id"], sent);
    }
    fixture.sandbox.stop().await;
}

#[tokio::test]
async fn what_touches_nothing_that_runs_waits_for_nothing() {
    let sandbox = TestSandbox::with(|config| {
        config.servers = false;
        config.operation_pace = Duration::from_secs(3600);
        config.branches_limit = Some(7);
    })
    .await;
    let api = Management::of(&sandbox);
    let made = api.post("/projects", &json!({"project": {}})).await.json();
    let project = format!("/projects/{}", id(&made["project"]));
    let branch = format!("{project}/branches/{}", id(&made["branch"]));
    let compute = format!("{project}/endpoints/{}", id(&made["endpoints"][0]));
    let quota = json!({"quota": {"active_time_seconds": 5}, "hipaa": true});
    for (path, body, begun) in [
        (&project, json!({"project": {"name": "Busy"}}), vec![]),
        (&project, json!({"project": {"settings": quota}}), vec![]),
        (
            &project,
            json!({"project": {"history_retention_seconds": 60}}),
            vec!["apply_storage_config scheduling"],
        ),
        (&branch, json!({"branch": {"name": "busy"}}), vec![]),
        (
            &branch,
            json!({"branch": {"protected": true}}),
            vec!["timeline_update_protected_config scheduling"],
        ),
        (&compute, json!({"endpoint": {"name": "busy"}}), vec![]),
    ] {
        let reply = api.patch(path, &body).await;
        assert_eq!(reply.status, 200, "{body}: {}", reply.body);
        assert_eq!(steps(&reply.json()), begun, "{body}");
    }
    let size = json!({"endpoint": {"autoscaling_limit_max_cu": 1}});
    assert_eq!(api.patch(&compute, &size).await.status, 423);
    assert_eq!(api.delete(&branch).await.status, 422);
    let me = api.get("/users/me").await.json();
    assert_eq!(me["branches_limit"], 7);
    sandbox.stop().await;
}
