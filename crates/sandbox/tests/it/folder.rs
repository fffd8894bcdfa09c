//! The data folder: who holds it, what lies in it, what keeps a sandbox from starting.

use std::net::TcpListener;
#[cfg(unix)]
use std::os::unix::fs::MetadataExt as _;

use sandbox::{PostgresChoice, Sandbox, ServerState, StartError};

use crate::support::test_sandbox::{config, project, text};
use crate::support::{TestSandbox, http, sql, until};

#[tokio::test(flavor = "multi_thread")]
async fn a_second_sandbox_on_the_folder_does_not_start() {
    let sandbox = TestSandbox::without_servers().await;
    let refused = Sandbox::start(config(sandbox.folder.path()))
        .await
        .unwrap_err();
    match &refused {
        StartError::AlreadyRunning { pid, .. } => assert_eq!(*pid, Some(std::process::id())),
        other => panic!("{other:?}"),
    }
    assert!(!refused.hint().is_empty());
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_taken_port_is_a_named_error() {
    let taken = TcpListener::bind(("127.0.0.1", 0)).unwrap();
    let port = taken.local_addr().unwrap().port();
    let folder = tempfile::tempdir().unwrap();
    let mut wanted = config(folder.path());
    wanted.port = port;
    wanted.servers = false;
    let refused = Sandbox::start(wanted.clone()).await.unwrap_err();
    assert!(
        matches!(refused, StartError::PortTaken { port: named } if named == port),
        "{refused:?}"
    );
    drop(taken);
    let running = Sandbox::start(wanted).await.unwrap();
    assert_eq!(running.instant_url, format!("http://127.0.0.1:{port}"));
    running.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_whose_port_is_taken_says_so_and_comes_back() {
    let sandbox = TestSandbox::start().await;
    let record = sandbox.create().await;
    let (url, project) = (text(&record, "connection_string"), project(&record));
    sandbox.running.stop().await;
    let taken = TcpListener::bind(("127.0.0.1", sql::port(url))).unwrap();
    let sandbox = sandbox.again(|_| {}).await;
    until("it is shown as failed", async || {
        sandbox.state(&project) == ServerState::Failed
    })
    .await;
    let why = sandbox.server(&project).failure.unwrap();
    assert!(
        why.starts_with(&format!("couldn't use port {}", sql::port(url))),
        "{why}"
    );
    drop(taken);
    until("it has its port again", async || {
        sandbox.state(&project) == ServerState::Suspended
    })
    .await;
    let client = sql::connect(&sandbox.running.ca_file, url).await;
    assert_eq!(sql::one(&client, "SELECT 1").await, "1");
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restart_keeps_keys_ports_and_data() {
    let sandbox = TestSandbox::start().await;
    let record = sandbox.create().await;
    let url = text(&record, "connection_string");
    let client = sql::connect(&sandbox.running.ca_file, url).await;
    sql::run(&client, "CREATE TABLE kept AS SELECT 7 AS n").await;
    drop(client);
    let (key, admin_key, address) = (
        sandbox.running.key.clone(),
        sandbox.running.admin_key.clone(),
        sandbox.url().to_owned(),
    );
    let authority = std::fs::read(&sandbox.running.ca_file).unwrap();
    let sandbox = sandbox.again(|_| {}).await;
    assert_eq!(
        (&sandbox.running.key, sandbox.url()),
        (&key, address.as_str())
    );
    assert_ne!(sandbox.running.admin_key, admin_key);
    assert_eq!(std::fs::read(&sandbox.running.ca_file).unwrap(), authority);
    assert_eq!(sandbox.record(text(&record, "id")).await, record);
    let client = sql::connect(&sandbox.running.ca_file, url).await;
    assert_eq!(sql::one(&client, "SELECT n FROM kept").await, "7");
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_hangs_does_not_keep_the_folder() {
    use tokio::io::AsyncWriteExt;
    let sandbox = TestSandbox::without_servers().await;
    let address = http::address(sandbox.url()).to_owned();
    let mut hanging = tokio::net::TcpStream::connect(&address).await.unwrap();
    hanging
        .write_all(b"POST /api/v1/database HTTP/1.1\r\nhost: ")
        .await
        .unwrap();
    let mut waiting = tokio::net::TcpStream::connect(&address).await.unwrap();
    let head =
        format!("POST /api/v1/database HTTP/1.1\r\nhost: {address}\r\ncontent-length: 9\r\n\r\n{{");
    waiting.write_all(head.as_bytes()).await.unwrap();
    let sandbox = sandbox.again(|config| config.servers = false).await;
    assert_eq!(sandbox.get("/nowhere").await.status, 404);
    sandbox.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_sandbox_that_was_only_dropped_can_be_started_again() {
    let sandbox = TestSandbox::start().await;
    let record = sandbox.create().await;
    let TestSandbox { running, folder } = sandbox;
    let address = running.instant_url.clone();
    drop(running);
    let mut running = None;
    until("the port is free again", async || {
        running = Sandbox::start(config(folder.path())).await.ok();
        running.is_some()
    })
    .await;
    let running = running.unwrap();
    assert_eq!(running.instant_url, address);
    let client = sql::connect(&running.ca_file, text(&record, "connection_string")).await;
    assert_eq!(sql::one(&client, "SELECT 1").await, "1");
    running.stop().await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn secrets_on_disk_are_closed_to_others() {
    use std::os::unix::fs::PermissionsExt;
    let sandbox = TestSandbox::start().await;
    sandbox.create().await;
    for name in [
        "api-key",
        "world.db",
        "world.db-wal",
        "world.db-shm",
        "tls/ca.key",
    ] {
        let path = sandbox.folder.path().join(name);
        let mode = std::fs::metadata(&path)
            .unwrap_or_else(|e| panic!("{name}: {e}"))
            .permissions()
            .mode();
        assert_eq!(mode & 0o077, 0, "{name} is {mode:o}");
    }
    sandbox.stop().await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_folder_that_was_open_to_others_is_closed_by_the_next_start() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let set = |path: &std::path::Path, mode| {
        std::fs::set_permissions(path, PermissionsExt::from_mode(mode)).unwrap();
    };
    const STORE: [&str; 3] = ["world.db", "world.db-wal", "world.db-shm"];
    const FOLDERS: [&str; 6] = [
        "",
        "logs",
        "servers",
        "servers/branches",
        "servers/templates",
        "servers/quarantine",
    ];
    let sandbox = TestSandbox::start().await;
    let sandbox = sandbox
        .again_after(|folder| {
            for name in STORE {
                let file = folder.join(name);
                // As a killed run leaves it, for SQLite takes it away at the end.
                let open = std::fs::OpenOptions::new()
                    .create(true)
                    .append(true)
                    .open(&file);
                open.unwrap();
                set(&file, 0o644);
            }
            for name in FOLDERS {
                set(&folder.join(name), 0o755);
            }
        })
        .await;
    let mode = |name: &str| {
        let meta = std::fs::metadata(sandbox.folder.path().join(name));
        meta.unwrap_or_else(|error| panic!("{name}: {error}"))
            .mode()
            & 0o777
    };
    for name in STORE {
        assert_eq!(mode(name), 0o600, "{name}");
    }
    // The servers of root run as somebody else, who passes through.
    let is_root = std::fs::metadata(sandbox.folder.path()).unwrap().uid() == 0;
    for name in FOLDERS {
        let closed = if is_root && name != "logs" {
            0o711
        } else {
            0o700
        };
        assert_eq!(mode(name), closed, "{name:?}");
    }
    sandbox.stop().await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn another_user_opens_no_secret_of_a_folder_that_was_open() {
    let sandbox = TestSandbox::without_servers().await;
    sandbox.create().await;
    let TestSandbox { running, folder } = sandbox;
    running.stop().await;
    drop(running);
    testkit::other_user::open_to_all(folder.path());
    let mut config = config(folder.path());
    config.servers = false;
    let running = Sandbox::start(config).await.unwrap();
    let Some(opened) = testkit::other_user::opens(folder.path()) else {
        return;
    };
    // Clients and servers of other users need the certificates, and no key.
    let (tls, key) = (folder.path().join("tls"), Some("key".as_ref()));
    for path in opened {
        let is_public = path.starts_with(&tls) && path.extension() != key;
        assert!(is_public, "{}", path.display());
    }
    running.stop().await;
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_folder_or_lock_of_somebody_else_is_refused() {
    if std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() != 0) {
        println!("SKIPPED: only root gives a folder to another user");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    std::fs::create_dir(at("theirs")).unwrap();
    std::fs::create_dir(at("own")).unwrap();
    std::os::unix::fs::symlink(at("own"), at("their-link")).unwrap();
    for name in ["theirs", "their-link"] {
        std::os::unix::fs::lchown(at(name), Some(12_345), None).unwrap();
        let refused = Sandbox::start(config(&at(name))).await.unwrap_err();
        let is_so = matches!(&refused, StartError::OthersFolder { path } if *path == at(name));
        assert!(is_so, "{refused:?}");
        let path = at(name);
        assert_eq!(
            refused.to_string(),
            format!("the data folder {} belongs to another user", path.display())
        );
    }
    std::os::unix::fs::symlink(at("elsewhere"), at("own/sandbox.lock")).unwrap();
    let refused = Sandbox::start(config(&at("own"))).await.unwrap_err();
    assert!(
        matches!(refused, StartError::DataFolder { .. }),
        "{refused:?}"
    );
    assert!(!at("elsewhere").exists());
}

/// Makes a folder to which everybody can write, and starts a sandbox on it.
#[cfg(unix)]
async fn start_where_all_write(folder: &std::path::Path) -> Result<(), StartError> {
    let mut config = config(folder);
    config.servers = false;
    let open = std::os::unix::fs::PermissionsExt::from_mode(0o777);
    std::fs::set_permissions(folder, open).unwrap();
    let running = Sandbox::start(config).await?;
    running.stop().await;
    Ok(())
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn an_empty_folder_of_ones_own_is_closed_to_others() {
    let folder = tempfile::tempdir().unwrap();
    start_where_all_write(folder.path()).await.unwrap();
    let mode = std::fs::metadata(folder.path()).unwrap().mode();
    assert_eq!(mode & 0o066, 0, "{mode:o}");
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn root_refuses_a_folder_that_others_could_have_filled() {
    if std::fs::metadata("/proc/self").is_ok_and(|own| own.uid() != 0) {
        println!("SKIPPED: only root is at risk of what others put into its folder");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("world.db"), "planted").unwrap();
    start_where_all_write(folder.path()).await.unwrap_err();
    // The next start refuses it as well.
    let refused = Sandbox::start(config(folder.path())).await.unwrap_err();
    let path = folder.path().display();
    assert_eq!(
        refused.to_string(),
        format!("other users can write to the data folder {path}, and it is not empty")
    );
    assert!(refused.hint().contains("chmod"), "{}", refused.hint());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_or_old_postgresql_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let empty = tempfile::tempdir().unwrap();
    let mut wanted = config(folder.path());
    wanted.postgres = PostgresChoice::BinDir(empty.path().to_path_buf());
    let refused = Sandbox::start(wanted.clone()).await.unwrap_err();
    assert!(
        matches!(&refused, StartError::PostgresNotFound { looked_in, .. } if looked_in == &[empty.path()]),
        "{refused:?}"
    );
    assert!(refused.hint().contains("initdb"));
    for name in ["postgres", "initdb"] {
        let path = empty.path().join(name);
        std::fs::write(
            &path,
            "#!/bin/sh\necho \"postgres (PostgreSQL) $(cat ${0%/*}/version)\"\n",
        )
        .unwrap();
        #[cfg(unix)]
        std::fs::set_permissions(&path, std::os::unix::fs::PermissionsExt::from_mode(0o755))
            .unwrap();
    }
    for number in ["15.18", "18.6"] {
        std::fs::write(empty.path().join("version"), number).unwrap();
        let refused = Sandbox::start(wanted.clone()).await.unwrap_err();
        assert!(
            matches!(&refused, StartError::PostgresOtherMajor { version, .. } if version == number),
            "{refused:?}"
        );
    }
    std::fs::write(empty.path().join("version"), "17.10").unwrap();
    let refused = Sandbox::start(wanted).await.unwrap_err();
    assert!(
        matches!(&refused, StartError::PostgresTooOld { version, .. } if version == "17.10"),
        "{refused:?}"
    );
    assert!(refused.hint().contains("--allow-old-postgres"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_would_not_do_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    for name in [
        "", "Capital", "1st", "a b", "pg_mine", "postgres", "x'; DROP",
    ] {
        let mut wanted = config(folder.path());
        wanted.names.database = name.into();
        let refused = Sandbox::start(wanted).await.unwrap_err();
        assert!(
            matches!(&refused, StartError::UnfitName { .. }),
            "{name}: {refused:?}"
        );
    }
}

#[cfg(unix)]
#[tokio::test(flavor = "multi_thread")]
async fn a_closed_folder_above_stays_closed_and_the_servers_run_all_the_same() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let closed = tempfile::tempdir().unwrap();
    let open = tempfile::tempdir().unwrap();
    std::fs::set_permissions(open.path(), PermissionsExt::from_mode(0o755)).unwrap();
    std::fs::set_permissions(closed.path(), PermissionsExt::from_mode(0o700)).unwrap();
    let programs = closed.path().join("postgres");
    copy_programs(&programs).await;
    let mut wanted = config(&closed.path().join("inner"));
    wanted.shared_dir = open.path().join("shared");
    wanted.postgres = PostgresChoice::BinDir(programs.join("bin"));
    let running = Sandbox::start(wanted.clone()).await.unwrap();
    let reply = http::post_json(
        &running.instant_url,
        "/api/v1/database",
        r#"{"ref":"tests"}"#,
    )
    .await;
    assert_eq!(reply.status, 200, "{}", reply.body);
    let record = reply.json();
    let client = sql::connect(&running.ca_file, text(&record, "connection_string")).await;
    let lies_in = sql::one(&client, "SELECT current_setting('data_directory')").await;
    // Who made a folder just now is who runs this.
    let root = std::fs::metadata(open.path()).unwrap().uid() == 0;
    let expected = if root { open.path() } else { closed.path() };
    assert!(lies_in.starts_with(expected.to_str().unwrap()), "{lies_in}");
    let elsewhere = running.servers_folder_elsewhere();
    let has_it = elsewhere.is_some_and(|it| std::path::Path::new(&lies_in).starts_with(it));
    assert_eq!(has_it, root, "{elsewhere:?}");
    let mode = std::fs::metadata(closed.path())
        .unwrap()
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o700, "the folder above is left as it was");
    assert_ne!(
        std::fs::metadata(&lies_in).unwrap().uid(),
        0,
        "an ordinary user owns the data"
    );
    drop(client);
    running.stop().await;
    drop(running);
    let fixture = std::path::Path::new(&lies_in)
        .ancestors()
        .nth(2)
        .unwrap()
        .to_path_buf();
    let again = Sandbox::start(wanted.clone()).await.unwrap();
    let client = sql::connect(&again.ca_file, text(&record, "connection_string")).await;
    assert_eq!(
        sql::one(&client, "SELECT current_setting('data_directory')").await,
        lies_in
    );
    drop(client);
    again.stop().await;
    drop(again);
    if root {
        std::fs::remove_dir_all(&wanted.data_dir).unwrap();
        wanted.data_dir = closed.path().join("other");
        let other = Sandbox::start(wanted).await.unwrap();
        assert!(
            fixture
                .join("branches")
                .read_dir()
                .unwrap()
                .next()
                .is_some(),
            "no start removes the data of another sandbox, even of one that is gone"
        );
        other.stop().await;
    }
}

/// The programs that the other tests run, below a folder that only this user gets into.
#[cfg(unix)]
pub async fn copy_programs(to: &std::path::Path) {
    let probe = TestSandbox::start().await;
    let bin_dir = probe.running.postgres.as_ref().unwrap().bin_dir.clone();
    probe.stop().await;
    let from = bin_dir.parent().unwrap();
    let copied = std::process::Command::new("cp")
        .arg("-a")
        .arg(from)
        .arg(to)
        .status()
        .unwrap();
    assert!(copied.success());
}
