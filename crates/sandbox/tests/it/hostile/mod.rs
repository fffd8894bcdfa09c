//! A database whose owner hung code on everything, and every call that touches a database. None of
//! that code may ever run with more rights than its author has.

mod any_names;
mod extensions;
mod names;
mod planted;
// Only Linux tells which program connects.
#[cfg(target_os = "linux")]
mod relays;

use planted::{Hostile, ON_USERS};
use serde_json::{Value, json};
use tokio_postgres::error::SqlState;

use crate::support::test_project::id;
use crate::support::{sql, until};

#[tokio::test(flavor = "multi_thread")]
async fn no_call_runs_what_people_wrote_with_more_rights_than_theirs() {
    let it = Hostile::start().await;
    let project = it.fixture.project.clone();
    let branch = format!("/branches/{}", it.fixture.branch);
    let endpoint = format!("/endpoints/{}", it.fixture.endpoint);

    let about = json!({"project_id": project, "auth_provider": "provider_one"});
    let with = |more: Value| {
        let mut body = about.as_object().unwrap().clone();
        body.extend(more.as_object().unwrap().clone());
        Value::Object(body)
    };
    let auth = with(json!({"branch_id": it.fixture.branch}));
    it.call("auth", "POST", "/projects/auth/create", auth, 201)
        .await;
    let owner = it.connect().await;
    for statement in ON_USERS.split(";\n") {
        let planted = owner.batch_execute(statement).await;
        assert!(planted.is_ok(), "{statement}: {planted:?}");
    }
    for name in ["ana", "ben"] {
        let user = with(json!({"email": format!("{name}@example.com"), "name": name}));
        it.call("a user", "POST", "/projects/auth/user", user, 201)
            .await;
    }
    let written = "SELECT count(*) FROM svc_auth.users_sync";
    assert_eq!(sql::one(&owner, written).await, "2");
    let fired = "SELECT string_agg(DISTINCT what, ',' ORDER BY what) FROM hostile.seen
                 WHERE what LIKE 'users%' OR what LIKE 'trigger%'";
    assert_eq!(
        sql::one(&owner, fired).await,
        "trigger_at_the_end,trigger_written,users_check,users_default"
    );
    let lent = "SELECT count(*) FROM pg_roles WHERE rolname LIKE 'plinth_users\\_%'";
    assert_eq!(sql::one(&owner, lent).await, "0");

    let roles = format!("{branch}/roles");
    let role = json!({"role": {"name": "leaver"}});
    let made = it.project("a role", "POST", &roles, role, 201).await;
    let at = it.uri.split_once('@').unwrap().1;
    let password = made["role"]["password"].as_str().unwrap();
    sql::run(&owner, "GRANT CREATE ON SCHEMA hostile TO leaver").await;
    let leaver = it
        .connect_as(&format!("postgresql://leaver:{password}@{at}"))
        .await;
    sql::run(
        &leaver,
        "CREATE FUNCTION hostile.raised() RETURNS bool LANGUAGE sql SECURITY DEFINER
             AS $$ SELECT hostile.climb('definer') $$;
             CREATE TABLE hostile.theirs (n bool DEFAULT hostile.climb('theirs'));
             CREATE INDEX ON hostile.theirs ((hostile.pure('const')))",
    )
    .await;
    drop(leaver);
    let reset = format!("{roles}/leaver/reset_password");
    it.project("a password", "POST", &reset, json!({}), 200)
        .await;
    it.project("list of roles", "GET", &roles, json!({}), 200)
        .await;
    let reveal = format!("{roles}/svcdb_owner/reveal_password");
    it.project("read of a password", "GET", &reveal, json!({}), 200)
        .await;
    let gone = format!("{roles}/leaver");
    it.project("a role that goes", "DELETE", &gone, json!({}), 200)
        .await;
    assert_eq!(sql::one(&owner, "SELECT hostile.raised()").await, "t");
    it.is_low("the functions of a role that went");

    let databases = format!("{branch}/databases");
    let shop = json!({"database": {"name": "shop", "owner_name": "svcdb_owner"}});
    it.project("a database", "POST", &databases, shop, 201)
        .await;
    it.project("list of databases", "GET", &databases, json!({}), 200)
        .await;
    let renamed = json!({"database": {"name": "store"}});
    it.project(
        "a name",
        "PATCH",
        &format!("{databases}/shop"),
        renamed,
        200,
    )
    .await;
    let keeper = json!({"role": {"name": "keeper"}});
    it.project("a keeper", "POST", &roles, keeper, 201).await;
    let owned = json!({"database": {"owner_name": "keeper"}});
    it.project(
        "an owner",
        "PATCH",
        &format!("{databases}/store"),
        owned,
        200,
    )
    .await;
    it.project(
        "a drop",
        "DELETE",
        &format!("{databases}/store"),
        json!({}),
        200,
    )
    .await;

    let mut children = Vec::new();
    let mut computes = Vec::new();
    for source in ["parent-data", "schema-only"] {
        let wanted = json!({
            "branch": {"name": source, "parent_id": it.fixture.branch, "init_source": source},
            "endpoints": [{"type": "read_write"}],
        });
        let made = it.project(source, "POST", "/branches", wanted, 201).await;
        children.push(id(&made["branch"]));
        computes.push(id(&made["endpoints"][0]));
    }
    for (compute, branch) in computes.into_iter().zip(&children) {
        let path = format!("/endpoints/{compute}");
        it.project("a compute that goes", "DELETE", &path, json!({}), 200)
            .await;
        let wanted = json!({"endpoint": {"branch_id": branch, "type": "read_write"}});
        let made = it
            .project("a compute", "POST", "/endpoints", wanted, 201)
            .await;
        let path = format!("/endpoints/{}", id(&made["endpoint"]));
        let larger = json!({"endpoint": {"autoscaling_limit_max_cu": 2}});
        it.project("a larger compute", "PATCH", &path, larger, 200)
            .await;
        for disabled in [true, false] {
            let change = json!({"endpoint": {"disabled": disabled}});
            it.project("a compute that is off", "PATCH", &path, change, 200)
                .await;
        }
    }
    for what in ["sleep", "wake", "sleep"] {
        it.control(what).await;
    }
    it.checked_daily().await;
    it.project(
        "sleep",
        "POST",
        &format!("{endpoint}/suspend"),
        json!({}),
        200,
    )
    .await;
    for source in ["parent-data", "schema-only"] {
        let wanted = json!({
            "branch": {"name": format!("{source} of one suspended"), "parent_id": it.fixture.branch, "init_source": source},
        });
        let made = it.project(source, "POST", "/branches", wanted, 201).await;
        children.push(id(&made["branch"]));
    }
    it.project(
        "a start",
        "POST",
        &format!("{endpoint}/start"),
        json!({}),
        200,
    )
    .await;
    it.project(
        "a restart",
        "POST",
        &format!("{endpoint}/restart"),
        json!({}),
        200,
    )
    .await;
    let parent = json!({"source_branch_id": it.fixture.branch});
    let restore = format!("/branches/{}/restore", children[0]);
    it.project("a reset", "POST", &restore, parent, 200).await;
    let child = json!({"source_branch_id": children[0], "preserve_under_name": "before"});
    it.project(
        "a restore",
        "POST",
        &format!("{branch}/restore"),
        child,
        200,
    )
    .await;

    let schema = format!("{branch}/schema?db_name=svcdb");
    let tables = format!("{schema}&format=json");
    let compared = format!("/branches/{}/compare_schema?db_name=svcdb", children[0]);
    for path in [&schema, &tables, &compared] {
        it.project("a schema", "GET", path, json!({}), 200).await;
    }
    for path in ["", "/branches", "/endpoints", "/operations"] {
        it.project(path, "GET", path, json!({}), 200).await;
    }
    let uri = "/connection_uri?database_name=svcdb&role_name=svcdb_owner";
    it.project("a string", "GET", uri, json!({}), 200).await;
    let transfer = with(json!({}));
    it.call(
        "a transfer",
        "POST",
        "/projects/auth/transfer_ownership",
        transfer,
        200,
    )
    .await;
    let integration = "/auth/integration/provider_one";
    let user = with(json!({"email": "cy@example.com", "name": "cy"}));
    it.call(
        "a user after a restore",
        "POST",
        "/projects/auth/user",
        user,
        201,
    )
    .await;
    let away = json!({"delete_data": true});
    it.project("auth with its data", "DELETE", integration, away, 200)
        .await;

    let owner = it.connect().await;
    let high = "SELECT count(*) FROM hostile.seen WHERE high
                OR session_role NOT IN ('svcdb_owner', 'keeper', 'leaver')
                    AND session_role !~ '^plinth_users_[0-9a-f]{32}$'";
    assert_eq!(sql::one(&owner, high).await, "0");
    // PostgreSQL gives the functions that make a range to the superuser.
    let of_the_superuser = "SELECT count(*) FROM pg_proc p
         WHERE p.proowner = 'plinth_admin'::regrole AND p.oid >= 16384
         AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid
             AND (d.deptype = 'e' OR d.deptype = 'i' AND d.refclassid = 'pg_type'::regclass))";
    assert_eq!(sql::one(&owner, of_the_superuser).await, "0");
    drop(owner);
    for child in children.iter().skip(1) {
        let path = format!("/branches/{child}");
        it.project("a branch that goes", "DELETE", &path, json!({}), 200)
            .await;
    }
    let path = it.fixture.path("");
    let reply = it.fixture.api.delete(&path).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    until("the project is gone", async || {
        it.fixture.api.get(&path).await.status == 404
    })
    .await;
    it.is_low("the project's end");
    it.fixture.sandbox.stop().await;
}

/// Libraries that every session of a person is told to load, and that are nowhere.
const LIBRARIES: &str = "
    ALTER DATABASE svcdb SET local_preload_libraries = 'hostile';
    ALTER ROLE svcdb_owner SET local_preload_libraries = 'hostile'";

#[tokio::test(flavor = "multi_thread")]
async fn opening_and_recovering_data_runs_nothing_that_people_wrote() {
    let it = Hostile::start().await;
    let owner = it.connect().await;
    sql::run(&owner, LIBRARIES).await;
    drop(owner);
    let refused = sql::try_connect(&it.ca_file(), &it.uri).await;
    let refused = refused.map(drop).unwrap_err();
    assert_eq!(refused.code(), Some(&SqlState::UNDEFINED_FILE));

    // As after an update of PostgreSQL: every database is checked before a server opens it.
    let branch = format!("/branches/{}", it.fixture.branch);
    let endpoint = format!("/endpoints/{}", it.fixture.endpoint);
    let (suspend, start) = (format!("{endpoint}/suspend"), format!("{endpoint}/start"));
    it.project("sleep", "POST", &suspend, json!({}), 200).await;
    let folder = it.fixture.sandbox.folder.path().join("servers/branches");
    let noted = folder.join(&it.fixture.branch).join("plinth.opened");
    std::fs::write(&noted, "17.0 1\noff\n").unwrap();
    it.project("another build", "POST", &start, json!({}), 200)
        .await;
    let note = std::fs::read_to_string(&noted).unwrap();
    assert!(!note.starts_with("17.0 1\n"), "it was checked");

    let replication = json!({"project": {"settings": {"enable_logical_replication": true}}});
    it.project("replication", "PATCH", "", replication, 200)
        .await;
    it.project("sleep", "POST", &suspend, json!({}), 200).await;
    it.project("the right", "POST", &start, json!({}), 200)
        .await;
    let note = std::fs::read_to_string(&noted).unwrap();
    assert!(note.ends_with("\non\n"), "the right was given: {note}");

    for (kind, body) in [
        ("roles", json!({"role": {"name": "late"}})),
        (
            "databases",
            json!({"database": {"name": "late", "owner_name": "late"}}),
        ),
    ] {
        let all = format!("{branch}/{kind}");
        it.project(kind, "POST", &all, body, 201).await;
        it.project(kind, "GET", &all, json!({}), 200).await;
        if kind == "databases" {
            it.project(kind, "DELETE", &format!("{all}/late"), json!({}), 200)
                .await;
        }
    }
    for source in ["parent-data", "schema-only"] {
        let wanted = json!({
            "branch": {"name": source, "parent_id": it.fixture.branch, "init_source": source},
            "endpoints": [{"type": "read_write"}],
        });
        let made = it.project(source, "POST", "/branches", wanted, 201).await;
        let child = format!("/branches/{}", id(&made["branch"]));
        it.project("a branch that goes", "DELETE", &child, json!({}), 200)
            .await;
        let back = format!("{child}/recover");
        it.project("and comes back", "POST", &back, json!({}), 200)
            .await;
        let start = format!("/endpoints/{}/start", id(&made["endpoints"][0]));
        it.project("and is opened", "POST", &start, json!({}), 200)
            .await;
    }
    it.project("a project that goes", "DELETE", "", json!({}), 200)
        .await;
    it.project("and comes back", "POST", "/recover", json!({}), 200)
        .await;
    it.project("and is opened", "POST", &start, json!({}), 200)
        .await;

    let without = format!("{}&options=-c%20local_preload_libraries%3D", it.uri);
    #[cfg(unix)]
    drop(it.recovered(&without).await);
    it.checked_daily().await;
    let owner = it.connect_as(&without).await;
    let high = "SELECT count(*) FROM hostile.seen WHERE high OR session_role <> 'svcdb_owner'";
    assert_eq!(sql::one(&owner, high).await, "0");
    let replicating = "SELECT rolreplication FROM pg_roles WHERE rolname = 'svcdb_owner'";
    assert_eq!(sql::one(&owner, replicating).await, "t");
    drop(owner);
    it.fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn data_that_is_put_back_runs_nothing_that_people_wrote() {
    let it = Hostile::start().await.put_back().await;
    let roles = format!("/branches/{}/roles", it.fixture.branch);
    let late = json!({"role": {"name": "late"}});
    it.project("a role", "POST", &roles, late, 201).await;
    let owner = it.connect().await;
    let high = "SELECT count(*) FROM hostile.seen WHERE high OR session_role <> 'svcdb_owner'";
    assert_eq!(sql::one(&owner, high).await, "0");
    drop(owner);
    it.fixture.sandbox.stop().await;
}
