//! The sandbox as a program.

use std::process::Stdio;

use crate::support::program::{Program, command, processes_on};
use crate::support::{http, sql};

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
        assert_eq!(processes_on(folder.path()).len(), 1);
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
            String::from_utf8_lossy(&run.stderr).starts_with("sandbox: --"),
            "{wrong:?}"
        );
    }
    let help = command(folder.path(), &["--help"]).output().await.unwrap();
    assert_eq!(help.status.code(), Some(0));
    let help = String::from_utf8_lossy(&help.stdout);
    assert!(help.contains("Usage: sandbox --data DIR"));
    for recorded in sandbox::RECORDED {
        let line = |line: &&str| line.trim_start().starts_with(recorded.field);
        let line = help.lines().find(line).unwrap_or_default();
        assert!(line.ends_with(recorded.instead), "{recorded:?}: {help}");
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
