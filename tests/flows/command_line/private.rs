//! Files that other users of the machine can open.

use std::os::unix::fs::PermissionsExt as _;

use testkit::{other_user, until};
use tokio::net::TcpListener;

use super::Person;

#[tokio::test(flavor = "multi_thread")]
async fn another_user_opens_nothing_of_a_data_folder_that_was_open() {
    let person = Person::of(|config| config.servers = false).await;
    person.shell.json(&["projects", "list"]).await;
    let data = person.shell.data();
    other_user::open_to_all(&data);
    // It keeps the store open, with the files that SQLite has beside it, its socket and its log.
    let mut agent = person.shell.command(&["agent"]).spawn().unwrap();
    let socket = data.join("run/host.sock");
    until("the agent listens", async || socket.exists()).await;
    person.shell.json(&["projects", "list"]).await;
    if let Some(opened) = other_user::opens(&data) {
        assert!(opened.is_empty(), "{opened:#?}");
    }
    agent.start_kill().unwrap();
    agent.wait().await.unwrap();
    person.stop().await;
}

/// A command with a key of its own has a folder of its own, which goes with it.
#[tokio::test(flavor = "multi_thread")]
async fn the_folder_of_a_command_with_a_key_is_private() {
    let person = Person::stranger(|config| config.servers = false).await;
    let temporary = person.shell.path().join("temporary");
    std::fs::create_dir(&temporary).unwrap();
    // A platform that never answers, so that the command lasts.
    let platform = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
    let url = format!("http://{}", platform.local_addr().unwrap());
    let mut command = person.shell.command(&["projects", "list"]);
    command
        .env("TMPDIR", &temporary)
        .env("PLINTH_API_KEY", &person.platform.key)
        .env("PLINTH_API_URL", url);
    let mut command = command.spawn().unwrap();
    let (_asking, _) = platform.accept().await.unwrap();
    let folders: Vec<_> = std::fs::read_dir(&temporary).unwrap().collect();
    assert_eq!(folders.len(), 1, "{folders:?}");
    for folder in folders {
        let mode = folder.unwrap().metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o700, "{mode:o}");
    }
    command.start_kill().unwrap();
    command.wait().await.unwrap();
    person.stop().await;
}
