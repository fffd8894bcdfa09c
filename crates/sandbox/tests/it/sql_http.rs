//! Queries over HTTP, as the serverless driver sends them.

use std::time::Duration;

use sandbox::ServerState;
use serde_json::{Value, json};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

use crate::support::test_sandbox::{project, text};
use crate::support::{Reply, TestSandbox, http, send, sql, until};

const RAW: (&str, &str) = ("Neon-Raw-Text-Output", "true");
const ARRAYS: (&str, &str) = ("Neon-Array-Mode", "true");

async fn ask_with(
    sandbox: &TestSandbox,
    string: &str,
    headers: &[(&str, &str)],
    body: impl AsRef<[u8]>,
) -> Reply {
    let mut all = vec![("Neon-Connection-String", string)];
    all.extend(headers);
    send(sandbox.url(), "POST", "/sql", &all, body).await
}

/// A query with its parameters, for plain JSON.
async fn ask(sandbox: &TestSandbox, string: &str, query: &str, params: Value) -> Reply {
    let body = json!({ "query": query, "params": params }).to_string();
    ask_with(sandbox, string, &[], body).await
}

async fn rows(sandbox: &TestSandbox, string: &str, query: &str, params: Value) -> Value {
    let reply = ask(sandbox, string, query, params).await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    reply.json()["rows"].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn values_are_texts_or_json_in_lists_or_objects() {
    const QUERY: &str = "SELECT 1::int4 AS i, 2::int8 AS b, 1.5::float8 AS f, true AS t, 'x'::text AS s, NULL::text AS n, \
         '{\"a\":1}'::jsonb AS j, ARRAY[1,NULL,3] AS a, ARRAY['x,y','é'] AS w, 1.50::numeric(9,2) AS d";
    let sandbox = TestSandbox::start().await;
    let record = sandbox.create().await;
    let string = text(&record, "connection_string");
    let body = json!({ "query": QUERY }).to_string();
    let texts = json!([
        "1",
        "2",
        "1.5",
        "t",
        "x",
        null,
        "{\"a\": 1}",
        "{1,NULL,3}",
        "{\"x,y\",é}",
        "1.50"
    ]);
    let typed = json!([1, "2", 1.5, true, "x", null, {"a": 1}, [1, null, 3], ["x,y", "é"], "1.50"]);
    let object = |values: &Value| {
        let names = "ibftsnjawd".chars().map(String::from);
        let pairs = names.zip(values.as_array().unwrap().iter().cloned());
        Value::Object(pairs.collect())
    };
    for (headers, row) in [
        (&[RAW, ARRAYS][..], texts.clone()),
        (&[RAW], object(&texts)),
        (&[ARRAYS], typed.clone()),
        (&[], object(&typed)),
    ] {
        let reply = ask_with(&sandbox, string, headers, &body).await;
        assert_eq!(reply.status, 200, "{}", reply.body);
        assert_eq!(reply.header("content-type"), Some("application/json"));
        let answer = reply.json();
        assert_eq!(answer["rows"], json!([row]), "{headers:?}");
        assert_eq!(answer["rowAsArray"], headers.contains(&ARRAYS));
        assert_eq!(
            (&answer["command"], &answer["rowCount"]),
            (&json!("SELECT"), &json!(1))
        );
        let field = |name: &str, kind: u32, size: i32, modifier: i32| {
            json!({
                "name": name, "dataTypeID": kind, "tableID": 0, "columnID": 0,
                "dataTypeSize": size, "dataTypeModifier": modifier, "format": "text",
            })
        };
        assert_eq!(answer["fields"][0], field("i", 23, 4, -1));
        assert_eq!(answer["fields"][9], field("d", 1700, -1, (9 << 16) + 2 + 4));
    }
    // What the request says for itself counts more than its header.
    let body = r#"{"query":"SELECT 1 AS n","arrayMode":false}"#;
    let reply = ask_with(&sandbox, string, &[ARRAYS], body).await;
    assert_eq!(reply.json()["rows"], json!([{ "n": 1 }]));
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn statements_take_parameters_and_say_what_they_did() {
    let sandbox = TestSandbox::start().await;
    let record = sandbox.create().await;
    let string = text(&record, "connection_string");
    let asked = rows(
        &sandbox,
        string,
        "SELECT $1::text AS a, $2::int AS b, $3::bool AS c, $4::jsonb AS d, $5::text[] AS e, $6::numeric AS f, $7::text AS g",
        json!(["ü\"'\\\n🐘", 7, true, {"k": [1]}, ["a", null, "b\"\\"], "12345678901234567890.5", null]),
    );
    let answer = json!([{
        "a": "ü\"'\\\n🐘", "b": 7, "c": true, "d": {"k": [1]}, "e": ["a", null, "b\"\\"],
        "f": "12345678901234567890.5", "g": null,
    }]);
    assert_eq!(asked.await, answer);
    for (query, params, command, count, rows) in [
        (
            "CREATE TABLE t (n int, s text)",
            json!([]),
            "CREATE",
            json!(null),
            json!([]),
        ),
        (
            "INSERT INTO t VALUES ($1, 'a'), ($2, 'b')",
            json!([1, "2"]),
            "INSERT",
            json!(2),
            json!([]),
        ),
        (
            "UPDATE t SET n = n + 1 RETURNING n",
            json!([]),
            "UPDATE",
            json!(2),
            json!([{"n": 2}, {"n": 3}]),
        ),
        (
            "DELETE FROM t WHERE n = 9",
            json!([]),
            "DELETE",
            json!(0),
            json!([]),
        ),
        (
            "SELECT FROM t",
            json!([]),
            "SELECT",
            json!(2),
            json!([{}, {}]),
        ),
        ("", json!([]), "", json!(null), json!([])),
        ("-- nothing", json!([]), "", json!(null), json!([])),
    ] {
        let reply = ask(&sandbox, string, query, params).await;
        assert_eq!(reply.status, 200, "{query}: {}", reply.body);
        let answer = reply.json();
        assert_eq!(answer["command"], command, "{query}");
        assert_eq!(answer["rowCount"], count, "{query}");
        assert_eq!(answer["rows"], rows, "{query}");
    }
    let reply = ask(&sandbox, string, "SELECT n FROM t LIMIT 0", json!([])).await;
    let field = &reply.json()["fields"][0];
    assert!(field["tableID"].as_u64().unwrap() > 0, "{field}");
    assert_eq!(field["columnID"], 1);
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_batch_is_one_transaction() {
    let sandbox = TestSandbox::start().await;
    let record = sandbox.create().await;
    let string = text(&record, "connection_string");
    let batch = async |headers: &[(&str, &str)], queries: &[&str]| {
        let queries: Vec<_> = queries.iter().map(|it| json!({ "query": it })).collect();
        let body = json!({ "queries": queries }).to_string();
        ask_with(&sandbox, string, headers, body).await
    };
    let made = batch(
        &[],
        &["CREATE TABLE t (n int UNIQUE)", "INSERT INTO t VALUES (1)"],
    )
    .await;
    assert_eq!(made.status, 200, "{}", made.body);
    assert_eq!(made.json()["results"][1]["rowCount"], 1);
    let failed = batch(
        &[],
        &[
            "INSERT INTO t VALUES (2)",
            "INSERT INTO t VALUES (1)",
            "SELECT 1",
        ],
    )
    .await;
    assert_eq!(
        (failed.status, &failed.json()["code"]),
        (400, &json!("23505"))
    );
    let deferred = "ALTER TABLE t ADD CONSTRAINT late UNIQUE (n) DEFERRABLE INITIALLY DEFERRED";
    assert_eq!(
        batch(&[], &[deferred, "ALTER TABLE t DROP CONSTRAINT t_n_key"])
            .await
            .status,
        200
    );
    let at_commit = batch(&[], &["INSERT INTO t VALUES (1)"]).await;
    assert_eq!(
        (at_commit.status, &at_commit.json()["constraint"]),
        (400, &json!("late"))
    );
    assert_eq!(
        rows(&sandbox, string, "SELECT n FROM t", json!([])).await,
        json!([{ "n": 1 }])
    );

    let modes = [
        ("Neon-Batch-Isolation-Level", "Serializable"),
        ("Neon-Batch-Read-Only", "true"),
        ("Neon-Batch-Deferrable", "true"),
    ];
    let shown = [
        "SHOW transaction_isolation",
        "SHOW transaction_read_only",
        "SHOW transaction_deferrable",
    ];
    let reply = batch(&modes, &shown).await;
    for (number, (name, value)) in ["serializable", "on", "on"].iter().zip(modes).enumerate() {
        let row = &reply.json()["results"][number]["rows"][0];
        let row = row.as_object().unwrap().values().next();
        assert_eq!(row, Some(&json!(name)));
        assert_eq!(reply.header(&value.0.to_ascii_lowercase()), Some(value.1));
    }
    let refused = batch(&modes, &["INSERT INTO t VALUES (3)"]).await;
    assert_eq!(refused.json()["code"], "25006");
    let usual = batch(&[("Neon-Batch-Read-Only", "false")], &shown).await;
    assert_eq!(
        usual.json()["results"][0]["rows"][0]["transaction_isolation"],
        "read committed"
    );
    assert_eq!(
        usual.json()["results"][1]["rows"][0]["transaction_read_only"],
        "off"
    );
    let odd = batch(&[("Neon-Batch-Isolation-Level", "chaos")], &["SELECT 1"]).await;
    assert_eq!(
        (odd.status, &odd.json()["message"]),
        (400, &json!("invalid isolation level"))
    );
    assert_eq!(batch(&[], &[]).await.json(), json!({ "results": [] }));
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_error_has_the_fields_of_the_servers() {
    let sandbox = TestSandbox::start().await;
    let record = sandbox.create().await;
    let string = text(&record, "connection_string");
    rows(
        &sandbox,
        string,
        "CREATE TABLE t (n int UNIQUE NOT NULL)",
        json!([]),
    )
    .await;
    rows(&sandbox, string, "INSERT INTO t VALUES (1)", json!([])).await;
    for (query, fields) in [
        (
            "SELECT nope",
            json!({
                "severity": "ERROR", "code": "42703", "position": "8",
                "message": "column \"nope\" does not exist", "detail": null, "internalQuery": null,
            }),
        ),
        (
            "INSERT INTO t VALUES (1)",
            json!({
                "code": "23505", "detail": "Key (n)=(1) already exists.", "constraint": "t_n_key",
                "schema": "public", "table": "t", "position": null,
            }),
        ),
        (
            "INSERT INTO t VALUES (NULL)",
            json!({ "code": "23502", "column": "n" }),
        ),
        (
            "DO $$ BEGIN RAISE EXCEPTION 'no' USING HINT = 'do not', ERRCODE = 'XX123'; END $$",
            json!({
                "message": "no", "hint": "do not", "code": "XX123", "routine": "exec_stmt_raise",
                "where": "PL/pgSQL function inline_code_block line 1 at RAISE",
            }),
        ),
        (
            "DO $$ BEGIN PERFORM * FROM gone; END $$",
            json!({ "code": "42P01", "internalPosition": "15", "internalQuery": "SELECT * FROM gone" }),
        ),
        ("SELECT 1; SELECT 2", json!({ "code": "42601" })),
        ("SELECT $1::int", json!({ "code": "08P01" })),
        ("COPY t TO STDOUT", json!({ "code": "0A000" })),
        ("COPY t FROM STDIN", json!({ "code": "0A000" })),
        ("SELECT '\0'", json!({ "code": "22021" })),
        (
            "SELECT pg_terminate_backend(pg_backend_pid())",
            json!({ "code": "57P01" }),
        ),
    ] {
        let reply = ask(&sandbox, string, query, json!([])).await;
        assert_eq!(reply.status, 400, "{query}: {}", reply.body);
        let answer = reply.json();
        for (name, value) in fields.as_object().unwrap() {
            assert_eq!(&answer[name], value, "{name} of {query}: {answer}");
        }
        assert!(answer["message"].is_string());
    }
    for (params, code) in [
        (json!(["a\0b"]), "22021"),
        (json!(vec![1; 65_536]), "54023"),
    ] {
        let reply = ask(&sandbox, string, "SELECT $1::text", params).await;
        assert_eq!((reply.status, &reply.json()["code"]), (400, &json!(code)));
    }
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_is_not_let_in_is_told_why() {
    let sandbox = TestSandbox::start().await;
    let record = sandbox.create().await;
    let string = text(&record, "connection_string");
    let (whole, _) = string.split_once('?').unwrap();
    let (login, place) = whole.split_once('@').unwrap();
    let user = login.rsplit_once(':').unwrap().0;
    // A password of more rounds than the sandbox works out for anyone.
    let nulls = "A".repeat(43);
    let slow = format!(
        "CREATE ROLE slow LOGIN PASSWORD 'SCRAM-SHA-256$150000:c2FsdA==${nulls}=:{nulls}='"
    );
    rows(&sandbox, string, &slow, json!([])).await;
    for (string, code) in [
        (whole.replace("npg_", "npg_x"), Some("28P01")),
        (format!("postgresql://nobody:x@{place}"), Some("28P01")),
        (format!("postgresql://slow:x@{place}"), Some("28000")),
        (format!("{whole}x"), Some("3D000")),
        (
            format!("{whole}?options=-c%20nothing.like%3D1%20-c%20nope%3D1"),
            Some("42704"),
        ),
        (
            format!("{whole}?options=endpoint%3Dep-other-one-12345678"),
            Some("08004"),
        ),
        (format!("{login}@localhost:1/svcdb"), Some("08004")),
        (format!("{login}@localhost/svcdb"), Some("08004")),
        (format!("{whole}%00"), None),
        (format!("{whole}?replication=database"), Some("28000")),
        (format!("{user}@{place}"), None),
        (place.to_owned(), None),
        (String::new(), None),
        (
            format!("https{}", whole.strip_prefix("postgresql").unwrap()),
            None,
        ),
    ] {
        let reply = ask(&sandbox, &string, "SELECT 1", json!([])).await;
        assert_eq!(reply.status, 400, "{string}: {}", reply.body);
        let answer = reply.json();
        assert_eq!(answer["code"].as_str(), code, "{string}: {answer}");
        assert!(!answer["message"].as_str().unwrap().is_empty(), "{string}");
    }
    let body = r#"{"query":"SELECT 1"}"#;
    let nameless = send(sandbox.url(), "POST", "/sql", &[], body).await;
    assert_eq!(nameless.status, 400);

    // What no server sees wakes none.
    let project = project(&record);
    sandbox.running.suspend(&project).await.unwrap();
    for body in [
        &b""[..],
        b"{}",
        b"null",
        b"[]",
        b"{\"query\":1}",
        b"{\"query\":\"\xff\"}",
        b"{\"queries\":[1]}",
        b"{\"query\":\"SELECT 1\",\"params\":\"x\"}",
        b"{\"query\":\"\\ud800\"}",
    ] {
        let reply = ask_with(&sandbox, string, &[], body).await;
        assert_eq!(reply.status, 400, "{body:?}: {}", reply.body);
    }
    for (method, headers, status) in [
        ("POST", &[("origin", "https://evil.example")][..], 403),
        ("OPTIONS", &[("origin", "https://evil.example")], 403),
        ("POST", &[("sec-fetch-site", "cross-site")], 403),
        ("OPTIONS", &[], 404),
        ("GET", &[], 404),
    ] {
        let mut all = vec![("Neon-Connection-String", string)];
        all.extend(headers);
        let reply = send(sandbox.url(), method, "/sql", &all, body).await;
        assert_eq!(reply.status, status, "{method} {headers:?}");
        assert_eq!(reply.header("access-control-allow-origin"), None);
    }
    assert_eq!(sandbox.state(&project), ServerState::Suspended);
    let named = format!(
        "{whole}?options=project%3Dx&sslmode=require&sslrootcert=/nowhere&pool_timeout=0&application_name=me"
    );
    let answer = rows(&sandbox, &named, "SHOW application_name", json!([])).await;
    assert_eq!(answer, json!([{ "application_name": "me" }]));
    assert_eq!(
        sandbox.state(&project),
        ServerState::Running,
        "a query wakes it"
    );
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_query_counts_as_a_connection_and_its_bytes() {
    let sandbox = TestSandbox::with(|config| {
        config.max_running = Some(1);
        config.start_patience = Duration::from_secs(3);
    })
    .await;
    let record = sandbox.create().await;
    let (string, project) = (text(&record, "connection_string"), project(&record));
    let filled = "SELECT repeat('x', 1000000) AS x";
    let before = sandbox.server(&project).transfer_bytes;
    let answer = rows(&sandbox, string, filled, json!([])).await;
    assert_eq!(answer[0]["x"].as_str().unwrap().len(), 1_000_000);
    let counted = sandbox.server(&project).transfer_bytes - before;
    assert!((1_000_000..1_010_000).contains(&counted), "{counted}");
    until("nobody is connected", async || {
        sandbox.server(&project).connections == 0
    })
    .await;

    let other = sandbox.create().await;
    let client = sql::connect(&sandbox.running.ca_file, text(&other, "connection_string")).await;
    let refused = ask(&sandbox, string, "SELECT 1", json!([])).await;
    assert_eq!(refused.status, 400, "{}", refused.body);
    let refused = refused.json();
    assert_eq!(
        (&refused["code"], &refused["severity"]),
        (&json!("53300"), &json!("FATAL"))
    );
    assert_eq!(
        refused["hint"],
        "Close the connections to another database in the sandbox."
    );
    assert_eq!(sql::one(&client, "SELECT 1").await, "1");
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn large_requests_and_answers_have_a_limit() {
    const MIB: usize = 1024 * 1024;
    let sandbox = TestSandbox::start().await;
    let record = sandbox.create().await;
    let string = text(&record, "connection_string");
    let long = json!(["x".repeat(5 * MIB)]);
    let answer = rows(&sandbox, string, "SELECT length($1) AS n", long).await;
    assert_eq!(answer, json!([{ "n": 5 * MIB }]));
    let reply = ask(&sandbox, string, "SELECT 1", json!(["x".repeat(64 * MIB)])).await;
    assert_eq!(reply.status, 413);
    for query in [
        "SELECT repeat('x', 70000000)",
        "SELECT repeat('x', 1000000) FROM generate_series(1, 1000000)",
    ] {
        let reply = ask(&sandbox, string, query, json!([])).await;
        assert_eq!(reply.status, 507, "{query}");
        assert_eq!(
            reply.json()["message"],
            "response is too large (max is 67108864 bytes)"
        );
    }
    assert_eq!(
        rows(&sandbox, string, "SELECT 1 AS n", json!([])).await,
        json!([{ "n": 1 }])
    );
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_query_that_nobody_waits_for_is_cancelled() {
    const SLEEPS: &str = "SELECT pg_sleep(300)";
    let sandbox = TestSandbox::with(|config| config.sql_timeout = Duration::from_secs(2)).await;
    let record = sandbox.create().await;
    let string = text(&record, "connection_string");
    let client = sql::connect(&sandbox.running.ca_file, string).await;
    let asleep = "SELECT count(*) FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(300)'";
    let reply = ask(&sandbox, string, SLEEPS, json!([])).await;
    assert_eq!(reply.status, 504);
    assert_eq!(
        reply.json()["message"],
        "HTTP-Connection timed out, execution time exceeded 2 seconds"
    );
    until("it is cancelled", async || {
        sql::one(&client, asleep).await == "0"
    })
    .await;
    drop(client);

    let sandbox = sandbox.again(|_| {}).await;
    let client = sql::connect(&sandbox.running.ca_file, string).await;
    let address = http::address(sandbox.url());
    let mut stream = TcpStream::connect(address).await.unwrap();
    let body = json!({ "query": SLEEPS }).to_string();
    let request = format!(
        "POST /sql HTTP/1.1\r\nhost: {address}\r\nneon-connection-string: {string}\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    until("it runs", async || sql::one(&client, asleep).await == "1").await;
    drop(stream);
    until("it is cancelled", async || {
        sql::one(&client, asleep).await == "0"
    })
    .await;
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn queries_over_http_take_half_of_all_connections_at_most() {
    let sandbox = TestSandbox::with(|config| config.connections.most_http = Some(8)).await;
    let record = sandbox.create().await;
    let string = text(&record, "connection_string");
    let client = sql::connect(&sandbox.running.ca_file, string).await;
    sql::run(&client, "SELECT pg_advisory_lock(1)").await;
    const WAITS: &str = "SELECT pg_advisory_xact_lock_shared(1)::text AS free";
    let queries = async {
        let asking = (0..4).map(|_| ask(&sandbox, string, WAITS, json!([])));
        futures::future::join_all(asking).await
    };
    let refused = async {
        let waiting = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
        until("all of them wait", async || {
            sql::one(&client, waiting).await == "4"
        })
        .await;
        for _ in 0..8 {
            let refused = ask(&sandbox, string, "SELECT 1", json!([])).await;
            assert_eq!(refused.status, 400, "{}", refused.body);
            assert_eq!(refused.json()["code"], "53300");
        }
        assert_eq!(sandbox.get("/unknown").await.status, 404);
        sql::run(&client, "SELECT pg_advisory_unlock(1)").await;
    };
    let (queries, ()) = tokio::join!(queries, refused);
    for reply in queries {
        assert_eq!(reply.status, 200, "{}", reply.body);
    }
    let next = ask(&sandbox, string, "SELECT 1", json!([])).await;
    assert_eq!(next.status, 200, "{}", next.body);
    sandbox.stop().await;
}
