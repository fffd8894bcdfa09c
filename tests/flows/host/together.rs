use std::process::Child;

use app::view::EventView;
use serde_json::{Value, json};
use testkit::process::ChildGuard;
use testkit::until;

use super::{Folder, SilentServer, hears, set_clipboard_seconds, settings};

#[tokio::test(flavor = "multi_thread")]
async fn of_two_that_start_at_once_one_is_the_host_and_both_see_the_same() {
    let folder = Folder::new();
    let (one, other) = tokio::join!(folder.open(), folder.open());
    assert_ne!(one.is_host(), other.is_host());
    let mut events = [one.events(), other.events()];
    set_clipboard_seconds(&one, 17).await.unwrap();
    set_clipboard_seconds(&other, 21).await.unwrap();
    for plinth in [&one, &other] {
        assert_eq!(settings(plinth).await.clipboard_seconds, 21);
    }
    for events in &mut events {
        hears(events, &EventView::SettingsChanged).await;
        hears(events, &EventView::SettingsChanged).await;
    }
    // An error is the same for both.
    let args = json!({ "id": "nobody" });
    let error = async |plinth: &host::Connection| {
        let answer = plinth.call::<Value>("account_recheck", args.clone()).await;
        answer.unwrap_err()
    };
    assert_eq!(error(&one).await, error(&other).await);
    one.close().await;
    other.close().await;
}

/// Each becomes the host or asks it, and each host ends as soon as it has its own answer.
#[tokio::test(flavor = "multi_thread")]
async fn ten_processes_at_once_all_get_their_answer() {
    let folder = Folder::new();
    let spawn = |_| -> Child {
        folder
            .process(&["call", "settings_get", "{}"])
            .spawn()
            .unwrap()
    };
    let processes: Vec<Child> = (0..10).map(spawn).collect();
    for process in processes {
        let output = tokio::task::spawn_blocking(|| process.wait_with_output().unwrap());
        let output = output.await.unwrap();
        let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert!(answer["ok"]["clipboardSeconds"].is_u64(), "{answer}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_nobody_waits_for_any_more_is_given_up() {
    let folder = Folder::new();
    let host = folder.open().await;
    let client = folder.open().await;
    let server = SilentServer::start().await;
    let probe = tokio::spawn({
        let (client, probe) = (client.clone(), server.probe());
        async move { client.call::<Value>("email_probe", probe).await }
    });
    let connected = server.next().await;
    probe.abort();
    until("the host ends what was asked", async || {
        let mut byte = [0];
        matches!(connected.try_read(&mut byte), Ok(0))
    })
    .await;
    client.close().await;
    host.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_agent_that_nobody_needs_ends_by_itself() {
    let folder = Folder::new();
    let mut agent = ChildGuard::start(&mut folder.process(&["agent", "300"]));
    until("the agent listens", async || folder.socket().exists()).await;
    let client = folder.open().await;
    assert!(!client.is_host());
    tokio::time::sleep(std::time::Duration::from_millis(900)).await;
    assert!(agent.child().try_wait().unwrap().is_none(), "it was needed");
    client.close().await;
    drop(client);
    until("the agent ends", async || {
        agent
            .child()
            .try_wait()
            .unwrap()
            .is_some_and(|status| status.success())
    })
    .await;
}
