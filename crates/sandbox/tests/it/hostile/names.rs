//! A role that may create roles takes the names of the sandbox's own roles before the sandbox uses them. Neither the
//! role nor anyone else gets a right by that, and no call fails.

use std::sync::Arc;

use serde_json::{Value, json};
use tokio_postgres::Client;

use crate::support::test_project::{TestProject, id};
use crate::support::test_sandbox::text;
use crate::support::{psql, sql, until};

/// The names that earlier versions used for the sandbox's own roles.
pub const OWN_NAMES: [&str; 4] = [
    "plinth_users",
    "plinth_schema_dump",
    "plinth_replica",
    "plinth_heir",
];

/// A table that the role `low` must not read, in a schema that it can see.
const VAULT: &str = "CREATE SCHEMA vault; GRANT USAGE ON SCHEMA vault TO PUBLIC;
    CREATE TABLE vault.secret AS SELECT 'of the owner'::text AS word;
    CREATE ROLE low LOGIN CREATEROLE PASSWORD 'low'";

/// Starts a project whose owner made the role `low`, which may create roles and nothing else.
pub async fn start() -> Arc<TestProject> {
    Arc::new(with_low(TestProject::start().await).await)
}

pub async fn with_low(project: TestProject) -> TestProject {
    sql::run(&Planted(&project).owner().await, VAULT).await;
    project
}

/// The project's owner and the role `low`, and what they call.
pub struct Planted<'a>(pub &'a TestProject);

impl Planted<'_> {
    /// A connection string of the project's database.
    pub fn uri(&self) -> &str {
        text(&self.0.made["connection_uris"][0], "connection_uri")
    }

    pub fn uri_as(&self, role: &str, password: &str) -> String {
        let (_, place) = self.uri().split_once('@').unwrap();
        format!("postgresql://{role}:{password}@{place}")
    }

    pub async fn connect(&self, uri: &str) -> Client {
        sql::connect(&self.0.sandbox.running.ca_file, uri).await
    }

    pub async fn owner(&self) -> Client {
        self.connect(self.uri()).await
    }

    pub async fn low(&self) -> Client {
        self.connect(&self.uri_as("low", "low")).await
    }

    pub fn auth(&self, more: &Value) -> Value {
        let mut body = json!({"project_id": self.0.project, "auth_provider": "provider_one"});
        let fields = body.as_object_mut().unwrap();
        fields.extend(more.as_object().unwrap().clone());
        body
    }

    pub async fn enable_auth(&self) {
        let body = self.auth(&json!({"branch_id": self.0.branch}));
        let made = self.0.api.post("/projects/auth/create", &body).await;
        assert_eq!(made.status, 201, "{}", made.body);
        self.0.wait_for_operations().await;
    }

    pub async fn read_only_compute(&self) -> String {
        let body = json!({"endpoint": {"branch_id": self.0.branch, "type": "read_only"}});
        let reply = self.0.post("/endpoints", &body).await;
        id(&self.0.done(201, reply).await["endpoint"])
    }

    pub async fn uri_of(&self, endpoint: &str) -> String {
        let path = format!(
            "/connection_uri?endpoint_id={endpoint}&role_name=svcdb_owner&database_name=svcdb"
        );
        text(&self.0.get(&path).await.json(), "uri").to_owned()
    }
}

/// Creates the roles, has `role` join them, and owns large objects by them, so that they can't be dropped.
async fn plant(planter: &Client, role: &str, names: &[&str]) {
    for name in names {
        let planted = format!(
            "CREATE ROLE {name} LOGIN PASSWORD 'known'; GRANT {name} TO {role} WITH SET TRUE, INHERIT TRUE;
             SET ROLE {name}; SELECT lo_create(0); RESET ROLE"
        );
        sql::run(planter, &planted).await;
    }
}

/// Waits until a session of one of the sandbox's own roles waits for a lock.
async fn waits_for_a_lock(it: &Planted<'_>, role: &str) {
    let watcher = it.owner().await;
    let waiting = format!(
        "SELECT count(*) FROM pg_stat_activity WHERE usename LIKE '{role}%' AND wait_event_type = 'Lock'"
    );
    until("the sandbox's session waits", async || {
        sql::one(&watcher, &waiting).await != "0"
    })
    .await;
}

/// Fails if `low` reads the secret table as any of the planted roles or as the owner.
async fn reads_nothing(low: &Client) {
    for role in OWN_NAMES.into_iter().chain(["svcdb_owner"]) {
        let _ = low.batch_execute(&format!("SET ROLE {role}")).await;
        for inner in ["svcdb_owner", "pg_read_all_data"] {
            let _ = low.batch_execute(&format!("SET ROLE {inner}")).await;
            let read = low.simple_query("SELECT word FROM vault.secret").await;
            assert!(read.is_err(), "as {role}, then {inner}: {read:?}");
        }
        sql::run(low, "RESET ROLE").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_planted_one_time_role_is_never_the_owner_while_users_are_written() {
    let project = start().await;
    let it = Planted(&project);
    it.enable_auth().await;
    let roles = format!("/branches/{}/roles", project.branch);
    let body = json!({"role": {"name": "other"}});
    let made = project.post(&roles, &body).await;
    let made = project.done(201, made).await;
    let password = text(&made["role"], "password");
    let other = it.connect(&it.uri_as("other", password)).await;
    plant(&other, "other", &OWN_NAMES).await;
    let owner = it.owner().await;
    sql::run(&owner, "BEGIN; LOCK TABLE svc_auth.users_sync").await;
    let this = Arc::clone(&project);
    let adding = tokio::spawn(async move {
        let user = Planted(&this).auth(&json!({"email": "ana@example.com", "name": "ana"}));
        this.api.post("/projects/auth/user", &user).await
    });
    waits_for_a_lock(&it, "plinth_users").await;
    let is_owner = "SELECT pg_has_role('other', 'svcdb_owner', 'MEMBER')::text";
    assert_eq!(sql::one(&other, is_owner).await, "false");
    sql::run(&owner, "ROLLBACK").await;
    let added = adding.await.unwrap();
    assert_eq!(added.status, 201, "{}", added.body);
    assert_eq!(sql::one(&other, is_owner).await, "false");
    let left = "SELECT count(*) FROM pg_roles WHERE rolname LIKE 'plinth\\_users\\_%'";
    assert_eq!(sql::one(&owner, left).await, "0");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_planted_one_time_role_gets_no_rights_while_a_schema_is_read() {
    let project = start().await;
    let it = Planted(&project);
    let (owner, low) = (it.owner().await, it.low().await);
    plant(&low, "low", &OWN_NAMES).await;
    sql::run(&owner, "BEGIN; LOCK TABLE vault.secret").await;
    let this = Arc::clone(&project);
    let reading = tokio::spawn(async move {
        let path = format!("/branches/{}/schema?db_name=svcdb", this.branch);
        this.get(&path).await
    });
    waits_for_a_lock(&it, "plinth_schema_dump").await;
    let planted = "SELECT pg_has_role('low', 'pg_read_all_data', 'MEMBER')::text";
    assert_eq!(sql::one(&low, planted).await, "false");
    sql::run(&owner, "ROLLBACK").await;
    let read = reading.await.unwrap();
    assert_eq!(read.status, 200, "{}", read.body);
    reads_nothing(&low).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn auth_calls_work_when_their_role_was_planted_as_a_group_of_the_owner() {
    let project = start().await;
    let it = Planted(&project);
    it.enable_auth().await;
    let owner = it.owner().await;
    plant(&owner, "svcdb_owner", &["plinth_users"]).await;
    let user = it.auth(&json!({"email": "ana@example.com", "name": "ana"}));
    let added = project.api.post("/projects/auth/user", &user).await;
    assert_eq!(added.status, 201, "{}", added.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_planted_replica_role_replicates_nothing() {
    let project = start().await;
    let it = Planted(&project);
    let low = it.low().await;
    plant(&low, "low", &OWN_NAMES).await;
    let endpoint = it.read_only_compute().await;
    let reader = it.connect(&it.uri_of(&endpoint).await).await;
    let receives = "SELECT count(*) FROM pg_stat_wal_receiver WHERE status = 'streaming'";
    until("it follows", async || {
        sql::one(&reader, receives).await == "1"
    })
    .await;
    sql::run(&low, "ALTER ROLE plinth_replica LOGIN PASSWORD 'known'").await;
    let replicates =
        "SELECT count(*) FROM pg_roles WHERE rolreplication AND pg_has_role('low', oid, 'MEMBER')";
    assert_eq!(sql::one(&low, replicates).await, "0");
    // The owner sees where the read-only compute connects to.
    let followed = sql::one(&reader, "SHOW primary_conninfo").await;
    let port = followed.split_once("port=").unwrap().1;
    let port = port.split_once(' ').unwrap().0;
    let uri = format!(
        "postgresql://plinth_replica:known@127.0.0.1:{port}/svcdb?sslmode=require&replication=true"
    );
    let said = psql(&project.sandbox, &uri, "IDENTIFY_SYSTEM").await;
    assert!(said.contains("error"), "{said}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_s_port_refuses_the_sandbox_s_own_roles() {
    let project = start().await;
    let it = Planted(&project);
    let ca = project.sandbox.running.ca_file.clone();
    for name in ["plinth_admin"].into_iter().chain(OWN_NAMES) {
        let refused = sql::try_connect(&ca, &it.uri_as(name, "x")).await;
        let refused = refused.err().unwrap();
        let message = refused.as_db_error().map(|it| it.message().to_owned());
        assert_eq!(
            message.as_deref(),
            Some(format!("role \"{name}\" is reserved for the sandbox").as_str())
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn auth_does_not_begin_in_a_schema_or_table_of_another_role() {
    let project = start().await;
    let it = Planted(&project);
    let owner = it.owner().await;
    sql::run(&owner, "GRANT CREATE ON DATABASE svcdb TO low").await;
    let low = it.low().await;
    sql::run(&low, "CREATE SCHEMA svc_auth").await;
    let body = it.auth(&json!({"branch_id": project.branch}));
    let begin = async || project.api.post("/projects/auth/create", &body).await;
    let refused = begin().await;
    assert_eq!(refused.status, 422, "{}", refused.body);
    assert!(
        refused.body.contains("belongs to the role `low`"),
        "{}",
        refused.body
    );
    let of_the_owner = "GRANT low TO svcdb_owner WITH INHERIT TRUE, SET TRUE;
         ALTER SCHEMA svc_auth OWNER TO svcdb_owner; GRANT ALL ON SCHEMA svc_auth TO low";
    sql::run(&owner, of_the_owner).await;
    sql::run(
        &low,
        "CREATE TABLE svc_auth.users_sync (id text PRIMARY KEY)",
    )
    .await;
    let refused = begin().await;
    assert_eq!(refused.status, 422, "{}", refused.body);
    sql::run(&low, "DROP TABLE svc_auth.users_sync").await;
    let begun = begin().await;
    assert_eq!(begun.status, 201, "{}", begun.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_role_that_was_planted_by_sql_gets_no_rights_when_the_interface_creates_it() {
    let project = start().await;
    let it = Planted(&project);
    let low = it.low().await;
    plant(&low, "low", &["wanted"]).await;
    drop(low);
    let suspend = format!("/endpoints/{}/suspend", project.endpoint);
    let reply = project.post(&suspend, &json!({})).await;
    project.done(200, reply).await;
    let roles = format!("/branches/{}/roles", project.branch);
    let body = json!({"role": {"name": "wanted"}});
    let reply = project.post(&roles, &body).await;
    // The role may be known by now.
    assert!([201, 409].contains(&reply.status), "{}", reply.body);
    let mut errors = Vec::new();
    until_ended(&project, &mut errors).await;
    if reply.status == 201 {
        let [error] = errors.as_slice() else {
            panic!("{errors:?}")
        };
        assert!(text(error, "error").contains("made by SQL"), "{error}");
    }
    let low = it.low().await;
    let read = "SET ROLE wanted; SELECT word FROM vault.secret";
    assert!(low.batch_execute(read).await.is_err());
}

/// Waits for the project's operations, and collects those that ended with an error.
async fn until_ended(project: &TestProject, errors: &mut Vec<Value>) {
    let all = async || {
        let list = project.get("/operations?limit=100").await.json();
        list["operations"].as_array().unwrap().clone()
    };
    let has_status =
        |it: &Value, statuses: &[&str]| statuses.iter().any(|status| it["status"] == *status);
    until("its operations have ended", async || {
        let all = all().await;
        all.iter().all(|it| has_status(it, &["finished", "error"]))
    })
    .await;
    errors.extend(
        all()
            .await
            .into_iter()
            .filter(|it| has_status(it, &["error"])),
    );
}
