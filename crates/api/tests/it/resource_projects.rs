//! Projects and branches: what is sent and what is read.

use std::collections::BTreeMap;
use std::time::Duration;

use api::resource::branches::{
    Branch, BranchSort, BranchState, CreateBranch, CreateBranchEndpoint, DeletionMethod, Expiry,
    InitSource, ListBranches, RestoreBranch, SortOrder, UpdateBranch,
};
use api::resource::computes::EndpointType;
use api::resource::operations::OperationAction;
use api::resource::projects::{
    AllowedIps, AuditLogLevel, ConnectionUriOptions, CreateProject, CreateProjectBranch,
    DefaultEndpointSettings, EndpointSettings, ListProjects, ListSharedProjects, MaintenanceWindow,
    PreloadLibraries, ProjectPermissionLevel, ProjectSettings, Quota, UpdateProject,
};
use api::{BranchId, Next};
use secrecy::ExposeSecret;
use serde_json::{Value, json};

use crate::exchange::{branch, endpoint, organization, project, sent, time};
use crate::resource_literals::{
    BRANCH, CONNECTION, DATABASE, ENDPOINT, OPERATION, OPERATION_OF_SPEC, PASSWORD, PROJECT,
    PROJECT_ITEM, PROJECT_OF_SPEC, ROLE,
};

const P: &str = "/projects/misty-meadow-12345678";

#[tokio::test]
async fn projects_are_listed_with_all_that_can_be_asked() {
    let answer = format!(
        r#"{{"projects":[{PROJECT_ITEM}],"unavailable_project_ids":["slow-sea-1"],"pagination":{{"cursor":"misty-meadow-12345678"}},
            "applications":{{}},"integrations":{{}}}}"#
    );
    let page = sent(
        "GET /projects?search=a%26b+c&org_id=org-misty-meadow-12345678&recoverable=true&timeout=2500&limit=400&cursor=x%2F%3D",
        Value::Null,
        &answer,
        async |management| {
            let list = ListProjects {
                page_size: Some(400),
                cursor: Some("x/=".to_owned()),
                search: Some("a&b c".to_owned()),
                org_id: Some(organization()),
                recoverable: true,
                timeout: Some(Duration::from_millis(2500)),
            };
            management.projects().list(list).await
        },
    )
    .await;
    let cursor = Next::Cursor("misty-meadow-12345678".to_owned());
    assert_eq!(page.next, Some(cursor));
    assert_eq!(page.unavailable, ["slow-sea-1"]);
    let item = &page.items[0];
    assert_eq!(item.id, project());
    assert_eq!(item.active_time, Some(240));
    assert_eq!(item.data_storage_bytes_hour, None);
    assert_eq!(item.org_name.as_deref(), Some("Shops"));
    assert_eq!(item.recoverable_until, Some(time("2026-11-28T10:00:00Z")));
    assert_eq!(
        item.effective_project_permission,
        Some(ProjectPermissionLevel::CanEdit)
    );
    assert_eq!(item.settings, None);
}

#[tokio::test]
async fn a_list_comes_bare_wrapped_or_empty() {
    for (answer, count) in [
        (r#"{"projects":[]}"#.to_owned(), 0),
        (r#"{"projects":null}"#.to_owned(), 0),
        ("[]".to_owned(), 0),
        (format!("[{PROJECT_ITEM},{PROJECT_OF_SPEC}]"), 2),
        (format!(r#"{{"projects":[{PROJECT_ITEM}]}}"#), 1),
        (
            r#"{"projects":[{"id":"a"}],"pagination":null}"#.to_owned(),
            1,
        ),
    ] {
        let page = sent("GET /projects", Value::Null, &answer, async |management| {
            management.projects().list(ListProjects::default()).await
        })
        .await;
        assert_eq!((page.items.len(), page.next), (count, None), "{answer}");
    }
    let shared = sent(
        "GET /projects/shared?search=a&timeout=100&limit=1&cursor=b",
        Value::Null,
        r#"{"projects":[{"id":"a"}]}"#,
        async |management| {
            let list = ListSharedProjects {
                page_size: Some(1),
                cursor: Some("b".to_owned()),
                search: Some("a".to_owned()),
                timeout: Some(Duration::from_millis(100)),
            };
            management.projects().shared(list).await
        },
    )
    .await;
    assert_eq!(shared.items[0].name, "");
}

#[tokio::test]
async fn a_project_is_created_with_nothing_or_everything() {
    let answer = format!(
        r#"{{"project":{PROJECT},"connection_uris":[{CONNECTION}],"roles":[{ROLE}],"databases":[{DATABASE}],
            "operations":[{OPERATION}],"branch":{BRANCH},"endpoints":[{ENDPOINT}]}}"#
    );
    let created = sent(
        "POST /projects",
        json!({"project": {}}),
        &answer,
        async |management| {
            let create = CreateProject::default();
            management.projects().create(&create).await
        },
    )
    .await;
    let uri = &created.connection_uris[0];
    assert!(
        uri.connection_uri
            .as_ref()
            .unwrap()
            .expose()
            .contains(PASSWORD)
    );
    let parameters = uri.connection_parameters.as_ref().unwrap();
    assert_eq!(parameters.role, "neondb_owner");
    assert_eq!(
        parameters.password.as_ref().unwrap().expose_secret(),
        PASSWORD
    );
    assert!(
        parameters
            .pooler_host
            .as_ref()
            .unwrap()
            .contains("-pooler.")
    );
    assert_eq!(
        created.roles[0].password.as_ref().unwrap().expose_secret(),
        PASSWORD
    );
    assert_eq!(created.databases[0].id, Some(834_686));
    assert_eq!(
        created.operations[0].action,
        Some(OperationAction::StartCompute)
    );
    assert_eq!(created.endpoints[0].id, endpoint());
    assert_eq!(created.branch.as_ref().unwrap().id, branch());
    let debug = format!("{created:?}");
    assert!(!debug.contains(PASSWORD), "{debug}");

    let made = &created.project;
    assert_eq!(made.consumption_period_start, None, "the year one is never");
    assert_eq!(made.pg_version, Some(17));
    let settings = made.settings.as_ref().unwrap();
    let level = AuditLogLevel::Other("immense".to_owned());
    assert_eq!(settings.audit_log_level, Some(level));
    assert_eq!(settings.quota.unwrap().logical_size_bytes, Some(1000));
    assert_eq!(made.owner.as_ref().unwrap().branches_limit, Some(10));

    let spec = format!(r#"{{"project":{PROJECT_OF_SPEC},"connection_uris":[{CONNECTION}]}}"#);
    let created = sent(
        "POST /projects",
        json!({"project": {
            "name": "shop", "region_id": "us-east-2", "pg_version": 16, "org_id": "org-misty-meadow-12345678",
            "branch": {"name": "main", "role_name": "svcdb_owner", "database_name": "svcdb", "annotations": {"git": "1"}},
            "settings": {
                "quota": {"active_time_seconds": 1, "compute_time_seconds": 2, "written_data_bytes": 3,
                    "data_transfer_bytes": 4, "logical_size_bytes": 5},
                "allowed_ips": {"ips": ["192.0.2.0/24"], "protected_branches_only": true},
                "enable_logical_replication": true,
                "maintenance_window": {"weekdays": [1, 7], "start_time": "01:00", "end_time": "02:00"},
                "block_public_connections": true, "block_vpc_connections": true, "audit_log_level": "full",
                "hipaa": true, "preload_libraries": {"use_defaults": false, "enabled_libraries": ["a"]},
            },
            "autoscaling_limit_min_cu": 0.25, "autoscaling_limit_max_cu": 3.0, "provisioner": "k8s-neonvm",
            "default_endpoint_settings": {"pg_settings": {"work_mem": "8MB"}, "pgbouncer_settings": {"a": "b"},
                "autoscaling_limit_min_cu": 0.5, "autoscaling_limit_max_cu": 1.0, "suspend_timeout_seconds": -1},
            "store_passwords": false, "history_retention_seconds": 0,
        }}),
        &spec,
        async |management| management.projects().create(&everything()).await,
    )
    .await;
    assert_eq!(created.project.locked, Some(false));
    assert_eq!(created.project.region_id.as_deref(), Some("us-east-2"));
    assert!(created.branch.is_none() && created.operations.is_empty());
}

fn everything() -> CreateProject {
    let values = |name: &str, value: &str| Some(BTreeMap::from([(name.into(), value.into())]));
    CreateProject {
        name: Some("shop".to_owned()),
        region_id: Some("us-east-2".to_owned()),
        pg_version: Some(16),
        org_id: Some(organization()),
        branch: Some(CreateProjectBranch {
            name: Some("main".to_owned()),
            role_name: Some("svcdb_owner".to_owned()),
            database_name: Some("svcdb".to_owned()),
            annotations: BTreeMap::from([("git".to_owned(), "1".to_owned())]),
        }),
        settings: Some(ProjectSettings {
            quota: Some(Quota {
                active_time_seconds: Some(1),
                compute_time_seconds: Some(2),
                written_data_bytes: Some(3),
                data_transfer_bytes: Some(4),
                logical_size_bytes: Some(5),
            }),
            allowed_ips: Some(AllowedIps {
                ips: Some(vec!["192.0.2.0/24".to_owned()]),
                protected_branches_only: Some(true),
            }),
            enable_logical_replication: Some(true),
            maintenance_window: Some(MaintenanceWindow {
                weekdays: vec![1, 7],
                start_time: "01:00".to_owned(),
                end_time: "02:00".to_owned(),
            }),
            block_public_connections: Some(true),
            block_vpc_connections: Some(true),
            audit_log_level: Some(AuditLogLevel::Full),
            hipaa: Some(true),
            preload_libraries: Some(PreloadLibraries {
                use_defaults: Some(false),
                enabled_libraries: Some(vec!["a".to_owned()]),
            }),
        }),
        autoscaling_limit_min_cu: Some(0.25),
        autoscaling_limit_max_cu: Some(3.0),
        provisioner: Some("k8s-neonvm".to_owned()),
        default_endpoint_settings: Some(DefaultEndpointSettings {
            pg_settings: values("work_mem", "8MB"),
            pgbouncer_settings: values("a", "b"),
            autoscaling_limit_min_cu: Some(0.5),
            autoscaling_limit_max_cu: Some(1.0),
            suspend_timeout_seconds: Some(-1),
        }),
        store_passwords: Some(false),
        history_retention_seconds: Some(0),
    }
}

#[tokio::test]
async fn a_project_is_looked_up_changed_deleted_and_brought_back() {
    let wrapped = format!(r#"{{"project":{PROJECT}}}"#);
    let line = format!("GET {P}");
    let found = sent(&line, Value::Null, &wrapped, async |management| {
        management.projects().get(&project()).await
    })
    .await;
    assert_eq!(found.name, "shop");

    let line = format!("PATCH {P}");
    let body = json!({"project": {"name": "new", "settings": {"hipaa": false}, "history_retention_seconds": 60,
        "default_endpoint_settings": {"suspend_timeout_seconds": 60}}});
    let change = sent(&line, body, &wrapped, async |management| {
        let update = UpdateProject {
            name: Some("new".to_owned()),
            settings: Some(ProjectSettings {
                hipaa: Some(false),
                ..ProjectSettings::default()
            }),
            default_endpoint_settings: Some(DefaultEndpointSettings {
                suspend_timeout_seconds: Some(60),
                ..DefaultEndpointSettings::default()
            }),
            history_retention_seconds: Some(60),
        };
        management.projects().update(&project(), &update).await
    })
    .await;
    assert_eq!(change.operations, []);

    let line = format!("DELETE {P}");
    for (answer, there) in [(&*wrapped, true), ("", false)] {
        let gone = sent(&line, Value::Null, answer, async |management| {
            management.projects().delete(&project()).await
        })
        .await;
        assert_eq!(gone.is_some(), there);
    }

    let line = format!("POST {P}/recover");
    let answer = format!(r#"{{"project":{PROJECT},"branches":[{BRANCH}]}}"#);
    let back = sent(&line, Value::Null, &answer, async |management| {
        management.projects().recover(&project()).await
    })
    .await;
    assert_eq!(back.branches[0].id, branch());
}

#[tokio::test]
async fn a_connection_string_is_asked_for_by_name() {
    let answer = r#"{"uri":"postgresql://r%C3%B4le:npg_Zk3vQ9sLxW2t@h.example.com/d"}"#;
    let line = format!("GET {P}/connection_uri?database_name=d%2F%26&role_name=r%C3%B4le");
    let uri = sent(&line, Value::Null, answer, async |management| {
        let options = ConnectionUriOptions::default();
        management
            .projects()
            .connection_uri(&project(), "d/&", "rôle", &options)
            .await
    })
    .await;
    assert!(uri.expose().contains(PASSWORD));
    assert!(!format!("{uri} {uri:?}").contains(PASSWORD));

    let line = format!(
        "GET {P}/connection_uri?branch_id=br-cool-night-a1b2c3d4&endpoint_id=ep-cool-night-a1b2c3d4&database_name=d&role_name=r&pooled=false"
    );
    sent(&line, Value::Null, answer, async |management| {
        let options = ConnectionUriOptions {
            branch_id: Some(branch()),
            endpoint_id: Some(endpoint()),
            pooled: Some(false),
        };
        management
            .projects()
            .connection_uri(&project(), "d", "r", &options)
            .await
    })
    .await;
}

#[tokio::test]
async fn branches_are_listed_and_counted() {
    let answer = format!(
        r#"{{"branches":[{BRANCH},{{"id":"br-a"}}],"annotations":{{}},
            "pagination":{{"next":"eyJ","sort_by":"updated_at","sort_order":"DESC"}}}}"#
    );
    let line = format!(
        "GET {P}/branches?search=pre&sort_by=name&sort_order=asc&include_deleted=true&limit=10000&cursor=eyA%3D"
    );
    let page = sent(&line, Value::Null, &answer, async |management| {
        let list = ListBranches {
            page_size: Some(10_000),
            cursor: Some("eyA=".to_owned()),
            search: Some("pre".to_owned()),
            sort_by: Some(BranchSort::Name),
            sort_order: Some(SortOrder::Ascending),
            include_deleted: true,
        };
        management.branches(&project()).list(list).await
    })
    .await;
    assert_eq!(page.next, Some(Next::Next("eyJ".to_owned())));
    let whole = &page.items[0];
    assert_eq!(whole.current_state, Some(BranchState::Init));
    assert_eq!(whole.init_source, Some(InitSource::SchemaOnly));
    assert!(whole.is_default() && whole.protected);
    assert_eq!(whole.restricted_actions[0].name, "restore");
    let recovery = whole.recovery.as_ref().unwrap();
    assert_eq!(recovery.deletion_method, Some(DeletionMethod::Ttl));
    let window = whole.restore_window.as_ref().unwrap();
    assert_eq!(
        (window.bytes, window.project_limit_bytes, window.shortened),
        (Some(6), Some(7), true)
    );
    let of_another_form = r#"{"id": "br-a", "restore_window": "P1D"}"#;
    let read: Branch = serde_json::from_str(of_another_form).unwrap();
    assert_eq!(read.restore_window, None);
    let least = &page.items[1];
    assert_eq!((&*least.name, least.is_default()), ("", false));
    assert_eq!((&least.project_id, &least.expires_at), (&None, &None));

    for (search, query) in [(None, ""), (Some("a b"), "?search=a+b")] {
        let line = format!("GET {P}/branches/count{query}");
        let count = sent(&line, Value::Null, r#"{"count":12}"#, async |management| {
            management.branches(&project()).count(search).await
        })
        .await;
        assert_eq!(count, 12);
    }
}

#[tokio::test]
async fn a_branch_is_created_with_nothing_a_name_or_everything() {
    let line = format!("POST {P}/branches");
    // The specification shows no more than these two of the reply.
    let answer = format!(r#"{{"operations":[{OPERATION_OF_SPEC}],"branch":{{"id":"br-a"}}}}"#);
    for (name, branch) in [
        (None, json!({})),
        (Some("preview".to_owned()), json!({"name": "preview"})),
    ] {
        let create = CreateBranch {
            name,
            ..CreateBranch::default()
        };
        let body = json!({"branch": branch, "endpoints": []});
        let created = sent(&line, body, &answer, async |management| {
            management.branches(&project()).create(&create).await
        })
        .await;
        let action = created.operations[0].action.as_ref();
        assert_eq!(action, Some(&OperationAction::CreateBranch));
        assert_eq!(created.branch.id.as_str(), "br-a");
    }

    let answer = format!(
        r#"{{"branch":{BRANCH},"endpoints":[{ENDPOINT}],"operations":[{OPERATION}],"roles":[{ROLE}],
            "databases":[{DATABASE}],"connection_uris":null}}"#
    );
    let body = json!({
        "branch": {"name": "b", "parent_id": "br-cool-night-a1b2c3d4", "parent_lsn": "0/1A2B3C8",
            "parent_timestamp": "2026-11-21T09:30:00.123456Z", "protected": true, "archived": false,
            "init_source": "schema-only", "expires_at": "2026-11-22T09:30:00Z"},
        "endpoints": [{"type": "read_write"}, {"type": "read_only", "settings": {"pg_settings": {"a": "b"}},
            "autoscaling_limit_min_cu": 0.25, "autoscaling_limit_max_cu": 0.5, "provisioner": "p",
            "suspend_timeout_seconds": 0}],
        "annotation_value": {"git-commit": "deadbeef"},
    });
    let created = sent(&line, body, &answer, async |management| {
        let create = CreateBranch {
            name: Some("b".to_owned()),
            parent_id: Some(branch()),
            parent_lsn: Some("0/1A2B3C8".to_owned()),
            parent_timestamp: Some(time("2026-11-21T10:30:00.123456+01:00")),
            protected: Some(true),
            archived: Some(false),
            init_source: Some(InitSource::SchemaOnly),
            expires_at: Some(time("2026-11-22T09:30:00.9Z")),
            endpoints: vec![
                CreateBranchEndpoint::new(EndpointType::ReadWrite),
                CreateBranchEndpoint {
                    settings: Some(EndpointSettings {
                        pg_settings: Some(BTreeMap::from([("a".to_owned(), "b".to_owned())])),
                        ..EndpointSettings::default()
                    }),
                    autoscaling_limit_min_cu: Some(0.25),
                    autoscaling_limit_max_cu: Some(0.5),
                    provisioner: Some("p".to_owned()),
                    suspend_timeout_seconds: Some(0),
                    ..CreateBranchEndpoint::new(EndpointType::ReadOnly)
                },
            ],
            annotations: BTreeMap::from([("git-commit".to_owned(), "deadbeef".to_owned())]),
        };
        management.branches(&project()).create(&create).await
    })
    .await;
    assert!(created.connection_uris.is_empty());
    assert_eq!(created.endpoints[0].branch_id, branch());
}

#[tokio::test]
async fn a_branch_keeps_what_an_edit_does_not_name() {
    let line = format!("PATCH {P}/branches/br-cool-night-a1b2c3d4");
    let answer = format!(r#"{{"branch":{BRANCH},"operations":[]}}"#);
    let update = |expiry| UpdateBranch {
        expiry,
        ..UpdateBranch::default()
    };
    let table = [
        (UpdateBranch::default(), json!({})),
        (
            UpdateBranch {
                name: Some("new".to_owned()),
                protected: Some(false),
                expiry: Expiry::Keep,
            },
            json!({"name": "new", "protected": false}),
        ),
        (update(Expiry::Clear), json!({"expires_at": null})),
        (
            update(Expiry::Set(time("2026-11-22T09:30:00.5Z"))),
            json!({"expires_at": "2026-11-22T09:30:00Z"}),
        ),
    ];
    for (update, branch_body) in table {
        let body = json!({"branch": branch_body});
        sent(&line, body, &answer, async |management| {
            management
                .branches(&project())
                .update(&branch(), &update)
                .await
        })
        .await;
    }
}

#[tokio::test]
async fn a_branch_is_looked_up_deleted_and_brought_back() {
    let one = format!("{P}/branches/br-cool-night-a1b2c3d4");
    let answer = format!(
        r#"{{"branch":{BRANCH},"annotation":{{"object":{{"type":"console/branch","id":"x"}},"value":{{"git":"1"}}}}}}"#
    );
    for (answer, notes) in [(&*answer, 1), (r#"{"branch":{"id":"br-a"}}"#, 0)] {
        let found = sent(
            &format!("GET {one}"),
            Value::Null,
            answer,
            async |management| management.branches(&project()).get(&branch()).await,
        )
        .await;
        assert_eq!(found.notes.len(), notes);
    }

    let changed = format!(r#"{{"branch":{BRANCH},"operations":[{OPERATION}]}}"#);
    for (hard, query) in [(false, ""), (true, "?hard_delete=true")] {
        for (answer, there) in [(&*changed, true), ("", false)] {
            let line = format!("DELETE {one}{query}");
            let gone = sent(&line, Value::Null, answer, async |management| {
                management
                    .branches(&project())
                    .delete(&branch(), hard)
                    .await
            })
            .await;
            assert_eq!(gone.is_some(), there);
        }
    }

    let line = format!("POST {one}/recover");
    for (answer, count) in [
        (
            format!(r#"{{"branch":{BRANCH},"endpoints":[{ENDPOINT}]}}"#),
            1,
        ),
        (format!(r#"{{"branch":{BRANCH}}}"#), 0),
    ] {
        let back = sent(&line, Value::Null, &answer, async |management| {
            management.branches(&project()).recover(&branch()).await
        })
        .await;
        assert_eq!(back.endpoints.len(), count);
    }

    let line = format!("POST {one}/set_as_default");
    let change = sent(&line, Value::Null, &changed, async |management| {
        management
            .branches(&project())
            .set_as_default(&branch())
            .await
    })
    .await;
    assert_eq!(change.operations.len(), 1);
}

#[tokio::test]
async fn a_branch_is_restored_from_a_source() {
    let line = format!("POST {P}/branches/br-cool-night-a1b2c3d4/restore");
    let answer = format!(r#"{{"branch":{BRANCH},"operations":[{OPERATION}]}}"#);
    let table = [
        (
            RestoreBranch::default(),
            json!({"source_branch_id": "br-parent"}),
        ),
        (
            RestoreBranch {
                source_lsn: Some("0/1A".to_owned()),
                source_timestamp: None,
                preserve_under_name: Some("before".to_owned()),
            },
            json!({"source_branch_id": "br-parent", "source_lsn": "0/1A", "preserve_under_name": "before"}),
        ),
        (
            RestoreBranch {
                source_timestamp: Some(time("2026-11-21T09:30:00Z")),
                ..RestoreBranch::default()
            },
            json!({"source_branch_id": "br-parent", "source_timestamp": "2026-11-21T09:30:00Z"}),
        ),
    ];
    let source = BranchId::parse("br-parent").unwrap();
    for (options, body) in table {
        sent(&line, body, &answer, async |management| {
            management
                .branches(&project())
                .restore(&branch(), &source, &options)
                .await
        })
        .await;
    }
}
