//! What is found in a database by its catalog, and the libraries that can be preloaded.

use serde_json::{Value, json};

use crate::support::replies::{ok, refused};
use crate::support::sql;
use crate::support::test_project::TestProject;
use crate::support::test_sandbox::text;

#[tokio::test(flavor = "multi_thread")]
async fn issues_are_found_by_severity_and_category() {
    let project = TestProject::start().await;
    let path = "/advisors";
    assert_eq!(ok(&project.get(path).await), json!({"issues": []}));
    let uri = text(&project.made["connection_uris"][0], "connection_uri");
    let client = sql::connect(&project.sandbox.running.ca_file, uri).await;
    sql::run(
        &client,
        "CREATE EXTENSION pgcrypto;
         CREATE TABLE customers (id int PRIMARY KEY, name text);
         CREATE INDEX by_name ON customers (name);
         CREATE INDEX by_name_again ON customers (name);
         CREATE TABLE orders (customer int REFERENCES customers, made date);
         CREATE TABLE paid (customer int PRIMARY KEY REFERENCES customers);
         ALTER TABLE orders ENABLE ROW LEVEL SECURITY;
         CREATE POLICY mine ON customers USING (true);
         CREATE FUNCTION total() RETURNS int LANGUAGE sql SECURITY DEFINER AS 'SELECT 1';
         CREATE FUNCTION safe() RETURNS int LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog AS 'SELECT 1'",
    )
    .await;
    let found = async |query: &str| -> Vec<Value> {
        let found = ok(&project.get(&format!("{path}{query}")).await);
        found["issues"].as_array().unwrap().clone()
    };
    let names = |all: &[Value]| -> Vec<String> {
        let keys = all.iter().map(|it| text(it, "cache_key").to_owned());
        keys.collect()
    };
    let all = found("").await;
    assert_eq!(
        names(&all),
        [
            "policy_exists_rls_disabled_public_customers",
            "function_search_path_mutable_public_total_",
            "duplicate_index_public_customers_by_name_by_name_again",
            "rls_enabled_no_policy_public_orders",
            "no_primary_key_public_orders",
            "unindexed_foreign_keys_public_orders_orders_customer_fkey",
        ]
    );
    let mut worst = all[0].clone();
    let about = worst.as_object_mut().unwrap();
    for field in ["title", "description", "remediation"] {
        let value = about.remove(field).unwrap();
        assert!(!value.as_str().unwrap().is_empty(), "{field}");
    }
    assert_eq!(
        worst,
        json!({
            "name": "policy_exists_rls_disabled", "level": "ERROR", "facing": "INTERNAL",
            "categories": ["SECURITY"],
            "detail": "Table `public.customers` has policies, but row-level security is not enabled",
            "metadata": {"schema": "public", "name": "customers", "type": "table"},
            "cache_key": "policy_exists_rls_disabled_public_customers",
        })
    );
    assert_eq!(
        all[2]["metadata"]["indexes"],
        json!(["by_name", "by_name_again"])
    );
    assert_eq!(found("?min_severity=ERROR").await, all[..1]);
    assert_eq!(found("?min_severity=WARN").await, all[..3]);
    let of = |category: &str| -> Vec<Value> {
        let is_it = |it: &&Value| it["categories"] == json!([category]);
        all.iter().filter(is_it).cloned().collect()
    };
    assert_eq!(found("?category=SECURITY").await, of("SECURITY"));
    let both = found("?category=PERFORMANCE&min_severity=WARN").await;
    assert_eq!(both, all[2..3]);

    // A server that sleeps is woken, and the branch is another one with its own tables.
    let child = project.branch("child").await;
    let child = text(&child["branch"], "id");
    sql::run(&client, "DROP TABLE orders, paid, customers").await;
    drop(client);
    project
        .sandbox
        .running
        .suspend(&project.project)
        .await
        .unwrap();
    assert_eq!(
        names(&found("").await),
        ["function_search_path_mutable_public_total_"]
    );
    assert_eq!(found(&format!("?branch_id={child}")).await.len(), 6);

    let wrong = project.get(&format!("{path}?min_severity=FATAL")).await;
    assert_eq!(wrong.status, 400, "{}", wrong.body);
    refused(
        &project.get(&format!("{path}?database_name=none")).await,
        404,
        "database not found",
    );
    refused(
        &project
            .get(&format!("{path}?branch_id=br-no-such-00000000"))
            .await,
        404,
        "branch not found",
    );
    let shop = json!({"database": {"name": "shop", "owner_name": "svcdb_owner"}});
    let databases = format!("/branches/{}/databases", project.branch);
    let reply = project.post(&databases, &shop).await;
    project.done(201, reply).await;
    refused(
        &project.get(path).await,
        400,
        "invalid request: query: database_name: the branch has several databases, so one must be named",
    );
    assert_eq!(found("?database_name=shop").await, Vec::<Value>::new());
    project.sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn libraries_that_can_be_preloaded_are_listed_and_taken() {
    let project = TestProject::without_servers().await;
    let path = "/available_preload_libraries";
    let libraries = ok(&project.get(path).await);
    let libraries = libraries["libraries"].as_array().unwrap();
    let names: Vec<_> = libraries
        .iter()
        .map(|it| it["library_name"].clone())
        .collect();
    assert_eq!(
        names,
        [
            "auth_delay",
            "auto_explain",
            "passwordcheck",
            "pg_prewarm",
            "pg_stat_statements"
        ]
    );
    for library in libraries {
        assert!(!text(library, "description").is_empty(), "{library}");
        assert!(!text(library, "version").is_empty(), "{library}");
        assert_eq!(
            library["is_default"],
            library["library_name"] == "pg_stat_statements"
        );
        assert_eq!(library["is_experimental"], false);
    }
    let enable = |names: Value| json!({"project": {"settings": {"preload_libraries": {"enabled_libraries": names}}}});
    ok(&project.patch("", &enable(json!(names))).await);
    refused(
        &project.patch("", &enable(json!(["pg_magic"]))).await,
        400,
        "invalid request: project.settings.preload_libraries.enabled_libraries: unknown library; library_name:\"pg_magic\"",
    );
    let elsewhere = format!("/projects/no-such-00000000{path}");
    refused(&project.api.get(&elsewhere).await, 404, "project not found");
    project.sandbox.stop().await;
}
