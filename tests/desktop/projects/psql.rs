//! psql in a terminal, with arguments of the person's own.

use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;

use super::connected;
use crate::accounts::Platform;

#[tokio::test(flavor = "multi_thread")]
async fn psql_gets_the_arguments_and_no_password_in_them() {
    let platform = Platform::start(false).await;
    let made = platform.project("Mill").await;
    let uri = made["connection_uris"][0]["connection_uri"].as_str();
    let password = uri.unwrap().split([':', '@']).nth(2).unwrap().to_owned();
    let (mut desktop, window, _) = connected("psql", &platform).await;
    desktop.quit(window).await;
    let bin = desktop.links.folder.clone();
    let record = desktop.path().join("psql-was-told");
    let shows = desktop.path().join("terminal-shows");
    program(
        &bin.join("terminal"),
        &format!("shift\nexec \"$@\" > '{}'", shows.display()),
    );
    program(
        &bin.join("psql"),
        &format!(
            "[ \"$1\" = --version ] && echo 'psql (PostgreSQL) 17.6' && exit
             {{ printf '%s\\n' \"$@\"; env; echo SERVICE; cat \"$PGSERVICEFILE\"; }} > '{0}.part'
             cp \"$PGPASSFILE\" '{0}.pass'
             mv '{0}.part' '{0}'",
            record.display()
        ),
    );
    desktop.set("TERMINAL", bin.join("terminal"));

    let window = desktop.open().await;
    window.go("#/projects").await;
    window.press("Mill").await;
    window.key("\u{e007}").await;
    window.press("More ways to use Mill / main").await;
    window.press("Open psql with arguments…").await;
    window
        .fill("psql arguments optional", "--csv -P 'null=$HOME x'")
        .await;
    window.key("\u{e007}").await;
    window.no_dialog().await;
    window
        .until("psql was run", || async { record.is_file() })
        .await;
    let arguments = std::fs::read_to_string(&record).unwrap();
    assert!(
        arguments.contains("--csv\n-P\nnull=$HOME x\n"),
        "psql was told: {arguments}"
    );
    for line in [
        "user=svcdb_owner",
        "sslmode=verify-full",
        "PGREQUIREAUTH=scram-sha-256",
    ] {
        assert!(
            arguments.lines().any(|it| it == line),
            "psql was told: {arguments}"
        );
    }
    // The terminal here shows what the script writes: the title of its window, before psql.
    let title = std::fs::read_to_string(desktop.path().join("terminal-shows")).unwrap();
    assert!(
        title.starts_with("\u{1b}]0;Mill / main\u{7}"),
        "the title: {title:?}"
    );
    assert!(!arguments.contains(&password), "the password stands in it");
    let pass = std::fs::read_to_string(record.with_extension("pass")).unwrap();
    assert!(pass.contains(&password), "psql knows no password");
    desktop.quit(window).await;
    platform.running.stop().await;
}

pub fn program(path: &Path, text: &str) {
    std::fs::write(path, format!("#!/bin/sh\n{text}\n")).unwrap();
    std::fs::set_permissions(path, std::fs::Permissions::from_mode(0o755)).unwrap();
}
