//! The sandbox as a program.

use std::process::Stdio;
use std::time::Duration;

use serde_json::{Value, json};

use crate::support::management::Management;
use crate::support::program::{Program, command, processes_on};
use crate::support::{http, sql, until};

#[tokio::test(flavor = "multi_thread")]
async fn it_prints_one_line_serves_and_ends_with_every_server() {
    for (signal, more) in [("TERM", &[][..]), ("INT", &["--clock", "manual"])] {
        let folder = tempfile::tempdir().unwrap();
        let mut program = Program::start(folder.path(), more).await;
        let url = program.text("instant_url").to_owned();
        assert_eq!(program.text("base_url"), format!("{url}/api/v2"));
        assert!(program.text("key").starts_with("napi_"));
        let record = http::post_json(&url, "/api/v1/database", r#"{"ref":"tests"}"#)
            .await
            .json();
        let client = sql::connect(
            &program.ca_file(),
            record["connection_string"].as_str().unwrap(),
        )
        .await;
        assert_eq!(sql::one(&client, "SELECT 1").await, "1");
        let admin = format!("Bearer {}", program.text("admin_key"));
        let clock = http::send(
            &url,
            "GET",
            "/sandbox/clock",
            &[("authorization", &admin)],
            b"",
        )
        .await;
        assert_eq!(clock.json()["mode"] == "manual", more.contains(&"manual"));
        // A cluster that is copied ahead is prepared by a process of its own for a moment.
        until("one server is left", async || {
            processes_on(folder.path()).len() == 1
        })
        .await;
        program.signal(signal).await;
        assert!(program.end().await.success(), "{signal}");
        assert_eq!(
            processes_on(folder.path()).len(),
            0,
            "{signal} leaves no server"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_second_one_on_the_folder_says_why_it_does_not_start() {
    let folder = tempfile::tempdir().unwrap();
    let mut program = Program::start(folder.path(), &["--no-servers"]).await;
    let second = command(folder.path(), &[])
        .stderr(Stdio::piped())
        .output()
        .await
        .unwrap();
    assert_eq!(second.status.code(), Some(1));
    assert!(second.stdout.is_empty());
    let said = String::from_utf8_lossy(&second.stderr);
    let pid = program.child.id().unwrap();
    assert!(
        said.contains("a sandbox is already running on")
            && said.contains(&format!("process {pid}")),
        "{said}"
    );
    program.signal("TERM").await;
    assert!(program.end().await.success());
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_options_end_with_2_and_help_with_0() {
    let folder = tempfile::tempdir().unwrap();
    for wrong in [&["--port", "x"][..], &["--colour"], &["--clock", "fast"]] {
        let run = command(folder.path(), wrong)
            .stderr(Stdio::piped())
            .output()
            .await
            .unwrap();
        assert_eq!(run.status.code(), Some(2), "{wrong:?}");
        assert!(
            String::from_utf8_lossy(&run.stderr).starts_with("plinth-sandbox: --"),
            "{wrong:?}"
        );
    }
    let help = command(folder.path(), &["--help"]).output().await.unwrap();
    assert_eq!(help.status.code(), Some(0));
    let help = String::from_utf8_lossy(&help.stdout);
    assert!(help.contains("Usage: plinth-sandbox --data DIR"));
    for recorded in sandbox::RECORDED {
        let line = |line: &&str| line.trim_start().starts_with(recorded.field);
        let line = help.lines().find(line).unwrap_or_default();
        assert!(line.ends_with(recorded.instead), "{recorded:?}: {help}");
    }
}

/// What a run of the program says and ends with, which is not to start a sandbox.
async fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let run = tokio::process::Command::new(env!("CARGO_BIN_EXE_plinth-sandbox"))
        .args(arguments)
        .kill_on_drop(true)
        .output();
    let run = tokio::time::timeout(Duration::from_secs(60), run);
    let run = run.await.expect("it ends").unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (run.status.code(), text(&run.stdout), text(&run.stderr))
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_waits_gets_the_ready_line_once_the_sandbox_answers() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data of Zoë");
    let path = data.to_str().unwrap();
    let waiting = tokio::spawn({
        let path = path.to_owned();
        async move { run(&["--wait", &path]).await }
    });
    let mut program = Program::start(&data, &["--no-servers"]).await;
    let (code, said, problem) = waiting.await.unwrap();
    assert_eq!(code, Some(0), "{problem}");
    let line: Value = serde_json::from_str(&said).unwrap();
    assert_eq!(line, program.ready);

    let url = program.text("instant_url").to_owned();
    let port = url.rsplit(':').next().unwrap();
    assert_eq!(line["port"].to_string(), port);
    assert_eq!(line["host"], "127.0.0.1");
    assert_eq!(line["version"], env!("CARGO_PKG_VERSION"));
    assert_eq!(line["max_running"], 0, "it runs no servers");
    let recorded = sandbox::RECORDED.iter().map(|it| it.field);
    assert_eq!(line["recorded"], recorded.collect::<Value>());

    let base_url = program.text("base_url");
    let (code, said, problem) = run(&["--wait", base_url, "--timeout", "30"]).await;
    assert_eq!(code, Some(0), "{problem}");
    let addresses: Value = serde_json::from_str(&said).unwrap();
    assert_eq!(
        addresses,
        json!({"base_url": base_url, "instant_url": url}),
        "no key is known by an address"
    );

    let file = data.join("ready.json");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    program.signal("TERM").await;
    assert!(program.end().await.success());
    assert!(!file.exists());
    for target in [path, &url] {
        let (code, said, problem) = run(&["--wait", target, "--timeout", "0"]).await;
        assert_eq!((code, said.as_str()), (Some(1), ""), "{problem}");
        assert!(
            problem.starts_with("plinth-sandbox: no sandbox was ready within 0 s: "),
            "{problem}"
        );
    }
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn what_a_killed_sandbox_left_is_not_taken_for_a_ready_one() {
    let folder = tempfile::tempdir().unwrap();
    let (data, other) = (folder.path().join("data"), folder.path().join("other"));
    let path = data.to_str().unwrap();
    let mut killed = Program::start(&data, &["--no-servers"]).await;
    let port = killed.ready["port"].to_string();
    killed.signal("KILL").await;
    killed.end().await;
    assert!(data.join("ready.json").exists());
    let (code, said, problem) = run(&["--wait", path, "--timeout", "0"]).await;
    assert_eq!((code, said.as_str()), (Some(1), ""));
    assert!(
        problem.contains("nothing answers at 127.0.0.1:"),
        "{problem}"
    );

    // Another sandbox has its port by now.
    let mut program = Program::start(&other, &["--no-servers", "--port", &port]).await;
    let (code, said, problem) = run(&["--wait", path, "--timeout", "1"]).await;
    assert_eq!((code, said.as_str()), (Some(1), ""));
    assert!(problem.contains("has ended"), "{problem}");
    program.signal("TERM").await;
    assert!(program.end().await.success());

    let mut again = Program::start(&data, &["--no-servers"]).await;
    let (code, said, problem) = run(&["--wait", path]).await;
    assert_eq!(code, Some(0), "{problem}");
    assert_eq!(serde_json::from_str::<Value>(&said).unwrap(), again.ready);
    again.signal("TERM").await;
    assert!(again.end().await.success());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ready_file_that_is_odd_is_waited_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().to_str().unwrap();
    let file = folder.path().join("ready.json");
    for odd in [
        "",
        "null",
        "[]",
        "{",
        r#"{"instant_url": 7, "admin_key": "x"}"#,
        r#"{"instant_url": "http://127.0.0.1:9", "admin_key": "x\r\nHost: elsewhere"}"#,
        r#"{"instant_url": "http://user@127.0.0.1:9", "admin_key": "x"}"#,
        r#"{"instant_url": "http://127.0.0.1:9"}"#,
    ] {
        std::fs::write(&file, odd).unwrap();
        let (code, said, problem) = run(&["--wait", path, "--timeout", "0"]).await;
        assert_eq!((code, said.as_str()), (Some(1), ""), "{odd}");
        assert!(
            problem.contains("it holds no ready line"),
            "{odd}: {problem}"
        );
    }
    std::fs::remove_file(&file).unwrap();
    std::fs::create_dir(&file).unwrap();
    let (code, ..) = run(&["--wait", path, "--timeout", "0"]).await;
    assert_eq!(code, Some(1));
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let silent = format!("http://{}", listener.local_addr().unwrap());
    let (code, _, problem) = run(&["--wait", &silent, "--timeout", "1"]).await;
    assert_eq!(code, Some(1));
    assert!(problem.contains("it does not answer"), "{problem}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_config_file_sets_options_and_the_live_preset_its_names() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("sandbox.json");
    let options = json!({"data": "kept here", "live": true, "operation-pace": 0, "max-running": 3});
    std::fs::write(&file, options.to_string()).unwrap();
    let mut program = Program::with(&["--config", file.to_str().unwrap()]).await;
    assert_eq!(program.ready["max_running"], 3);
    let extensions = program.ready["postgres"]["extensions"].as_array().unwrap();
    assert!(extensions.contains(&json!("pg_trgm")) && !extensions.contains(&json!("file_fdw")));
    let data = std::fs::canonicalize(folder.path().join("kept here")).unwrap();
    let used = std::fs::canonicalize(program.text("data_dir")).unwrap();
    assert_eq!(used, data);

    let caller = Management::at(program.text("instant_url"), program.text("key"));
    let made = caller.post("/projects", &json!({"project": {}})).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let made = made.json();
    assert_eq!(made["databases"][0]["name"], "neondb");
    assert_eq!(made["roles"][0]["name"], "neondb_owner");
    assert_eq!(made["project"]["region_id"], "aws-us-east-1");
    let uri = made["connection_uris"][0]["connection_uri"]
        .as_str()
        .unwrap();
    let client = sql::connect(&program.ca_file(), uri).await;
    let who = sql::one(&client, "SELECT current_user || ' ' || current_database()").await;
    assert_eq!(who, "neondb_owner neondb");
    program.signal("TERM").await;
    assert!(program.end().await.success());

    std::fs::write(&file, r#"{"colour": "red"}"#).unwrap();
    let (code, said, problem) = run(&["--config", file.to_str().unwrap()]).await;
    assert_eq!((code, said.as_str()), (Some(2), ""));
    assert!(
        problem.contains("sandbox.json: --colour is not an option"),
        "{problem}"
    );
    let missing = folder.path().join("missing.json");
    let (code, _, problem) = run(&["--config", missing.to_str().unwrap()]).await;
    assert_eq!(code, Some(2));
    assert!(problem.contains("couldn't read "), "{problem}");
}

#[tokio::test(flavor = "multi_thread")]
async fn names_that_do_not_fit_are_refused_at_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let long = "a".repeat(64);
    for (option, name) in [
        ("--database", ""),
        ("--database", "Shop"),
        ("--database", "template2"),
        ("--role", "none"),
        ("--role", "plinth_admin"),
        ("--role", "pg_mine"),
        ("--auth-schema", "public"),
        ("--auth-schema", "bücher"),
        ("--auth-provider", "a/b"),
        ("--auth-provider", &long),
        ("--region", "mars-1"),
        ("--region", ""),
    ] {
        let (code, said, problem) = run(&["--data", data, "--no-servers", option, name]).await;
        assert_eq!((code, said.as_str()), (Some(1), ""), "{option} {name}");
        assert!(
            problem.starts_with(&format!("plinth-sandbox: `{name}` is not a ")),
            "{problem}"
        );
    }
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn databases_begin_as_the_prepared_cluster_and_by_initdb_where_there_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let programs = folder.path().join("programs");
    crate::folder::copy_programs(&programs).await;
    let prepared_before = programs.join("share/sandbox");
    if prepared_before.exists() {
        std::fs::remove_dir_all(&prepared_before).unwrap();
    }
    let bin_dir = programs.join("bin");
    let with_programs = ["--postgres", bin_dir.to_str().unwrap()];

    let by_initdb = system_identifier(&folder.path().join("first"), &with_programs).await;
    let prepare = async || {
        let mut options = with_programs.to_vec();
        options.push("--prepare-cluster");
        let run = command(&folder.path().join("scratch"), &options)
            .output()
            .await
            .unwrap();
        assert!(run.status.success(), "{run:?}");
        let said = String::from_utf8(run.stdout).unwrap();
        std::path::PathBuf::from(said.trim_end())
    };
    let prepared = prepare().await;
    assert!(prepared.starts_with(&programs), "{prepared:?}");
    assert_eq!(prepare().await, prepared, "it is made once");

    let second = system_identifier(&folder.path().join("second"), &with_programs).await;
    let third = system_identifier(&folder.path().join("third"), &with_programs).await;
    assert_eq!(second, third, "both began as the prepared one");
    assert_ne!(by_initdb, second);
}

/// What `initdb` gave the cluster of a new database.
#[cfg(unix)]
async fn system_identifier(data: &std::path::Path, options: &[&str]) -> String {
    let mut program = Program::start(data, options).await;
    let url = program.text("instant_url").to_owned();
    let record = http::post_json(&url, "/api/v1/database", r#"{"ref":"tests"}"#)
        .await
        .json();
    let link = record["connection_string"].as_str().unwrap();
    let client = sql::connect(&program.ca_file(), link).await;
    let identifier = sql::one(
        &client,
        "SELECT system_identifier::text FROM pg_control_system()",
    )
    .await;
    program.signal("TERM").await;
    assert!(program.end().await.success());
    identifier
}

#[cfg(target_os = "linux")]
#[tokio::test(flavor = "multi_thread")]
async fn servers_start_and_run_parallel_queries_with_little_shared_memory() {
    const SMALL: &str =
        "mount -t tmpfs -o size=64k,mode=1777 tmpfs /dev/shm && TMPDIR=/var/tmp exec \"$@\"";
    let before = ["unshare", "--mount", "sh", "-c", SMALL, "sh"];
    let can_mount = std::process::Command::new(before[0])
        .args(&before[1..])
        .arg("true")
        .stderr(Stdio::null())
        .status();
    if !can_mount.is_ok_and(|status| status.success()) {
        println!("SKIPPED: only root mounts another /dev/shm");
        return;
    }
    // The usual folder for tests may itself lie in /dev/shm.
    let folder = tempfile::tempdir_in("/var/tmp").unwrap();
    let mut program = Program::start_by(&before, folder.path(), &[]).await;
    let url = program.text("instant_url").to_owned();
    let made = http::post_json(&url, "/api/v1/database", r#"{"ref":"tests"}"#).await;
    let made = made.json();
    let uri = made["connection_string"].as_str();
    let uri = uri.unwrap_or_else(|| panic!("{made}"));
    let client = sql::connect(&program.ca_file(), uri).await;
    let parallel = "SET debug_parallel_query = on; SET min_parallel_table_scan_size = 0; SET parallel_setup_cost = 0;
        CREATE TABLE many AS SELECT generate_series(1, 50000) AS n";
    client.batch_execute(parallel).await.unwrap();
    assert_eq!(
        sql::one(&client, "SELECT count(*)::text FROM many").await,
        "50000"
    );
    program.signal("TERM").await;
    assert!(program.end().await.success());
}
