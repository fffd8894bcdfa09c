//! What clients meet at a database's port.

use std::time::Duration;

use std::process::Stdio;

use sandbox::ServerState;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::support::test_sandbox::{project, text};
use crate::support::{TestSandbox, sql, until};

#[tokio::test(flavor = "multi_thread")]
async fn a_sleeping_server_wakes_on_the_same_port() {
    let sandbox = TestSandbox::start().await;
    let record = sandbox.create().await;
    let (url, project) = (text(&record, "connection_string"), project(&record));
    let client = sql::connect(&sandbox.running.ca_file, url).await;
    sql::run(&client, "CREATE TABLE kept AS SELECT 7 AS n").await;
    drop(client);
    sandbox.running.suspend(&project).await.unwrap();
    assert_eq!(sandbox.state(&project), ServerState::Suspended);
    let waiting = (0..5).map(|_| sql::connect(&sandbox.running.ca_file, url));
    for client in futures::future::join_all(waiting).await {
        assert_eq!(sql::one(&client, "SELECT n FROM kept").await, "7");
    }
    assert_eq!(sandbox.state(&project), ServerState::Running);
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_cancel_request_wakes_nobody_and_cancels_what_runs() {
    let sandbox = TestSandbox::start().await;
    let record = sandbox.create().await;
    let (url, project) = (text(&record, "connection_string"), project(&record));
    sandbox.running.suspend(&project).await.unwrap();
    let mut stream = TcpStream::connect(("127.0.0.1", sql::port(url)))
        .await
        .unwrap();
    let mut request = Vec::new();
    for word in [16_u32, 80_877_102, 1, 1] {
        request.extend(word.to_be_bytes());
    }
    stream.write_all(&request).await.unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).await.unwrap();
    assert_eq!(
        (answer.len(), sandbox.state(&project)),
        (0, ServerState::Suspended)
    );

    let observer = sql::connect(&sandbox.running.ca_file, url).await;
    let question = "SELECT count(*) FROM pg_stat_activity WHERE query = 'SELECT pg_sleep(60)' AND state = 'active'";
    for is_encrypted in [true, false] {
        // Then a cancel request may come without TLS, though the session has it.
        let url = url.replace("sslmode=require", "sslmode=prefer");
        let client = sql::connect(&sandbox.running.ca_file, &url).await;
        let cancel = client.cancel_token();
        let running =
            tokio::spawn(async move { client.batch_execute("SELECT pg_sleep(60)").await });
        until("the query runs", async || {
            sql::one(&observer, question).await == "1"
        })
        .await;
        let cancelled = match is_encrypted {
            true => {
                let tls = sql::tls(&sandbox.running.ca_file);
                cancel.cancel_query(tls).await
            }
            false => cancel.cancel_query(tokio_postgres::NoTls).await,
        };
        cancelled.unwrap();
        let ended = running.await.unwrap().unwrap_err();
        assert_eq!(ended.code().unwrap().code(), "57014");
    }
    sandbox.stop().await;
}

/// A message with its length before it.
fn message(code: u32, rest: &[u8]) -> Vec<u8> {
    let length = u32::try_from(rest.len() + 8).unwrap();
    [&length.to_be_bytes(), &code.to_be_bytes(), rest].concat()
}

#[tokio::test(flavor = "multi_thread")]
async fn only_what_a_client_of_postgresql_says_wakes_a_server() {
    const STARTUP: u32 = 3 << 16;
    const SSL: u32 = 80_877_103;
    let sandbox = TestSandbox::start().await;
    let record = sandbox.create().await;
    let (url, project) = (text(&record, "connection_string"), project(&record));
    sandbox.running.suspend(&project).await.unwrap();
    let say = async |bytes: &[u8]| {
        let mut stream = TcpStream::connect(("127.0.0.1", sql::port(url)))
            .await
            .unwrap();
        stream.write_all(bytes).await.unwrap();
        stream.shutdown().await.unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer).await;
        answer
    };
    let hello = |kind: u8| {
        let record = [&[kind, 0, 0, 40][..], &[7; 40]].concat();
        let length = u16::try_from(record.len()).unwrap().to_be_bytes();
        [&[22, 3, 1][..], &length, &record].concat()
    };
    for (what, bytes, answer) in [
        ("any eight bytes", b"GET / HT".to_vec(), &b""[..]),
        ("another protocol", b"\0\0\0\x10HELLOHELLO12".to_vec(), b""),
        ("a request alone", message(SSL, b""), b"S"),
        (
            "a request and no TLS",
            [message(SSL, b""), vec![1; 64]].concat(),
            b"S",
        ),
        (
            "two requests",
            [message(SSL, b""), message(SSL, b"")].concat(),
            b"S",
        ),
        // Refused in the words of TLS: a fatal alert.
        (
            "no hello",
            [message(SSL, b""), hello(2)].concat(),
            b"S\x15\x03\x03\0\x02\x02\x32",
        ),
        ("half a hello", hello(1)[..20].to_vec(), b""),
        (
            "a hello that says nothing",
            hello(1),
            b"\x15\x03\x03\0\x02\x02\x32",
        ),
        (
            "a startup that breaks off",
            message(STARTUP, b"user\0zoe\0\0")[..12].to_vec(),
            b"",
        ),
        (
            "a startup without a user",
            message(STARTUP, b"database\0svcdb\0\0"),
            b"",
        ),
        (
            "a startup without an end",
            message(STARTUP, b"user\0zoe"),
            b"",
        ),
        (
            "a startup of an old kind",
            message(2 << 16, b"user\0zoe\0\0"),
            b"",
        ),
        ("a cancel request", message(80_877_102, &[0; 8]), b""),
    ] {
        assert_eq!(say(&bytes).await, answer, "{what}");
        assert_eq!(sandbox.state(&project), ServerState::Suspended, "{what}");
    }
    let reply = say(&message(STARTUP, b"user\0zoe\0database\0none\0\0")).await;
    let said = String::from_utf8_lossy(&reply);
    let no_entry = "C28000\0Mno pg_hba.conf entry for host \"127.0.0.1\", user \"zoe\", \
                    database \"none\", no encryption\0";
    assert!(reply[0] == b'E' && said.contains(no_entry), "{said}");
    assert_eq!(sandbox.state(&project), ServerState::Suspended);
    // Whoever it is, and wherever they want to: that is the server's to say.
    let unknown = url
        .replace("svcdb_owner:", "zoe:")
        .replace("/svcdb?", "/none?");
    let refused = sql::refusal(&sandbox.running.ca_file, &unknown).await;
    assert_eq!(refused.code(), "28P01");
    assert_eq!(sandbox.state(&project), ServerState::Running);
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn both_loopback_addresses_are_served() {
    let sandbox = TestSandbox::start().await;
    let record = sandbox.create().await;
    let url = text(&record, "connection_string");
    for host in ["127.0.0.1", "localhost"] {
        let url = url.replace("@localhost:", &format!("@{host}:"));
        let client = sql::connect(&sandbox.running.ca_file, &url).await;
        assert_eq!(sql::one(&client, "SELECT 1").await, "1");
    }
    let mut served = vec!["127.0.0.1"];
    // Only a machine that has the second one can serve it.
    served.extend(std::net::TcpListener::bind(("::1", 0)).ok().map(|_| "::1"));
    for address in served {
        TcpStream::connect((address, sql::port(url))).await.unwrap();
    }
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wrong_password_and_a_missing_tls_are_refused() {
    let sandbox = TestSandbox::start().await;
    let record = sandbox.create().await;
    let url = text(&record, "connection_string");
    let wrong = url.replace("npg_", "npg_x");
    let refused = sql::try_connect(&sandbox.running.ca_file, &wrong)
        .await
        .unwrap_err();
    assert_eq!(refused.code().unwrap().code(), "28P01");
    let (plain, _) = url.split_once('?').unwrap();
    let config = sql::config(&format!("{plain}?sslmode=disable"));
    let refused = config
        .connect(tokio_postgres::NoTls)
        .await
        .map(|_| ())
        .unwrap_err();
    assert_eq!(refused.code().unwrap().code(), "28000");
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn psql_connects_with_the_string_as_it_is() {
    let sandbox = TestSandbox::start().await;
    let record = sandbox.create().await;
    let url = text(&record, "connection_string");
    let strict = url.replace("sslmode=require", "sslmode=verify-full");
    for url in [url, &strict] {
        let run = tokio::process::Command::new("psql")
            .args([url, "-XAtc", "SELECT current_user"])
            .stdin(Stdio::null())
            .output()
            .await
            .expect("psql is installed");
        let said = String::from_utf8_lossy(&run.stderr).into_owned();
        assert_eq!(
            (String::from_utf8_lossy(&run.stdout).trim(), said.as_str()),
            ("svcdb_owner", "")
        );
    }
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn only_so_many_servers_run_at_once() {
    let sandbox = TestSandbox::with(|config| {
        config.max_running = Some(2);
        config.start_patience = Duration::from_secs(3);
    })
    .await;
    let (first, second, third) = (
        sandbox.create().await,
        sandbox.create().await,
        sandbox.create().await,
    );
    assert_eq!(
        sandbox.state(&project(&first)),
        ServerState::Suspended,
        "the one used longest ago made room"
    );
    assert_eq!(sandbox.state(&project(&third)), ServerState::Running);
    let ca = &sandbox.running.ca_file;
    let one = sql::connect(ca, text(&first, "connection_string")).await;
    let two = sql::connect(ca, text(&second, "connection_string")).await;
    let refused = sql::try_connect(ca, text(&third, "connection_string"))
        .await
        .unwrap_err();
    let refused = refused
        .as_db_error()
        .expect("a refusal in PostgreSQL's own words");
    assert_eq!(
        (refused.code().code(), refused.severity()),
        ("53300", "FATAL")
    );
    assert_eq!(refused.message(), "all 2 servers are in use; 1 waits");
    let psql = tokio::process::Command::new("psql")
        .args([text(&third, "connection_string"), "-XAtc", "SELECT 1"])
        .output()
        .await
        .expect("psql is installed");
    let said = String::from_utf8_lossy(&psql.stderr);
    assert!(said.contains("all 2 servers are in use"), "{said}");
    let full = sandbox.post("/api/v1/database", r#"{"ref":"tests"}"#).await;
    assert_eq!(
        (full.status, &full.json()["message"]),
        (500, &"Failed to create the database.".into())
    );
    assert_eq!(
        sandbox.running.servers().len(),
        3,
        "a create that failed leaves nothing"
    );
    drop(one);
    until("there is room again", async || {
        sql::try_connect(ca, text(&third, "connection_string"))
            .await
            .is_ok()
    })
    .await;
    assert_eq!(sql::one(&two, "SELECT 1").await, "1");
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_died_is_started_again() {
    let sandbox = TestSandbox::start().await;
    let record = sandbox.create().await;
    let url = text(&record, "connection_string");
    let client = sql::connect(&sandbox.running.ca_file, url).await;
    sql::run(&client, "CREATE TABLE kept AS SELECT 7 AS n").await;
    let branches = sandbox.folder.path().join("servers/branches");
    let servers = crate::support::program::processes_on(&branches);
    assert_eq!(servers.len(), 1);
    let killed = std::process::Command::new("kill")
        .args(["-9", &servers[0].to_string()])
        .status()
        .unwrap();
    assert!(killed.success());
    until("the connection is lost", async || client.is_closed()).await;
    until("it answers again", async || {
        sql::try_connect(&sandbox.running.ca_file, url)
            .await
            .is_ok()
    })
    .await;
    let client = sql::connect(&sandbox.running.ca_file, url).await;
    assert_eq!(sql::one(&client, "SELECT n FROM kept").await, "7");
    sandbox.stop().await;
}

/// One that was told to stop and does not keeps its place for a while; nobody waits for that one.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_is_made_while_the_server_that_makes_room_hangs_in_its_stop() {
    use crate::support::program::{processes_on, signal};
    let sandbox = TestSandbox::with(|config| config.max_running = Some(2)).await;
    let first = sandbox.create().await;
    let clusters = sandbox.folder.path().join("servers/branches");
    let hanging = processes_on(&clusters);
    assert_eq!(hanging.len(), 1);
    let second = sandbox.create().await;
    signal(hanging[0], "STOP").await;
    let begun = std::time::Instant::now();
    let third = sandbox.create().await;
    let took = begun.elapsed();
    let stopping = sandbox.state(&project(&first));
    signal(hanging[0], "CONT").await;
    assert!(took < std::time::Duration::from_secs(9), "{took:?}");
    assert_eq!(stopping, ServerState::Stopping);
    let (second, third) = (project(&second), project(&third));
    assert_eq!(
        sandbox.state(&second),
        ServerState::Suspended,
        "it made room"
    );
    assert_eq!(sandbox.state(&third), ServerState::Running);
    sandbox.stop().await;
}
