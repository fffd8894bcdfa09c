//! Computes, databases, roles and operations: what is sent and what is read.

use api::OperationId;
use api::resource::computes::{CreateEndpoint, EndpointOptions, EndpointState, EndpointType};
use api::resource::databases::UpdateDatabase;
use api::resource::operations::{ListOperations, OperationAction, OperationStatus};
use api::resource::projects::{EndpointSettings, PreloadLibraries};
use api::resource::roles::{AuthenticationMethod, CreateRole};
use secrecy::ExposeSecret;
use serde_json::{Value, json};

use crate::exchange::{branch, endpoint, exchange, project, sent, time};
use crate::instant_fixture::say;
use crate::resource_literals::{DATABASE, ENDPOINT, OPERATION, OPERATION_OF_SPEC, PASSWORD, ROLE};

const P: &str = "/projects/misty-meadow-12345678";
const B: &str = "/projects/misty-meadow-12345678/branches/br-cool-night-a1b2c3d4";
const E: &str = "/projects/misty-meadow-12345678/endpoints/ep-cool-night-a1b2c3d4";

#[tokio::test]
async fn computes_are_listed_by_project_and_by_branch() {
    let least = r#"{"id":"ep-a","branch_id":"br-a"}"#;
    let answer = format!(r#"{{"endpoints":[{ENDPOINT},{least}]}}"#);
    let all = sent(
        &format!("GET {P}/endpoints"),
        Value::Null,
        &answer,
        async |management| management.computes(&project()).list().await,
    )
    .await;
    let whole = &all[0];
    assert_eq!(whole.kind, Some(EndpointType::ReadWrite));
    assert_eq!(whole.current_state, Some(EndpointState::Idle));
    assert_eq!(whole.pending_state, Some(EndpointState::Active));
    assert_eq!((whole.last_active, whole.suspended_at), (None, None));
    assert_eq!(whole.suspend_timeout_seconds, Some(-1));
    let hosts = whole.hosts.as_ref().unwrap();
    assert!(
        hosts
            .read_write_pooled_host
            .as_ref()
            .unwrap()
            .contains("-pooler.")
    );
    assert_eq!(hosts.read_only_host, None);
    assert_eq!((&all[1].host, &all[1].kind), (&None, &None));

    let of_branch = sent(
        &format!("GET {B}/endpoints"),
        Value::Null,
        &format!("[{ENDPOINT}]"),
        async |management| {
            management
                .computes(&project())
                .list_of_branch(&branch())
                .await
        },
    )
    .await;
    assert_eq!(of_branch[0].id, endpoint());
}

#[tokio::test]
async fn a_compute_is_created_and_changed() {
    let answer = format!(r#"{{"endpoint":{ENDPOINT},"operations":[{OPERATION}]}}"#);
    let line = format!("POST {P}/endpoints");
    let settings = Some(EndpointSettings {
        preload_libraries: Some(PreloadLibraries {
            use_defaults: Some(true),
            enabled_libraries: None,
        }),
        ..EndpointSettings::default()
    });
    let options = EndpointOptions {
        name: Some("main".to_owned()),
        settings,
        autoscaling_limit_min_cu: Some(0.25),
        autoscaling_limit_max_cu: Some(2.0),
        provisioner: Some("p".to_owned()),
        pooler_enabled: Some(true),
        pooler_mode: Some("transaction".to_owned()),
        disabled: Some(false),
        passwordless_access: Some(true),
        suspend_timeout_seconds: Some(604_800),
    };
    let whole = CreateEndpoint {
        region_id: Some("aws-us-east-2".to_owned()),
        options: options.clone(),
    };
    let table = [
        (
            CreateEndpoint::default(),
            json!({"branch_id": "br-cool-night-a1b2c3d4", "type": "read_only"}),
        ),
        (
            whole,
            json!({"branch_id": "br-cool-night-a1b2c3d4", "type": "read_only", "name": "main",
                "region_id": "aws-us-east-2", "settings": {"preload_libraries": {"use_defaults": true}},
                "autoscaling_limit_min_cu": 0.25, "autoscaling_limit_max_cu": 2.0, "provisioner": "p",
                "pooler_enabled": true, "pooler_mode": "transaction", "disabled": false,
                "passwordless_access": true, "suspend_timeout_seconds": 604_800}),
        ),
    ];
    for (options, body) in table {
        let body = json!({"endpoint": body});
        let change = sent(&line, body, &answer, async |management| {
            management
                .computes(&project())
                .create(&branch(), EndpointType::ReadOnly, &options)
                .await
        })
        .await;
        assert_eq!(change.operations.len(), 1);
    }

    let line = format!("PATCH {E}");
    let whole = EndpointOptions {
        disabled: Some(true),
        passwordless_access: Some(false),
        suspend_timeout_seconds: Some(-1),
        ..options
    };
    let table = [
        (EndpointOptions::default(), json!({})),
        (
            whole,
            json!({"name": "main", "settings": {"preload_libraries": {"use_defaults": true}},
                "autoscaling_limit_min_cu": 0.25, "autoscaling_limit_max_cu": 2.0, "provisioner": "p",
                "pooler_enabled": true, "pooler_mode": "transaction", "disabled": true,
                "passwordless_access": false, "suspend_timeout_seconds": -1}),
        ),
    ];
    for (update, body) in table {
        let body = json!({"endpoint": body});
        sent(&line, body, &answer, async |management| {
            management
                .computes(&project())
                .update(&endpoint(), &update)
                .await
        })
        .await;
    }
}

#[tokio::test]
async fn a_compute_is_looked_up_started_suspended_restarted_and_deleted() {
    let answer = format!(r#"{{"endpoint":{ENDPOINT},"operations":[{OPERATION_OF_SPEC}]}}"#);
    let found = sent(
        &format!("GET {E}"),
        Value::Null,
        &answer,
        async |management| management.computes(&project()).get(&endpoint()).await,
    )
    .await;
    assert_eq!(found.name.as_deref(), Some("main"));
    let started = sent(
        &format!("POST {E}/start"),
        Value::Null,
        &answer,
        async |management| management.computes(&project()).start(&endpoint()).await,
    )
    .await;
    assert_eq!(started.operations[0].status, OperationStatus::Running);
    let suspended = sent(
        &format!("POST {E}/suspend"),
        Value::Null,
        &format!(r#"{{"endpoint":{ENDPOINT}}}"#),
        async |management| management.computes(&project()).suspend(&endpoint()).await,
    )
    .await;
    assert_eq!(suspended.operations, []);
    let restarted = sent(
        &format!("POST {E}/restart"),
        Value::Null,
        &answer,
        async |management| management.computes(&project()).restart(&endpoint()).await,
    )
    .await;
    assert_eq!(restarted.operations.len(), 1);
    for (answer, there) in [(&*answer, true), ("", false)] {
        let gone = sent(
            &format!("DELETE {E}"),
            Value::Null,
            answer,
            async |management| management.computes(&project()).delete(&endpoint()).await,
        )
        .await;
        assert_eq!(gone.is_some(), there);
    }
}

#[tokio::test]
async fn databases_are_named_exactly() {
    let listed = format!(r#"{{"databases":[{DATABASE},{{"name":" \"x\"/é "}}]}}"#);
    let all = sent(
        &format!("GET {B}/databases"),
        Value::Null,
        &listed,
        async |management| management.databases(&project(), &branch()).list().await,
    )
    .await;
    assert_eq!(all[0].owner_name, "neondb_owner");
    assert_eq!(all[0].created_at, Some(time("2026-11-21T09:30:00Z")));
    assert_eq!((&*all[1].name, all[1].id), (" \"x\"/é ", None));

    let changed = format!(r#"{{"database":{DATABASE},"operations":[{OPERATION}]}}"#);
    let created = sent(
        &format!("POST {B}/databases"),
        json!({"database": {"name": "a/b", "owner_name": "o"}}),
        &changed,
        async |management| {
            let databases = management.databases(&project(), &branch());
            databases.create("a/b", "o").await
        },
    )
    .await;
    assert_eq!(created.database.id, Some(834_686));

    let one = format!("{B}/databases/a%2Fb%20%3F%23%25%C3%A9");
    let name = "a/b ?#%é";
    let found = sent(
        &format!("GET {one}"),
        Value::Null,
        &changed,
        async |management| management.databases(&project(), &branch()).get(name).await,
    )
    .await;
    assert_eq!(found.name, "neondb");
    let table = [
        (None, None, json!({})),
        (Some("n"), None, json!({"name": "n"})),
        (
            Some("n"),
            Some("o"),
            json!({"name": "n", "owner_name": "o"}),
        ),
    ];
    for (new_name, owner, body) in table {
        let update = UpdateDatabase {
            name: new_name.map(ToOwned::to_owned),
            owner_name: owner.map(ToOwned::to_owned),
        };
        let body = json!({"database": body});
        sent(
            &format!("PATCH {one}"),
            body,
            &changed,
            async |management| {
                let databases = management.databases(&project(), &branch());
                databases.update(name, &update).await
            },
        )
        .await;
    }
    for (answer, there) in [(&*changed, true), ("", false)] {
        let gone = sent(
            &format!("DELETE {one}"),
            Value::Null,
            answer,
            async |management| {
                management
                    .databases(&project(), &branch())
                    .delete(name)
                    .await
            },
        )
        .await;
        assert_eq!(gone.is_some(), there);
    }
}

#[tokio::test]
async fn roles_come_with_passwords_only_when_these_are_new() {
    let listed = r#"{"roles":[{"branch_id":"br-a","name":"r","protected":true,"authentication_method":"no_login"},{"name":"s","password":null}]}"#;
    let all = sent(
        &format!("GET {B}/roles"),
        Value::Null,
        listed,
        async |management| management.roles(&project(), &branch()).list().await,
    )
    .await;
    let method = all[0].authentication_method.as_ref();
    assert_eq!(method, Some(&AuthenticationMethod::NoLogin));
    assert!(all[0].protected && all[0].password.is_none() && all[1].password.is_none());

    let changed = format!(r#"{{"role":{ROLE},"operations":[{OPERATION}]}}"#);
    for (no_login, body) in [
        (false, json!({"name": "r"})),
        (true, json!({"name": "r", "no_login": true})),
    ] {
        let created = sent(
            &format!("POST {B}/roles"),
            json!({"role": body}),
            &changed,
            async |management| {
                let roles = management.roles(&project(), &branch());
                roles.create("r", &CreateRole { no_login }).await
            },
        )
        .await;
        let password = created.role.password.as_ref().unwrap();
        assert_eq!(password.expose_secret(), PASSWORD);
        assert!(!format!("{created:?}").contains(PASSWORD));
    }
    let one = format!("{B}/roles/r%2F%5C");
    let name = "r/\\";
    let found = sent(
        &format!("GET {one}"),
        Value::Null,
        &changed,
        async |management| management.roles(&project(), &branch()).get(name).await,
    )
    .await;
    assert_eq!(found.name, "neondb_owner");
    let reset = sent(
        &format!("POST {one}/reset_password"),
        Value::Null,
        &changed,
        async |management| {
            let roles = management.roles(&project(), &branch());
            roles.reset_password(name).await
        },
    )
    .await;
    assert_eq!(reset.role.password.unwrap().expose_secret(), PASSWORD);
    let revealed = sent(
        &format!("GET {one}/reveal_password"),
        Value::Null,
        r#"{"password":"npg_Zk3vQ9sLxW2t"}"#,
        async |management| {
            let roles = management.roles(&project(), &branch());
            roles.reveal_password(name).await
        },
    )
    .await;
    assert_eq!(revealed.expose_secret(), PASSWORD);
    for (answer, there) in [(&*changed, true), ("", false)] {
        let gone = sent(
            &format!("DELETE {one}"),
            Value::Null,
            answer,
            async |management| management.roles(&project(), &branch()).delete(name).await,
        )
        .await;
        assert_eq!(gone.is_some(), there);
    }
}

#[tokio::test]
async fn a_password_that_is_not_stored_is_distinguished() {
    let refusal = r#"{"request_id":"0a1b","code":"","message":"storing passwords is not enabled for the project"}"#;
    let act = say("412 Precondition Failed", "", refusal);
    let (result, _) = exchange(act, async |management| {
        let roles = management.roles(&project(), &branch());
        roles.reveal_password("r").await
    })
    .await;
    let error = result.unwrap_err();
    assert!(error.is_precondition(), "{error}");
    assert!(!error.is_not_found());
}

#[tokio::test]
async fn operations_are_listed_and_looked_up() {
    let answer = format!(
        r#"{{"operations":[{OPERATION},{OPERATION_OF_SPEC}],"pagination":{{"cursor":"2026-11-21T09:30:00.1Z"}}}}"#
    );
    let line = format!("GET {P}/operations?limit=1000&cursor=2026-11-21T09%3A30%3A00.1Z");
    let page = sent(&line, Value::Null, &answer, async |management| {
        let list = ListOperations {
            page_size: Some(1000),
            cursor: Some("2026-11-21T09:30:00.1Z".to_owned()),
        };
        management.operations(&project()).list(list).await
    })
    .await;
    let [failed, running] = &page.items[..] else {
        panic!("two operations: {page:?}");
    };
    assert_eq!(failed.endpoint_id, Some(endpoint()));
    assert_eq!(failed.error.as_deref(), Some("no room"));
    assert_eq!((failed.failures_count, failed.total_duration_ms), (2, 313));
    assert_eq!(failed.retry_at, Some(time("2026-11-21T09:30:30Z")));
    assert_eq!((&running.endpoint_id, &running.error), (&None, &None));

    let id = OperationId::parse("a07f8772-1877-4da9-a939-3a3ae62d1d8d").unwrap();
    let line = format!("GET {P}/operations/a07f8772-1877-4da9-a939-3a3ae62d1d8d");
    let answer = r#"{"operation":{"id":"a07f8772-1877-4da9-a939-3a3ae62d1d8d","project_id":"p","status":"thawing",
        "action":"thaw","branch_id":"","endpoint_id":null,"failures_count":null}}"#;
    let odd = sent(&line, Value::Null, answer, async |management| {
        management.operations(&project()).get(&id).await
    })
    .await;
    assert_eq!(odd.status.as_str(), "thawing");
    assert!(!odd.status.is_terminal());
    assert_eq!(odd.action.unwrap().as_str(), "thaw");
    assert_eq!((odd.branch_id, odd.created_at), (None, None));
}

#[test]
fn what_has_ended_never_changes_again() {
    let table = [
        ("scheduling", false),
        ("running", false),
        ("finished", true),
        ("failed", false),
        ("error", true),
        ("cancelling", false),
        ("cancelled", true),
        ("skipped", true),
        ("FINISHED", false),
        ("", false),
    ];
    for (word, terminal) in table {
        let status = OperationStatus::from(word);
        assert_eq!(status.is_terminal(), terminal, "{word}");
        assert_eq!(serde_json::to_value(&status).unwrap(), json!(word));
        let known = !matches!(status, OperationStatus::Other(_));
        assert_eq!(known, !word.is_empty() && word != "FINISHED", "{word}");
    }
}

#[test]
fn every_action_of_the_platform_is_known() {
    let words = "create_compute create_timeline start_compute suspend_compute apply_config check_availability \
        delete_timeline create_branch import_data tenant_ignore tenant_attach tenant_detach tenant_reattach \
        replace_safekeeper disable_maintenance apply_storage_config prepare_secondary_pageserver switch_pageserver \
        detach_parent_branch timeline_archive timeline_unarchive start_reserved_compute \
        sync_dbs_and_roles_from_compute apply_schema_from_branch timeline_mark_invisible \
        timeline_update_protected_config prewarm_replica promote_replica set_storage_non_dirty swap_binding_id \
        finalize_migration mark_migration_prepared update_catalog tenant_detach_safekeepers \
        tenant_attach_safekeepers epc_sync delete_tenant";
    for word in words.split_whitespace() {
        let action = OperationAction::from(word);
        assert!(!matches!(action, OperationAction::Other(_)), "{word}");
        assert_eq!(action.as_str(), word);
    }
}
