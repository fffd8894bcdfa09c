//! What an owner of a database may create, as on the platform.

use serde_json::json;

use crate::support::test_project::TestProject;
use crate::support::test_sandbox::text;
use crate::support::{TestSandbox, sql};

/// Set-up adds them to PostgreSQL's programs, with something that each does.
pub const TRUSTED: [(&str, &str); 9] = [
    ("bloom", "CREATE INDEX ON t USING bloom (n)"),
    ("dblink", "SELECT dblink_get_connections()"),
    (
        "earthdistance",
        "SELECT earth_distance(ll_to_earth(1, 2), ll_to_earth(3, 4))",
    ),
    ("pg_buffercache", "SELECT count(*) FROM pg_buffercache"),
    ("pg_prewarm", "SELECT pg_prewarm('t')"),
    (
        "pg_stat_statements",
        "SELECT count(*) FROM pg_stat_statements",
    ),
    ("pgstattuple", "SELECT tuple_count FROM pgstattuple('t')"),
    (
        "vector",
        "CREATE TABLE v (e vector(3)); INSERT INTO v VALUES ('[1,2,3]'), ('[3,2,1]');
         CREATE INDEX ON v USING hnsw (e vector_l2_ops)",
    ),
    ("xml2", "SELECT xpath_string('<a>1</a>', '/a')"),
];

fn uri(fixture: &TestProject) -> &str {
    text(&fixture.made["connection_uris"][0], "connection_uri")
}

#[tokio::test(flavor = "multi_thread")]
async fn an_owner_creates_the_extensions_that_the_platform_allows() {
    let fixture = TestProject::start().await;
    let client = sql::connect(&fixture.sandbox.running.ca_file, uri(&fixture)).await;
    sql::run(
        &client,
        "CREATE TABLE t AS SELECT n FROM generate_series(1, 100) n",
    )
    .await;
    let listed = &fixture
        .sandbox
        .running
        .postgres
        .as_ref()
        .unwrap()
        .extensions;
    assert!(!listed.contains("postgres_fdw") && !listed.contains("file_fdw"));
    for (name, works) in TRUSTED {
        assert!(listed.contains(name), "{name}: {listed:?}");
        let created = client
            .batch_execute(&format!("CREATE EXTENSION {name} CASCADE"))
            .await;
        assert!(
            created.is_ok(),
            "{name} is not as set-up makes it: run `cargo xtask setup`. {created:?}"
        );
        sql::run(&client, works).await;
    }
    sql::run(&client, "SET enable_seqscan = off").await;
    let nearest = "SELECT e FROM v ORDER BY e <-> '[3,3,1]' LIMIT 1";
    assert_eq!(sql::one(&client, nearest).await, "[3,2,1]");
    let plan = sql::column(&client, &format!("EXPLAIN {nearest}")).await;
    assert!(
        plan.join("\n").contains("Index Scan using v_e_idx"),
        "{plan:?}"
    );
    for _ in 0..3 {
        sql::one(&client, "SELECT count(*) FROM t WHERE n > 42").await;
    }
    let counted = "SELECT calls FROM pg_stat_statements WHERE query LIKE '%count(*) FROM t WHERE%'";
    assert_eq!(sql::one(&client, counted).await, "3");
    let refused = client
        .batch_execute("CREATE EXTENSION postgres_fdw")
        .await
        .unwrap_err();
    assert_eq!(refused.code().unwrap().code(), "42501");
    // A branch has them as well.
    let branch = fixture.branch("child").await;
    let uri = text(&branch["connection_uris"][0], "connection_uri");
    let client = sql::connect(&fixture.sandbox.running.ca_file, uri).await;
    assert_eq!(sql::one(&client, nearest).await, "[3,2,1]");
    fixture.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn dblink_needs_a_password_of_its_user_and_reaches_no_file() {
    let sandbox = TestSandbox::start().await;
    let record = sandbox.create().await;
    let url = text(&record, "connection_string");
    let client = sql::connect(&sandbox.running.ca_file, url).await;
    sql::run(&client, "CREATE EXTENSION dblink").await;
    let answered = |target: &str, query: &str| {
        let target = target.replace('\'', "''");
        format!("SELECT * FROM dblink('{target}', '{query}') AS t(n text)")
    };
    let own = answered(url, "SELECT current_user");
    assert_eq!(sql::one(&client, &own).await, "svcdb_owner");
    let without = format!(
        "host=127.0.0.1 port={} user=svcdb_owner dbname=svcdb",
        sql::port(url)
    );
    let admin = format!(
        "host=127.0.0.1 port={} user=plinth_admin dbname=svcdb",
        sql::port(url)
    );
    for target in [
        without.clone(),
        admin.clone(),
        format!("{without} passfile=/etc/passwd"),
        format!("{admin} password=guessed"),
        format!("{without} sslcert=/etc/passwd sslkey=/etc/passwd"),
    ] {
        let refused = client
            .simple_query(&answered(&target, "SELECT 1"))
            .await
            .unwrap_err();
        let code = refused.code().unwrap().code().to_owned();
        assert!(
            ["2F003", "08001"].contains(&code.as_str()),
            "{target}: {refused:?}"
        );
    }
    for forbidden in [
        "SELECT dblink_connect_u('host=127.0.0.1')",
        "CREATE SERVER far FOREIGN DATA WRAPPER dblink_fdw",
    ] {
        let refused = client.simple_query(forbidden).await.unwrap_err();
        assert_eq!(refused.code().unwrap().code(), "42501", "{forbidden}");
    }
    sandbox.stop().await;
}

/// Whoever may read the statistics must not find the sandbox's statements there.
#[tokio::test(flavor = "multi_thread")]
async fn the_statistics_of_statements_show_nothing_of_the_sandbox() {
    let fixture = TestProject::start().await;
    let client = sql::connect(&fixture.sandbox.running.ca_file, uri(&fixture)).await;
    sql::run(&client, "CREATE EXTENSION pg_stat_statements").await;
    let role = format!("/branches/{}/roles", fixture.branch);
    let reply = fixture.post(&role, &json!({"role": {"name": "ada"}})).await;
    fixture.done(201, reply).await;
    let theirs = "SELECT count(*) FROM pg_stat_statements WHERE userid =
        (SELECT oid FROM pg_roles WHERE rolname = 'plinth_admin')";
    assert_eq!(sql::one(&client, theirs).await, "0");
    let verifiers = "SELECT count(*) FROM pg_stat_statements WHERE query LIKE '%SCRAM-SHA-256$4%'";
    assert_eq!(sql::one(&client, verifiers).await, "0");
    fixture.sandbox.stop().await;
}
